// Amounts in running text with their units: `about 40 %`, `$3.5 billion`, `between 5 and 7 km`, `two thirds`,
// `doubled`.

import { longPattern } from '../lookup/long-pattern.ts';
import { boundBefore } from './amount-bounds.ts';
import { ordinalOf, type ReadNumber, readNumber, type TextToken, tokensOf } from './number-words.ts';
import { withOmittedUnits } from './omitted-units.ts';
import { perAfter } from './per-after.ts';
import { readDates } from './read-dates.ts';
import { moneyOfSign, type Unit, unitNamed, unitSymbol } from './units-of-measure.ts';

/** `over` and `under` may or may not reach the number itself: `at least 5` and `more than 5` are one. */
export type Bound = 'exact' | 'about' | 'over' | 'under';

export interface Quantity {
  /** As written, what stands before the number included: `more than 40 %`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** `share`, `points`, `factor`, `ordinal`, `count`, `length`, `money EUR` ... */
  readonly dimension: string;
  /** In the base unit of the dimension; the same but for ranges. */
  readonly low: number;
  readonly high: number;
  readonly bound: Bound;
  /** Half of what its last written digit counts, in the base unit. */
  readonly step: number;
  /** `year` of `5 mg per year`; '' for the rest. */
  readonly per: string;
  /** Of `rose from 10 to 20`: which of the two; '' for the rest. */
  readonly role: 'from' | 'to' | '';
  /** The words behind it, in small letters: what is counted is among them. */
  readonly following: readonly string[];
}

interface Reading {
  readonly low: number;
  readonly high: number;
  readonly step: number;
  readonly dimension: string;
  readonly next: number;
  /** How many of the base unit one of its unit is. */
  readonly factor?: number;
}

export function readQuantities(text: string): readonly Quantity[] {
  const tokens = tokensOf(text);
  const dates = readDates(text, tokens);
  const found: Quantity[] = [];
  const factors: number[] = [];
  let date = 0;
  for (let at = 0; at < tokens.length; ) {
    const start = tokens[at]?.start ?? 0;
    while (date < dates.length && (dates[date]?.end ?? 0) <= start) date++;
    const isDate = (dates[date]?.start ?? Number.POSITIVE_INFINITY) <= start;
    const reading = isDate || isPerUnit(tokens[at], found.at(-1)) ? null : readingAt(tokens, at);
    if (reading === null) {
      at++;
      continue;
    }
    const quantity = quantityOf(text, tokens, at, reading);
    const last = found.at(-1);
    if (last !== undefined && isRestOf(text, last, quantity)) {
      const [low, high] = [last.low + quantity.low, last.high + quantity.high];
      const whole = { text: text.slice(last.start, quantity.end), end: quantity.end, following: quantity.following };
      found[found.length - 1] = { ...last, ...whole, low, high, step: quantity.step, per: quantity.per };
      at = reading.next;
      continue;
    }
    if (last !== undefined && isSameUnit(last, quantity)) found[found.length - 1] = withUnitOf(last, quantity, reading);
    found.push(quantity);
    factors.push(reading.factor ?? 1);
    at = reading.next;
  }
  return withOmittedUnits(text, found, factors);
}

/** `54 megabits per second`, `17 kilometres a second`: there is no second one. */
const isPerUnit = (token: TextToken | undefined, last: Quantity | undefined): boolean =>
  token?.lower === 'second' && last?.per === 'second' && token.start - last.end <= 16;

/** `6 hours and 50 minutes` are one amount. */
const isRestOf = (text: string, first: Quantity, second: Quantity): boolean =>
  first.dimension === 'time' &&
  second.dimension === 'time' &&
  second.low < first.low &&
  first.role === second.role &&
  /^(?:,? and |, | )$/.test(text.slice(first.end, second.start)) &&
  /\b(?:years?|weeks?|days?|hours?|h|minutes?|min)$/.test(first.text) &&
  second.high < 86_400 * 366;

/** `from 2.0 to 2.5 percent`: the unit is said once. */
const isSameUnit = (first: Quantity, second: Quantity): boolean =>
  first.role === 'from' &&
  second.role === 'to' &&
  first.dimension === 'count' &&
  second.dimension !== 'count' &&
  second.start - first.end <= 6;

function withUnitOf(first: Quantity, { dimension }: Quantity, { factor = 1 }: Reading): Quantity {
  return { ...first, dimension, low: first.low * factor, high: first.high * factor, step: first.step * factor };
}

function readingAt(tokens: readonly TextToken[], at: number): Reading | null {
  const factor = factorAt(tokens, at);
  if (factor !== null) return factor;
  if (isInsideName(tokens, at)) return null;
  const ordinal = ordinalOf(tokens, at);
  const isPartOrdinal = /^(?:third|fourth|fifth|sixth|seventh|eighth|tenth)$/.test(tokens[at]?.lower ?? '');
  if (ordinal !== null && !isPartOrdinal) return ordinalReading(ordinal);
  const sign = moneyOfSign(tokens[at]?.text);
  const number = readNumber(tokens, sign === null ? at : at + 1);
  if (number === null) return hourAndAHalf(tokens, at) ?? (ordinal === null ? null : ordinalReading(ordinal));
  if (sign === null && isPronoun(tokens, at, number)) return null;
  const range = rangeFrom(tokens, at, number, sign);
  const { value, step } = range ?? number;
  const next = range?.next ?? number.next;
  // `two or more days`
  const unit = unitAt(tokens, next) ?? (isOrMore(tokens, next) ? unitAt(tokens, next + 2) : null);
  const own = sign === null ? unit : null;
  const isFraction = number.isFraction;
  const half = isFraction && sign === null ? unitAfterFraction(tokens, number) : null;
  if (half !== null) return half;
  const dimension = sign ?? own?.unit.dimension ?? (isFraction ? 'share' : 'count');
  const base = (given: number): number => given * (own?.unit.factor ?? 1) + (own?.unit.offset ?? 0);
  const low = base(number.value);
  const high = base(value);
  const reading = {
    low,
    high,
    step: Math.max(step, number.step) * (own?.unit.factor ?? 1),
    dimension,
    next: own?.next ?? next,
    factor: own?.unit.factor ?? 1,
  };
  if (range !== null && range.scale > 1 && number.value < range.value / 100)
    return { ...reading, low: low * range.scale };
  return reading;
}

/** `half a tonne`, `a quarter of a million`, `half an hour`. */
function unitAfterFraction(tokens: readonly TextToken[], { value, next }: ReadNumber): Reading | null {
  const from = tokens[next]?.lower === 'of' ? next + 1 : next;
  if (!/^an?$/.test(tokens[from]?.lower ?? '')) return null;
  const scale = readNumber(tokens, from);
  if (scale !== null && scale.value >= 100 && !scale.isFraction) {
    const amount = value * scale.value;
    const unit = unitAt(tokens, scale.next);
    const factor = unit?.unit.factor ?? 1;
    const dimension = unit?.unit.dimension ?? 'count';
    return {
      low: amount * factor,
      high: amount * factor,
      step: amount * factor * 0.02,
      dimension,
      next: unit?.next ?? scale.next,
    };
  }
  // Elsewhere `second` is the one after the first.
  const isSecond = tokens[from + 1]?.lower === 'second';
  const unit = isSecond ? { unit: { dimension: 'time', factor: 1 }, next: from + 2 } : unitAt(tokens, from + 1);
  if (unit === null) return null;
  const amount = value * unit.unit.factor;
  return { low: amount, high: amount, step: amount * 0.02, dimension: unit.unit.dimension, next: unit.next };
}

/** `an hour and a half`. */
function hourAndAHalf(tokens: readonly TextToken[], at: number): Reading | null {
  const unit = /^an?$/.test(tokens[at]?.lower ?? '') ? unitAt(tokens, at + 1) : null;
  if (unit === null) return null;
  const [and, article, half] = tokens.slice(unit.next, unit.next + 3).map(({ lower }) => lower);
  if (and !== 'and' || article !== 'a' || half !== 'half') return null;
  const { dimension, factor } = unit.unit;
  return { low: 1.5 * factor, high: 1.5 * factor, step: 0.05 * factor, dimension, next: unit.next + 3, factor };
}

const ordinalReading = ({ value, next }: { readonly value: number; readonly next: number }): Reading => ({
  ...{ low: value, high: value, step: 0.1, dimension: 'ordinal', next },
});

/** `doubled`, `twice`, `three times`, `fivefold`, `2x`. */
const FACTORS = new Map([
  ...(['double', 'doubled', 'doubles', 'doubling', 'twice', 'twofold'].map((word) => [word, 2]) as [string, number][]),
  ...(['triple', 'tripled', 'triples', 'tripling', 'threefold', 'thrice'].map((word) => [word, 3]) as [
    string,
    number,
  ][]),
  ...(['quadrupled', 'quadruple', 'quadrupling', 'fourfold'].map((word) => [word, 4]) as [string, number][]),
  ...(['halved', 'halving', 'halves', 'halve'].map((word) => [word, 0.5]) as [string, number][]),
  ...([
    ['fivefold', 5],
    ['sixfold', 6],
    ['sevenfold', 7],
    ['eightfold', 8],
    ['tenfold', 10],
    ['hundredfold', 100],
  ] as [string, number][]),
]);

function factorAt(tokens: readonly TextToken[], at: number): Reading | null {
  const word = FACTORS.get(tokens[at]?.lower ?? '');
  const make = (value: number, next: number): Reading => ({
    ...{ low: value, high: value, step: value * 0.02, dimension: 'factor', next },
  });
  if (word !== undefined) return make(word, at + 1);
  const number = readNumber(tokens, at);
  if (number === null || number.isFraction) return null;
  const skip = tokens[number.next]?.text === '-' ? number.next + 1 : number.next;
  const after = tokens[skip]?.lower ?? '';
  if (after === 'fold') return make(number.value, skip + 1);
  if (after === 'x' && tokens[skip]?.start === tokens[number.next - 1]?.end) return make(number.value, skip + 1);
  const isTimes =
    after === 'times' &&
    longPattern(
      `
        ^(?:as|the|more|higher|larger|greater|faster|longer|bigger|less|lower|that|its|likelier|cheaper|heavier|
        smaller)$
      `,
    ).test(tokens[skip + 1]?.lower ?? '');
  return isTimes ? make(number.value, skip + 1) : null;
}

/** `COVID-19`, `CO2`, `Windows 11`, `Section 4`, `3D`, `v2`. */
function isInsideName(tokens: readonly TextToken[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined || !/^\d/.test(token.text)) return false;
  if (before !== undefined && /\p{L}$/u.test(before.text) && before.end === token.start) return true;
  const isHyphen = before?.text === '-' && before.end === token.start && tokens[at - 2]?.end === before.start;
  if (
    isHyphen &&
    /^\p{L}/u.test(tokens[at - 2]?.text ?? '') &&
    !/^(?:mid|pre|post|and|to|sub)$/.test(tokens[at - 2]?.lower ?? '')
  )
    return true;
  const next = tokens[at + 1];
  return next !== undefined && next.start === token.end && /^(?:D|G|c|p)$/.test(next.text) && token.text.length < 3;
}

/** `one of them`, `no one`, `one might think`: no amount. */
function isPronoun(tokens: readonly TextToken[], at: number, number: ReadNumber): boolean {
  if (tokens[at]?.lower !== 'one' || number.value !== 1 || number.isFraction) return false;
  const next = tokens[number.next]?.lower ?? '';
  if (/^(?:to|or|-|–)$/.test(next) && readNumber(tokens, number.next + 1) !== null) return false;
  return unitAt(tokens, number.next) === null && !/^(?:hundred|thousand|million)$/.test(next);
}

const RANGES = /^(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)|anywhere|anything)$/;

/** `5 to 7 km`, `5–7 km`, `between 5 and 7 km`. After `from`, `5 to 7` are two amounts, but not after `range from`. */
function rangeFrom(
  tokens: readonly TextToken[],
  at: number,
  number: ReadNumber,
  sign: string | null,
): { readonly value: number; readonly step: number; readonly next: number; readonly scale: number } | null {
  const before = tokens[at - 1]?.lower ?? '';
  let next = number.next;
  const first = unitAt(tokens, next);
  if (first !== null) next = first.next;
  const joint = tokens[next];
  if (joint === undefined) return null;
  const isBetween = before === 'between' && joint.lower === 'and';
  const isDash = /^[–—-]$/.test(joint.text) && /^[\d$€£¥]/.test(tokens[next + 1]?.text ?? '');
  const isSpan = before === 'from' && RANGES.test(tokens[at - 2]?.lower ?? '');
  const isTo = (joint.lower === 'to' || joint.lower === 'or') && (before !== 'from' || isSpan);
  if (!isBetween && !isDash && !isTo) return null;
  const signs = moneyOfSign(tokens[next + 1]?.text) === null ? 1 : 2;
  if (sign === null && signs === 2) return null;
  const other = readNumber(tokens, next + signs);
  if (other === null || other.value < number.value || other.isFraction !== number.isFraction) return null;
  const second = unitAt(tokens, other.next);
  if (first !== null && second?.unit.dimension !== first.unit.dimension) return null;
  if (joint.lower === 'to' && first === null && second === null && sign === null && other.value > number.value * 20)
    return null;
  return { value: other.value, step: other.step, next: other.next, scale: other.scale ?? 1 };
}

/** `%`, `percentage points`, `km`, `square kilometres`, `degrees Celsius`, `°C`; a hyphen may stand before: `5-km`. */
function unitAt(tokens: readonly TextToken[], from: number): { readonly unit: Unit; readonly next: number } | null {
  const at = tokens[from]?.text === '-' && tokens[from]?.start === tokens[from - 1]?.end ? from + 1 : from;
  const token = tokens[at];
  if (token === undefined) return null;
  const second = tokens[at + 1]?.lower ?? '';
  if (/^(?:percentage|percent|%|pp)$/.test(token.lower) || (token.lower === 'per' && second === 'cent'))
    return shareAt(tokens, at);
  if (token.text === '°' || token.lower === 'degrees' || token.lower === 'degree') return degreesAt(tokens, at);
  // `46 US dollars`
  if (token.text === 'US' && unitNamed(second)?.dimension === 'money USD') return unitAt(tokens, at + 1);
  const speed = /^(?:per|an|\/)$/.test(second) && /^(?:hour|h)$/.test(tokens[at + 2]?.lower ?? '') ? token.lower : '';
  if (/^(?:km|kilometres?|kilometers?)$/.test(speed)) return { unit: { dimension: 'speed', factor: 1 }, next: at + 3 };
  if (/^miles?$/.test(speed)) return { unit: { dimension: 'speed', factor: 1.609344 }, next: at + 3 };
  const pair =
    unitNamed(`${token.lower}-${second}`) ??
    (tokens[at + 1]?.text === '-' ? unitNamed(`${token.lower}-${tokens[at + 2]?.lower}`) : null);
  if (pair !== null) return { unit: pair, next: tokens[at + 1]?.text === '-' ? at + 3 : at + 2 };
  if (/^(?:km|m)$/.test(token.text) && /^[²2]$/.test(tokens[at + 1]?.text ?? '')) {
    return { unit: { dimension: 'area', factor: token.text === 'km' ? 1e6 : 1 }, next: at + 2 };
  }
  if (/^(?:km|m)$/.test(token.text) && /^[³3]$/.test(tokens[at + 1]?.text ?? '')) {
    return { unit: { dimension: 'volume', factor: token.text === 'km' ? 1e12 : 1000 }, next: at + 2 };
  }
  const symbol = unitSymbol(token.text);
  const isNear = token.start - (tokens[at - 1]?.end ?? 0) <= 1 && token.text.length === 1;
  if (symbol !== null && isNear && (token.text !== 's' || token.start > (tokens[at - 1]?.end ?? 0)))
    return { unit: symbol, next: at + 1 };
  const unit = unitNamed(token.lower);
  return unit === null || token.lower === 'second' ? null : { unit, next: at + 1 };
}

function shareAt(tokens: readonly TextToken[], at: number): { readonly unit: Unit; readonly next: number } {
  const token = tokens[at];
  const next = token?.lower === 'per' ? at + 2 : at + 1;
  const isPoints = token?.lower === 'pp' || /^points?$/.test(tokens[next]?.lower ?? '');
  const dash = tokens[next]?.text === '-' && /^points?$/.test(tokens[next + 1]?.lower ?? '');
  if (isPoints || dash)
    return { unit: { dimension: 'points', factor: 0.01 }, next: token?.lower === 'pp' ? next : next + (dash ? 2 : 1) };
  return { unit: { dimension: 'share', factor: 0.01 }, next };
}

function degreesAt(tokens: readonly TextToken[], at: number): { readonly unit: Unit; readonly next: number } {
  const scale = tokens[at + 1]?.lower ?? '';
  if (/^(?:c|celsius|centigrade)$/.test(scale)) return { unit: { dimension: 'temperature', factor: 1 }, next: at + 2 };
  if (/^(?:f|fahrenheit)$/.test(scale))
    return { unit: { dimension: 'temperature', factor: 5 / 9, offset: -160 / 9 }, next: at + 2 };
  return { unit: { dimension: 'degrees', factor: 1 }, next: at + 1 };
}

const FOLLOWING_MAX = 4;

function quantityOf(text: string, tokens: readonly TextToken[], at: number, reading: Reading): Quantity {
  const { bound: written, from } = boundBefore(tokens, at, reading.next);
  // The word `doubled` stands for a rounded figure.
  const bound = written === 'exact' && FACTORS.has(tokens[at]?.lower ?? '') ? 'about' : written;
  const start = tokens[from]?.start ?? 0;
  const last = tokens[reading.next - 1]?.end ?? start;
  const isInside = [3, 4].some((back) => reading.next - back > at && isOrMore(tokens, reading.next - back));
  const isOver =
    bound === 'exact' && (tokens[reading.next]?.text === '+' || isOrMore(tokens, reading.next) || isInside);
  const behind = tokens.slice(reading.next, reading.next + FOLLOWING_MAX).map(({ lower }) => lower);
  const stop = behind.findIndex((word) => !/^(?:\p{L}|-)/u.test(word));
  const words = (stop < 0 ? behind : behind.slice(0, stop)).filter((word) => word !== '-');
  const before = tokens[from - 1]?.lower;
  const isNegative = isMinus(tokens, at);
  const [low, high] = isNegative ? [-reading.high, -reading.low] : [reading.low, reading.high];
  const { step, dimension } = reading;
  return {
    ...{ text: text.slice(start, last), start, end: last, dimension, low, high, step },
    bound: isOver ? 'over' : isOrLess(tokens, reading.next) ? 'under' : bound,
    per: perAfter(tokens, reading.next),
    role: before === 'from' ? 'from' : before === 'to' ? 'to' : '',
    following: words,
  };
}

/** `at -13`; not of `5-7` or `mid-2014`. */
const isMinus = (tokens: readonly TextToken[], at: number): boolean => {
  const [before, sign] = [tokens[at - 2], tokens[at - 1]];
  return sign?.text === '-' && sign.end === tokens[at]?.start && (before === undefined || before.end < sign.start);
};

const isOrMore = (tokens: readonly TextToken[], at: number): boolean =>
  /^(?:or|and)$/.test(tokens[at]?.lower ?? '') &&
  /^(?:more|higher|above|over|greater|older|up|upwards|longer|larger)$/.test(tokens[at + 1]?.lower ?? '');
const isOrLess = (tokens: readonly TextToken[], at: number): boolean =>
  /^(?:or|and)$/.test(tokens[at]?.lower ?? '') &&
  /^(?:less|fewer|lower|below|under|younger|shorter|smaller)$/.test(tokens[at + 1]?.lower ?? '');
