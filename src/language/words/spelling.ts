// One spelling of a text: case, Markdown, number words, units and both sides of the Atlantic. Equal ones say the same.

import { byWord } from '../../documents/lookup/by-word.ts';
import { spelt } from './stem-of.ts';

const NUMBERS: Readonly<Record<string, string>> = byWord({
  ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
  ...{ eleven: '11', twelve: '12', thirteen: '13', fourteen: '14', fifteen: '15', sixteen: '16', eighteen: '18' },
  ...{ twenty: '20', thirty: '30', forty: '40', fifty: '50', sixty: '60', ninety: '90', hundred: '100' },
  ...{ thousand: '1000', million: '1000000' },
});
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ms|msecs?|milliseconds?)$/, 'ms'],
  [/^(?:s|secs?|seconds?)$/, 's'],
  [/^(?:mins?|minutes?)$/, 'min'],
  [/^(?:h|hrs?|hours?)$/, 'h'],
  [/^(?:d|days?)$/, 'd'],
  [/^weeks?$/, 'week'],
  [/^months?$/, 'month'],
  [/^years?$/, 'year'],
  [/^(?:%|percent)$/, '%'],
  [/^(?:kb|kilobytes?)$/, 'kb'],
  [/^(?:mb|megabytes?)$/, 'mb'],
  [/^(?:gb|gigabytes?)$/, 'gb'],
  [/^(?:tb|terabytes?)$/, 'tb'],
  [/^(?:kg|kilograms?|kilos?)$/, 'kg'],
  [/^(?:g|grams?)$/, 'g'],
  [/^(?:km|kilomet(?:re|er)s?)$/, 'km'],
  [/^(?:m|met(?:re|er)s?)$/, 'm'],
  [/^(?:cm|centimet(?:re|er)s?)$/, 'cm'],
  [/^(?:mm|millimet(?:re|er)s?)$/, 'mm'],
  [/^(?:eur|euros?|€)$/, 'eur'],
  [/^(?:usd|dollars?|\$)$/, 'usd'],
  [/^(?:times?)$/, 'times'],
  [/^(?:°c|°f|am|pm|kw|kwh|w|v|px|pt|dpi)$/, ''],
];

export function spellingOf(text: string): string {
  const words = joinSignIn(text.toLowerCase())
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/[*`"“”]+|(?<![a-z\d])_+|_+(?![a-z\d])/g, ' ')
    .replace(/[’]/g, "'")
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\be-mail/g, 'email')
    .replace(/\bper cent\b/g, 'percent')
    .replace(/(\d)\s*([%°])/g, '$1 $2')
    .replace(/(\d)(ms|s|min|h|kb|mb|gb|tb|kg|km|m|cm|mm)\b/g, '$1 $2')
    .replace(/(?<=\w)'s\b|'(?=\s|$)/g, '')
    .replace(/[^\p{L}\p{N}%°.' -]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/(?<=\s|^)-+(?=\s|$)/g, ' ')
    .split(/\s+/);
  const isFigure = (word: string | undefined): boolean => /^\d/.test(word ?? '') || NUMBERS[word ?? ''] !== undefined;
  return words
    .map((word, at) => NUMBERS[word] ?? (isFigure(words[at - 1]) ? unitOf(word) : spelt(word)))
    .join(' ')
    .trim();
}

/** `logs in`, `sign-in` and `login` as one word. */
export const joinSignIn = (text: string): string =>
  text
    .replace(/\b(?:log|sign)(?:s|ged|ging|ing|ed)?[ -]?(?:in|on)s?\b/gi, 'signin')
    .replace(/\b(?:log|sign)(?:s|ged|ging|ing|ed)?[ -]?(?:out|off)s?\b/gi, 'signout')
    .replace(/\bcheck(?:s|ed|ing)?[ -]outs?\b/gi, 'checkout');

const unitOf = (word: string): string => UNITS.find(([form, to]) => to !== '' && form.test(word))?.[1] ?? word;

/** Whether a word is a unit, after a figure. */
export const isUnit = (word: string): boolean => UNITS.some(([form]) => form.test(word));

const SCALES: Readonly<Record<string, readonly [factor: number, unit: string]>> = byWord({
  ...{ ms: [0.001, 's'], s: [1, 's'], min: [60, 's'], h: [3600, 's'], week: [7, 'd'], year: [12, 'month'] },
});

/** `7d` for `7 days` and for `1 week`: figures that are equal are the same. */
export function figureOf(figure: string, unit: string): string {
  const spelled = isUnit(unit) ? unitOf(unit) : '';
  const [factor, common] = SCALES[spelled] ?? [1, spelled];
  const value = Number(figure.replace(/(?<![.,])[.,]+$/, ''));
  return Number.isFinite(value) ? `${Math.round(value * factor * 1e6) / 1e6}${common}` : `${figure}${spelled}`;
}

/** `6` for `six`; null if it is no number. */
export const numberOf = (word: string): string | null =>
  /^\d/.test(word) ? word.replace(/(?<=\d),(?=\d{3}\b)/g, '') : (NUMBERS[word] ?? (word === 'one' ? '1' : null));
