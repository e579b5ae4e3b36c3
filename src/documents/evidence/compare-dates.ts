// Whether a date of a source says what a date of a claim says.

import type { DateMention } from './read-dates.ts';

/** `near`: both can be true, but the source does not say it: it is less exact. `other`: not to be compared. */
export type DateComparison = 'same' | 'near' | 'different' | 'other';

/** A claim may be less exact than its source: `in 2019` by `on 12 May 2019`, not the other way round. */
export function compareDates(claim: DateMention, source: DateMention): DateComparison {
  if (claim.isYearless !== source.isYearless) return compareYearless(claim, source);
  const [from, to] = spanOf(claim);
  const [sourceFrom, sourceTo] = spanOf(source);
  if (sourceFrom >= from && sourceTo <= to) return 'same';
  return sourceTo < from || sourceFrom > to ? 'different' : 'near';
}

function spanOf({ from, to, relation }: DateMention): readonly [number, number] {
  if (relation === 'before') return [0, from - 1];
  return relation === 'after' ? [to + 1, 99_999_999] : [from, to];
}

/** `May 12` against `12 May 2019`: only the days are compared. */
function compareYearless(claim: DateMention, source: DateMention): DateComparison {
  const whole = claim.isYearless ? source : claim;
  if (Math.floor(whole.from / 100) !== Math.floor(whole.to / 100)) return 'other';
  const [from, to] = [whole.from % 10_000, whole.to % 10_000];
  const [inner, outer] = claim.isYearless
    ? [
        [from, to],
        [claim.from, claim.to],
      ]
    : [
        [source.from, source.to],
        [from, to],
      ];
  const isWithin = (inner[0] ?? 0) >= (outer[0] ?? 0) && (inner[1] ?? 0) <= (outer[1] ?? 0);
  if (isWithin) return claim.isYearless ? 'same' : 'near';
  return (inner[1] ?? 0) < (outer[0] ?? 0) || (inner[0] ?? 0) > (outer[1] ?? 0) ? 'different' : 'near';
}
