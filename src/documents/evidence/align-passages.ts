// Which words of two passages speak of the same, which stand in only one of them, and how much alike the passages are.

import type { ComparedPassage, Rarity } from './compared-passage.ts';
import { openWordMatcher, type WordMatcher } from './open-word-matcher.ts';
import type { StatementWord } from './read-statement.ts';

export interface WordMatch {
  readonly mine: StatementWord;
  readonly theirs: StatementWord;
  readonly worth: number;
  readonly isOpposite: boolean;
}

export interface AlignedPassages {
  readonly one: ComparedPassage;
  readonly other: ComparedPassage;
  /** Of each word the best match in the other passage; words at two ends of a scale match, too. */
  readonly pairs: readonly WordMatch[];
  readonly rarity: Rarity;
  /** How much of a word the other passage has: 1 itself, less in its context, 0 nothing. */
  readonly foundOf: (word: StatementWord) => number;
  /** The other passage itself has it, not only what stands around it. */
  readonly isInOther: (word: StatementWord) => boolean;
}

export function alignPassages(
  one: ComparedPassage,
  other: ComparedPassage,
  rarity: Rarity,
  matcher: WordMatcher = openWordMatcher(),
): AlignedPassages {
  const found = new Map<StatementWord, number>();
  const pairs: WordMatch[] = [];
  for (const mine of one.words) {
    for (const theirs of other.words) {
      const match = matcher.match(mine, theirs);
      if (match === null) continue;
      const worth = match.worth === 1 ? 1 : SIMILAR_WORTH;
      pairs.push({ mine, theirs, worth, isOpposite: match.isOpposite });
      if (match.isOpposite) continue;
      found.set(mine, Math.max(worth, found.get(mine) ?? 0));
      found.set(theirs, Math.max(worth, found.get(theirs) ?? 0));
    }
  }
  const inOther = new Set(found.keys());
  addContext(one, other, found, matcher);
  addContext(other, one, found, matcher);
  const isInOther = (word: StatementWord): boolean => inOther.has(word);
  return { one, other, pairs, rarity, foundOf: (word) => found.get(word) ?? 0, isInOther };
}

const SIMILAR_WORTH = 0.85;
const CONTEXT_WORTH = 0.75;

function addContext(
  own: ComparedPassage,
  other: ComparedPassage,
  found: Map<StatementWord, number>,
  matcher: WordMatcher,
): void {
  for (const word of own.words) {
    if (found.has(word)) continue;
    if (other.context.some((each) => matcher.match(word, each)?.isOpposite === false)) found.set(word, CONTEXT_WORTH);
  }
}

/** The same, seen from the other passage. */
export const turnedAround = ({ one, other, pairs, ...rest }: AlignedPassages): AlignedPassages => ({
  ...{ ...rest, one: other, other: one },
  pairs: pairs.map(({ mine, theirs, worth, isOpposite }) => ({ mine: theirs, theirs: mine, worth, isOpposite })),
});

export interface Likeness {
  /** Of what is said around the difference, how much both have: 0 to 1. */
  readonly value: number;
  /** Of the one and of the other alone. */
  readonly forth: number;
  readonly back: number;
  /** How telling the shared words are, together. */
  readonly telling: number;
  readonly shared: readonly StatementWord[];
}

export type Range = readonly [number, number];

export interface LikenessScope {
  /** Clauses that count fully; the rest of the sentence counts less. */
  readonly mine?: number | undefined;
  readonly theirs?: number | undefined;
  /** Narrower than a clause: from and to which character. */
  readonly mineRange?: Range | null;
  readonly theirsRange?: Range | null;
  /** Words that are the difference itself. */
  readonly without?: ReadonlySet<StatementWord>;
}

export function likenessOf(
  aligned: AlignedPassages,
  { mine, theirs, mineRange, theirsRange, without }: LikenessScope,
): Likeness {
  const forth = shareOf(aligned.one.words, aligned, mine, mineRange ?? null, without);
  const back = shareOf(aligned.other.words, aligned, theirs, theirsRange ?? null, without);
  const value = 0.6 * Math.max(forth.share, back.share) + 0.4 * Math.min(forth.share, back.share);
  const telling = Math.max(forth.telling, back.telling);
  return { value, forth: forth.share, back: back.share, telling, shared: forth.shared };
}

/** Where nearly all of both is the same, words of the topic will do; else rarer ones must be shared. */
export const isTelling = ({ value, telling }: Likeness, least: number): boolean =>
  telling >= least * (value >= 0.85 ? 0.4 : value >= 0.75 ? 0.65 : 1);

const ELSEWHERE_PART = 0.3;
/** Verbs of one thing differ from writer to writer: `consumed`, `swallowed`, `came to`. */
const VERB_PART = 0.5;
/** What only one says counts less: sentences differ in length. */
const UNMATCHED_PART = 0.7;

function shareOf(
  words: readonly StatementWord[],
  { foundOf, rarity }: AlignedPassages,
  clause: number | undefined,
  range: Range | null,
  without: ReadonlySet<StatementWord> | undefined,
) {
  let [had, whole, telling] = [0, 0, 0];
  const shared: StatementWord[] = [];
  for (const word of words) {
    if (without?.has(word) === true) continue;
    const isWithin = range === null || (word.start >= range[0] && word.end <= range[1]);
    const isHere = isWithin && (clause === undefined || word.clause === clause);
    const part = (isHere ? 1 : ELSEWHERE_PART) * (word.kind === 'verb' ? VERB_PART : 1);
    const worth = word.weight * (0.15 + 0.85 * rarity(word)) * part;
    const found = foundOf(word);
    whole += worth * (found === 0 ? (isHere ? UNMATCHED_PART : UNMATCHED_PART / 2) : 1);
    had += worth * found;
    if (found === 0) continue;
    shared.push(word);
    telling += word.weight * rarity(word) * found * (isHere ? 1 : 0.6);
  }
  return { share: whole === 0 ? 0 : had / whole, telling, shared };
}
