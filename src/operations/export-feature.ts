// The operation that writes what was decided as the files of another tool. A folder may hold documents of several
// systems: each adds what the layout has a place for.

import * as z from 'zod';
import { exportName } from '../documents/export/export-documents.ts';
import { defineOperation, reject } from './define-operation.ts';
import { documentNamed, type FoundFolder, findFolders, findProject, textsOf } from './document-files.ts';
import { specKitNumber, writeExport } from './write-export.ts';

export const exportFeature = defineOperation({
  name: 'documents.export',
  summary: 'write what was decided as the files of another tool: spec-kit, OpenSpec, Kiro, or plain Markdown',
  who: 'operator',
  changes: true,
  places: ['feature'],
  input: z.object({
    feature: z.string().min(1).max(200).describe("the name of a folder of documents, such as a feature's id"),
    project: z.string().min(1).default('.').describe("the project's folder"),
    system: z.string().min(1).optional().describe('only what this system wrote'),
    as: z.string().min(1).describe('the layout: spec-kit, openspec or kiro; of a design also markdown'),
    to: z.string().min(1).optional().describe("a folder instead of the project's"),
    force: z.boolean().default(false).describe('replace files that exist with different text'),
  }),
  output: z.object({
    feature: z.string(),
    as: z.string(),
    folder: z.string(),
    requirements: z.number(),
    items: z.record(z.string(), z.number()).describe('how many of what was exported, by what one is called'),
    files: z.array(z.object({ path: z.string(), outcome: z.enum(['written', 'replaced', 'unchanged']) })),
  }),
  async handler(context, { feature, as, ...input }) {
    const project = await findProject(context, input.project);
    const folders = fitting(await findFolders(context, project, feature, input.system), as);
    const target = input.to ?? project;
    const number = await specKitNumber(target, exportName(feature));
    const results = await Promise.all(
      folders.map((folder) => folder.documents.exportAs?.(as, feature, textsOf(folder), number)),
    );
    const found = results.flatMap((result) => (result === undefined || result.items === 0 ? [] : [result]));
    if (found.length === 0) return nothingIn(folders);
    const items = Object.fromEntries(found.map((result) => [result.noun ?? 'requirement', result.items]));
    const all = found.flatMap(({ files }) => files);
    const written = await writeExport(target, all, input.force);
    return {
      ...{ feature, as, folder: written.folder, requirements: items.requirement ?? 0, items },
      files: written.files.map((file) => ({ ...file })),
    };
  },
});

/** Those of the folders that the layout has a place for, with what they are exported from. */
function fitting(folders: readonly FoundFolder[], as: string): readonly FoundFolder[] {
  const able = folders.filter(({ documents }) => documents.exportAs !== undefined);
  const [first] = folders;
  if (able.length === 0) {
    const files = first?.found.map(({ path }) => path).join(', ');
    return reject(
      'invalid-request',
      `The ${first?.documents.noun} "${first?.name}" has no export; its files are ${files}.`,
    );
  }
  const wanted = able.filter(({ documents }) => documents.layouts?.includes(as));
  if (wanted.length === 0) {
    const layouts = new Set(able.flatMap(({ documents }) => documents.layouts ?? []));
    return reject('invalid-request', `Expected --as ${anyOf([...layouts])}, found "${as}".`);
  }
  const whole = wanted.filter(hasItems);
  const [lacking] = wanted;
  // Where only one could be exported, it is said what it lacks.
  if (whole.length === 0 && lacking !== undefined) documentNamed(lacking, lacking.documents.items ?? '');
  return whole;
}

const hasItems = ({ documents: { items }, found }: FoundFolder): boolean =>
  items === undefined || found.some(({ name }) => name === items);

function nothingIn(folders: readonly FoundFolder[]): never {
  const [{ name = '', documents } = {}] = folders;
  const wanted = documents?.items === undefined ? 'all parts of' : 'an approved requirement of';
  const there =
    documents?.items === undefined ? `only ${folders[0]?.found.map(({ path }) => path).join(', ')}` : 'none';
  return reject('nothing-to-export', `Expected ${wanted} "${name}", found ${there}.`);
}

/** `a, b or c`. */
const anyOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
