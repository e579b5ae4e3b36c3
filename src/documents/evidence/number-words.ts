// Numbers as they stand in running text: `1,250`, `3.5 million`, `two thirds`, `a dozen`, `forty-two`.

import { unitNamed } from './units-of-measure.ts';

export interface TextToken {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

export interface ReadNumber {
  readonly value: number;
  /** Half of what the last written digit counts: 39.7 is distinguished from 39.8, 3 million from 4 million. */
  readonly step: number;
  /** Behind its last token. */
  readonly next: number;
  /** `a third`, `half`, `3 out of 5`: of something, without a percent sign. */
  readonly isFraction: boolean;
  /** 1,000,000 of `3 million`; 1 where none is written. */
  readonly scale?: number;
}

/** Scripts without blanks between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

const TOKEN = /\d+(?:[.,\u00a0\u202f]\d+){0,12}|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}{1,3}(?![\p{L}\p{M}]))?|[^\s\p{L}\d]/gu;

/** `cut` divides what is written without blanks into words. */
export function tokensOf(text: string, cut = (run: string): readonly string[] => [run]): readonly TextToken[] {
  const tokens: TextToken[] = [];
  for (const { 0: run, index } of text.matchAll(TOKEN)) {
    let start = index;
    for (const token of UNSPACED.test(run) ? cut(run) : [run]) {
      const end = start + token.length;
      tokens.push({ text: token, lower: token.toLowerCase(), start, end });
      start = end;
    }
  }
  return tokens;
}

const UNITS = numbered(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen`,
  (at) => at,
);
const TENS = numbered('twenty thirty forty fifty sixty seventy eighty ninety', (at) => (at + 2) * 10);
const SCALES = new Map<string, number>([
  ...(['hundred', 'hundreds'].map((word) => [word, 1e2]) as [string, number][]),
  ...(['thousand', 'thousands', 'k'].map((word) => [word, 1e3]) as [string, number][]),
  ...(['million', 'millions', 'mn'].map((word) => [word, 1e6]) as [string, number][]),
  ...(['billion', 'billions', 'bn'].map((word) => [word, 1e9]) as [string, number][]),
  ...(['trillion', 'trillions', 'tn'].map((word) => [word, 1e12]) as [string, number][]),
]);
const PARTS = new Map<string, number>([
  ...(['half', 'halves'].map((word) => [word, 2]) as [string, number][]),
  ...(['third', 'thirds'].map((word) => [word, 3]) as [string, number][]),
  ...(['quarter', 'quarters', 'fourth', 'fourths'].map((word) => [word, 4]) as [string, number][]),
  ...(['fifth', 'fifths'].map((word) => [word, 5]) as [string, number][]),
  ...(['sixth', 'sixths'].map((word) => [word, 6]) as [string, number][]),
  ...(['seventh', 'sevenths'].map((word) => [word, 7]) as [string, number][]),
  ...(['eighth', 'eighths'].map((word) => [word, 8]) as [string, number][]),
  ...(['tenth', 'tenths'].map((word) => [word, 10]) as [string, number][]),
]);
const DOZENS = new Map([
  ['dozen', 12],
  ['dozens', 12],
  ['score', 20],
]);
const ORDINALS = numbered(
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`,
  (at) => at + 1,
);

function numbered(words: string, valueAt: (at: number) => number): ReadonlyMap<string, number> {
  return new Map(words.split(/\s+/).map((word, at) => [word, valueAt(at)]));
}

/** `1,250` and `1 250` are thousands; `3,5` is a decimal comma. */
function digitsOf(text: string): { readonly value: number; readonly step: number } {
  const plain = text.replace(/[\u00a0\u202f]/g, ',');
  const isGrouped = /^\d{1,3}(?:,\d{3}){1,12}(?:\.\d{1,12})?$/.test(plain);
  const written = isGrouped ? plain.replaceAll(',', '') : plain.replace(',', '.').replace(/\.$/, '');
  const value = Number(/^\d+(?:\.\d+)?/.exec(written)?.[0] ?? written);
  const decimals = /\.(\d+)/.exec(written)?.[1]?.length ?? 0;
  if (decimals > 0) return { value, step: 0.5 * 10 ** -decimals };
  const zeros = /(?<!0)0{1,12}$/.exec(written.slice(-12))?.[0].length ?? 0;
  return { value, step: 0.5 * 10 ** Math.min(zeros, Math.max(0, written.length - 1)) };
}

/** The number that begins at a token; null where none does. */
export function readNumber(tokens: readonly TextToken[], at: number): ReadNumber | null {
  const first = tokens[at];
  if (first === undefined) return null;
  const read = /^\d/.test(first.text) ? readDigits(tokens, at) : readWordNumber(tokens, at);
  return read === null ? null : outOf(tokens, andAHalf(tokens, read));
}

/** `two and a half`. */
function andAHalf(tokens: readonly TextToken[], read: ReadNumber): ReadNumber {
  const [and, article, half] = tokens.slice(read.next, read.next + 3).map(({ lower }) => lower);
  if (read.isFraction || and !== 'and' || article !== 'a' || half !== 'half') return read;
  return { ...read, value: read.value + 0.5, next: read.next + 3 };
}

function readDigits(tokens: readonly TextToken[], at: number): ReadNumber {
  const { value, step } = digitsOf(tokens[at]?.text ?? '');
  return scaled(tokens, at + 1, value, step);
}

/** `3.5 million`, `40k`; a hyphen may stand between: `a 3-million budget`. */
function scaled(tokens: readonly TextToken[], from: number, value: number, step: number): ReadNumber {
  let next = from;
  let factor = 1;
  for (;;) {
    const token = tokens[next]?.text === '-' ? tokens[next + 1] : tokens[next];
    const scale = SCALES.get(token?.lower ?? '') ?? (isAbbreviatedScale(tokens, next) ? 1e6 : undefined);
    if (scale === undefined) break;
    factor *= scale;
    next += tokens[next]?.text === '-' ? 2 : 1;
  }
  return { value: value * factor, step: step * factor, next, isFraction: false, scale: factor };
}

/** `$40m`, `524m tonnes`: where no metres are meant. */
function isAbbreviatedScale(tokens: readonly TextToken[], at: number): boolean {
  const [money, number, letter] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (letter === undefined || number === undefined || number.end !== letter.start) return false;
  const next = tokens[at + 1]?.lower ?? '';
  if (letter.text === 'M') return next !== 'w';
  return letter.text === 'm' && (/[$€£¥₹]/.test(money?.text ?? '') || unitNamed(next) !== null);
}

function readWordNumber(tokens: readonly TextToken[], at: number): ReadNumber | null {
  const article = /^an?$/.test(tokens[at]?.lower ?? '');
  const from = article ? at + 1 : at;
  const word = tokens[from]?.lower ?? '';
  const part = PARTS.get(word);
  if (part !== undefined && isPart(tokens, from, article)) return fraction(1, part, from + 1);
  if (article) {
    const scale = SCALES.get(word) ?? DOZENS.get(word);
    return scale === undefined || word === 'k' ? null : scaled(tokens, from + 1, scale, scale / 2);
  }
  if (DOZENS.has(word) && word !== 'score') return { value: 12, step: 6, next: from + 1, isFraction: false };
  const whole = wholeNumber(tokens, from);
  if (whole === null) return null;
  const after = tokens[whole.next]?.text === '-' ? whole.next + 1 : whole.next;
  const parts = PARTS.get(tokens[after]?.lower ?? '');
  if (parts !== undefined && whole.value < parts) return fraction(whole.value, parts, after + 1);
  return whole;
}

/** `half of`, `a third of`, but not `the third`, `first half`, `the second quarter`. */
function isPart(tokens: readonly TextToken[], at: number, hasArticle: boolean): boolean {
  const word = tokens[at]?.lower ?? '';
  const before = tokens[at - (hasArticle ? 2 : 1)]?.lower ?? '';
  if (word === 'half') return !ORDINALS.has(before) && before !== 'other';
  if (hasArticle && before === 'by' && word !== 'quarters') return true;
  return (
    hasArticle &&
    (tokens[at + 1]?.lower === 'of' || /^(?:more|less|fewer|higher|lower)$/.test(tokens[at + 1]?.lower ?? ''))
  );
}

const fraction = (over: number, under: number, next: number): ReadNumber => ({
  ...{ value: over / under, step: under === 3 || under === 6 || under === 7 ? 0.01 : 0.005, next, isFraction: true },
});

function wholeNumber(tokens: readonly TextToken[], from: number): ReadNumber | null {
  let value: number | null = null;
  let total = 0;
  let next = from;
  let step = 0.5;
  for (; next < tokens.length; next++) {
    const word = tokens[next]?.lower ?? '';
    const isJoint = word === '-' || (word === 'and' && SCALES.has(tokens[next - 1]?.lower ?? ''));
    if (value !== null && isJoint && isNumberWord(tokens[next + 1]?.lower)) continue;
    const small = UNITS.get(word) ?? TENS.get(word);
    const scale = SCALES.get(word);
    if (small !== undefined) value = (value ?? 0) + small;
    else if (scale === 100 && value !== null) value *= 100;
    else if (scale !== undefined && value !== null) {
      total += value * scale;
      step = scale / 2;
      value = 0;
    } else break;
  }
  return value === null ? null : { value: total + value, step, next, isFraction: false };
}

const isNumberWord = (word = ''): boolean => UNITS.has(word) || TENS.has(word) || SCALES.has(word);

/** `3 out of 5`, `one in four`: a share. */
function outOf(tokens: readonly TextToken[], number: ReadNumber): ReadNumber {
  const word = tokens[number.next]?.lower;
  const isOut = word === 'out' && tokens[number.next + 1]?.lower === 'of';
  const isIn = (word === 'in' || word === 'of') && (word === 'in' || tokens[number.next + 1]?.lower === 'every');
  if (!isOut && !isIn) return oneThingIn(tokens, number);
  let from = number.next + (isOut ? 2 : 1);
  if (tokens[from]?.lower === 'every' || tokens[from]?.lower === 'the') from++;
  const under = /^\d/.test(tokens[from]?.text ?? '') ? readDigits(tokens, from) : wholeNumber(tokens, from);
  if (under === null || under.value <= number.value || number.value <= 0) return number;
  // `15 in 2019` is no share.
  if (isIn && (under.value > 1000 || (number.value > 9 && under.value < 100))) return number;
  return fraction(number.value, under.value, under.next);
}

const BEHIND_SHARE = /^(?:[.,;:)]|is|are|was|were|has|have|had|does|do|did|can|could|will|would|said|says)$/;

/** `one farm in five`, where nothing is counted behind it: `one goal in five matches` is no share. */
function oneThingIn(tokens: readonly TextToken[], number: ReadNumber): ReadNumber {
  const [thing, joint] = [tokens[number.next], tokens[number.next + 1]];
  if (number.value > 9 || joint?.lower !== 'in' || !/^\p{Ll}{3,}$/u.test(thing?.text ?? '')) return number;
  const from = number.next + (tokens[number.next + 2]?.lower === 'every' ? 3 : 2);
  const under = /^\d/.test(tokens[from]?.text ?? '') ? readDigits(tokens, from) : wholeNumber(tokens, from);
  if (under === null || under.value <= number.value || under.value > 1000 || !(number.value > 0)) return number;
  const behind = tokens[under.next]?.lower;
  if (behind !== undefined && !BEHIND_SHARE.test(behind)) return number;
  return fraction(number.value, under.value, under.next);
}

/** `second` and `2nd`: 2; null for what is no ordinal. */
export function ordinalOf(
  tokens: readonly TextToken[],
  at: number,
): { readonly value: number; readonly next: number } | null {
  const token = tokens[at];
  if (token === undefined) return null;
  if (token.lower === 'twenty' && tokens[at + 1]?.text === '-' && ORDINALS.has(tokens[at + 2]?.lower ?? ''))
    return { value: 20 + (ORDINALS.get(tokens[at + 2]?.lower ?? '') ?? 0), next: at + 3 };
  const word = ORDINALS.get(token.lower);
  if (word !== undefined) return { value: word, next: at + 1 };
  const ending = tokens[at + 1];
  const isEnding = ending !== undefined && /^(?:st|nd|rd|th)$/.test(ending.lower) && ending.start === token.end;
  return /^\d{1,4}$/.test(token.text) && isEnding ? { value: Number(token.text), next: at + 2 } : null;
}
