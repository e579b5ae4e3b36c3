// Dates that a text gives by another one: `in 1927 ... and ten years later`, `in 2020 and closed the next year`.

import type { DateMention } from './read-dates.ts';
import type { Quantity } from './read-quantities.ts';

const YEAR_SECONDS = 31_557_600;
const NEXT_YEAR = /\b(?:the next year|a year later|one year later)\b/gi;
const YEAR_BEFORE = /\b(?:the (?:previous|preceding) year|the year before|a year earlier)\b/gi;

/** Each is a year, at the words that imply it. */
export function impliedDates(
  text: string,
  dates: readonly DateMention[],
  quantities: readonly Quantity[],
): readonly DateMention[] {
  if (dates.length === 0) return [];
  const inYears = quantities.flatMap(({ dimension, low, high, following, start, end, text: words }) => {
    const years = Math.round(low / YEAR_SECONDS);
    const sign = /^later$/.test(following[0] ?? '') ? 1 : /^earlier$/.test(following[0] ?? '') ? -1 : 0;
    const isYears = dimension === 'time' && low === high && years > 0 && Math.abs(low - years * YEAR_SECONDS) < 1;
    return isYears && sign !== 0 ? [{ start, end, words, by: sign * years }] : [];
  });
  const found = (pattern: RegExp, by: number) =>
    [...text.matchAll(pattern)].map((match) => ({
      ...{ start: match.index, end: match.index + match[0].length, words: match[0], by },
    }));
  return [...inYears, ...found(NEXT_YEAR, 1), ...found(YEAR_BEFORE, -1)].flatMap(({ start, end, words, by }) => {
    const base = dates.findLast((date) => date.end <= start && !date.isYearless);
    if (base === undefined) return [];
    const year = Math.floor(base.to / 10_000) + by;
    const [from, to] = [year * 10_000 + 101, year * 10_000 + 1231];
    return [{ text: words, start, end, from, to, relation: '', isYearless: false }];
  });
}
