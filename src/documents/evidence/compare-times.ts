// Whether two passages can speak of the same time: what is said of different years may differ.

import { compareDates } from './compare-quantities.ts';
import type { ComparedPassage } from './compared-passage.ts';

/** A later state beside an earlier one is no contradiction; an old `today` beside a later figure is one. */
export function canBeSameTime(one: ComparedPassage, other: ComparedPassage): boolean {
  if (one.dates.length > 0 && other.dates.length > 0)
    return one.dates.some((date) => other.dates.some((each) => compareDates(date, each) !== 'different'));
  return !isLaterThan(one, other) && !isLaterThan(other, one);
}

/** `today` beside a year that was over when it was written, or where nobody says when it was written. */
function isLaterThan(now: ComparedPassage, dated: ComparedPassage): boolean {
  if (!now.isNow || now.dates.length > 0 || dated.dates.length === 0) return false;
  const last = Math.max(...dated.dates.map(({ to, isYearless }) => (isYearless ? 0 : Math.floor(to / 10_000))));
  return last > 0 && (now.year === null || now.year > last + 1);
}
