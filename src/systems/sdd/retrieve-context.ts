// What a project already says about what is to be designed: its documents, its code and its standards, per section,
// with file and lines, so that a reader can tell where a draft has it from.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Standard } from '../../documents/design/finding.ts';
import { standardsIn } from '../../documents/design-checks/check-standards.ts';
import { codePassages, isCode } from '../../documents/search/code-passages.ts';
import { sectionPassages } from '../../documents/search/passages-of.ts';
import { type RetrievedPassage, Retriever } from '../../documents/search/retrieve.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';
import { FEATURES_FOLDER, STANDARDS_FOLDER } from '../features/read-feature.ts';
import { standardsFolder as folderIn } from './read-standards.ts';

export interface ContextRequest {
  /** An absolute path. */
  readonly project: string;
  /** Its own folder gives nothing: what is there goes into the prompts whole. '' before there is one. */
  readonly featureId: string;
  /** From the project, or absolute and inside it; `magi-sdd/standards` when left out. */
  readonly standards?: string;
  /** What is looked for, by section. */
  readonly queries: { readonly [section: string]: string };
  /** Passages for each section. */
  readonly limit?: number;
  /** The file that holds it gives nothing: it goes into the prompts whole. */
  readonly brief?: string;
  /** When the run began: what programs print since then is about the run, not about the project. */
  readonly since?: number;
}

export interface RetrievedContext {
  readonly sections: { readonly [section: string]: readonly RetrievedPassage[] };
  /** Lines that say MUST, to be checked one by one. */
  readonly standards: readonly Standard[];
  readonly searched: { readonly files: number; readonly bytes: number };
  /** Files that were not read because there are too many, or too large ones. */
  readonly leftOut: number;
}

/** What output is redirected to. */
const LOG = /\.txt$/i;
const DOCUMENT = /\.(?:md|markdown|mdx|txt|rst|adoc|mmd|ya?ml)$/i;
/** Long, made by programs, and about nothing. */
const MADE = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|[^/]*\.(?:lock|min\.js|d\.ts))$/i;
const FILES_MAX = 2_000;
const FILE_BYTES_MAX = 200_000;
const BYTES_MAX = 10_000_000;
const PASSAGES_MAX = 30_000;
const LIMIT = 5;
const PER_SOURCE = 2;
const GROUP_SIZE = 32;
const PASSAGES_PER_TURN = 50;

export async function retrieveContext(files: ProjectFiles, request: ContextRequest): Promise<RetrievedContext> {
  const { project, featureId, queries, limit = LIMIT, since = Number.POSITIVE_INFINITY } = request;
  const standardsFolder = folderIn(project, request.standards ?? `${FEATURES_FOLDER}/${STANDARDS_FOLDER}`);
  const isOwn = (path: string): boolean => featureId !== '' && path.startsWith(`${FEATURES_FOLDER}/${featureId}/`);
  const { files: all, isCut } = await files.list(project);
  const isStandard = (path: string): boolean => path.startsWith(`${standardsFolder}/`);
  const isLog = ({ path, changedAt = 0 }: Listed): boolean => LOG.test(path) && changedAt > since && !isStandard(path);
  const isText = (path: string): boolean => (DOCUMENT.test(path) || isCode(path)) && !MADE.test(path);
  const wanted = all.filter((each) => isText(each.path) && !isOwn(each.path) && !isLog(each));
  const read = await readTexts(files, project, inOrder(wanted, isStandard));
  const retriever = await indexOf(read.texts.filter(({ text }) => text.trim() !== request.brief?.trim()));
  const sections = Object.entries(queries).map(
    ([section, query]) => [section, retriever.search(query, limit, PER_SOURCE)] as const,
  );
  return {
    sections: Object.fromEntries(sections),
    standards: read.texts.filter(({ path }) => isStandard(path)).flatMap(({ path, text }) => standardsIn(path, text)),
    searched: { files: read.texts.length, bytes: read.bytes },
    leftOut: wanted.length - read.texts.length + (isCut ? 1 : 0),
  };
}

type Listed = Awaited<ReturnType<ProjectFiles['list']>>['files'][number];

async function readTexts(files: ProjectFiles, project: string, listed: readonly Listed[]) {
  const texts: { path: string; text: string }[] = [];
  const small = listed.filter(({ bytes }) => bytes > 0 && bytes <= FILE_BYTES_MAX).slice(0, FILES_MAX);
  let bytes = 0;
  for (let at = 0; at < small.length && bytes < BYTES_MAX; at += GROUP_SIZE) {
    const group = small.slice(at, at + GROUP_SIZE);
    const found = await Promise.all(group.map(({ path }) => files.read(`${project}/${path}`)));
    for (const [index, text] of found.entries()) {
      // It went away meanwhile, or is no text.
      if (text === null || text.includes('\0') || bytes >= BYTES_MAX) continue;
      bytes += text.length;
      texts.push({ path: group[index]?.path ?? '', text });
    }
  }
  return { texts, bytes };
}

/** Standards first, then as many documents as code: where there is too much, neither pushes the other out. */
function inOrder(listed: readonly Listed[], isStandard: (path: string) => boolean): readonly Listed[] {
  const standards = listed.filter(({ path }) => isStandard(path));
  const others = listed.filter(({ path }) => !isStandard(path));
  const [documents, code] = [others.filter(({ path }) => !isCode(path)), others.filter(({ path }) => isCode(path))];
  const half = FILES_MAX / 2;
  return [
    ...standards,
    ...[...documents.slice(0, half), ...code.slice(0, half), ...documents.slice(half), ...code.slice(half)],
  ];
}

/** Other work of the process gets its turn now and then: leases must be kept. */
async function indexOf(texts: readonly { readonly path: string; readonly text: string }[]): Promise<Retriever> {
  const retriever = new Retriever();
  let count = 0;
  for (const { path: source, text } of texts) {
    for (const passage of isCode(source) ? codePassages(text) : sectionPassages(text)) {
      if (++count > PASSAGES_MAX) return retriever;
      retriever.add({ source, ...passage });
      if (count % PASSAGES_PER_TURN === 0) await nextTurn();
    }
  }
  return retriever;
}
