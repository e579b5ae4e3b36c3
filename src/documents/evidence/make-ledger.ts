// Makes the ledger of an article: each of its claims with the words of a source that support it or speak against it.

import { claimsOf } from './claims-of.ts';
import { judgeClaim } from './judge-claim.ts';
import { judgeQuotation } from './judge-quotation.ts';
import type { Claim, Contradiction, Ledger, LedgerEntry, LedgerSpan, RemovedClaim } from './ledger.ts';
import type { Passage } from './passage.ts';
import { type Reference, referencesOf } from './references-of.ts';
import { type IndexedSentence, indexSentences, type SentenceIndex } from './sentence-index.ts';
import type { Source, SourceText } from './source.ts';
import { type SourceFinder, sourceFinder } from './source-finder.ts';
import { checkSourceIds } from './source-id.ts';
import { toldSides } from './told-sides.ts';
import { withoutAttribution } from './without-attribution.ts';

export interface LedgerOptions {
  /** `sha256:` and the digest of a text. */
  readonly hash: (text: string) => string;
  /** What a draft's `[e12]` stands for. */
  readonly passages?: readonly Passage[];
  /** The sources in the order of the reference list, where the article has none yet. */
  readonly order?: readonly string[];
  readonly removed?: readonly RemovedClaim[];
  readonly contradictions?: readonly Contradiction[];
}

/** So many sentences are judged for a claim: of what it cites, and of all sources. */
const CITED_TRIES = 5;
const TRIES = 4;
/** For the nearest few the sentences around are read too. */
const AROUND_TRIES = 2;

export function makeLedger(article: string, sources: readonly SourceText[], options: LedgerOptions): Ledger {
  checkSourceIds(sources);
  const claims = claimsOf(article);
  const references = referencesOf(article);
  const finder = sourceFinder(sources);
  const citing = { finder, listed: finder.findAll(references) };
  const facts = claims.filter(({ kind }) => kind !== 'framing').map(({ text }) => text);
  const index = indexSentences(sources, facts);
  const context: Context = { sources, index, citing, options, places: new Map(sources.map(({ id }, at) => [id, at])) };
  const entries = claims.map((claim) => entryOf(claim, context));
  const count = (verdict: string): number =>
    entries.filter((entry) => isJudged(entry) && entry.verdict === verdict).length;
  return {
    version: 1,
    article: options.hash(article),
    entries,
    removed: options.removed ?? [],
    contradictions: (options.contradictions ?? []).map((each) => ({ ...each, told: toldSides(each, entries) })),
    sources: orderOf(references, entries, context).map(withoutText),
    counts: {
      claims: entries.filter(isJudged).length,
      ...{ supported: count('supported'), contradicted: count('contradicted'), insufficient: count('insufficient') },
    },
  };
}

const isJudged = ({ kind }: Claim): boolean => kind !== 'framing';

interface Context {
  readonly sources: readonly SourceText[];
  readonly index: SentenceIndex;
  readonly citing: { readonly finder: SourceFinder; readonly listed: ReadonlyMap<string, Source | null> };
  readonly options: LedgerOptions;
  /** Of each source's id its place in the list. */
  readonly places: ReadonlyMap<string, number>;
}

function entryOf(claim: Claim, context: Context): LedgerEntry {
  if (claim.kind === 'framing') {
    return { ...claim, verdict: 'supported', reasons: ['It says something about the article only.'], spans: [] };
  }
  const cited = citedSources(claim, context);
  if (claim.kind === 'quotation') {
    const judged = judgeQuotation(claim.text, context.sources, cited);
    if (judged !== null) return { ...claim, ...judged };
  }
  const passages = (context.options.passages ?? []).filter(({ id }) => claim.cites.includes(id));
  const given = passages.map((passage) => spanOfPassage(passage, context));
  const named = [...cited].flatMap((at) => context.sources[at] ?? []);
  return { ...claim, ...judgeBySources(withoutAttribution(claim.text, named), given, cited, context) };
}

const spanOfPassage = ({ source, start, end, text }: Passage, { places, sources }: Context): LedgerSpan => {
  const at = places.get(source);
  const words = at === undefined ? text : (sources[at]?.text.slice(start, end) ?? text);
  return { source, start, end, quote: words };
};

type Judged = Pick<LedgerEntry, 'verdict' | 'reasons' | 'spans'>;

/** Passages that a draft names first, then the sources it cites, then all. What supports it ends the search. */
function judgeBySources(
  text: string,
  given: readonly LedgerSpan[],
  cited: ReadonlySet<number>,
  context: Context,
): Judged {
  const { index } = context;
  const byGiven = given.length === 0 ? null : judgeSpans(text, given);
  if (byGiven?.verdict === 'supported') return byGiven;
  const inCited = cited.size === 0 ? [] : index.find(text, CITED_TRIES, (source) => cited.has(source));
  const byCited = inCited.length === 0 ? null : judgeSentences(text, inCited, context);
  if (byCited?.verdict === 'supported') return byCited;
  const elsewhere = index.find(text, TRIES).filter((at) => !inCited.includes(at));
  const byOthers = elsewhere.length === 0 ? null : judgeSentences(text, elsewhere, context);
  if (byOthers?.verdict === 'supported') return byOthers;
  const found = [byGiven, byCited, byOthers].filter((each) => each !== null);
  const none: Judged = { verdict: 'insufficient', reasons: ['No source says anything like it.'], spans: [] };
  return found.find(({ verdict }) => verdict === 'contradicted') ?? found[0] ?? none;
}

function judgeSpans(text: string, spans: readonly LedgerSpan[]): Judged {
  const { verdict, reasons, best, used } = judgeClaim(
    text,
    spans.map(({ quote }) => quote),
  );
  return { verdict, reasons, spans: chosen(spans, best, used) };
}

/** Each alone, then the nearest with the sentences around them: what `it` and `the figure` stand for is said there. */
function judgeSentences(text: string, found: readonly number[], { index, sources }: Context): Judged {
  const spans = found.flatMap((at) => spanAt(at, at, index, sources));
  const alone = judgeSpans(text, spans);
  if (alone.verdict === 'supported') return alone;
  const wide = found.slice(0, AROUND_TRIES).flatMap((at) => spanAt(at - 1, at + 1, index, sources, at));
  const around = judgeSpans(text, wide);
  if (around.verdict === 'supported' || alone.verdict === 'insufficient')
    return around.verdict === 'insufficient' ? alone : around;
  return alone;
}

/** The best first, then those that were needed besides. */
function chosen(spans: readonly LedgerSpan[], best: number | null, used: readonly number[]): readonly LedgerSpan[] {
  const places = best === null ? [] : [best, ...used.filter((at) => at !== best)];
  return places.flatMap((at) => spans[at] ?? []);
}

const QUOTE_MAX = 4000;

function spanAt(
  from: number,
  to: number,
  { sentences }: SentenceIndex,
  sources: readonly SourceText[],
  middle: number = from,
): readonly LedgerSpan[] {
  const own = sentences[middle];
  if (own === undefined) return [];
  const source = sources[own.source];
  if (source === undefined) return [];
  const isNear = (other: IndexedSentence | undefined): boolean =>
    other !== undefined && other.source === own.source && other.heading === own.heading;
  const start = isNear(sentences[from]) ? (sentences[from]?.start ?? own.start) : own.start;
  const end = isNear(sentences[to]) ? (sentences[to]?.end ?? own.end) : own.end;
  const last = Math.min(end, start + QUOTE_MAX);
  return [{ source: source.id, start, end: last, quote: source.text.slice(start, last) }];
}

function citedSources({ cites }: Claim, { citing, places, options }: Context): ReadonlySet<number> {
  const found = new Set<number>();
  for (const label of cites) {
    const source = sourceOf(label, citing, options);
    const at = source === null ? undefined : places.get(source);
    if (at !== undefined) found.add(at);
  }
  return found;
}

function sourceOf(
  label: string,
  { finder, listed }: Context['citing'],
  { passages, order }: LedgerOptions,
): string | null {
  if (/^e\d/.test(label)) return passages?.find(({ id }) => id === label)?.source ?? null;
  const source = listed.get(label);
  if (source !== undefined) return source?.id ?? null;
  if (/^\d+$/.test(label)) return order?.[Number(label) - 1] ?? null;
  return finder.find(label, [label])?.id ?? null;
}

/** As the reference list has them; without one in the order in which they are cited or speak for a claim. */
function orderOf(
  references: readonly Reference[],
  entries: readonly LedgerEntry[],
  context: Context,
): readonly SourceText[] {
  const { citing, options, places, sources } = context;
  const listed = references.map(({ label }) => citing.listed.get(label)?.id ?? null);
  const cited = entries.flatMap(({ cites }) => cites.slice(0, 1000).map((label) => sourceOf(label, citing, options)));
  const used = entries.flatMap(({ spans }) => spans.map(({ source }) => source));
  const ids = new Set([...(options.order ?? []), ...listed, ...cited, ...used].filter((id) => id !== null));
  return [...ids].flatMap((id) => sources[places.get(id) ?? -1] ?? []);
}

function withoutText({ text: _, ...source }: SourceText): Source {
  return source;
}
