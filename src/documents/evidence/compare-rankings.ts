// Whether two passages rank the same two things in opposite order.

import { aboutDenial } from './about-text.ts';
import { type AlignedPassages, isTelling, likenessOf } from './align-passages.ts';
import { matchClosely } from './align-words.ts';
import type { StatementConflict } from './compare-statements.ts';
import { type RankedPair, readRankings } from './read-rankings.ts';
import type { StatementWord } from './read-statement.ts';

const LIKE_FROM = 0.35;
const TELLING_FROM = 0.8;

export function rankingConflict(aligned: AlignedPassages): StatementConflict | null {
  const [here, there] = [readRankings(aligned.one), readRankings(aligned.other)];
  if (here.length === 0 || there.length === 0) return null;
  const likeness = likenessOf(aligned, {});
  const { value, shared } = likeness;
  if (!isTelling(likeness, TELLING_FROM) || value < LIKE_FROM) return null;
  for (const mine of here) {
    for (const theirs of there) {
      const order = orderOf(mine, theirs, aligned);
      const isShown = mine.isShown === true || theirs.isShown === true;
      if (
        (mine.isShown && theirs.isShown) ||
        (isShown && mine.sign * theirs.sign === 0) ||
        order === 0 ||
        !areOfOneScale(mine, theirs, aligned)
      )
        continue;
      const isEven = mine.sign === 0 && theirs.sign === 0;
      if (isEven || mine.sign * theirs.sign * order > 0) continue;
      const about = aboutDenial(aligned.one.statement, mine.clause, shared);
      return { kind: 'denial', about, one: `"${mine.text}"`, other: `"${theirs.text}"`, likeness: value };
    }
  }
  return null;
}

/** 1: the same two in the same order, -1: in the other order, 0: not the same two. */
function orderOf(mine: RankedPair, theirs: RankedPair, { rarity }: AlignedPassages): number {
  const [left, right] = [apartFrom(mine.left, mine.right), apartFrom(mine.right, mine.left)];
  const [first, second] = [apartFrom(theirs.left, theirs.right), apartFrom(theirs.right, theirs.left)];
  const shared = (words: readonly StatementWord[], others: readonly StatementWord[]): number =>
    words.reduce(
      (sum, word) =>
        sum + Math.max(0, ...others.map((each) => sameness(word, each))) * word.weight * (0.3 + rarity(word)),
      0,
    );
  const straight = [shared(left, first), shared(right, second)] as const;
  const crossed = [shared(left, second), shared(right, first)] as const;
  const score = ([one, other]: readonly [number, number]): number => Math.min(one, other) * 4 + one + other;
  const isSpoken = mine.isShown !== true && theirs.isShown !== true && mine.sign * theirs.sign !== 0;
  // One of the two is enough where nothing speaks for the other order.
  const isLikelier = (here: readonly [number, number], there: readonly [number, number]): boolean =>
    score(here) > 1.2 * score(there) &&
    (Math.min(...here) > 0 || (isSpoken && Math.max(...here) > 0.5 && Math.max(...there) === 0));
  if (isLikelier(straight, crossed)) return 1;
  return isLikelier(crossed, straight) ? -1 : 0;
}

const isSame = (word: StatementWord, other: StatementWord): boolean => matchClosely(word, other)?.isOpposite === false;

/** `girls` and `boys` are both children, but not the same. */
function sameness(word: StatementWord, other: StatementWord): number {
  const match = matchClosely(word, other);
  return match === null || match.isOpposite ? 0 : match.worth === 1 ? 1 : 0.5;
}

/** Words that stand on one side alone: `electric` of `electric buses` and `diesel buses`. */
const apartFrom = (words: readonly StatementWord[], others: readonly StatementWord[]): readonly StatementWord[] =>
  words.filter((word) => !others.some((each) => matchClosely(word, each)?.worth === 1));

const KNOWN = /^(?:amount|cost|speed|age|quality|noise|difficulty|time|strength|safety|heat)$/;

/** `more diligent in cleaning` beside `clean more often`. */
const isUnknownScale = (mine: RankedPair, theirs: RankedPair): boolean =>
  KNOWN.test(mine.scale) !== KNOWN.test(theirs.scale) && (mine.scale === 'amount' || theirs.scale === 'amount');

/** `parcels an hour` and `euros an hour`: the hour is nothing that is compared. */
const UNIT = /^(?:average|second|minute|hour|day|week|month|year|head|person|metre|kilometre|litre|kilogram|tonne)$/;

function areOfOneScale(mine: RankedPair, theirs: RankedPair, { foundOf }: AlignedPassages): boolean {
  if (mine.scale !== theirs.scale)
    return (
      isUnknownScale(mine, theirs) &&
      mine.measured.some((word) =>
        [...theirs.measured, ...theirs.right, ...theirs.left].some(
          (each) => each.kind === 'verb' && isSame(word, each),
        ),
      )
    );
  if (mine.scale !== 'amount') return true;
  if (mine.isShown || theirs.isShown)
    return (mine.isShown ? theirs : mine).measured.some(
      (word) => /^(?:noun|verb)$/.test(word.kind) && foundOf(word) > 0,
    );
  const [here, there] = [
    [...mine.measured, ...mine.left],
    [...theirs.measured, ...theirs.left],
  ];
  const isMeasured = (words: readonly StatementWord[], others: readonly StatementWord[]): boolean =>
    words.some((word) => !isRanked(word) && others.some((each) => isSame(word, each)));
  const ranked = [mine, theirs].map(({ left }) => left.find(({ kind, isName }) => isName || kind === 'noun'));
  const isRanked = (word: StatementWord): boolean => word.isName || UNIT.test(word.base) || ranked.includes(word);
  return isMeasured(mine.measured, there) || isMeasured(theirs.measured, here);
}
