// Dates of a claim that stand nowhere in or around the cited passages, nor follow from those that do.

import type { CitedText } from './cited-text.ts';
import { comparableWord } from './comparable-word.ts';
import { DATE_NAMES } from './cue-words.ts';
import { dayNumber } from './derived-figures.ts';
import type { HardObjection } from './object-to.ts';
import { type DateMention, readDates } from './read-dates.ts';
import { meet } from './same-part.ts';
import { type DigitDate, digitDatesIn } from './written-numbers.ts';

export function objectToDates(claim: string, cited: CitedText, isEnglish: boolean): readonly HardObjection[] {
  // Names of months, and years such as `ten years before`, are read in English alone.
  if (!isEnglish || !cited.isEnglish) return [];
  const dates = withEnds([...cited.dates, ...cited.digitDates.flatMap(mentionsOf)]);
  const written = digitDatesIn(claim);
  const own = readDates(claim).filter(
    ({ start, end }) => !written.some((each) => each.start < end && each.end > start),
  );
  const stands = (date: DateMention): boolean =>
    (yearsStand(date, dates, cited) && daysStand(date, dates, cited)) || followsFromOthers(date, dates, cited);
  const missing = [
    ...own.filter((date) => !stands(date)),
    ...written.filter((date) => !digitDateStands(date, dates, cited)),
  ];
  return [...missing.map(({ text }) => objection(text, dates)), ...objectToWeekdays(claim, cited)];
}

function objection(text: string, dates: readonly DateMention[]): HardObjection {
  const datesText = [...new Set(dates.map((date) => `"${date.text}"`))].slice(0, 3).join(', ');
  const rest = datesText === '' ? '.' : `, which say ${datesText}.`;
  return {
    kind: 'date',
    verdict: 'insufficient',
    reason: `"${text}" stands nowhere in or beside the cited passages${rest}`,
  };
}

const mentionsOf = ({ text, start, end, days }: DigitDate): readonly DateMention[] =>
  days.map((day) => {
    const [from, to] = day % 100 === 0 ? [day + 1, day + 31] : [day, day];
    return { text, start, end, from, to, relation: '', isYearless: false };
  });

/** `between October 2021 and April 2023` has two months in it. */
function withEnds(dates: readonly DateMention[]): readonly DateMention[] {
  return dates.flatMap((date) => {
    const [first, last] = [Math.floor(date.from / 100), Math.floor(date.to / 100)];
    if (date.isYearless || first === last || isYearLong(date)) return [date];
    const month = (at: number): DateMention => ({ ...date, from: at * 100 + 1, to: at * 100 + 31 });
    return [date, month(first), month(last)];
  });
}

const isYearLong = ({ from, to }: DateMention): boolean => from % 10_000 === 101 && to % 10_000 === 1231;
const yearOf = (day: number): number => Math.floor(day / 10_000);
const YEAR = /(?<!\d)\d{4}(?!\d)/g;

/** Each year that is written, or what it stands for: `the 1990s` where there is 1994. */
function yearsStand(date: DateMention, dates: readonly DateMention[], { numbers }: CitedText): boolean {
  if (date.isYearless) return true;
  const years = (date.text.match(YEAR) ?? []).map(Number);
  const isWithin = (from: number, to: number): boolean =>
    dates.some((other) => !other.isYearless && yearOf(other.from) <= to && yearOf(other.to) >= from);
  if (years.length === 0 || /\d{4}s/.test(date.text)) return isWithin(yearOf(date.from), yearOf(date.to));
  return years.every((year) => numbers.has(year) || isWithin(year, year));
}

/** `ten years later`, `eleven months after the opening`, `last year` of a text whose year is known. */
function followsFromOthers(date: DateMention, dates: readonly DateMention[], cited: CitedText): boolean {
  const spans = cited.figures.flatMap(({ quantity: { dimension, low } }) =>
    dimension === 'time' && low >= MONTH_DAYS * DAY_SECONDS * 0.9 ? [low / DAY_SECONDS] : [],
  );
  const bases = dates.filter(({ isYearless }) => !isYearless);
  const isApart = (span: number): boolean => {
    const round = span < 2 * YEAR_DAYS ? MONTH_DAYS : YEAR_DAYS;
    return bases.some((base) => [span, -span].some((by) => daysBetween(date, base, by) < round));
  };
  return !date.isYearless && (spans.some(isApart) || isNamedFrom(date, cited));
}

const DAY_SECONDS = 86_400;
const MONTH_DAYS = 30;
const YEAR_DAYS = 365.25;

/** How far a date is from another one that is moved by so many days; 0: they meet. */
function daysBetween(date: DateMention, base: DateMention, by: number): number {
  const [from, to] = [dayNumber(base.from) + by, dayNumber(base.to) + by];
  return Math.max(0, from - dayNumber(date.to), dayNumber(date.from) - to);
}

/** `last year`, `next year`, in the language of the sources. */
function isNamedFrom(
  { from }: DateMention,
  { code, sentences, publishedYears, language: { names } }: CitedText,
): boolean {
  return publishedYears.some((published) => {
    const years = yearOf(from) - published;
    if (Math.abs(years) > 1 || names === undefined) return false;
    const name = names.year(code ?? 'en', years).toLowerCase();
    return sentences.some((sentence) => sentence.toLowerCase().includes(name));
  });
}

/** Its month and its day, where it has them. Where the passages tell none of that year, nobody can see that it is
 *  another one: `Christmas Eve 1998`. */
function daysStand(date: DateMention, dates: readonly DateMention[], cited: CitedText): boolean {
  if (!isMonth(date)) return true;
  const others = dates.filter((other) => isMonth(other) && isSameYear(date, other));
  const names = (date.text.match(/\p{L}{3,}/gu) ?? []).map((word) => comparableWord(word).slice(0, 3));
  const inWords = [...cited.words].some((word) => DATE_NAMES.test(word) && names.includes(word.slice(0, 3)));
  const near = dates.some((other) => !isYearLong(other) && meet(date, other));
  if (!near && !inWords) return others.length === 0;
  const day = date.from % 100;
  if (date.from !== date.to) return true;
  const isCovered = others.some((other) => other.from % 100 === day || other.to % 100 === day || isInside(date, other));
  const isDay = others.some(({ from, to }) => from === to);
  return !isDay || isCovered || cited.numbers.has(day) || cited.figures.some(({ quantity }) => quantity.low === day);
}

const isMonth = ({ from, to }: DateMention): boolean => Math.floor(from / 100) === Math.floor(to / 100);
const isSameYear = (one: DateMention, other: DateMention): boolean =>
  one.isYearless || other.isYearless || yearOf(one.from) === yearOf(other.from);

/** `14 May` of `3 to 21 May`. */
const isInside = ({ from }: DateMention, other: DateMention): boolean =>
  other.to - other.from < 30 &&
  other.to % 100 !== 31 &&
  from % 10_000 >= other.from % 10_000 &&
  from % 10_000 <= other.to % 10_000;

/** In any order of its parts. */
function digitDateStands({ text, days }: DigitDate, dates: readonly DateMention[], cited: CitedText): boolean {
  if (days.length === 0 || cited.numberTexts.has(text) || cited.parts.some((part) => part.includes(text))) return true;
  return days.some((day) => {
    const year = yearOf(day);
    const month = Math.floor(day / 100);
    return dates.some(
      ({ from, to, isYearless }) =>
        (isYearless ? from === day % 10_000 : from === day || Math.floor(from / 100) === month) &&
        from === to &&
        cited.numbers.has(year),
    );
  });
}

/** A weekday where the passages name another one, and not this one. */
function objectToWeekdays(claim: string, { wordList }: CitedText): readonly HardObjection[] {
  const weekdays = (words: readonly string[]): readonly string[] =>
    words.filter((word) => /^\p{Lu}/u.test(word) && /day$/.test(word) && DATE_NAMES.test(word.toLowerCase()));
  const standing = weekdays(wordList).map((word) => word.toLowerCase());
  const own = weekdays(claim.match(/\p{L}+/gu) ?? []);
  return own
    .filter((word) => standing.length > 0 && !standing.includes(word.toLowerCase()))
    .map((word) => objection(word, []));
}
