// The beginning: what was asked is checked, the feature gets its name and folder, settings get their defaults.

import { isAbsolute, join } from 'node:path';
import { requirementHashes } from '../../documents/design/requirement-hashes.ts';
import { validate_state } from '../../documents/design/state.ts';
import { withoutControls } from '../../documents/markdown/without-controls.ts';
import type { JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import { featureIdFor } from '../features/name-feature.ts';
import { readPrd } from '../features/read-prd.ts';
import { earlierSentence, earlierVersion } from './earlier-version.ts';
import { standardsNote } from './read-standards.ts';
import { lastingFailure, listOf, objectOf, type SddDeps, STANDARDS, textHash, textOf, WORKSPACE } from './sdd-deps.ts';
import { tooLongBrief } from './too-long-brief.ts';
import { titleIn } from './writers/given-texts.ts';

const ANY_DOMAIN = 'general software';
const REVISION = { mode: 'full', stop: 'limit', keep: 'last', when: 'strict' };

export async function intake(call: CodeCall, deps: SddDeps): Promise<ActionResult> {
  const project = textOf(call.data.project_path);
  const data = { ...call.data, ...(await fromPrd(call, deps)) };
  const project_brief = textOf(withoutControls(textOf(data.project_brief))).trim();
  const wrong = [
    ...(await projectProblems(project, deps)),
    ...briefProblems(project_brief),
    ...tooLongBrief(project_brief),
  ];
  if (wrong.length > 0) throw lastingFailure('invalid-state', wrong.join('; '));
  const folder = join(project, WORKSPACE);
  const feature_id = textOf(data.feature_id) || (await takeFeatureId(project_brief, folder, call.attempt, deps));
  await deps.files.makeFolder(join(folder, feature_id, 'design'));
  const design_path = `${folder}/${feature_id}/design/design.md`;
  const earlier = earlierVersion(await deps.files.read(design_path));
  const set = {
    ...{ project_brief, feature_id, design_path, earlier },
    title: textOf(data.title) || titleIn(project_brief),
    created_at: textOf(data.created_at) || new Date(call.run.startedAt).toISOString(),
    requirements: requirementsOf(objectOf(data.requirements)),
    prd: data.prd ?? null,
    revision: { ...REVISION, ...objectOf(data.revision) },
    standards: textOf(data.standards) || STANDARDS,
    domain: textOf(data.domain).trim() || textOf(await deps.domain(project)).trim() || ANY_DOMAIN,
  };
  // What follows is handed to agents: where the project lies is no business of theirs.
  const notes = [
    ...listOf<string>(objectOf(data.prd).notes),
    ...(earlier === null ? [] : [earlierSentence(earlier)]),
    ...(textOf(data.standards) === '' ? [] : [await standardsNote(deps.files, project, set.standards)]),
  ];
  return { output: { feature_id, title: set.title, domain: set.domain, ...(notes.length > 0 && { notes }) }, set };
}

/** An id is taken by making its folder: of two runs that want the same, one makes it. */
async function takeFeatureId(brief: string, folder: string, attempt: number, { files }: SddDeps): Promise<string> {
  await files.makeFolder(folder);
  const { last } = featureIdFor(brief, await files.folders(folder));
  // An attempt before this one may have died after it took its id: nothing is in its folder, and it is free again.
  if (attempt > 1 && last !== undefined) {
    await files.removeFolder(join(folder, last, 'design'));
    await files.removeFolder(join(folder, last));
  }
  for (;;) {
    const { id } = featureIdFor(brief, await files.folders(folder));
    if (await files.makeFolder(join(folder, id))) return id;
  }
}

/** What the PRD of a feature says, in the place of a brief; {} where none was named. */
async function fromPrd({ data, run }: CodeCall, deps: SddDeps): Promise<JsonObject> {
  const { from_prd, draft: isDraftToo } = objectOf(run.input);
  const { folder = from_prd, draft = isDraftToo } = objectOf(data.prd);
  if (typeof folder !== 'string') return {};
  const read = await readPrd(deps, folder, draft === true);
  if ('refused' in read) throw lastingFailure('prd-not-usable', read.refused.join(' '));
  const { featureId, title, project_brief, requirements, items, isDraft, notes } = read.prd;
  const sha256 = (text: string): string => textHash(text).slice('sha256:'.length);
  return {
    ...{ project_brief, title, feature_id: featureId, requirements: { ...requirements } },
    prd: {
      ...{ folder, is_draft: isDraft, notes, requirements: items.map(({ id }) => id) },
      items: items.map(({ id, title, description }) => ({ id, title, description })),
      requirement_hashes: { ...requirementHashes(items, sha256) },
    },
  };
}

const briefProblems = (project_brief: string): readonly string[] =>
  validate_state('SystemArchitectAgent', { project_brief, hld_draft: null, lld_draft: null, database_schema: null });

async function projectProblems(project: string, { files }: SddDeps): Promise<readonly string[]> {
  if (!isAbsolute(project)) return [`project_path must be an absolute path, found "${project}"`];
  return (await files.hasParent(join(project, WORKSPACE)))
    ? []
    : [`project_path must be a folder, found none at ${project}`];
}

function requirementsOf(given: JsonObject): JsonObject {
  const kinds = ['functional', 'non-functional', 'constraints', 'assumptions'];
  return Object.fromEntries(kinds.map((kind) => [kind, listOf<string>(given[kind])]));
}
