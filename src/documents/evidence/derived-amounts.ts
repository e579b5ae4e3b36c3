// Amounts that a source does not write but says: the difference of two of its amounts or dates, one as a part of
// another.

import type { Quantity } from './read-quantities.ts';
import type { Statement } from './read-statement.ts';

/** Of more amounts than these nobody means the difference of any two. */
const AMOUNTS_MAX = 12;

/** From an earlier to a later amount of the same kind: by how much, by which part, to how many times as much. */
export function derivedAmounts({ quantities, dates }: Statement): readonly Quantity[] {
  return [...changes(quantities.slice(0, AMOUNTS_MAX)), ...spans(dates.slice(0, AMOUNTS_MAX))];
}

/** How many times as much, of the two amounts of a source where it has two of one kind and dates for both. */
export function changeOf({ quantities, dates }: Statement): Quantity | null {
  const kinds = quantities.filter(({ dimension }) => !/^(?:ordinal|factor|time)$/.test(dimension));
  const [first, second] = kinds;
  if (first === undefined || second === undefined || kinds.length !== 2 || first.dimension !== second.dimension)
    return null;
  const isChange = first.role === 'from' || dates.length === 2;
  if (!isChange || first.low <= 0) return null;
  const factor = second.low / first.low;
  const text = `${first.text} and ${second.text}`;
  return {
    ...second,
    text,
    dimension: 'factor',
    low: factor,
    high: factor,
    bound: 'exact',
    step: factor * 0.1,
    per: '',
  };
}

/** Of two amounts of one kind, and of all of that kind. */
export function summedAmounts({ quantities }: Statement): readonly Quantity[] {
  const kinds = new Map<string, Quantity[]>();
  for (const quantity of quantities.slice(0, AMOUNTS_MAX)) {
    if (/^(?:ordinal|factor)$/.test(quantity.dimension)) continue;
    const own = kinds.get(quantity.dimension);
    if (own === undefined) kinds.set(quantity.dimension, [quantity]);
    else own.push(quantity);
  }
  const sum = (parts: readonly Quantity[]): readonly Quantity[] => {
    const [first] = parts;
    if (first === undefined || parts.length < 2) return [];
    const low = parts.reduce((total, part) => total + part.low, 0);
    return [{ ...first, text: parts.map(({ text }) => text).join(' and '), low, high: low, bound: 'exact' }];
  };
  return [...kinds.values()].flatMap((parts) => [
    ...sum(parts),
    ...parts.flatMap((one, at) => parts.slice(at + 1).flatMap((other) => sum([one, other]))),
  ]);
}

function* changes(quantities: readonly Quantity[]): Generator<Quantity> {
  for (const [at, first] of quantities.entries()) {
    for (const second of quantities.slice(at + 1)) {
      const isSame =
        first.dimension === second.dimension && first.dimension !== 'ordinal' && first.dimension !== 'factor';
      if (!isSame || first.low <= 0 || second.low <= 0 || countOther(first, second)) continue;
      const apart = Math.abs(second.low - first.low);
      const text = `${first.text} and ${second.text}`;
      const dimension = first.dimension === 'share' ? 'points' : first.dimension;
      const make = (kind: string, value: number, step: number): Quantity => ({
        ...{ ...second, text, dimension: kind, low: value, high: value, bound: 'exact', role: '', per: '', step },
      });
      yield make(dimension, apart, first.step);
      yield make('share', apart / first.low, 0.005);
      yield make('share', apart / second.low, 0.005);
      yield make('factor', second.low / first.low, 0.05 * (second.low / first.low));
      if (first.dimension === 'count' && second.low < first.low) yield make('share', second.low / first.low, 0.005);
      if (first.dimension === 'count' && second.low > first.low) yield make('share', first.low / second.low, 0.005);
    }
  }
}

const THINGS = /^(?:people|men|women|children|[a-z]{2,}s)$/;

/** `230 people at two sites`: nobody takes the one for a part of the other. */
function countOther({ dimension, following: [mine = ''] }: Quantity, { following: [theirs = ''] }: Quantity): boolean {
  return dimension === 'count' && mine !== theirs && [mine, theirs].every(isThing);
}

const isThing = (word: string): boolean => THINGS.test(word) && !/^(?:was|has|is|others|as)$/.test(word);

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 31_557_600;

/** Between two years or two days: `nine years after`, `three weeks`. */
function* spans(dates: Statement['dates']): Generator<Quantity> {
  for (const [at, first] of dates.entries()) {
    for (const second of dates.slice(at + 1)) {
      if (first.isYearless !== second.isYearless) continue;
      const text = `${first.text} and ${second.text}`;
      const years = Math.abs(Math.floor(second.from / 10_000) - Math.floor(first.from / 10_000));
      if (years > 0) yield time(years * YEAR_SECONDS, 0.5 * YEAR_SECONDS, text, second);
      const isDay = first.from === first.to && second.from === second.to;
      const days = Math.abs(dayNumber(second.from) - dayNumber(first.from));
      if (isDay && days > 0) yield time(days * DAY_SECONDS, 0.5 * DAY_SECONDS, text, second);
    }
    const within = Math.floor(first.to / 10_000) - Math.floor(first.from / 10_000);
    if (within > 0) yield time(within * YEAR_SECONDS, 0.5 * YEAR_SECONDS, first.text, first);
  }
}

/** Days since a day long ago; months without a year are taken for those of one year. */
function dayNumber(date: number): number {
  const [year, month, day] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100];
  return Math.round(Date.UTC(year || 2001, month - 1, day) / (DAY_SECONDS * 1000));
}

const time = (
  seconds: number,
  step: number,
  text: string,
  { start, end }: { start: number; end: number },
): Quantity => ({
  ...{ text, start, end, dimension: 'time', low: seconds, high: seconds, bound: 'exact', step },
  ...{ per: '', role: '', following: [] },
});
