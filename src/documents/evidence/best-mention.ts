// Which figure or date of a source is the one that a claim speaks of.

import { isPerson, matchWords } from './align-words.ts';
import type { Comparison } from './compare-quantities.ts';
import { isAlike, type Mention, type Neighbour, neighbourScore, neighboursOf } from './figure-neighbours.ts';
import { isGeneral } from './kinds-of-things.ts';
import type { Statement, StatementWord } from './read-statement.ts';

export interface AmountPiece {
  readonly items: readonly StatementWord[];
  readonly claim: Statement;
  /** From and to which place of the claim. */
  readonly start: number;
  readonly end: number;
}

export interface Best<Mention> {
  readonly comparison: Comparison | 'none';
  readonly mention: Mention | null;
}

interface Search<Kind extends Mention> {
  readonly wanted: Kind;
  readonly mentions: readonly Kind[];
  readonly compare: (other: Kind) => Comparison;
  readonly piece: AmountPiece;
  readonly source: Statement;
  readonly clause: number;
  /** Sentences in which another amount is a contradiction. */
  readonly about: ReadonlySet<number>;
}

/**
 * Of those that can be compared the one whose neighbours are most alike; the same amount where neighbours do not
 * decide.
 */
export function bestOf<Kind extends Mention>({
  wanted,
  mentions,
  compare,
  piece,
  source,
  clause,
  about,
}: Search<Kind>): Best<Kind> {
  const own = neighboursOf(wanted, piece.claim);
  const isSure = piece.items.every(({ doubt }) => doubt === '');
  let best: { readonly comparison: Comparison; readonly mention: Kind; readonly score: number } | null = null;
  for (const mention of mentions) {
    const compared = compare(mention);
    if (compared === 'other') continue;
    const theirs = neighboursOf(mention, source);
    const place = source.words.find(({ end }) => end > mention.start);
    // What was planned is not what was.
    const isDoubted = isSure && place !== undefined && (place.doubt === 'planned' || place.doubt === 'possible');
    if (isDoubted && wanted.dimension === undefined && isOverruled(place, mentions, source)) continue;
    const isLessExact = mention.bound === 'about' && /\bexactly $/i.test(piece.claim.text.slice(0, wanted.start));
    const comparison = compared === 'same' && (isDoubted || isLessExact) ? 'near' : compared;
    const isAnnounced = place?.doubt === 'planned' && wanted.dimension === undefined;
    if (comparison === 'different' && ((isDoubted && !isAnnounced) || !about.has(place?.sentence ?? -1))) continue;
    if (comparison === 'same' && isOfOthers(wanted, mention, piece.claim, source)) continue;
    if (comparison !== 'same' && !isComparable(wanted, mention, piece.claim, source)) continue;
    if (isOtherMeasure(wanted, piece.claim, mention, source)) continue;
    if (comparison === 'different' && isWholeOf(wanted, mention, source)) continue;
    const bonus = { same: 0.75, near: 0.3, different: isDoubted ? 0 : 0.1, other: 0 }[comparison];
    const counted = isSameCounted(wanted, mention, piece.claim, source) ? 1 : 0;
    const score = scoreOf(wanted, mention, own, theirs, source, clause) + (isDoubted ? -0.75 : bonus) + counted;
    if (best === null || score > best.score) best = { comparison, mention, score };
  }
  return best === null ? { comparison: 'none', mention: null } : best;
}

/** `three of the ten` says nothing against `some of the ten`. */
const isWholeOf = (wanted: Mention, mention: Mention, { text }: Statement): boolean =>
  /^(?:count|share|ordinal)$/.test(wanted.dimension ?? '') &&
  wanted.following?.[0] === 'of' &&
  /\bof (?:the |its |their )?$/i.test(text.slice(Math.max(0, mention.start - 10), mention.start));

/** `planned for June but took place in September`: another date of the sentence is no plan. */
const isOverruled = (place: StatementWord, mentions: readonly Mention[], source: Statement): boolean =>
  mentions.some((mention) => {
    const other = source.words.find(({ end }) => end > mention.start);
    return other?.sentence === place.sentence && other.doubt === '' && other.start > place.start;
  });

const MEASURES: readonly (readonly [string, RegExp])[] = [
  ['length', /\b(?:long|length)\b/],
  ['width', /\b(?:wide|width|broad)\b/],
  ['height', /\b(?:high|height|tall|elevation)\b/],
  ['depth', /\b(?:deep|depth|below|beneath|underground)\b/],
  ['thickness', /\b(?:thick|thickness)\b/],
  ['distance', /\b(?:away|distance|apart)\b/],
  ['diameter', /\b(?:diameter|across)\b/],
];

/** `40 metres below the river` says nothing of how long something is. */
function isOtherMeasure(wanted: Mention, claim: Statement, mention: Mention, source: Statement): boolean {
  if (wanted.dimension !== 'length') return false;
  const measureOf = ({ start, end, following }: Mention, { text }: Statement): string | null => {
    const behind = following?.slice(0, 2).join(' ') ?? text.slice(end, end + 12);
    const found =
      MEASURES.find(([, words]) => words.test(behind)) ??
      MEASURES.find(([, words]) => words.test(text.slice(Math.max(0, start - 20), start)));
    return found?.[0] ?? null;
  };
  const [own, theirs] = [measureOf(wanted, claim), measureOf(mention, source)];
  return own !== null && theirs !== null && own !== theirs;
}

function scoreOf(
  wanted: Mention,
  mention: Mention,
  own: readonly Neighbour[],
  theirs: readonly Neighbour[],
  source: Statement,
  clause: number,
): number {
  let score = neighbourScore(own, theirs);
  const place = source.words.find(({ end }) => end > mention.start);
  if (place?.clause === clause) score += 0.4;
  if (wanted.role !== undefined && wanted.role !== '' && mention.role !== '' && wanted.role !== mention.role)
    score -= 2;
  return score;
}

/** Numbers of things can differ only where the same things are counted. */
function isComparable(wanted: Mention, mention: Mention, claim: Statement, source: Statement): boolean {
  if (wanted.dimension !== 'count' && wanted.dimension !== 'ordinal') return true;
  const [mine, other] = [countedAfter(wanted, claim), countedAfter(mention, source)];
  // `two of the hearts` are not all of them.
  if (mention.following?.[0] === 'of' && wanted.following?.[0] !== 'of') return false;
  if (mine.length > 0 && other.length === 0 && isFarFrom(wanted, mention)) return false;
  if (mine.length === 0 || other.length === 0) return true;
  const isPeople = (word: StatementWord): boolean => COUNTED_PEOPLE.test(word.lower);
  if (other.some(isGeneral) && mine.some((word) => source.words.some((each) => isAlike(word, each)))) return true;
  if (other.some(isPeople) && mine.some((word) => isPeople(word) || isPerson(word))) return true;
  return mine.some((word) => other.some((each) => isAlike(word, each)));
}

/** `300 stars` are not 300 planets where the source speaks of planets, too. */
function isOfOthers(wanted: Mention, mention: Mention, claim: Statement, source: Statement): boolean {
  if (wanted.dimension !== 'count' || isComparable(wanted, mention, claim, source)) return false;
  if (mention.following?.[0] === 'of' && isAnyOf(countedAfter(wanted, claim), mention, source)) return false;
  const [counted] = countedAfter(wanted, claim);
  return counted !== undefined && source.words.some((word) => matchWords(counted, word)?.worth === 1);
}

/** `nine of the projects` are nine projects. */
const isAnyOf = (counted: readonly StatementWord[], { end }: Mention, { words }: Statement): boolean => {
  const behind = words.filter(({ start }) => start >= end).slice(0, 4);
  return counted.some((word) => behind.some((each) => isAlike(word, each)));
};

const isSameCounted = (wanted: Mention, mention: Mention, claim: Statement, source: Statement): boolean =>
  wanted.dimension === 'count' &&
  countedAfter(wanted, claim).some((word) => countedAfter(mention, source).some((each) => isAlike(word, each)));

/** Ten times as much, and nothing says that the same is counted. */
const isFarFrom = ({ low: one = 0 }: Mention, { low: other = 0 }: Mention): boolean =>
  Math.max(one, other) > 10 * Math.min(one, other);

const COUNTED_PEOPLE = /^(?:people|persons?|individuals?|inhabitants?|residents?)$/;

/** The nouns right behind a figure, up to the first word that is none. */
function countedAfter({ end, following }: Mention, { words }: Statement): readonly StatementWord[] {
  const from = words.findIndex(({ start }) => start >= end);
  if (from < 0 || following === undefined || following.length === 0) return [];
  const counted: StatementWord[] = [];
  for (let at = from; at < Math.min(words.length, from + 6); at++) {
    const word = words[at];
    if (word === undefined) break;
    // `sixty battery-powered buses`: the buses are counted.
    if (words[at + 1]?.text === '-' && /^(?:verb|adjective)$/.test(words[at + 2]?.kind ?? '')) at += 2;
    else if (word.kind === 'noun' || word.kind === 'name') counted.push(word);
    else if (counted.length > 0 || word.kind !== 'adjective') break;
  }
  return counted;
}
