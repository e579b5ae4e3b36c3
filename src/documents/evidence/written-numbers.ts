// Numbers as digits in any script and with any separators: what each can be read as. `1.250` is 1250 or 1.25.

/** Digits of any script as 0-9, `½` as 0.5, one form for signs, without notes and powers behind a figure (`120²`). */
export function plainFigures(text: string): string {
  return text
    .replace(/(?<=\d)[\u00b2\u00b3\u00b9\u2070-\u2079]/g, ' ')
    .replace(/(\d{0,9})\s?([\u00bc-\u00be\u2150-\u215e])/g, (_, whole: string, sign: string) =>
      withFraction(whole, sign),
    )
    .replace(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, ',')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/[\u2212\u2010\u2011]/g, '-')
    .replace(/[’‘ʼ]/g, "'");
}

function withFraction(whole: string, sign: string): string {
  const [over, under] = sign.normalize('NFKC').split('\u2044').map(Number);
  return String(Number((Number(whole) + (over ?? 0) / (under ?? 1)).toFixed(4)));
}

/** Digits of a script stand in a row from 0 to 9. */
function asciiDigit(digit: string): string {
  if (digit >= '0' && digit <= '9') return digit;
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++;
  return String(value);
}

export interface WrittenNumber {
  readonly text: string;
  readonly start: number;
  /** All that it can mean. */
  readonly values: readonly number[];
}

const NUMBER = /\d+(?:[.,']\d+){0,12}/g;
const SPACED = /(?<![\d.,])\d{1,3}(?: \d{3}){1,5}(?:[.,]\d{1,6})?(?![\d.,]*\d)/g;
const RATIO = /(?<![\d/])(\d{1,4}) ?[/\u2044] ?(\d{1,4})(?![\d/])/g;

export function numbersIn(text: string): readonly WrittenNumber[] {
  const written = (match: RegExpExecArray, values: readonly number[]): WrittenNumber => ({
    ...{ text: match[0], start: match.index, values },
  });
  const ratio = ([, over, under]: RegExpExecArray): number => Number(over) / Number(under);
  return [
    ...[...text.matchAll(NUMBER)].map((match) => written(match, readingsOf(match[0]))),
    ...[...text.matchAll(SPACED)].map((match) => written(match, readingsOf(match[0]))),
    ...[...text.matchAll(RATIO)].map((match) => written(match, [ratio(match)])),
  ];
}

/** `1,250`: 1250 and 1.25; `3,5`: 3.5; `1,00,000`: 100000; `12.05.2019`: none. */
export function readingsOf(digits: string): readonly number[] {
  const groups = digits.split(/\D/);
  const [last = '', ...others] = [...groups].reverse();
  if (others.length === 0) return [Number(digits)];
  const signs = digits.replace(/\d/g, '');
  const [mark, before] = [signs.at(-1) ?? '', signs.slice(0, -1)];
  const isEven = new Set(before).size <= 1;
  const isGrouped = new Set(signs).size === 1 && areGroups(groups);
  const isDecimal =
    /[.,]/.test(mark) && isEven && !before.includes(mark) && (before === '' || areGroups(groups.slice(0, -1)));
  return [
    ...(isGrouped ? [Number(groups.join(''))] : []),
    ...(isDecimal ? [Number(`${others.reverse().join('')}.${last}`)] : []),
  ];
}

/** Thousands, or as in India by hundreds before them. */
const areGroups = ([first = '', ...groups]: readonly string[]): boolean =>
  first.length <= 3 &&
  groups.at(-1)?.length === 3 &&
  (groups.every((group) => group.length === 3) || groups.slice(0, -1).every((group) => group.length === 2));

export interface Clock {
  readonly start: number;
  readonly end: number;
  readonly hour: number;
  readonly minute: number;
}

/** `18:00`, `6:30`, `18h30`. */
export function clocksIn(text: string): readonly Clock[] {
  return [...text.matchAll(/(?<![\d:.,])(\d{1,2})(?::|h)([0-5]\d)(?![\d:])/g)].map(
    ({ 0: all, 1: hour, 2: minute, index }) => ({
      ...{ start: index, end: index + all.length, hour: Number(hour), minute: Number(minute) },
    }),
  );
}

export interface Duration {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly seconds: number;
}

/** `2:09:14`. */
export const durationsIn = (text: string): readonly Duration[] =>
  [...text.matchAll(/(?<![\d:])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:])/g)].map(
    ({ 0: all, 1: hours, 2: minutes, 3: seconds, index }) => ({
      ...{ text: all, start: index, end: index + all.length },
      seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    }),
  );

export interface DigitDate {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** As numbers of the form 20190512: days, or whole months, in each order that there is. */
  readonly days: readonly number[];
}

const DATE = /(?<![\d./-])(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})(?![\d/-]|\.\d)/g;
const CHINESE_DATE = /(\d{4})年 ?(\d{1,2})月(?: ?(\d{1,2})日)?/g;

/** `12.05.2019`, `5/12/2019`, `2019/05/12`, `2019年5月12日`. */
export function digitDatesIn(text: string): readonly DigitDate[] {
  const found = [...text.matchAll(DATE)].flatMap(({ 0: all, 1: first = '', 3: middle = '', 4: last = '', index }) => {
    const [one, two, three] = [Number(first), Number(middle), Number(last)];
    const days =
      first.length === 4
        ? [day(one, two, three)]
        : last.length === 4
          ? [day(three, two, one), day(three, one, two)]
          : [];
    return [{ text: all, start: index, end: index + all.length, days: days.filter((each) => each > 0) }];
  });
  const chinese = [...text.matchAll(CHINESE_DATE)].map(({ 0: all, 1: year, 2: month, 3: date = '0', index }) => ({
    ...{ text: all, start: index, end: index + all.length },
    days: [Number(year) * 10_000 + Number(month) * 100 + Number(date)],
  }));
  return [...found, ...chinese];
}

/** 0 where there is no such day. */
const day = (year: number, month: number, date: number): number =>
  month >= 1 && month <= 12 && date >= 1 && date <= 31 ? year * 10_000 + month * 100 + date : 0;

/** The same length, so that places stay. */
export function blanked(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    if (start < from) continue;
    parts.push(text.slice(from, start), ' '.repeat(end - start));
    from = end;
  }
  return parts.join('') + text.slice(from);
}
