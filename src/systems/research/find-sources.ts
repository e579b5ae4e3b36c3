// What a worker of the research step does: it asks its source for texts, which are stored, and gives their places.

import type { Source } from '../../documents/evidence/source.ts';
import { SourceFault } from '../../errors.ts';
import type { Json } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import type { SourceAsk, SourceKind, SourceList, Sources } from '../../ports/sources.ts';
import type { Brief } from './brief.ts';
import type { OncePerExecution } from './once-per-execution.ts';
import { definitionsOf, ownWorkersOf } from './own-workers.ts';
import type { RememberedFailures } from './remembered-failures.ts';
import {
  aroundOf,
  asJson,
  briefOf,
  lastingFailure,
  listOf,
  objectOf,
  projectOf,
  type ResearchDeps,
  sourcesOf,
  textOf,
} from './research-deps.ts';
import { workersWith } from './workers/definitions.ts';
import type { OwnWorker, WorkerDefinition } from './workers/worker.ts';

/** More than are asked for: some are duplicates, some are not about the topic. */
const MORE_THAN_NEEDED = 2;
const FOUND_MAX = 50;
const LAST_ATTEMPT = 3;

interface Search {
  readonly brief: Brief;
  readonly sources: Sources;
  readonly ask: SourceAsk;
  /** No attempt comes after this one: what else there is counts then. */
  readonly isLast: boolean;
  readonly workers: ReadonlyMap<string, WorkerDefinition>;
  /** Workers that ask for the same get one answer. */
  readonly find: (kind: Parameters<Sources['find']>[0]) => Promise<SourceList>;
  /** null: the run has none. */
  readonly corpus: (() => Promise<SourceList>) | null;
}

interface FoundSources extends SourceList {
  /** How many of them are the run's own documents, which no search found. */
  readonly documents?: { readonly name: string; readonly count: number; readonly isBeside: boolean };
  /** How many of them are pages that were read; of the others there is what the search says. */
  readonly pages?: number;
  /** The name of the worker that took the place of the one that is not set up. */
  readonly by?: string;
}

export function find(call: CodeCall, deps: ResearchDeps, once: OncePerExecution): Promise<ActionResult> {
  return findAs(textOf(objectOf(call.config).worker), call, deps, once);
}

/** In the place of a worker that failed for good, and in its name. */
export async function findInstead(
  call: CodeCall,
  deps: ResearchDeps,
  once: OncePerExecution,
  failures: RememberedFailures,
): Promise<ActionResult> {
  const { worker, fallback } = objectOf(call.config);
  const reason = failures.reasonOf(call);
  const { output } = await findAs(textOf(fallback), call, deps, once).catch((thrown: unknown) => {
    // Nobody took its place: why it failed itself says more.
    throw reason === null ? thrown : Object.assign(new Error(reason), { code: 'action-failed', retryable: false });
  });
  const { notes, ...found } = objectOf(output);
  const workers = workersWith();
  const name = (id: Json | undefined): string => workers.get(textOf(id))?.name ?? textOf(id);
  const progressNotes = `${name(worker)} failed: ${name(fallback).toLowerCase()} took its place.`;
  return {
    output: { ...found, worker: textOf(worker), notes: [progressNotes, ...listOf(notes)], replaced: progressNotes },
  };
}

async function findAs(id: string, call: CodeCall, deps: ResearchDeps, once: OncePerExecution): Promise<ActionResult> {
  const own = await ownWorkersOf(projectOf(call), deps);
  const workers = workersWith(definitionsOf(own));
  const worker = workers.get(id);
  if (worker === undefined) throw lastingFailure('unknown-worker', `Expected a known worker, found "${id}".`);
  const sources = await sourcesOf(call, deps);
  const folder = textOf(aroundOf(call).corpus);
  const ask = askOf(briefOf(call), call.signal);
  const shared = (what: string, work: () => Promise<SourceList>) => once.ask(call.run.id, what, call.signal, work);
  const search: Search = {
    ...{ brief: briefOf(call), sources, workers, ask, isLast: call.attempt >= LAST_ATTEMPT },
    // Of one execution all workers ask for the same words.
    find: (kind) => shared(kind, () => sources.find(kind, ask)),
    corpus:
      folder === ''
        ? null
        : () => shared('corpus', () => sources.corpus(folder, projectOf(call), call.signal, call.run.id)),
  };
  const mine = own.find((each) => each.id === id);
  const found = mine === undefined ? await searchAs(worker, search) : await searchBy(mine, search);
  return { output: findingsOf(worker, found, call.attempt) };
}

export function findingsOf({ id, name }: Pick<WorkerDefinition, 'id' | 'name'>, found: FoundSources, attempts: number) {
  const { sources, notes, documents = null } = found;
  const progressNotes = [
    ...(documents === null || documents.isBeside ? [`${name}: ${foundText(found)}`] : []),
    ...(documents === null ? [] : [`${documents.name}: ${documents.count}`]),
  ];
  return asJson({ worker: id, sources, notes, attempts, progress: progressNotes });
}

function foundText({ sources, documents, pages, by }: FoundSources): string {
  const asked = sources.length - (documents?.count ?? 0);
  if (pages === undefined) return `${asked} source${asked === 1 ? '' : 's'}${by === undefined ? '' : ` by ${by}`}`;
  const rest = asked - pages;
  const read = `${pages} page${pages === 1 ? '' : 's'} read`;
  return rest === 0 ? read : `${read}, of ${rest} only what the search says`;
}

const askOf = ({ topic, include_keywords, min_sources }: Brief, signal: AbortSignal): SourceAsk => ({
  ...{ topic, keywords: include_keywords, signal },
  max: Math.min(FOUND_MAX, Math.ceil(min_sources * MORE_THAN_NEEDED)),
});

async function searchBy(worker: OwnWorker, { brief, sources, ask }: Search): Promise<SourceList> {
  const texts = await worker.execute({ brief, signal: ask.signal });
  const kept: Source[] = [];
  for (const text of texts) kept.push(await sources.keep(text));
  return { sources: kept, notes: [] };
}

/** Its own source, else what takes its place: the fallback, and at last the corpus. */
async function searchAs(worker: WorkerDefinition, search: Search): Promise<FoundSources> {
  const { sources, workers, corpus } = search;
  const { kind, offer } = offerFor(worker, sources);
  if (offer?.isConfigured === true && kind !== null) return withCorpus(worker, search, () => asked(kind, search));
  const missing = `${worker.name} is not set up${offer === undefined ? '' : ` (${offer.settings})`}`;
  const instead = worker.fallback === undefined ? undefined : workers.get(worker.fallback);
  if (instead !== undefined) {
    const { notes, ...found } = await searchAs(instead, search);
    return {
      ...found,
      by: instead.name.toLowerCase(),
      notes: [`${missing}: ${instead.name.toLowerCase()} takes its place.`, ...notes],
    };
  }
  if (corpus === null) throw new SourceFault('source-not-configured', `${missing}, and the run has no corpus.`);
  const { sources: documents, notes } = await corpus();
  if (worker.source === 'web')
    return { ...ofCorpus('Documents', documents), notes: [`${missing}: the corpus takes its place.`, ...notes] };
  const same = documents.filter(({ type }) => type === worker.source);
  return {
    ...ofCorpus(`Documents of type ${worker.source}`, same),
    notes: [`${missing}: documents of the corpus that are of its kind take its place.`],
  };
}

const ofCorpus = (name: string, sources: readonly Source[]) => ({
  ...{ sources, documents: { name, count: sources.length, isBeside: false } },
});

/** The scraper finds its pages by a web search. */
function offerFor({ source }: WorkerDefinition, { offers }: Sources) {
  const kind: SourceKind | null = source === undefined || source === 'social' ? null : source;
  const needed = kind === 'pages' ? 'web' : kind;
  const all = offers.filter((each) => each.kind === needed);
  return { kind, offer: all.find(({ isConfigured }) => isConfigured) ?? all[0] };
}

/** The scraper reads as many pages as the brief wants sources. */
async function asked(kind: SourceKind, { brief, sources, ask, find }: Search): Promise<FoundSources> {
  if (kind === 'local') return { sources: [], notes: [] };
  const found = await find(kind === 'pages' ? 'web' : kind);
  if (kind !== 'pages') return found;
  const addresses = found.sources.slice(0, brief.min_sources).map(({ address }) => address);
  const pages = await sources.read(addresses, ask.signal);
  const read = new Set(pages.sources.map(({ address }) => address));
  // A page that could not be read is at least known by what the search said of it.
  const rest = found.sources.filter(({ address }) => !read.has(address));
  const all = { sources: [...pages.sources, ...rest], notes: [...found.notes, ...pages.notes] };
  return { ...all, pages: pages.sources.length };
}

/** The web search reads the corpus, too. When nobody could be asked to the last, the corpus alone is better than
 *  nothing. */
async function withCorpus(
  { source, name }: WorkerDefinition,
  { corpus, isLast }: Search,
  search: () => Promise<FoundSources>,
): Promise<FoundSources> {
  if (source !== 'web' || corpus === null) return search();
  const local = await corpus();
  try {
    const found = await search();
    const documents = { name: 'Documents', count: local.sources.length, isBeside: true };
    return { sources: [...found.sources, ...local.sources], notes: [...found.notes, ...local.notes], documents };
  } catch (thrown) {
    if (!(thrown instanceof SourceFault) || (thrown.retryable && !isLast)) throw thrown;
    return { ...ofCorpus('Documents', local.sources), notes: [`${name} failed: ${thrown.message}`, ...local.notes] };
  }
}
