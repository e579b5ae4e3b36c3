// Dates in running text, each as the stretch of days it can mean: `12 May 2019`, `May 2019`, `2019`, `the 1990s`,
// `the 19th century`, `2019-05-12`, `between 2015 and 2018`.

import { longPattern } from '../lookup/long-pattern.ts';
import { ordinalOf, type TextToken, tokensOf } from './number-words.ts';

export interface DateMention {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** As numbers of the form 20190512. */
  readonly from: number;
  readonly to: number;
  /** Stands before it: `since`, `before`, `after`, `by`, `until`; '' for the rest. */
  readonly relation: string;
  /** Day and month without a year: only these are compared. */
  readonly isYearless: boolean;
}

const MONTHS = new Map(
  'january february march april may june july august september october november december'
    .split(' ')
    .flatMap((month, at) => [
      [month, at + 1],
      [month.slice(0, 3), at + 1],
    ]),
);
MONTHS.set('sept', 9);

const SEASONS = new Map([
  ['spring', [3, 5]],
  ['summer', [6, 8]],
  ['autumn', [9, 11]],
  ['fall', [9, 11]],
]);

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly next: number;
  readonly isYearless?: boolean;
}

export function readDates(text: string, tokens: readonly TextToken[] = tokensOf(text)): readonly DateMention[] {
  const found: DateMention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const date = daysAt(tokens, at) ?? dateAt(tokens, at) ?? followingAt(tokens, at, found.at(-1));
    if (date === null) {
      at++;
      continue;
    }
    const whole = through(tokens, date, at);
    const start = tokens[at]?.start ?? 0;
    const end = tokens[whole.next - 1]?.end ?? start;
    const { from, to } = whole;
    found.push({
      ...{ text: text.slice(start, end), start, end, from, to },
      ...{ relation: relationBefore(tokens, at), isYearless: whole.isYearless === true },
    });
    at = whole.next;
  }
  return found;
}

/** `from 3 to 21 August`, `3–21 August 2019`. */
function daysAt(tokens: readonly TextToken[], at: number): Stretch | null {
  const first = dayOfMonth(tokens, at);
  if (first === null || !/^(?:to|until|and|[–—-])$/.test(tokens[first.next]?.lower ?? '')) return null;
  const last = dayAt(tokens, first.next + 1);
  if (last === null || last.from % 100 <= first.value) return null;
  if (tokens[first.next]?.lower === 'and' && tokens[at - 1]?.lower !== 'between') return null;
  return { ...last, from: Math.floor(last.from / 100) * 100 + first.value };
}

/** `the following March` behind `October 1644`, `the following year` behind `2015`. */
function followingAt(tokens: readonly TextToken[], at: number, last: DateMention | undefined): Stretch | null {
  if (tokens[at]?.lower !== 'following' || tokens[at - 1]?.lower !== 'the') return null;
  if (last === undefined || last.isYearless || last.relation === 'since') return null;
  const name = tokens[at + 1]?.lower ?? '';
  const year = Math.floor(last.to / 10_000);
  if (name === 'year') return years(year + 1, year + 1, at + 2);
  const month = MONTHS.get(name);
  if (month === undefined) return null;
  const isMonth = Math.floor(last.from / 100) === Math.floor(last.to / 100);
  const own = isMonth && month > Math.floor(last.to / 100) % 100 ? year : year + 1;
  return { from: day(own, month, 1), to: day(own, month, 31), next: at + 2 };
}

const day = (year: number, month: number, date: number): number => year * 10_000 + month * 100 + date;
const years = (from: number, to: number, next: number): Stretch => ({
  from: day(from, 1, 1),
  to: day(to, 12, 31),
  next,
});

/** `2015 to 2018` after between, `2015–2018`, `2019/20`. */
function through(tokens: readonly TextToken[], date: Stretch, at: number): Stretch {
  const joint = tokens[date.next];
  if (joint === undefined || date.isYearless) return date;
  const isBetween = tokens[at - 1]?.lower === 'between' && joint.lower === 'and';
  const isDash = /^[–—-]$/.test(joint.text) && joint.start === tokens[date.next - 1]?.end;
  if (joint.text === '/' && /^\d{2}$/.test(tokens[date.next + 1]?.text ?? '')) {
    const next = Math.floor(date.from / 1_000_000) * 100 + Number(tokens[date.next + 1]?.text);
    return next === Math.floor(date.from / 10_000) + 1 ? { ...date, to: day(next, 12, 31), next: date.next + 2 } : date;
  }
  const isFrom = tokens[at - 1]?.lower === 'from' && /^(?:to|until)$/.test(joint.lower);
  if (!isBetween && !isDash && !isFrom && joint.lower !== 'through') return date;
  const short = tokens[date.next + 1]?.text ?? '';
  if (isDash && /^\d{2}$/.test(short)) {
    const year = Math.floor(date.from / 1_000_000) * 100 + Number(short);
    return { ...date, to: day(year, 12, 31), next: date.next + 2 };
  }
  const other = dateAt(tokens, date.next + 1);
  return other === null || other.to < date.from ? date : { from: date.from, to: other.to, next: other.next };
}

function dateAt(tokens: readonly TextToken[], at: number): Stretch | null {
  const token = tokens[at];
  if (token === undefined) return null;
  return (
    isoAt(tokens, at) ??
    monthAt(tokens, at) ??
    dayAt(tokens, at) ??
    seasonAt(tokens, at) ??
    eraAt(tokens, at) ??
    yearAt(tokens, at)
  );
}

const yearOf = (token: TextToken | undefined): number | null =>
  token !== undefined && /^(?:1\d{3}|20\d{2})$/.test(token.text) ? Number(token.text) : null;

function isoAt(tokens: readonly TextToken[], at: number): Stretch | null {
  const year = yearOf(tokens[at]);
  const [dash, month, again, date] = tokens.slice(at + 1, at + 5);
  if (year === null || dash?.text !== '-' || !/^\d{2}$/.test(month?.text ?? '') || again?.text !== '-') return null;
  if (!/^\d{2}$/.test(date?.text ?? '') || dash.start !== tokens[at]?.end) return null;
  const found = day(year, Number(month?.text), Number(date?.text));
  return { from: found, to: found, next: at + 5 };
}

/** `May 12, 2019`, `May 2019`, `May 12`. `May` alone is as often a verb and says nothing. */
function monthAt(tokens: readonly TextToken[], at: number): Stretch | null {
  const token = tokens[at];
  const month = token !== undefined && /^[A-Z]/.test(token.text) ? MONTHS.get(token.lower) : undefined;
  if (month === undefined) return null;
  const skip = tokens[at + 1]?.text === '.' ? at + 2 : at + 1;
  const year = yearOf(tokens[skip]) ?? (tokens[skip]?.lower === 'of' ? yearOf(tokens[skip + 1]) : null);
  if (year !== null) {
    const next = yearOf(tokens[skip]) === null ? skip + 2 : skip + 1;
    return { from: day(year, month, 1), to: day(year, month, 31), next };
  }
  const date = dayOfMonth(tokens, skip);
  const isMonth =
    !/^(?:may|march)$/.test(token?.lower ?? '') || /^(?:in|since|until|by|last|of)$/.test(tokens[at - 1]?.lower ?? '');
  if (date === null) return isMonth ? yearless(month, 1, 31, skip) : null;
  const after = tokens[date.next]?.text === ',' ? date.next + 1 : date.next;
  const of = yearOf(tokens[after]);
  if (of === null) return yearless(month, date.value, date.value, date.next);
  return { from: day(of, month, date.value), to: day(of, month, date.value), next: after + 1 };
}

const yearless = (month: number, from: number, to: number, next: number): Stretch => ({
  ...{ from: month * 100 + from, to: month * 100 + to, next, isYearless: true },
});

function dayOfMonth(
  tokens: readonly TextToken[],
  at: number,
): { readonly value: number; readonly next: number } | null {
  const ordinal = /^\d/.test(tokens[at]?.text ?? '') ? ordinalOf(tokens, at) : null;
  if (ordinal !== null && ordinal.value <= 31) return ordinal;
  const text = tokens[at]?.text ?? '';
  return /^\d{1,2}$/.test(text) && Number(text) <= 31 && Number(text) > 0
    ? { value: Number(text), next: at + 1 }
    : null;
}

/** `12 May 2019`, `the 12th of May`. */
function dayAt(tokens: readonly TextToken[], at: number): Stretch | null {
  const date = dayOfMonth(tokens, at);
  if (date === null) return null;
  const from = tokens[date.next]?.lower === 'of' ? date.next + 1 : date.next;
  const name = tokens[from];
  const month = name !== undefined && /^[A-Z]/.test(name.text) ? MONTHS.get(name.lower) : undefined;
  if (month === undefined) return null;
  const after = tokens[from + 1]?.text === ',' ? from + 2 : from + 1;
  const year = yearOf(tokens[after]);
  if (year === null) return yearless(month, date.value, date.value, from + 1);
  return { from: day(year, month, date.value), to: day(year, month, date.value), next: after + 1 };
}

function seasonAt(tokens: readonly TextToken[], at: number): Stretch | null {
  const months = SEASONS.get(tokens[at]?.lower ?? '');
  const skip = tokens[at + 1]?.lower === 'of' ? at + 2 : at + 1;
  const year = months === undefined ? null : yearOf(tokens[skip]);
  if (months === undefined) return null;
  if (year === null) {
    const isSeason =
      tokens[at]?.lower !== 'fall' && /^(?:in|the|last|this|that|of|during|by)$/.test(tokens[at - 1]?.lower ?? '');
    return isSeason
      ? yearless((months[0] ?? 1) * 1, 1, ((months[1] ?? 12) - (months[0] ?? 1)) * 100 + 31, at + 1)
      : null;
  }
  return { from: day(year, months[0] ?? 1, 1), to: day(year, months[1] ?? 12, 31), next: skip + 1 };
}

const DECADES = ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'];

/** `the 1990s`, `the nineties`, `the 19th century`, `mid-1990s`. */
function eraAt(tokens: readonly TextToken[], at: number): Stretch | null {
  const year = yearOf(tokens[at]);
  const letter = tokens[at + 1];
  if (year !== null && letter?.lower === 's' && letter.start === tokens[at]?.end) {
    return years(year, year + (year % 100 === 0 ? 99 : 9), at + 2);
  }
  const decade = tokens[at - 1]?.lower === 'the' ? DECADES.indexOf(tokens[at]?.lower ?? '') : -1;
  if (decade >= 0) return years(1920 + 10 * decade, 1929 + 10 * decade, at + 1);
  const war = `${tokens[at]?.text} ${tokens[at + 1]?.text} ${tokens[at + 2]?.text}`;
  if (/^(?:First|Second) World War$/.test(war))
    return war.startsWith('First') ? years(1914, 1918, at + 3) : years(1939, 1945, at + 3);
  const ordinal = ordinalOf(tokens, at);
  if (ordinal === null || ordinal.value < 2) return null;
  const skip = tokens[ordinal.next]?.text === '-' ? ordinal.next + 1 : ordinal.next;
  if (!/^(?:century|centuries)$/.test(tokens[skip]?.lower ?? '')) return null;
  return years((ordinal.value - 1) * 100, ordinal.value * 100 - 1, skip + 1);
}

const BEFORE_YEAR = longPattern(
  `
      ^(?:in|since|by|until|till|from|of|during|after|before|for|between|and|to|around|circa|through|late|
      early|mid|year|than|over|[,(–—-])$
    `,
);
const COUNTED = /^(?:people|men|women|children|[a-z]{3,}s|per|square|cubic|kilo[a-z]+|tonnes?|metres?|meters?)$/;
const NO_PLURAL = /^(?:was|is|has|its|this|as|us|does|versus|plus|thus|yes|always|across|towards|ss)$/;
const UNIT = /^(?:%|°|km|kg|g|m|mm|cm|w|kw|mw|gw|kwh|mwh|mg|ml|percent|million|billion|thousand|dollars|euros)$/;

function yearAt(tokens: readonly TextToken[], at: number): Stretch | null {
  const year = yearOf(tokens[at]);
  if (year === null || year > 2100) return null;
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (/^[$€£¥₹]$/.test(before?.text ?? '') || UNIT.test(next?.lower ?? '')) return null;
  const isCounted = COUNTED.test(next?.lower ?? '') && !NO_PLURAL.test(next?.lower ?? '') && next?.text === next?.lower;
  const isIntroduced = BEFORE_YEAR.test(before?.lower ?? '') || (before !== undefined && MONTHS.has(before.lower));
  if (isCounted && !(isIntroduced && /^(?:in|since|until|during|late|early|mid)$/.test(before?.lower ?? '')))
    return null;
  if (/^(?:about|some|nearly|almost|roughly|approximately|only)$/.test(before?.lower ?? '')) return null;
  // `grew from 1400 to 3900`
  const last = tokens[at + 2];
  if (before?.lower === 'from' && next?.lower === 'to' && /^\d/.test(last?.text ?? '') && yearOf(last) === null)
    return null;
  return years(year, year, at + 1);
}

const RELATIONS = /^(?:since|before|after|by|until|till|from)$/;

function relationBefore(tokens: readonly TextToken[], at: number): string {
  for (let place = at - 1; place >= Math.max(0, at - 3); place--) {
    const word = tokens[place]?.lower ?? '';
    if (RELATIONS.test(word)) return word === 'till' ? 'until' : word;
    if (!/^(?:the|early|mid|late|end|of|start|beginning|year|-)$/.test(word)) return '';
  }
  return '';
}
