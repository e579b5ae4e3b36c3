// How often something happens: `every two years` against `annually`, `twice a week` against `daily`.

import { byWord } from '../words/by-word.ts';
import { inLines } from './any-of.ts';
import type { Objection } from './objection.ts';
import type { Statement } from './read-statement.ts';

interface Frequency {
  readonly text: string;
  /** Times a year. */
  readonly perYear: number;
  readonly start: number;
  readonly end: number;
}

const UNITS: Readonly<Record<string, number>> = byWord({
  hour: 8766,
  day: 365.25,
  night: 365.25,
  week: 52.18,
  month: 12,
  year: 1,
});
const COUNTS: Readonly<Record<string, number>> = byWord({
  ...{ other: 2, second: 2, two: 2, third: 3, three: 3, fourth: 4, four: 4, fifth: 5, five: 5, six: 6, seven: 7 },
  ...{ eight: 8, nine: 9, ten: 10, twelve: 12, fifteen: 15, twenty: 20, once: 1, twice: 2, thrice: 3 },
});
const WORDS: Readonly<Record<string, number>> = byWord({
  ...{ annually: 1, annual: 1, yearly: 1, biennial: 0.5, biennially: 0.5, monthly: 12, weekly: 52.18, daily: 365.25 },
  ...{ hourly: 8766, nightly: 365.25, quarterly: 4, fortnightly: 26 },
});

const EVERY = inLines(
  String.raw`
      \b(?:every|each)(?: (other|second|two|third|three|fourth|four|fifth|five|six|seven|eight|ten|
      \d{1,3}))? (hour|day|night|week|month|year)s?\b
    `,
  'gi',
);
const TIMES = inLines(
  String.raw`
      \b(once|twice|thrice|(?:three|four|five|six|seven|\d{1,3}) times) (?:a|per|every|each) (hour|day|night|
      week|month|year)\b
    `,
  'gi',
);
const ONE_WORD =
  /\b(?:annual(?:ly)?|yearly|biennial(?:ly)?|monthly|weekly|daily|hourly|nightly|quarterly|fortnightly)\b/gi;

export function frequenciesOf(text: string): readonly Frequency[] {
  const place = (found: RegExpMatchArray) => ({
    text: found[0],
    start: found.index ?? 0,
    end: (found.index ?? 0) + found[0].length,
  });
  const countOf = (word: string): number => COUNTS[word.toLowerCase()] ?? Number(word);
  return [
    ...[...text.matchAll(EVERY)].map((found) => ({
      ...place(found),
      perYear: (UNITS[(found[2] ?? '').toLowerCase()] ?? 1) / (found[1] === undefined ? 1 : countOf(found[1])),
    })),
    ...[...text.matchAll(TIMES)].map((found) => ({
      ...place(found),
      perYear: (UNITS[(found[2] ?? '').toLowerCase()] ?? 1) * countOf((found[1] ?? '').replace(/ times$/i, '')),
    })),
    ...[...text.matchAll(ONE_WORD)].map((found) => ({ ...place(found), perYear: WORDS[found[0].toLowerCase()] ?? 1 })),
  ];
}

/** Given only where both texts say how often. */
export function checkFrequency(claim: Statement, source: Statement): readonly Objection[] {
  const [own] = frequenciesOf(claim.text);
  const theirs = frequenciesOf(source.text);
  const [other] = theirs;
  if (own === undefined || other === undefined) return [];
  if (theirs.some(({ perYear }) => Math.abs(perYear - own.perYear) < 0.02 * own.perYear)) return [];
  return [{ kind: 'conflict', reason: `The source says "${other.text}", the claim says "${own.text}".` }];
}
