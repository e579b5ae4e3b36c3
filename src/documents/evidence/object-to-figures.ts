// Figures and units of a claim that stand nowhere in or around the cited passages.

import type { CitedText } from './cited-text.ts';
import { QUANTIFIERS } from './cue-words.ts';
import { isDerived } from './derived-figures.ts';
import { type FigureReading, readFigures } from './figure-readings.ts';
import { figureStands, sameDimension } from './figures-stand.ts';
import type { HardObjection } from './object-to.ts';
import { unitNamed, unitSymbol } from './units-of-measure.ts';
import { blanked, clocksIn, numbersIn, readingsOf } from './written-numbers.ts';

export function objectToFigures(claim: string, cited: CitedText, isEnglish: boolean): readonly HardObjection[] {
  const isRead = isEnglish && cited.isEnglish;
  const figures = readFigures(withoutSpacedThatStand(claim, cited), true);
  return [
    ...figures.flatMap((figure, at) => {
      if (isNoFigure(figure, cited) || isOneOf(figure, cited) || (!isRead && isUnreadable(figure))) return [];
      if ([figures[at - 1], figures[at + 1]].some((other) => isShareOfBoth(figure, other, cited))) return [];
      return objectionTo(figure, cited, isRead);
    }),
    ...objectToClocks(claim, cited),
    ...objectToCodes(claim, cited),
  ];
}

/** `21 400`: one figure of the claim if it stands there as one. */
function withoutSpacedThatStand(claim: string, { numbers }: CitedText): string {
  const spaced = numbersIn(claim).filter(
    ({ text, values }) => text.includes(' ') && values.some((value) => numbers.has(value)),
  );
  return blanked(
    claim,
    spaced.map(({ text, start }) => ({ start, end: start + text.length })),
  );
}

/** None and one are said without figures, and so are `first`, `second`, all (100 %) and two or three of a kind. */
function isNoFigure({ quantity, numbers }: FigureReading, { words }: CitedText): boolean {
  const { low, high, dimension, bound, text, following } = quantity;
  if (high === 0 || (low === 1 && high === 1 && dimension === 'count')) return true;
  if (dimension === 'ordinal' && high <= 3) return true;
  if (numbers.length === 1 && numbers[0]?.every((value) => value === 1) && dimension !== 'share') return true;
  // `more than half` of most.
  if (dimension === 'share' && (low === 1 || bound === 'over'))
    return [...QUANTIFIERS].some(([word, [from]]) => from === low && words.has(word));
  return dimension === 'count' && !/\d/.test(text) && high <= FEW && following[0] !== 'of';
}

/** `twelve months` for a year: one of a unit is often said without a figure. */
function isOneOf({ quantity: { low, high, dimension } }: FigureReading, { words, figures }: CitedText): boolean {
  if (low !== high || dimension === 'count') return false;
  const texts = figures.map(({ quantity }) => quantity.text.toLowerCase());
  return [...words].some((word) => {
    const unit = unitNamed(word);
    if (unit?.dimension !== dimension || Math.abs(unit.factor - low) > low * ONE_PART) return false;
    return !texts.some((text) => text.includes(word));
  });
}

const ONE_PART = 0.02;

/** `seven of ten` for 71 percent, `one of ten` for 11. */
function isShareOfBoth({ quantity }: FigureReading, other: FigureReading | undefined, { figures }: CitedText): boolean {
  const beside = other?.quantity.dimension === 'count' ? other.quantity.low : 1;
  const [part = 0, whole = 0] = [quantity.low, beside].sort((one, two) => one - two);
  if (quantity.dimension !== 'count' || whole === 0 || (part === 1 && /\d/.test(quantity.text))) return false;
  return figures.some((each) => each.quantity.dimension === 'share' && isAbout(part / whole, each.quantity.low));
}

const isAbout = (value: number, other: number): boolean => Math.abs(value - other) <= other * ABOUT_PART;
const ABOUT_PART = 0.1;

/** So many may be counted by the reader: `the two towns`. */
const FEW = 3;

/** Number words of other languages are read nowhere; they rarely say more digits than that. */
const isUnreadable = ({ numbers }: FigureReading): boolean =>
  numbers.every((values) => values.some((value) => digitsOf(value) < 3));

const digitsOf = (value: number): number => String(value).replace(/\D|0+$/g, '').length;

function objectionTo(figure: FigureReading, cited: CitedText, isRead: boolean): readonly HardObjection[] {
  const { quantity } = figure;
  const own = isRead ? { ...figure, scales: [1] } : figure;
  const others = isRead ? cited.figures.map((each) => ({ ...each, scales: [1] })) : cited.figures;
  if (figureStands(own, others)) return objectToPer(figure, cited);
  if (isDerived(own, others, cited.dates)) return [];
  const same = cited.figures.filter((other) => haveSameNumbers(figure, other));
  const isBare = quantity.dimension === 'count' || quantity.dimension === 'ordinal';
  if (isBare && (same.length > 0 || figure.numbers.every((values) => values.some((value) => cited.numbers.has(value)))))
    return [];
  if (isBare && isHourOf(quantity.low, cited)) return [];
  if (same.some((other) => other.quantity.dimension === 'count')) return [];
  if (!isRead && (isInDigits(figure, cited) || cited.figures.some((other) => differByZeros(figure, other)))) return [];
  if (cited.figures.some((other) => isUnreadScale(figure, other, cited))) return [];
  // A unit that the same words have elsewhere was read into them.
  if (same.some((other) => other.quantity.text === quantity.text)) return [];
  if (same.length > 0) {
    const [other] = same;
    const reason = `The passage says "${other?.quantity.text}", the claim says "${quantity.text}".`;
    return [{ kind: 'unit', verdict: 'contradicted', reason }];
  }
  const near = cited.figures.filter((other) => sameDimension(quantity, other.quantity)).slice(0, 3);
  const foundText = near.map((other) => `"${other.quantity.text}"`).join(', ');
  const rest = foundText === '' ? '.' : `, which say ${foundText}.`;
  const reason = `"${quantity.text}" stands nowhere in or beside the cited passages${rest}`;
  return [{ kind: 'figure', verdict: 'insufficient', reason }];
}

const haveSameNumbers = (figure: FigureReading, other: FigureReading): boolean =>
  figure.numbers.length > 0 &&
  figure.numbers.every((values) => other.numbers.some((others) => values.some((value) => others.includes(value))));

const isInDigits = ({ numbers }: FigureReading, cited: CitedText): boolean =>
  numbers.every((values) => values.some((value) => cited.numbers.has(value)));

/** `3 Millionen` for 3,000,000. */
const differByZeros = (figure: FigureReading, other: FigureReading): boolean =>
  figure.numbers.flat().some((value) => other.numbers.flat().some((each) => arePowersApart(value, each)));

function arePowersApart(one: number, other: number): boolean {
  if (one === 0 || other === 0) return false;
  const power = Math.abs(Math.log10(Math.abs(one / other)));
  return power > 1.5 && Math.abs(power - Math.round(power)) < 1e-9;
}

/** `1.2 Mt`: what stands behind it is read by nobody. */
function isUnreadScale(figure: FigureReading, other: FigureReading, { wordList }: CitedText): boolean {
  const [next = ''] = other.quantity.following;
  const isShort =
    next !== '' && next.length <= 4 && wordList.some((word) => word.toLowerCase() === next && /\p{Lu}/u.test(word));
  return other.quantity.dimension === 'count' && isShort && differByZeros(figure, other);
}

/** `per week` where the passages have it per day, and no week; `per kilogram` where they have it per tonne. */
function objectToPer({ quantity }: FigureReading, { figures, words }: CitedText): readonly HardObjection[] {
  const dimension = unitNamed(quantity.per)?.dimension;
  if (dimension === undefined || [...words].some((word) => word.startsWith(quantity.per.slice(0, 3)))) return [];
  const same = figures.filter((each) => sameDimension(quantity, each.quantity));
  const [other] = same.filter((each) => unitNamed(each.quantity.per)?.dimension === dimension);
  const factor = unitNamed(quantity.per)?.factor;
  if (other === undefined || same.some(({ quantity: { per } }) => unitNamed(per)?.factor === factor)) return [];
  const { text, per } = other.quantity;
  const reason = `The passage says ${text} per ${per}, the claim says per ${quantity.per}.`;
  return [{ kind: 'unit', verdict: 'contradicted', reason }];
}

/** `6 pm` for 18:00. */
const isHourOf = (value: number, { clocks }: CitedText): boolean =>
  Number.isInteger(value) && value <= 24 && clocks.some(({ hour }) => hour % 12 === value % 12);

function objectToClocks(claim: string, cited: CitedText): readonly HardObjection[] {
  return clocksIn(claim).flatMap(({ start, end, hour, minute }) => {
    const stands = cited.clocks.some((other) => other.hour % 12 === hour % 12 && other.minute === minute);
    const inNumbers = [hour, hour % 12, (hour % 12) + 12].some(
      (each) => cited.numbers.has(each) || standsInWords(each, cited),
    );
    if (stands || (inNumbers && (minute === 0 || cited.numbers.has(minute) || minute % 15 === 0))) return [];
    const reason = `"${claim.slice(start, end)}" stands nowhere in or beside the cited passages.`;
    return [{ kind: 'figure', verdict: 'insufficient', reason }];
  });
}

const standsInWords = (value: number, { figures }: CitedText): boolean =>
  figures.some(({ numbers }) => numbers.some((values) => values.includes(value)));

const CODE = /(?<![\p{L}\p{N}])(\p{L}{1,12})-?(\d[\d.]{0,9})(?![\p{L}\p{N}])/gu;

/** `R290` where the passages have R32: the same letters with another number. */
function objectToCodes(claim: string, { parts, numbers }: CitedText): readonly HardObjection[] {
  const codes = (text: string): readonly (readonly [string, number])[] =>
    [...text.matchAll(CODE)]
      // `m2` and `m3` are units.
      .filter(([, letters = '']) => unitNamed(letters) === null && unitSymbol(letters) === null)
      .map(([, letters = '', digits = '']) => [
        letters.toLowerCase(),
        readingsOf(digits.replace(/\.$/, ''))[0] ?? Number.NaN,
      ]);
  const standing = parts.flatMap(codes);
  return codes(claim).flatMap(([letters, number]) => {
    const same = standing.filter(([other]) => other === letters);
    if (same.length === 0 || numbers.has(number) || same.some(([, other]) => Object.is(other, number))) return [];
    const foundText = `${letters}${number}`.toUpperCase();
    const reason = `"${foundText}" stands nowhere in or beside the cited passages.`;
    return [{ kind: 'name', verdict: 'insufficient', reason }];
  });
}
