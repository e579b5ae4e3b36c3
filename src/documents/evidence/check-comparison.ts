// Claims that compare two things or two times: `A grew faster than B`, `higher in 2023 than in 2022`. A source supports
// them by a comparison of its own, or by an amount for each of the two.

import { matchWords } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { EQUAL } from './cue-words.ts';
import type { Verdict } from './ledger.ts';
import { BACK, COMPARING, type Comparison, comparisonOf, isBeforeAmount, LESS, type Side } from './read-comparison.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { tellOrder } from './tell-order.ts';

export interface ComparisonResult {
  readonly verdict: Verdict;
  readonly reason: string;
}

/**
 * null: the claim compares nothing, or the source has a comparison of its own, which is read as any other
 * statement.
 */
export function checkComparison(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
): ComparisonResult | null {
  const comparison = comparisonOf(items, claim);
  if (comparison === null) return null;
  const { left, right, word } = comparison;
  const [first, second] = [placesOf(left, source), placesOf(right, source)];
  if (first.length === 0 || second.length === 0) {
    const absent = first.length === 0 ? left : right;
    const what = [...absent.words.map(({ text }) => text), ...absent.dates.map(({ text }) => text)].join(' ');
    return {
      verdict: 'insufficient',
      reason: `The claim compares two things, but the source says nothing of "${what}".`,
    };
  }
  // `the province` and `neighbouring regions` may be one word of the source, which then compares nothing.
  if (first.every((place) => second.includes(place))) return null;
  const equal = source.words.find(({ base, lower, isNegated }) => (EQUAL.has(base) || EQUAL.has(lower)) && !isNegated);
  const isComparedToo = source.words.some(
    (each, at) => each.lower === word.lower && source.words.slice(at, at + BACK).some(({ lower }) => lower === 'than'),
  );
  if (equal !== undefined && !isComparedToo && sharesSentence(equal, first, second)) {
    return { verdict: 'contradicted', reason: `The source says "${equal.text}", the claim says "${word.text}".` };
  }
  const exceeded = byExceeding(comparison, source, first, second) ?? byFactor(comparison, source, first, second);
  if (exceeded !== null) return exceeded;
  const turned = againstOwn(comparison, source);
  if (turned !== null) return turned;
  if (hasOwnComparison(source, first, second)) return null;
  return (
    byDates(comparison, source, first, second) ??
    byOrder(comparison, source, first, second) ??
    (isScattered(left, second, source) || isScattered(right, first, source)
      ? null
      : byAmounts(comparison, source, first, second)) ?? {
      verdict: 'insufficient',
      reason: `The claim says "${word.text} than"; the source does not compare the two.`,
    }
  );
}

/** Where the source speaks of a side: the words that tell it apart, the last of them its head. */
function placesOf({ words, dates }: Side, source: Statement): readonly StatementWord[] {
  const byDate = source.dates
    .filter((date) => dates.some(({ from, to }) => date.from >= from && date.to <= to))
    .flatMap((date) => source.words.find(({ end }) => end > date.start) ?? []);
  if (dates.length > 0) return byDate;
  const named = words.filter(({ isName }) => isName);
  const found = (named.length > 0 ? named : words).map((word) => {
    const like = source.words.filter((other) => matchWords(word, other)?.isOpposite === false);
    const same = like.filter(({ base }) => base === word.base);
    return same.length > 0 ? same : like;
  });
  const isAll = found.filter((places) => places.length > 0).length * 2 >= found.length;
  const head = found.findLast((places) => places.length > 0);
  return isAll && head !== undefined ? head : [];
}

const sharesSentence = (
  word: StatementWord,
  first: readonly StatementWord[],
  second: readonly StatementWord[],
): boolean => [first, second].every((places) => places.some(({ sentence }) => sentence === word.sentence));

const OWN = anyOf(`
  than compared versus exceed exceeds exceeded outnumber outperform outperformed surpass surpassed beat ahead
  behind
`);

function hasOwnComparison(
  source: Statement,
  first: readonly StatementWord[],
  second: readonly StatementWord[],
): boolean {
  return source.words.some(
    (word, at) => OWN.test(word.lower) && !isBeforeAmount(source.words, at) && sharesSentence(word, first, second),
  );
}

/** `higher on mud than on reefs` where the source has `higher on reefs than on mud`. */
function againstOwn({ left, right, direction, word }: Comparison, source: Statement): ComparisonResult | null {
  const than = source.words.filter(({ lower }) => lower === 'than');
  for (const { clause } of than) {
    const own = comparisonOf(
      source.words.filter((each) => each.clause === clause),
      source,
    );
    if (own === null) continue;
    const shared = (one: Side, other: Side): number =>
      one.words.filter((each) => other.words.some(({ base }) => base === each.base)).length;
    const [kept, crossed] = [
      shared(left, own.left) + shared(right, own.right),
      shared(left, own.right) + shared(right, own.left),
    ];
    const isExchanged = crossed > kept && shared(left, own.right) > 0 && shared(right, own.left) > 0;
    if (!isExchanged || own.direction !== direction || own.word.base !== word.base) continue;
    return { verdict: 'contradicted', reason: `The source has "${own.word.text} than" the other way round.` };
  }
  return null;
}

interface Located<Mention> {
  readonly mention: Mention;
  readonly word: StatementWord | undefined;
}

function located<Mention extends { readonly start: number }>(
  mentions: readonly Mention[],
  source: Statement,
): readonly Located<Mention>[] {
  return mentions.map((mention) => ({ mention, word: source.words.find(({ end }) => end > mention.start) }));
}

/** The mention that stands nearest to one of the places: in its clause, else in its sentence. */
function nearest<Mention extends { readonly start: number }>(
  places: readonly StatementWord[],
  mentions: readonly Located<Mention>[],
): Mention | null {
  let best: { readonly mention: Mention; readonly distance: number } | null = null;
  for (const place of places) {
    for (const { mention, word } of mentions) {
      if (word === undefined || word.sentence !== place.sentence) continue;
      const behind = mention.start < place.start ? 12 : 0;
      const distance = (word.clause === place.clause ? 0 : 60) + behind + Math.abs(mention.start - place.start);
      if (best === null || distance < best.distance) best = { mention, distance };
    }
  }
  return best?.mention ?? null;
}

const AMOUNT = /^(?:more|higher|greater|larger|bigger|less|lower|fewer|smaller)$/;

/** `imports exceeded exports`: what stands before the verb is more. */
function byExceeding(
  { direction, word }: Comparison,
  source: Statement,
  first: readonly StatementWord[],
  second: readonly StatementWord[],
): ComparisonResult | null {
  if (!AMOUNT.test(word.lower)) return null;
  const verb = source.words.find(({ base, isNegated }) => COMPARING.test(base) && !isNegated);
  const [one, other] = [first, second].map((places) => places.find(({ clause }) => clause === verb?.clause));
  if (verb === undefined || one === undefined || other === undefined) return null;
  if (one.start < verb.start === other.start < verb.start) return null;
  const isMore = one.start < verb.start;
  const reason = `The source says "${verb.text}", the claim says "${word.text}".`;
  return { verdict: isMore === (direction === 1) ? 'supported' : 'contradicted', reason };
}

/** `the lakes warmed twice as fast as the rivers`: what stands before it is more. */
function byFactor(
  { direction, word }: Comparison,
  source: Statement,
  first: readonly StatementWord[],
  second: readonly StatementWord[],
): ComparisonResult | null {
  const factor = source.quantities.find(
    ({ dimension, following, low }) =>
      dimension === 'factor' && low > 1 && following[0] === 'as' && following.slice(2, 4).includes('as'),
  );
  if (factor === undefined) return null;
  const isBefore = (places: readonly StatementWord[]): boolean => places.some(({ start }) => start < factor.start);
  const isBehind = (places: readonly StatementWord[]): boolean => places.some(({ start }) => start > factor.end);
  const [firstBefore, secondBefore] = [isBefore(first) && isBehind(second), isBefore(second) && isBehind(first)];
  if (firstBefore === secondBefore) return null;
  const isLess = LESS.test(`${factor.following[1]}er`) || /^(?:few|little|slow|low)$/.test(factor.following[1] ?? '');
  const isMore = firstBefore !== isLess;
  const reason = `The source says "${factor.text} as ${factor.following[1]} as", the claim says "${word.text} than".`;
  return { verdict: isMore === (direction === 1) ? 'supported' : 'contradicted', reason };
}

function byOrder(
  { timeDirection, word }: Comparison,
  source: Statement,
  first: readonly StatementWord[],
  second: readonly StatementWord[],
): ComparisonResult | null {
  const earlier = timeDirection === 0 ? null : tellOrder(source, first, second);
  if (earlier === null) return null;
  const isTrue = (earlier === 'first') === (timeDirection === -1);
  const reason = `By the source the ${earlier} of the two came first; the claim says "${word.text}".`;
  return { verdict: isTrue ? 'supported' : 'contradicted', reason };
}

function byDates(
  { timeDirection, word }: Comparison,
  source: Statement,
  first: readonly StatementWord[],
  second: readonly StatementWord[],
): ComparisonResult | null {
  if (timeDirection === 0) return null;
  const dates = located(
    source.dates.filter(({ isYearless }) => !isYearless),
    source,
  );
  const [one, other] = [nearest(first, dates), nearest(second, dates)];
  if (one === null || other === null || one === other || one.from === other.from) return null;
  const isEarlier = one.to < other.from;
  const isTrue = timeDirection === -1 ? isEarlier : !isEarlier;
  const reason = `The source gives ${one.text} and ${other.text} for the two; the claim says "${word.text}".`;
  return { verdict: isTrue ? 'supported' : 'contradicted', reason };
}

/** `did better under fleece: the covered row gave 31 kilos, the open one 18`: whose is which is not said. */
function isScattered({ words }: Side, others: readonly StatementWord[], source: Statement): boolean {
  const own = source.words.filter((word) => words.some(({ base }) => base === word.base));
  return others.some(({ sentence, start }) => {
    const here = own.filter((word) => word.sentence === sentence);
    return here.some((word) => word.start < start) && here.some((word) => word.start > start);
  });
}

/** Who is faster takes less time. */
const SPEED = /^(?:faster|quicker|slower|speedier|swifter|sooner|earlier)$/;

/** `210 in organic fields and 140 in the others`: two amounts in one sentence belong to the two in their order. */
function inOrder(
  first: readonly StatementWord[],
  second: readonly StatementWord[],
  amounts: readonly Located<Quantity>[],
): readonly [Quantity, Quantity] | null {
  for (const one of first) {
    const here = amounts.filter(({ word }) => word?.sentence === one.sentence).map(({ mention }) => mention);
    const other = second.find(({ sentence }) => sentence === one.sentence);
    const [early, late] = here;
    if (early === undefined || late === undefined || other === undefined) continue;
    if (here.length === 2) return one.start < other.start ? [early, late] : [late, early];
    // `83 cents went to projects, 11 to adverts and 6 to rent`: the amounts stand before, each at its own.
    const isBefore = early.start < Math.min(one.start, other.start);
    const amountOf = ({ start }: StatementWord): Quantity | undefined =>
      isBefore ? here.findLast((amount) => amount.start < start) : here.find((amount) => amount.start > start);
    const [mine, theirs] = [amountOf(one), amountOf(other)];
    if (mine !== undefined && theirs !== undefined && mine !== theirs) return [mine, theirs];
  }
  return null;
}

/**
 * `40 nanokelvin` and `five seconds`: numbers of different things are compared with nothing. `512 points and boys 498`:
 * a bare number counts what the one before it does.
 */
function isSameCount(one: Quantity, other: Quantity, { quantities }: Statement, counts: number): boolean {
  const [early, late] = one.start < other.start ? [one, other] : [other, one];
  const isNext = quantities[quantities.indexOf(early) + 1] === late;
  if (!isNext && (early.following.length === 0 || late.following.length === 0)) return false;
  return counts <= 2 || one.following[0] === other.following[0];
}

function byAmounts(
  { direction, word }: Comparison,
  source: Statement,
  first: readonly StatementWord[],
  second: readonly StatementWord[],
): ComparisonResult | null {
  const amounts = source.quantities.filter(({ dimension }) => dimension !== 'ordinal');
  for (const dimension of new Set(amounts.map((amount) => amount.dimension))) {
    const own = located<Quantity>(
      amounts.filter((amount) => amount.dimension === dimension),
      source,
    );
    const [one, other] = inOrder(first, second, own) ?? [nearest(first, own), nearest(second, own)];
    if (one === null || other === null || one === other || one.low === other.low) continue;
    if (dimension === 'count' && !isSameCount(one, other, source, own.length)) continue;
    const wanted = dimension === 'time' && SPEED.test(word.lower) ? -direction : direction;
    const isTrue = wanted === 1 ? one.low > other.low : one.low < other.low;
    const reason = `The source gives ${one.text} and ${other.text} for the two; the claim says "${word.text}".`;
    return { verdict: isTrue ? 'supported' : 'contradicted', reason };
  }
  return null;
}
