// Checks an article against the texts of sources: of each of its claims what code finds there, and by which words.

import { claimsOf, shortCount } from './claims-of.ts';
import { type FoundClaim, findClaim, type Stretch } from './find-claim.ts';
import { plainText } from './find-quote.ts';
import type { Language } from './language.ts';
import type { Claim, ClaimFinding, Ledger, LedgerEntry } from './ledger.ts';
import { bare } from './object-to.ts';
import { type Reference, referencesOf } from './references-of.ts';
import { indexSentences, type SentenceIndex } from './sentence-index.ts';
import type { Source, SourceText } from './source.ts';
import { type SourceFinder, sourceFinder } from './source-finder.ts';
import { checkSourceIds } from './source-id.ts';
import { wholeSentencesOf } from './whole-sentences.ts';

export interface LedgerOptions {
  /** `sha256:` and the digest of a text. */
  readonly hash: (text: string) => string;
  readonly language: Language;
}

/** So many sentences a claim is compared with. */
const TRIES = 8;
/** Of a claim, and of a sentence of a source. */
const CHARACTERS_MAX = 20_000;
const TOO_LONG: FoundClaim = {
  finding: 'not found',
  reasons: [`It has more than the ${CHARACTERS_MAX} characters that are compared: make several sentences of it.`],
  spans: [],
};
const VERDICTS = {
  'word for word': 'supported',
  differs: 'contradicted',
  'figures and names agree, wording not judged': 'not judged',
  'not found': 'insufficient',
} as const satisfies { readonly [finding in ClaimFinding]: LedgerEntry['verdict'] };

export function makeLedger(article: string, sources: readonly SourceText[], options: LedgerOptions): Ledger {
  checkSourceIds(sources);
  const claims = claimsOf(article, options.language);
  const references = referencesOf(article);
  const finder = sourceFinder(sources);
  const context = contextOf(claims, sources, { finder, listed: finder.findAll(references) }, options);
  const entries = claims.map((claim): LedgerEntry => {
    const { finding, reasons, spans } = foundOf(claim, context);
    return { ...claim, verdict: VERDICTS[finding], finding, reasons, spans };
  });
  const count = (verdict: string): number => entries.filter((entry) => entry.verdict === verdict).length;
  return {
    version: 1,
    article: options.hash(article),
    ...{ entries, removed: [], contradictions: [] },
    sources: orderOf(references, entries, context).map(withoutText),
    counts: {
      ...{ claims: entries.length, supported: count('supported'), contradicted: count('contradicted') },
      ...{ insufficient: count('insufficient'), not_judged: count('not judged') },
    },
  };
}

interface Context {
  readonly sources: readonly SourceText[];
  readonly index: SentenceIndex;
  readonly citing: { readonly finder: SourceFinder; readonly listed: ReadonlyMap<string, Source | null> };
  /** Of each source's id its place in the list. */
  readonly places: ReadonlyMap<string, number>;
  /** Numbers of sentences by what is compared word for word. */
  readonly exact: ReadonlyMap<string, readonly number[]>;
  readonly languages: readonly string[];
  readonly language: Language;
  readonly plain: Map<number, ReturnType<typeof plainText>>;
}

const LANGUAGE_CHARACTERS = 500;

function contextOf(
  claims: readonly Claim[],
  sources: readonly SourceText[],
  citing: Context['citing'],
  { language }: LedgerOptions,
): Context {
  const texts = claims.map(({ text }) => text);
  const index = indexSentences(sources, texts, language);
  const wanted = new Set(texts.map(bare));
  const exact = new Map<string, number[]>();
  // What somebody is quoted with is not what the source says.
  for (const [at, { text, pieces, isSpeech }] of index.sentences.entries())
    for (const key of isSpeech ? [] : new Set([text, ...pieces].map(bare)))
      if (key !== '' && wanted.has(key)) exact.set(key, [...(exact.get(key) ?? []), at]);
  const languages = new Set(
    sources.flatMap(({ text }) => language.guess(text.slice(0, LANGUAGE_CHARACTERS)).slice(0, 1)),
  );
  return {
    ...{ sources, index, citing, exact, language, languages: [...languages], plain: new Map() },
    places: new Map(sources.map(({ id }, at) => [id, at])),
  };
}

/** What is cited first; a claim that stands nowhere there may stand in another source. */
function foundOf(claim: Claim, context: Context): FoundClaim {
  const cited = citedSources(claim, context);
  const inCited = cited.size === 0 ? null : foundIn(claim.text, context, (source) => cited.has(source));
  if (inCited !== null && inCited.finding !== 'not found') return inCited;
  const anywhere = foundIn(claim.text, context, () => true);
  return anywhere.finding === 'not found' ? (inCited ?? anywhere) : anywhere;
}

function foundIn(text: string, context: Context, isWanted: (source: number) => boolean): FoundClaim {
  const { index, exact, languages, language } = context;
  const same = (exact.get(bare(text)) ?? []).find((at) => isWanted(index.sentences[at]?.source ?? -1));
  const [stretch] = same === undefined ? [] : stretchAt(same, context);
  if (stretch !== undefined)
    return {
      finding: 'word for word',
      reasons: ['It stands in the source word for word.'],
      spans: [stretch.span],
    };
  if (text.length > CHARACTERS_MAX) return TOO_LONG;
  const found = (claim: string): FoundClaim => {
    const near = index.find(claim, TRIES, isWanted).flatMap((at) => stretchAt(at, context));
    return findClaim(claim, near, { languages, language });
  };
  const whole = found(text);
  if (whole.finding === 'differs') return whole;
  // What ends like an abbreviation may be two sentences, of which one differs.
  const pieces = wholeSentencesOf(text, language).flatMap((each) => (each.pieces.length > 1 ? each.pieces : []));
  const sentences = pieces.filter((piece) => shortCount(piece) > 2);
  return sentences.map(found).find(({ finding }) => finding === 'differs') ?? whole;
}

function stretchAt(at: number, { index, sources, plain }: Context): readonly Stretch[] {
  const sentence = index.sentences[at];
  const source = sentence === undefined ? undefined : sources[sentence.source];
  if (sentence === undefined || source === undefined) return [];
  const { start, end, text, heading, pieces, source: place } = sentence;
  const beside = (other: number): string => {
    const next = index.sentences[other];
    return next?.source === place && next.heading === heading ? next.text.slice(0, CHARACTERS_MAX) : '';
  };
  const whole = (): ReturnType<typeof plainText> => {
    const known = plain.get(place) ?? plainText(source.text);
    plain.set(place, known);
    return known;
  };
  const span = { source: source.id, start, end, quote: source.text.slice(start, end) };
  const read = text.slice(0, CHARACTERS_MAX);
  const stretch: Stretch = { span, text: read, heading, before: beside(at - 1), after: beside(at + 1), source, whole };
  // What ends like an abbreviation may be two sentences: a claim may be one of them.
  const parts = pieces.length > 1 ? pieces.map((piece) => ({ ...stretch, text: piece, before: read })) : [];
  return [stretch, ...parts];
}

function citedSources({ cites }: Claim, { citing, places }: Context): ReadonlySet<number> {
  const found = new Set<number>();
  for (const label of cites) {
    const source = sourceOf(label, citing);
    const at = source === null ? undefined : places.get(source);
    if (at !== undefined) found.add(at);
  }
  return found;
}

function sourceOf(label: string, { finder, listed }: Context['citing']): string | null {
  const source = listed.get(label);
  if (source !== undefined) return source?.id ?? null;
  return /^(?:e?\d+)$/.test(label) ? null : (finder.find(label, [label])?.id ?? null);
}

/** As the reference list has them; without one in the order in which they are cited or speak for a claim. */
function orderOf(
  references: readonly Reference[],
  entries: readonly LedgerEntry[],
  context: Context,
): readonly SourceText[] {
  const { citing, places, sources } = context;
  const listed = references.map(({ label }) => citing.listed.get(label)?.id ?? null);
  const cited = entries.flatMap(({ cites }) => cites.slice(0, 1000).map((label) => sourceOf(label, citing)));
  const used = entries.flatMap(({ spans }) => spans.map(({ source }) => source));
  const ids = new Set([...listed, ...cited, ...used].filter((id) => id !== null));
  return [...ids].flatMap((id) => sources[places.get(id) ?? -1] ?? []);
}

function withoutText({ text: _, ...source }: SourceText): Source {
  return source;
}
