// Compares two versions of a feature's specification, or two files.

import { diffSpecs } from '../../documents/spec/diff-specs.ts';
import type { SpecRequirement } from '../../documents/spec/spec.ts';
import { versionFile, versionsOf } from '../../documents/spec/spec-versions.ts';
import type { OperationDeps, OperationInput, OperationResult } from '../../ports/system.ts';
import { FEATURES_FOLDER, isFeature, readSpecFile, refused } from './spec-files.ts';

export async function diffSpecFiles(deps: OperationDeps, input: OperationInput): Promise<OperationResult> {
  const given = String(input.feature ?? '');
  const isNamed = await isFeature(deps, given);
  const paths = isNamed ? await versionPaths(deps, given, input) : filePaths(given, input);
  if ('refused' in paths) return paths;
  const before = await readSpecFile(deps, paths.before);
  if ('refused' in before) return { refused: before.refused };
  const after = await readSpecFile(deps, paths.after);
  if ('refused' in after) return { refused: after.refused };
  const diff = diffSpecs(before.text, after.text);
  const named = ({ id, title, line }: SpecRequirement) => ({ id, title, line });
  return {
    output: {
      ...{ before: before.path, after: after.path },
      ...{ added: diff.added.map(named), removed: diff.removed.map(named) },
      changed: diff.changed.map(({ id, fields, after: now }) => ({ id, title: now.title, fields: [...fields] })),
      parts: diff.parts.map((part) => ({ ...part })),
      inScope: { added: [...diff.inScope.added], removed: [...diff.inScope.removed] },
      outOfScope: { added: [...diff.outOfScope.added], removed: [...diff.outOfScope.removed] },
      lines: diff.lines.map((line) => ({ ...line })),
    },
  };
}

type Paths = { readonly before: string; readonly after: string };

function filePaths(given: string, input: OperationInput): Paths | ReturnType<typeof refused> {
  if (typeof input.with === 'string') return { before: given, after: input.with };
  const message = `Expected a feature of ${FEATURES_FOLDER}, or a file and --with another one, found "${given}".`;
  return refused('invalid-request', message);
}

async function versionPaths(
  { files, project }: OperationDeps,
  feature: string,
  { from, to }: OperationInput,
): Promise<Paths | ReturnType<typeof refused>> {
  const folder = `${FEATURES_FOLDER}/${feature}`;
  const listed = await files.list(`${project}/${folder}/spec`);
  const known = versionsOf(listed.files.map(({ path }) => path));
  const after = typeof to === 'number' ? to : known.at(-1);
  const before = typeof from === 'number' ? from : known.filter((each) => each < (after ?? 0)).at(-1);
  const there = known.length === 0 ? 'no version' : `only ${known.map((each) => `v${each}`).join(', ')}`;
  const missing = [before, after].find((each) => each === undefined || !known.includes(each));
  if (before === undefined || after === undefined || missing !== undefined) {
    const wanted = missing === undefined ? 'two versions' : `version ${missing}`;
    return refused('file-unreadable', `Expected ${wanted} in ${folder}/spec, found ${there}.`);
  }
  return { before: `${folder}/${versionFile(before)}`, after: `${folder}/${versionFile(after)}` };
}
