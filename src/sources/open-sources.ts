// Searches, feeds, pages and folders of documents behind the port `Sources`.

import { lookup as dnsLookup } from 'node:dns/promises';
import type { Source } from '../documents/evidence/source.ts';
import { SourceFault } from '../errors.ts';
import type { FoundText, SourceProbe, Sources } from '../ports/sources.ts';
import { isPublicAddress } from '../public-address.ts';
import { AnswerCache } from './answer-cache.ts';
import { readCorpus } from './corpus/read-corpus.ts';
import { type PoliteLimits, politeFetch } from './fetch/polite-fetch.ts';
import type { Network } from './fetch/safe-fetch.ts';
import { makeEndpoints } from './make-endpoints.ts';
import { readPage } from './pages/read-page.ts';
import type { SearchEndpoint, SearchResult } from './search/search-endpoint.ts';
import { searchQuery } from './search/search-words.ts';
import { type Env, readSourceSettings, type SourceSettings, type SourcesConfig } from './source-settings.ts';
import { cleanLine } from './store/clean-text.ts';
import { memorySourceStore } from './store/memory-source-store.ts';
import { openSourceStore } from './store/open-source-store.ts';

export interface SourcesOptions {
  readonly env: Env;
  /** `sources` of the project's signoff.config.json. */
  readonly config: SourcesConfig;
  /** Why nothing of `config` counts; null: this user trusts the folder. */
  readonly refusal: string | null;
  /** Where texts are kept: `.signoff/sources` of the project. */
  readonly folder: string;
  /** Where it is kept which of them were the answers of the last day: in this user's own settings, never in a project.
   *  null: nowhere. */
  readonly answers: string | null;
  readonly now: () => number;
  /** Of this program, for those whom it asks. */
  readonly version: string;
  /** Tests have an internet of their own. */
  readonly network?: Network;
  readonly limits?: Partial<PoliteLimits>;
}

type SearchKind = Parameters<Sources['find']>[0];

const PAGES_AT_ONCE = 6;
const PAGES_MAX = 200;
const PROBE_MS = 20_000;
const INTERNET: Network = { lookup: (host) => dnsLookup(host, { all: true }), isPublic: isPublicAddress };

export function openSources(options: SourcesOptions): Sources {
  const { folder, now, version, network = INTERNET, limits = {} } = options;
  const store = openSourceStore(folder);
  const settings = readSourceSettings(options);
  const fetch = politeFetch({ network, now, version, contact: settings.contact, limits });
  const endpoints = makeEndpoints(settings, fetch, now);
  const cache = new AnswerCache({ folder: options.answers, project: folder, store, now });
  const put = (found: FoundText): Promise<Source> => store.put(found, new Date(now()));

  const readOne = async (address: string, signal: AbortSignal): Promise<Source | string> => {
    const known = await cache.get(['page', address]);
    if (known?.sources[0] !== undefined) return known.sources[0];
    try {
      const source = await put(await readPage(address, fetch, signal));
      await cache.put(['page', address], { sources: [source], notes: [] });
      return source;
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof SourceFault)) throw thrown;
      return `${shownAddress(address)}: ${thrown.message}`;
    }
  };

  return {
    offers: settings.offers,

    async find(kind, ask) {
      const asked = endpoints.filter((each) => each.kind === kind);
      if (asked.length === 0) throw notConfigured(kind, settings);
      const query = searchQuery(ask);
      const key = [kind, query.text, String(query.max), ...asked.map(({ id }) => id)];
      const known = await cache.get(key);
      if (known !== null) return known;
      const results = await Promise.allSettled(asked.map((each) => each.search(query, ask.signal)));
      ask.signal.throwIfAborted();
      const { found, notes, hasFailed } = together(asked, results, query.max);
      const list = { sources: await Promise.all(found.map(put)), notes };
      // Who failed is asked again next time.
      if (!hasFailed && found.length > 0) await cache.put(key, list);
      return list;
    },

    async read(addresses, signal) {
      if (!settings.readsPages) return { sources: [], notes: [notConfigured('pages', settings).message] };
      const asked = [...new Set(addresses)];
      const found = await inTurns(asked.slice(0, PAGES_MAX), PAGES_AT_ONCE, (each) => readOne(each, signal));
      const over = asked.length > PAGES_MAX ? [`Only the first ${PAGES_MAX} of ${asked.length} pages were read.`] : [];
      const sources = found.filter((each) => typeof each !== 'string');
      return { sources: distinct(sources), notes: [...found.filter((each) => typeof each === 'string'), ...over] };
    },

    corpus: (from, project, signal) => readCorpus(from, project, { store, now: new Date(now()), signal }),
    async documents(from, project, signal) {
      const kept = memorySourceStore();
      const { sources, notes } = await readCorpus(from, project, { store: kept, now: new Date(now()), signal });
      return { texts: sources.map(kept.textOf), notes };
    },

    keep: put,
    text: (source) => store.text(source),

    probe: (signal) => Promise.all(endpoints.map((each) => probed(each, signal))),
  };
}

function notConfigured(kind: SearchKind | 'pages', { offers }: SourceSettings): SourceFault {
  const missing = offers.filter((offer) => offer.kind === kind).map(({ name, settings }) => `${name}: ${settings}`);
  return new SourceFault('source-not-configured', `Nothing is set that could be asked. To set: ${missing.join('; ')}.`);
}

/** The best of each first, then the second of each. Throws where none of them answered. */
function together(
  asked: readonly SearchEndpoint[],
  results: readonly PromiseSettledResult<SearchResult>[],
  max: number,
) {
  const faults = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  const other = faults.find((fault) => !(fault instanceof SourceFault));
  if (other !== undefined) throw other;
  if (faults.length === asked.length) throw worst(faults as readonly SourceFault[]);
  const lists = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const byAddress = new Map<string, FoundText>();
  for (let at = 0; at < max; at += 1) {
    for (const { found } of lists) {
      const one = found[at];
      // What holds only characters that nobody sees says nothing.
      if (one === undefined || byAddress.has(one.address) || cleanLine(one.text) === '') continue;
      byAddress.set(one.address, one);
    }
  }
  const notes = [
    ...lists.flatMap((list) => list.notes),
    ...(faults as readonly SourceFault[]).map(({ message }) => message),
  ];
  const found = [...byAddress.values()].slice(0, max);
  return { found, notes: notes.map(cleanLine), hasFailed: faults.length > 0 };
}

/** One that may be gone when asked again counts before one that stays. */
function worst(faults: readonly SourceFault[]): SourceFault {
  const shownFault = faults.find(({ retryable }) => retryable) ?? faults[0];
  const message = faults.map((fault) => fault.message).join(' ');
  const retryAfterMs = shownFault?.retryAfterMs ?? null;
  return new SourceFault(shownFault?.code ?? 'source-unreachable', message, { retryAfterMs, cause: shownFault });
}

async function inTurns<T, R>(all: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) results[at] = await work(all[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane));
  return results;
}

const distinct = (sources: readonly Source[]): readonly Source[] => [
  ...new Map(sources.map((each) => [each.hash, each])).values(),
];

/** Without its query, which may hold what is nobody's business. */
function shownAddress(address: string): string {
  const url = URL.parse(address);
  return url === null
    ? `"${cleanLine(address).slice(0, 80)}"`
    : `${url.protocol}//${url.host}${url.pathname}`.slice(0, 200);
}

async function probed(endpoint: SearchEndpoint, signal: AbortSignal): Promise<SourceProbe> {
  const { name } = endpoint;
  const query = searchQuery({ topic: 'energy', keywords: [], max: 1 });
  try {
    const { found } = await endpoint.search(query, AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]));
    return {
      name,
      isUp: true,
      found: found.length > 0 ? `${name} answers.` : `${name} answers, and found nothing for a test.`,
    };
  } catch (thrown) {
    if (thrown instanceof SourceFault) return { name, isUp: false, found: thrown.message };
    return { name, isUp: false, found: `${name} did not answer in time.` };
  }
}
