// A passage as comparing sources needs it: its telling words, what stands around it, its amounts and its times.

import { BANS, BEFORE_INFINITIVE } from './cue-words.ts';
import { pattern } from './pattern.ts';
import { type DateMention, readDates } from './read-dates.ts';
import type { Quantity } from './read-quantities.ts';
import { readStatement, type Statement, type StatementWord } from './read-statement.ts';

/** How much a word tells its sentence from the others: 1 for a rare one, near 0 for one of the topic itself. */
export type Rarity = (word: StatementWord) => number;

export interface ComparedPassage {
  readonly statement: Statement;
  /** What says something of the subject; without who reports it. */
  readonly words: readonly StatementWord[];
  /** Of the sentence before, the heading and the title: what a pronoun or `the plant` may stand for. */
  readonly context: readonly StatementWord[];
  readonly figures: readonly Quantity[];
  readonly dates: readonly DateMention[];
  /** Speaks of the time when it was written. */
  readonly isNow: boolean;
  /** When it was published; null where nobody says. */
  readonly year: number | null;
}

export interface PassageContext {
  readonly before: string;
  readonly heading: string;
  readonly title: string;
  readonly publishedAt: string | null;
}

const NOW = pattern(
  'i',
  String.raw`\b(?:now|today|currently|at present|so far|to date|these days|nowadays|this (?:year|month|week|`,
  String.raw`spring|summer|autumn|winter))\b`,
);

/** What a report of one year says without a date is of that year. */
const REPORT_OF_YEAR = /\b(?:report|review|accounts|statistics|figures)\b.{0,40}\b(?:19|20)\d\d$/i;

export function comparedPassage(text: string, around: PassageContext): ComparedPassage {
  const statement = withPlainNegation(weighed(readStatement(text)));
  const skipped = attributionsIn(statement.text);
  const isSkipped = ({ start }: StatementWord): boolean => skipped.some(([from, to]) => start >= from && start < to);
  const year = around.publishedAt === null ? null : Number(around.publishedAt.slice(0, 4));
  return {
    statement,
    words: [...tellingWords(statement).filter((word) => !isSkipped(word)), ...carriedWords(statement, around.before)],
    context: contextWords(statement, around),
    figures: figuresOf(statement),
    dates: [...readDates(statement.text), ...relativeYears(statement.text, year)],
    isNow: NOW.test(statement.text) || REPORT_OF_YEAR.test(around.title),
    year,
  };
}

const PLAIN_NEGATION = /^(?:not|n't|no|never|none|nobody|nothing|neither|cannot|hardly)$/;

/** What is said not to be: `rather than cooler`. */
const INSTEAD = /\b(?:rather than|instead of)(?: [a-z'-]+){1,3}/gi;

/** `since fishing was banned` denies nothing else of its clause: that takes a `not` or the like. */
function withPlainNegation(statement: Statement): Statement {
  const banned = new Set(statement.words.filter(({ base }) => BANS.has(base)).map(({ clause }) => clause));
  const instead = [...statement.text.matchAll(INSTEAD)].map(
    ({ index, 0: text }) => [index, index + text.length] as const,
  );
  if (banned.size === 0 && instead.length === 0) return statement;
  const isPlain = (word: StatementWord): boolean =>
    statement.words.some(
      ({ lower, clause, start }) => clause === word.clause && start < word.start && PLAIN_NEGATION.test(lower),
    );
  const isInstead = ({ start }: StatementWord): boolean => instead.some(([from, to]) => start >= from && start < to);
  const words = statement.words.map((word) => {
    const isNegated = banned.has(word.clause) ? isPlain(word) : word.isNegated;
    return { ...word, isNegated: isInstead(word) ? !isNegated : isNegated };
  });
  return { ...statement, words };
}

const SMALL_WEIGHT = 0.3;

/** Light where a claim is judged; here they can be what one source says and the other denies. */
const LESS_LIGHT = /^(?:people|person|keep|begin|continue|remain|include)$/;

function weighed(statement: Statement): Statement {
  const words = statement.words.map((word, at): StatementWord => {
    // `makes up 30 percent`: nothing rises.
    if (word.lower === 'up' && /^ma(?:kes?|de|king)$/.test(statement.words[at - 1]?.lower ?? ''))
      return { ...word, base: 'up', kind: 'particle', weight: 0, keys: [] };
    // `heart failure` names a thing; only `failure to` denies one.
    if (word.kind === 'noun' && BEFORE_INFINITIVE.has(word.base)) return { ...word, weight: 1 };
    if (word.kind === 'verb' && word.weight > 0 && word.weight < SMALL_WEIGHT && !/^(?:be|have|do)$/.test(word.base))
      return { ...word, weight: SMALL_WEIGHT };
    return LESS_LIGHT.test(word.base) && word.weight > 0 && word.weight < 0.5 ? { ...word, weight: 0.5 } : word;
  });
  return { ...statement, words };
}

const JOINTS = /^(?:when|as|where|how|why|then|there|so|too|wherever|whenever)$/;

export const tellingWords = ({ words }: Statement): readonly StatementWord[] =>
  words.filter(({ weight, lower }) => weight >= SMALL_WEIGHT && !JOINTS.test(lower));

const REFERS = /\b(?:it|its|they|them|their|these|those|this|that|he|she|his|her|both|the former|the latter|such)\b/i;
const DEFINITE = /^(?:the|this|these|those|our|its|their)\b/i;

function contextWords({ text }: Statement, { before, heading, title }: PassageContext): readonly StatementWord[] {
  const refers = before !== '' && (REFERS.test(text) || DEFINITE.test(text));
  return [...(refers ? [before] : []), heading, title].flatMap((each) =>
    each === '' ? [] : tellingWords(readStatement(each)),
  );
}

const PRONOUN = /^(?:it|they|he|she|this|these|both)$/;

/** Of `It opened in 2019` the subject of the sentence before is the subject. */
function carriedWords({ words }: Statement, before: string): readonly StatementWord[] {
  const [first] = words;
  if (before === '' || first === undefined || !PRONOUN.test(first.lower)) return [];
  const isCleft =
    first.lower === 'it' &&
    /^(?:be|become)$/.test(words[1]?.base ?? '') &&
    words.slice(2, 8).some(({ lower }) => lower === 'that' || lower === 'who');
  if (words[1]?.kind === 'noun' || isCleft) return [];
  const earlier = readStatement(before);
  const verb = earlier.words.findIndex(({ kind }) => kind === 'verb' || kind === 'auxiliary');
  const until = earlier.words[Math.max(0, verb)]?.start ?? 0;
  const isThing = ({ kind, isName }: StatementWord): boolean => isName || kind === 'noun' || kind === 'name';
  const subject = tellingWords(earlier).filter((word) => word.start < until && isThing(word));
  return subject.map((word) => ({ ...word, clause: first.clause, isNegated: false }));
}

const REPORTS =
  'says?|said|reports?|reported|argues?|argued|admits?|admitted|notes?|noted|writes?|wrote|claims?|' +
  'claimed|found|finds?|' +
  'estimates?|estimated|warns?|warned|explains?|explained|states?|stated|believes?|insists?|concludes?|concluded|' +
  'announced|told|complains?|points? out|calculates?|shows?|showed|shown|worked out';
const ATTRIBUTIONS: readonly RegExp[] = [
  /\b[Aa]ccording to [^,;:.]{2,80}(?=[,;:.]|$)/g,
  new RegExp(`, (?:as )?[^,;:.]{2,60}? (?:has |have |had )?(?:${REPORTS})(?: [^,;:.]{1,40})?(?=[,.]|$)`, 'g'),
  // `, said the spokesman of the party, citing the university`.
  /, (?:says?|said|writes?|wrote|reports?|reported|claims?|claimed|explains?|explained) [^;:.]{2,120}(?=[;.]|$)/g,
  new RegExp(`^[^,;:]{2,70}? (?:has |have |had )?(?:${REPORTS}) that\\b`, 'g'),
];

/** Where a text only says who says it. */
function attributionsIn(text: string): readonly (readonly [number, number])[] {
  return ATTRIBUTIONS.flatMap((form) =>
    [...text.matchAll(form)].map((found) => [found.index, found.index + found[0].length] as const),
  );
}

const RELATIVE_YEARS =
  /\b(last|this|the (?:previous|reporting|current|past|last)) (?:year|spring|summer|autumn|winter|season)\b/gi;

/** `last year` in a text of 2024 is 2023. */
function relativeYears(text: string, year: number | null): readonly DateMention[] {
  if (year === null) return [];
  return [...text.matchAll(RELATIVE_YEARS)].map((found) => {
    const meant = /this|current/i.test(found[1] ?? '') ? year : year - 1;
    const place = { text: found[0], start: found.index, end: found.index + found[0].length };
    return { ...place, from: meant * 10_000 + 101, to: meant * 10_000 + 1231, relation: '', isYearless: false };
  });
}

const CLOCK = /(?<![\d:])(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?![\d:])/g;

/** Amounts, and times of races and journeys as one amount each: `2:01:09`. */
function figuresOf({ text, quantities }: Statement): readonly Quantity[] {
  const clocks = [...text.matchAll(CLOCK)].map((found): Quantity => {
    const [whole, hours = '', minutes = '', seconds] = found;
    const value =
      seconds === undefined
        ? Number(hours) * 60 + Number(minutes)
        : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    const place = { text: whole, start: found.index, end: found.index + whole.length };
    const amount = { low: value, high: value, bound: 'exact', step: 0.5 } as const;
    return { ...place, ...amount, dimension: 'clock', per: '', role: '', following: [] };
  });
  const plain = quantities.filter(({ start, end }) => !clocks.some((clock) => start < clock.end && end > clock.start));
  return [...plain, ...clocks];
}
