// Two figures of a claim that the source has as well: each beside its own words, or beside those of the other.

import { compareQuantities } from './compare-quantities.ts';
import { neighbourScore, neighboursOf } from './figure-neighbours.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement } from './read-statement.ts';

/**
 * `62 percent had tried it, 9 percent used it`: two amounts of a kind, both in the source, each beside its own words
 * or beside those of the other; null where it is neither.
 */
export function orderOf(quantity: Quantity, claim: Statement, source: Statement): 'kept' | 'exchanged' | null {
  const two = twoFigures(quantity.dimension, claim, source);
  if (two === null) return null;
  const { mine, theirs, places } = two;
  const shared = sharedUpTo(theirs, source);
  const score = (turn: number): number =>
    mine.reduce((sum, each, at) => {
      const mention = places[(at + turn) % 2];
      if (mention === undefined) return sum;
      const near = neighboursOf(mention, source).filter(({ word }) => word.start >= shared);
      return sum + neighbourScore(neighboursOf(each, claim), near);
    }, 0);
  const [right, turned] = [score(0), score(1)];
  if (isSameFrame(mine, claim, theirs, source) && places[0] === theirs[1]) return 'exchanged';
  if (right > turned) return 'kept';
  return turned > right + EXCHANGED_MIN ? 'exchanged' : null;
}

const JOINT = /^(?:and|but|or|while|against|versus|,)$/;

/** Of `fibre reached 71 percent of homes in towns but 28 percent of rural homes` what stands before both is of both. */
function sharedUpTo(theirs: readonly Quantity[], { words }: Statement): number {
  const [first, second] = theirs.toSorted((one, other) => one.start - other.start);
  const before = words.findLast(({ end, kind }) => end <= (second?.start ?? 0) && kind !== 'adverb');
  return first !== undefined && JOINT.test(before?.lower ?? '') ? first.start : 0;
}

/** Two figures of a kind in both, each of the claim's once in the source: where, in the claim's order. */
export function twoFigures(dimension: string, claim: Statement, source: Statement): TwoFigures | null {
  const mine = claim.quantities.filter((each) => each.dimension === dimension);
  const alike = source.quantities.filter((each) => each.dimension === dimension);
  if (mine.length !== 2 || alike.length < 2) return null;
  const found = mine.map((each) => alike.filter((other) => compareQuantities(each, other) === 'same'));
  const places = found.flat();
  const isOnce = found.every(({ length }) => length === 1) && places[0] !== places[1];
  const sentenceOf = ({ start }: Quantity): number | undefined => source.words.find(({ end }) => end > start)?.sentence;
  const here = new Set(places.map(sentenceOf));
  const theirs = alike.filter((each) => here.has(sentenceOf(each)));
  return isOnce && theirs.length === 2 ? { mine, theirs, places } : null;
}

interface TwoFigures {
  readonly mine: readonly Quantity[];
  readonly theirs: readonly Quantity[];
  readonly places: readonly Quantity[];
}

const FRAME_WORDS = 6;

/** `78 minutes with triage and 41 minutes without it`: the words between and behind the two are those of the source. */
function isSameFrame(
  mine: readonly Quantity[],
  claim: Statement,
  theirs: readonly Quantity[],
  source: Statement,
): boolean {
  const frameOf = ([one, other]: readonly Quantity[], { words }: Statement): readonly string[] => {
    const [from, to] = [one?.end ?? 0, other?.start ?? 0];
    const between = words.filter(({ start, end }) => start >= from && end <= to);
    const behind = words.filter(({ start }) => start >= (other?.end ?? 0)).slice(0, FRAME_WORDS);
    const text = [...between, ...behind].filter(({ lower }) => /\p{L}/u.test(lower)).map(({ lower }) => lower);
    return between.length > FRAME_WORDS ? [] : text;
  };
  const [own, other] = [frameOf(mine, claim), frameOf(theirs, source)];
  return own.length >= 3 && own.every((word, at) => other[at] === word);
}

/** So much nearer to the words of the other. */
const EXCHANGED_MIN = 0.6;
