// What stands in and around the passages that a claim cites: figures, dates and words, as far as they can be read.

import { comparableWord } from './comparable-word.ts';
import { type FigureReading, readFigures } from './figure-readings.ts';
import { impliedDates } from './implied-dates.ts';
import type { Language } from './language.ts';
import type { CitedContext } from './object-to.ts';
import { type DateMention, readDates } from './read-dates.ts';
import { type Clock, clocksIn, type DigitDate, digitDatesIn, numbersIn, plainFigures } from './written-numbers.ts';

export interface CitedText {
  /** Passages and the sentences beside them. */
  readonly sentences: readonly string[];
  /** All that counts: also headings, titles, authors, publishers, dates. */
  readonly parts: readonly string[];
  readonly figures: readonly FigureReading[];
  readonly dates: readonly DateMention[];
  readonly digitDates: readonly DigitDate[];
  readonly clocks: readonly Clock[];
  /** Each number in digits, whatever it belongs to. */
  readonly numbers: ReadonlySet<number>;
  /** As written: `12.05.2019`. */
  readonly numberTexts: ReadonlySet<string>;
  /** In small letters, without accents. */
  readonly words: ReadonlySet<string>;
  /** As written, in their order. */
  readonly wordList: readonly string[];
  readonly isEnglish: boolean;
  /** Its code. */
  readonly code: string | null;
  /** That it may be in. */
  readonly languages: readonly string[];
  readonly publishedYears: readonly number[];
  readonly language: Language;
}

/** Of one passage; sentences are never that long. */
const PART_MAX = 50_000;

export function readCited({ passages, sources, beside, language }: CitedContext): CitedText {
  const plain = (texts: readonly string[]): readonly string[] =>
    [...new Set(texts)].filter((text) => text !== '').map((text) => plainFigures(text.slice(0, PART_MAX)));
  const sentences = plain([...passages.flatMap(({ text, before }) => [text, before]), ...beside]);
  const about = plain([
    ...passages.map(({ heading }) => heading),
    ...sources.flatMap(({ title, authors, publisher, publishedAt }) => [
      title,
      publisher,
      publishedAt ?? '',
      ...authors,
    ]),
  ]);
  const parts = [...sentences, ...about];
  const running = sentences.join('\n');
  const numbers = parts.flatMap(numbersIn);
  const wordList = parts.flatMap((part) => part.match(WORDS) ?? []);
  const read = parts.map((text, at) => ({ text, figures: readFigures(text, at < sentences.length) }));
  return {
    ...{ sentences, parts, wordList, language },
    figures: read.flatMap(({ figures }) => figures),
    dates: read.flatMap(({ text, figures }) => datesOf(text, figures)),
    digitDates: parts.flatMap(digitDatesIn),
    clocks: parts.flatMap(clocksIn),
    numbers: new Set(numbers.flatMap(({ values }) => values)),
    numberTexts: new Set(numbers.map(({ text }) => text)),
    words: new Set([...wordList, ...parts.flatMap((part) => part.match(ALPHABETIC) ?? [])].map(comparableWord)),
    isEnglish: language.isEnglish(running),
    code: language.tell(running.slice(0, READ_MAX)),
    languages: language.guess(running.slice(0, READ_MAX)),
    publishedYears: sources.flatMap(({ publishedAt }) => Number(publishedAt?.slice(0, 4)) || []),
  };
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** `NVR` of NVR2. */
const ALPHABETIC = /[\p{L}\p{M}]+/gu;

/** Those that its words imply as well: `the previous year`. */
export function datesOf(text: string, figures: readonly FigureReading[]): readonly DateMention[] {
  const dates = readDates(text);
  return [
    ...dates,
    ...impliedDates(
      text,
      dates,
      figures.map(({ quantity }) => quantity),
    ),
  ];
}

const READ_MAX = 2000;
