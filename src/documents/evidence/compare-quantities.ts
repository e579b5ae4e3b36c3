// Whether an amount or a date of a source says what an amount or a date of a claim says.

import type { DateMention } from './read-dates.ts';
import type { Quantity } from './read-quantities.ts';

/** `near`: both can be true, but the source does not say it: it is less exact. `other`: not to be compared. */
export type Comparison = 'same' | 'near' | 'different' | 'other';

/** Of an amount that is only about so much. */
const ABOUT_PART = 0.05;

const SHORT_OF = /^(?:(?:just|slightly|a little) (?:under|below)|nearly|almost|not quite) /i;
const BEYOND = /^(?:just |slightly |a little |well )?(?:over|above|more than|exceed\w*|upwards of) /i;

/** `just under 50` is not over 50. */
const areOnOtherSides = (one: Quantity, other: Quantity): boolean =>
  one.low === other.low && SHORT_OF.test(one.text) && BEYOND.test(other.text);

export function compareQuantities(claim: Quantity, source: Quantity): Comparison {
  if (claim.dimension !== source.dimension) return crossDimension(claim, source);
  if (areOnOtherSides(claim, source) || areOnOtherSides(source, claim)) return 'different';
  if (claim.per !== '' && source.per !== '' && claim.per !== source.per) return 'different';
  if (claim.bound === 'over' || claim.bound === 'under') return compareBound(claim, source);
  if (claim.low < claim.high) return compareRange(claim, source);
  return compareValue(claim, source);
}

/** `points` and `share` are often taken for each other, and currencies too: the same number says another thing. */
function crossDimension(claim: Quantity, source: Quantity): Comparison {
  const isMoney = claim.dimension.startsWith('money') && source.dimension.startsWith('money');
  const isShare = isBoth(claim, source, 'points', 'share') && isNearTo(claim.low, source.low);
  if (isMoney || isShare) return 'different';
  const factor = claim.dimension === 'factor' ? claim : source.dimension === 'factor' ? source : null;
  const share = claim.dimension === 'share' ? claim : source.dimension === 'share' ? source : null;
  if (factor === null || share === null) return 'other';
  const isEqual = factor.low >= 1 ? isNearTo(share.low, factor.low - 1) : isNearTo(share.low, 1 - factor.low);
  return isEqual ? 'same' : 'other';
}

const isBoth = (first: Quantity, second: Quantity, one: string, other: string): boolean =>
  (first.dimension === one && second.dimension === other) || (first.dimension === other && second.dimension === one);

const isNearTo = (first: number, second: number): boolean => Math.abs(first - second) <= 0.01 * Math.abs(second) + 1e-9;

/** Rounding: 39.7 % is 40 %, and about 40 %. The written digits of the claim say how far it is rounded. */
function compareValue(claim: Quantity, source: Quantity): Comparison {
  const [value, apart] = [claim.low, distance(claim.low, source)];
  const tiny = Math.abs(value) * 1e-6 + 1e-12;
  const about = Math.max(Math.abs(value) * ABOUT_PART, tiny);
  const rounding = Math.min(claim.step, Math.abs(value) * (claim.bound === 'about' ? ABOUT_PART : 0.02)) + tiny;
  if (source.low < source.high) {
    const middle = (source.low + source.high) / 2;
    if (claim.bound === 'about' && Math.abs(middle - value) <= about) return 'same';
    return apart <= tiny ? 'near' : 'different';
  }
  if (source.bound === 'over' || source.bound === 'under') return againstBound(claim, source, about, tiny);
  // One converted from another unit is rounded by whoever converted it.
  if (apart <= rounding || (claim.step !== source.step && apart <= Math.abs(value) * 0.005)) return 'same';
  if (claim.bound === 'about') return apart <= Math.max(about, rounding) ? 'same' : 'different';
  if (source.bound === 'about' && apart <= about) return 'near';
  return apart <= Math.min(source.step, Math.abs(value) * 0.02) + tiny ? 'near' : 'different';
}

function againstBound(claim: Quantity, source: Quantity, about: number, tiny: number): Comparison {
  const isAtBound = Math.abs(claim.low - source.low) <= (claim.bound === 'about' ? about : tiny);
  if (isAtBound) return claim.bound === 'about' ? 'same' : 'near';
  const isBeyond = source.bound === 'over' ? claim.low > source.low : claim.low < source.low;
  // `more than 40` does not say 400.
  const isFar = source.bound === 'over' ? claim.low > source.low * 1.5 : claim.low < source.low / 2;
  return isBeyond ? (isFar ? 'different' : 'near') : 'different';
}

function distance(value: number, source: Quantity): number {
  if (value < source.low) return source.low - value;
  return value > source.high ? value - source.high : 0;
}

/** `more than 40`: by 41 and by `more than 50`, not by 39. */
function compareBound(claim: Quantity, source: Quantity): Comparison {
  const isOver = claim.bound === 'over';
  const edge = claim.low;
  const reached = isOver ? source.low : source.high;
  const tiny = Math.abs(edge) * 1e-6 + 1e-12;
  const isWithin = isOver ? reached >= edge - tiny : reached <= edge + tiny;
  const isOpposite = source.bound === (isOver ? 'under' : 'over');
  const isTop = (each: Quantity): boolean => /^(?:up to|at most|a? ?maximum|no more than)\b/i.test(each.text);
  if (isTop(claim) && isTop(source) && Math.abs(reached - edge) > Math.abs(edge) * ABOUT_PART) return 'different';
  const isMaximum = source.bound === claim.bound && claim.bound === 'under';
  if (isMaximum && reached < edge / 1.5) return 'near';
  if (isMaximum && reached > edge * 1.2) return 'different';
  if (isOpposite) return (isOver ? source.low <= edge : source.low >= edge) ? 'different' : 'near';
  if (isWithin) return isOver && reached > edge * 3 && edge > 0 ? 'near' : 'same';
  const isClose = Math.abs(reached - edge) <= Math.abs(edge) * ABOUT_PART;
  return source.bound === 'about' && isClose ? 'near' : source.bound === claim.bound ? 'near' : 'different';
}

function compareRange(claim: Quantity, source: Quantity): Comparison {
  const tiny = Math.abs(claim.high) * 1e-3;
  if (source.low < source.high) {
    const isEqual =
      Math.abs(claim.low - source.low) <= claim.step + tiny && Math.abs(claim.high - source.high) <= claim.step + tiny;
    if (isEqual) return 'same';
    return claim.high < source.low || claim.low > source.high
      ? 'different'
      : isInside(source, claim)
        ? 'same'
        : 'different';
  }
  return isInside(source, claim) ? 'same' : 'different';
}

const isInside = (inner: Quantity, outer: Quantity): boolean =>
  inner.low >= outer.low - outer.step && inner.high <= outer.high + outer.step;

/** A claim may be less exact than its source: `in 2019` by `on 12 May 2019`, not the other way round. */
export function compareDates(claim: DateMention, source: DateMention): Comparison {
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
function compareYearless(claim: DateMention, source: DateMention): Comparison {
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
