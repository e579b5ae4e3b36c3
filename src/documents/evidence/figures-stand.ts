// Whether a figure of a claim stands in a text: the same amount, rounded, as a range or as a bound.

import type { FigureReading } from './figure-readings.ts';
import type { Quantity } from './read-quantities.ts';
import { unitNamed } from './units-of-measure.ts';

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Of an amount that is only about so much, or that is said as a fraction: `a quarter` of 24 %. */
const ABOUT_PART = 0.1;
const FRACTION_PART = 0.06;
/** Rounding by the last written digit, but never by more. */
const ROUNDED_PART = 0.02;
/** The same where the text has more digits: 8 for 8.4. */
const SHORTENED_PART = 0.06;
/** `more than 40` says nothing of 400. */
const BEYOND = 3;

export const figureStands = (figure: FigureReading, others: readonly FigureReading[]): boolean =>
  others.some((other) => sameDimension(figure.quantity, other.quantity) && meet(figure, other)) ||
  (figure.quantity.low < figure.quantity.high && endsStand(figure, others)) ||
  isWeight(figure, others);

const POUND = unitNamed('lb')?.factor ?? 1;

/** `44 pounds` for 20 kilograms. */
function isWeight(figure: FigureReading, others: readonly FigureReading[]): boolean {
  const { quantity } = figure;
  if (!/\bpounds?$/i.test(quantity.text)) return false;
  const { low, high, step } = quantity;
  const weight = { ...quantity, dimension: 'mass', low: low * POUND, high: high * POUND, step: step * POUND };
  return others.some((other) => other.quantity.dimension === 'mass' && meet({ ...figure, quantity: weight }, other));
}

function meet(figure: FigureReading, other: FigureReading): boolean {
  const [one, two] = [figure.quantity, other.quantity];
  if (one.low === one.high && two.low === two.high && isShortened([one.low, one.step], [two.low, two.step]))
    return true;
  return figure.scales.some((scale) => other.scales.some((by) => overlap(said(one, scale), written(two, by))));
}

/** `121 grams` for 121.6, rounded or cut. Each with half of what its last digit counts. */
export function isShortened(
  [claim, claimStep]: readonly [number, number],
  [source, sourceStep]: readonly [number, number],
): boolean {
  const [value, full] = [Math.abs(claim), Math.abs(source)];
  const isNear = full - value < 2 * claimStep && value - full <= claimStep;
  return sourceStep < claimStep && isNear && Math.abs(full - value) <= value * SHORTENED_PART;
}

export const overlap = (one: Interval, other: Interval): boolean => one.from <= other.to && other.from <= one.to;

/** `between 40 and 55` where both stand. */
function endsStand({ quantity }: FigureReading, others: readonly FigureReading[]): boolean {
  const { low, high } = quantity;
  return [low, high].every((end) =>
    others.some((other) =>
      other.scales.some((by) => {
        const same = sameDimension(quantity, other.quantity);
        return same && overlap(said({ ...quantity, low: end, high: end }, 1), written(other.quantity, by));
      }),
    ),
  );
}

/** All that a claim leaves open. Signs are left out: `minus 14` is as often written in words. */
export function said(quantity: Quantity, scale: number, aboutPart = 1): Interval {
  const [one, other] = [Math.abs(quantity.low) * scale, Math.abs(quantity.high) * scale];
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  const { bound, text, dimension } = quantity;
  if (bound === 'over') return { from: low * (1 - TINY), to: high * BEYOND };
  if (bound === 'under') return { from: low / BEYOND, to: high * (1 + TINY) };
  const isFraction = dimension === 'share' && !/[\d%]/.test(text);
  const part = bound === 'about' ? ABOUT_PART * aboutPart : isFraction ? FRACTION_PART : ROUNDED_PART;
  const round = bound === 'about' || isFraction ? high * part : Math.min(quantity.step * scale, high * part);
  // A range as wide as that has to stand with both its ends.
  if (low < high && high > 2 * low) return { from: Number.NaN, to: Number.NaN };
  return { from: low - round - low * TINY, to: high + round + high * TINY };
}

const TINY = 1e-6;

/** What a source's amount may be. */
function written({ low: first, high: second, bound, step }: Quantity, scale: number): Interval {
  const [one, other] = [Math.abs(first) * scale, Math.abs(second) * scale];
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  if (bound === 'over') return { from: low, to: high * 1.5 };
  if (bound === 'under') return { from: low / 2, to: high };
  // Half of what its last digit counts: 39.7 for 40.
  const round = bound === 'about' ? high * 0.05 : Math.min(step * scale * 0.5, high * 0.01);
  return { from: low - round, to: high + round };
}

/** Currencies of more than one country (`krone`) and units with two meanings (`pounds`, `cents`) may be each other. */
export function sameDimension(one: Quantity, other: Quantity): boolean {
  if (one.dimension === other.dimension) return true;
  const [first, second] = [one.dimension, other.dimension];
  if ([first, second].every((dimension) => /^(?:degrees|temperature)$/.test(dimension))) return true;
  if ([first, second].every((dimension) => dimension.startsWith('money')))
    return [first, second].some((dimension) => /^money [a-z]/.test(dimension)) || bothWrite(one, other, 'cent');
  return bothWrite(one, other, 'pound') || oneIsFactor(first, second);
}

const bothWrite = (one: Quantity, other: Quantity, name: string): boolean =>
  [one, other].every(({ text }) => text.toLowerCase().includes(name));

const oneIsFactor = (first: string, second: string): boolean => first === 'factor' && second === 'count';
