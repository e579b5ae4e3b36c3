// Operations on the documents that systems write: list, show, lint, supersede, export, verify, proof. Only for callers
// whose files they are.

import * as z from 'zod';
import type { DocumentKinds } from '../ports/system.ts';
import { changedSinceSigned } from '../runtime/signed-places.ts';
import { type AnyOperation, defineOperation, RejectionError, reject } from './define-operation.ts';
import {
  type DocumentSystem,
  documentNamed,
  type FoundDocument,
  type FoundFolder,
  findFolder,
  findProject,
  folderNames,
  newestOf,
  noDocuments,
  readFolder,
  textsOf,
  writingSystems,
} from './document-files.ts';
import { exportFeature } from './export-feature.ts';
import { prove, verify } from './verify-documents.ts';
import { replaceDocument } from './write-export.ts';

const project = z.string().min(1).default('.').describe("the project's folder");
const feature = z.string().min(1).max(200).describe("the name of a folder of documents, such as a feature's id");
const system = z.string().min(1).optional().describe('the system that wrote them, where several have such a folder');

const list = defineOperation({
  name: 'documents.list',
  summary: 'list what a project has documents about, and how it stands',
  who: 'viewer',
  changes: false,
  input: z.object({ project, system }),
  output: z.object({
    project: z.string(),
    ownSystems: z.array(z.string()).describe("the project's own systems: theirs are listed with --system"),
    notTrusted: z.string().nullable().describe('why nothing of them may be loaded; null: it may'),
    features: z.array(
      z.object({
        feature: z.string(),
        system: z.string(),
        title: z.string().nullable(),
        documents: z.array(z.string()),
        status: z.string().nullable().describe('of the last document: draft or finalized'),
        lastModified: z.string().nullable(),
        requirements: z.record(z.string(), z.number()).nullable().describe('how many stand how'),
        problem: z.string().nullable().describe('why its documents could not be read, or that there are none'),
        changed: z.array(z.string()).describe('what was changed since it was signed, in sentences'),
      }),
    ),
  }),
  async handler(context, input) {
    const folder = await findProject(context, input.project);
    const features: Awaited<ReturnType<typeof listed>>[] = [];
    for (const writing of await writingSystems(context, folder, input.system))
      for (const name of await folderNames(folder, writing.documents))
        features.push(await listed(folder, writing, name));
    const entries = input.system === undefined ? (await context.systems(folder)).entries : [];
    const own = entries.filter(({ isOwn }) => isOwn === true);
    const refusal = (await own[0]?.refusal?.()) ?? null;
    return {
      ...{ project: folder, ownSystems: own.map(({ name }) => name), notTrusted: refusal?.message ?? null },
      features: features.filter((each) => !isOthers(each, features)),
    };
  },
});

const EMPTY = { title: null, documents: [], status: null, lastModified: null, requirements: null };

async function listed(project: string, writing: DocumentSystem, name: string) {
  const about = { ...EMPTY, problem: null, changed: [], feature: name, system: writing.system };
  const folder = await readFolder(project, writing, name).catch(unread);
  if (typeof folder === 'string') return { ...about, problem: folder };
  const texts = textsOf(folder);
  const { counts, ...summary } = await writing.documents.summarise(texts);
  return {
    ...{ ...about, ...summary, documents: folder.found.map((document) => document.name) },
    requirements: counts,
    problem: folder.found.length === 0 ? await noDocuments(project, writing, name) : null,
    changed: [...(await changedSinceSigned(writing.documents, texts))],
  };
}

interface ListedFeature {
  readonly feature: string;
  readonly system: string;
  readonly documents: readonly string[];
}

/** A folder that several systems write into stands once: with those that have documents there, else with the first. */
function isOthers({ feature: name, system: of, documents }: ListedFeature, all: readonly ListedFeature[]): boolean {
  if (documents.length > 0) return false;
  const same = all.filter((each) => each.feature === name);
  return same.some((each) => each.documents.length > 0) || same[0]?.system !== of;
}

function unread(thrown: unknown): string {
  if (thrown instanceof RejectionError) return thrown.rejection.message;
  throw thrown;
}

const show = defineOperation({
  name: 'documents.show',
  summary: 'show a document: the main or the newest one, or the one you name',
  who: 'viewer',
  changes: false,
  places: ['feature'],
  input: z.object({
    feature,
    project,
    system,
    file: z.string().optional().describe('another than the main or the newest one'),
  }),
  output: z.object({ feature: z.string(), file: z.string(), path: z.string(), text: z.string() }),
  async handler(context, input) {
    const { file } = input;
    const folder = await folderOf(context, input, ({ kinds }) =>
      kinds.some(({ name }) => file === undefined || name === file),
    );
    const { name, path, text } = input.file === undefined ? newestOf(folder) : documentNamed(folder, input.file);
    return { feature: input.feature, file: name, path, text };
  },
});

const lint = defineOperation({
  name: 'documents.lint',
  summary: 'find approved and modified requirements that are vague, compound, not testable or said twice',
  who: 'viewer',
  changes: false,
  places: ['feature'],
  input: z.object({ feature, project, system }),
  output: z.object({
    feature: z.string(),
    path: z.string().describe('of the document that was judged'),
    ok: z.boolean(),
    requirements: z.number(),
    findings: z.array(
      z.object({
        id: z.string(),
        rule: z.string(),
        found: z.string(),
        message: z.string(),
        suggestion: z.string(),
      }),
    ),
    notJudged: z
      .array(z.object({ id: z.string(), language: z.string(), message: z.string() }))
      .describe('requirements that are not English: the rules say nothing about them'),
    problems: z.array(z.object({ code: z.string(), message: z.string(), line: z.number() })),
  }),
  async handler(context, input) {
    const folder = await folderOf(context, input, hasItems);
    const { lint: judge } = folder.documents;
    const { path } = itemsOf(folder, 'judged by rules');
    if (judge === undefined) return cannot(folder, 'judged by rules');
    const { judged, findings, notJudged, problems } = await judge(textsOf(folder));
    return {
      ...{ feature: input.feature, path, requirements: judged },
      ok: findings.length + problems.length + notJudged.length === 0,
      findings: findings.map(({ isWording: _, ...finding }) => finding),
      notJudged: notJudged.map((each) => ({ ...each })),
      problems: problems.map((problem) => ({ ...problem })),
    };
  },
});

const supersedeOne = defineOperation({
  name: 'documents.supersede',
  summary: 'say that another requirement has taken the place of one; it stays in the file, with its successor named',
  who: 'reviewer',
  changes: true,
  places: ['feature', 'requirement'],
  input: z.object({
    feature,
    requirement: z.string().min(1).describe('its id, such as REQ-003'),
    by: z.string().min(1).describe('the id of the requirement that replaces it'),
    project,
    system,
  }),
  output: z.object({ feature: z.string(), requirement: z.string(), by: z.string(), path: z.string() }),
  async handler(context, input) {
    const folder = await folderOf(context, input, hasItems);
    const { supersede } = folder.documents;
    if (supersede === undefined) return cannot(folder, 'superseded item by item');
    const { feature: of, requirement, by } = input;
    const { path, text } = itemsOf(folder, 'superseded item by item');
    const changed = await supersede(textsOf(folder), requirement, by);
    if ('refused' in changed) return reject('not-superseded', withoutEnd(changed.refused), changed.refused);
    await replaceDocument(await findProject(context, input.project), path, text, changed.text);
    return { feature: of, requirement, by, path };
  },
});

function withoutEnd(reasons: readonly string[]): string {
  return reasons.map((reason) => reason.replace(' Nothing was changed.', '')).join(' ');
}

interface DocumentName {
  readonly project: string;
  readonly feature: string;
  readonly system?: string | undefined;
}

async function folderOf(
  context: Parameters<typeof findProject>[0],
  { project: at, feature: name, system: of }: DocumentName,
  can?: (documents: DocumentKinds) => boolean,
) {
  return findFolder(context, await findProject(context, at), name, of, can);
}

const hasItems = ({ items }: DocumentKinds): boolean => items !== undefined;

/** Its document with the items, which must be there. */
function itemsOf(folder: FoundFolder, what: string): FoundDocument {
  return folder.documents.items === undefined ? cannot(folder, what) : documentNamed(folder, folder.documents.items);
}

function cannot({ system: of, name }: FoundFolder, what: string): never {
  return reject('invalid-request', `Expected documents that can be ${what}, found "${name}" of the system "${of}".`);
}

export const operations: readonly AnyOperation[] = [...[list, show, lint, supersedeOne, exportFeature, verify, prove]];
