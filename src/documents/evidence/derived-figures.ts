// Whether a figure of a claim can be worked out of what stands in a text. Whether it was worked out rightly is for the
// judge to say, not for code.

import type { FigureReading } from './figure-readings.ts';
import { type Interval, overlap, said } from './figures-stand.ts';
import type { DateMention } from './read-dates.ts';
import { unitNamed } from './units-of-measure.ts';

/** Of more amounts nobody means any two. */
const AMOUNTS_MAX = 24;
/** Shares of one whole. */
const SHARES_MAX = 6;

interface Amount {
  readonly dimension: string;
  readonly value: number;
  /** Without its unit: a text may say the unit once, `four years, the other took six`. */
  readonly bare: number;
}

/** A difference, a sum, a share, a factor, a product, a part of an amount, or the time between two dates. */
export function isDerived(
  figure: FigureReading,
  figures: readonly FigureReading[],
  dates: readonly DateMention[],
): boolean {
  const { dimension } = figure.quantity;
  const amounts = amountsOf(figures);
  // Who works it out rounds it less.
  const interval = said(figure.quantity, 1, 0.5);
  const fits = (value: number): boolean => interval.from <= Math.abs(value) && Math.abs(value) <= interval.to;
  const unit = unitOf(figure);
  const isPair = amounts.some((one, at) =>
    amounts.slice(at + 1).some((other) => ofTwo(one, other, dimension, unit).some(fits)),
  );
  return (
    isPair ||
    figures.some((other) => perOther(figure, other).some(fits)) ||
    ofAll(amounts, dimension).some(fits) ||
    (dimension === 'time' && spansOf(dates).some((span) => overlap(span, interval)))
  );
}

/** `240 euros a month` for 2,900 euros a year. */
function perOther(
  { quantity: own }: FigureReading,
  { quantity: other, isInSentence }: FigureReading,
): readonly number[] {
  const [per, otherPer] = [unitNamed(own.per), unitNamed(other.per)];
  if (!isInSentence || per === null || otherPer === null || per.dimension !== otherPer.dimension) return [];
  if (per.factor === otherPer.factor || own.dimension !== other.dimension) return [];
  return [other.low, other.high].map((value) => (value * per.factor) / otherPer.factor);
}

function amountsOf(figures: readonly FigureReading[]): readonly Amount[] {
  const found = figures
    .filter(({ isInSentence, quantity }) => isInSentence && quantity.dimension !== 'ordinal')
    .flatMap((figure) => {
      const { dimension, low, high } = figure.quantity;
      const unit = unitOf(figure);
      return [...new Set([low, high])].map((value): Amount => ({ dimension, value, bare: value / unit }));
    });
  return [...new Map(found.map((each) => [`${each.dimension} ${each.value}`, each])).values()].slice(0, AMOUNTS_MAX);
}

/** How many of the base unit one of its unit is. */
const unitOf = ({ quantity, numbers }: FigureReading): number => {
  const bare = numbers[0]?.[0] ?? 0;
  return bare === 0 || quantity.low === 0 ? 1 : quantity.low / bare;
};

const isRatio = (dimension: string): boolean => dimension === 'share' || dimension === 'factor';

function ofTwo(one: Amount, other: Amount, wanted: string, unit: number): readonly number[] {
  const isSame = one.dimension === other.dimension;
  const isKind = ({ dimension }: Amount): boolean =>
    dimension === wanted || (wanted === 'points' && dimension === 'share');
  const isCount = ({ dimension }: Amount): boolean => dimension === 'count';
  const apart = (first: number, second: number): readonly number[] => [first - second, first + second];
  const both = [
    [one, other],
    [other, one],
  ] as const;
  return [
    ...(isSame && isKind(one) ? apart(one.value, other.value) : []),
    ...(!isSame && both.some(([bare, full]) => isCount(bare) && isKind(full))
      ? apart(one.bare * unit, other.bare * unit)
      : []),
    ...(isSame && (isRatio(wanted) || wanted === 'points') ? ratios(one.value, other.value) : []),
    ...both.flatMap(([part, whole]) => (isKind(whole) && isRatio(part.dimension) ? partsOf(part, whole) : [])),
    ...both.flatMap(([times, each]) =>
      isKind(each) && isCount(times) && !isRatio(wanted) ? [each.value * times.value, each.value / times.value] : [],
    ),
  ].filter(Number.isFinite);
}

const ratios = (first: number, second: number): readonly number[] => [
  ...[first / second, second / first, (first - second) / second, (first - second) / first],
];

/** `a third` of it, `30 percent less`, `30 percent more`, `twice as much`, `half as much`. */
const partsOf = ({ dimension, value }: Amount, whole: Amount): readonly number[] => [
  whole.value * value,
  ...(dimension === 'share' ? [whole.value * (1 - value), whole.value * (1 + value)] : [whole.value / value]),
];

/** The rest of a whole, the sum of all, and a share given as a factor or the other way round. */
function ofAll(amounts: readonly Amount[], wanted: string): readonly number[] {
  const valuesOf = (dimension: string): readonly number[] =>
    amounts.filter((each) => each.dimension === dimension).map(({ value }) => value);
  const [shares, factors, own] = [valuesOf('share').slice(0, SHARES_MAX), valuesOf('factor'), valuesOf(wanted)];
  return [
    ...(isRatio(wanted) || wanted === 'points' ? sumsOf(shares).map((sum) => 1 - sum) : []),
    ...(wanted === 'factor' ? shares.map((share) => 1 + share) : []),
    ...(wanted === 'share' ? factors.flatMap((factor) => [factor, factor - 1, 1 / factor]) : []),
    ...(own.length < 3 ? [] : [own.reduce((sum, value) => sum + value, 0)]),
  ];
}

/** Of any of them. */
function sumsOf(values: readonly number[]): readonly number[] {
  const sums: number[] = [];
  for (const value of values) sums.push(value, ...sums.map((sum) => sum + value));
  return sums;
}

const DAY_SECONDS = 86_400;

/** At least and at most, since a month has many days. */
function spansOf(dates: readonly DateMention[]): readonly Interval[] {
  const own = dates.filter(({ isYearless }) => !isYearless).slice(0, AMOUNTS_MAX);
  const length = (from: number, to: number): number => Math.max(0, dayNumber(to) - dayNumber(from)) * DAY_SECONDS;
  return own.flatMap((one, at) => [
    ...(one.from < one.to ? [{ from: length(one.from, one.to) * 0.9, to: length(one.from, one.to) * 1.1 }] : []),
    ...own.slice(at + 1).flatMap((other) => {
      const [early, late] = one.from <= other.from ? [one, other] : [other, one];
      return [{ from: length(early.to, late.from), to: length(early.from, late.to) }];
    }),
  ]);
}

/** Of a date of the form 20190512. */
export const dayNumber = (date: number): number =>
  Math.round(
    Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100) / (DAY_SECONDS * 1000),
  );
