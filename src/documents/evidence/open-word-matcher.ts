// Whether two words say the same, kept by how they are written: the same words meet each other thousands of times.

import { matchClosely } from './align-words.ts';
import type { StatementWord } from './read-statement.ts';

type Match = ReturnType<typeof matchClosely>;

export interface WordMatcher {
  match(mine: StatementWord, theirs: StatementWord): Match;
}

/** More kinds of words than these are matched each time: a row takes a byte for each. */
const KINDS_MAX = 6000;

export function openWordMatcher(): WordMatcher {
  const numbers = new Map<string, number>();
  const numberOf = new WeakMap<StatementWord, number>();
  /** By the number of the one and then of the other: 0 unknown, else the place among the answers and 1. */
  const rows: Uint8Array[] = [];
  const answers: Match[] = [];
  /** What matching looks at is all in these. */
  const kindNumber = (word: StatementWord): number => {
    const known = numberOf.get(word);
    if (known !== undefined) return known;
    const sign = `${word.lower} ${word.base} ${word.kind} ${word.isName} ${word.weight === 0}`;
    const number = numbers.get(sign) ?? numbers.size;
    numbers.set(sign, number);
    numberOf.set(word, number);
    return number;
  };
  const answerOf = (match: Match): number => {
    const place = answers.findIndex((each) => each?.worth === match?.worth && each?.isOpposite === match?.isOpposite);
    return place < 0 ? answers.push(match) : place + 1;
  };
  return {
    match(mine, theirs) {
      const [one, other] = [kindNumber(mine), kindNumber(theirs)];
      if (one >= KINDS_MAX || other >= KINDS_MAX) return matchClosely(mine, theirs);
      rows[one] ??= new Uint8Array(KINDS_MAX);
      const row = rows[one];
      const before = row[other] ?? 0;
      if (before > 0) return answers[before - 1] ?? null;
      const match = matchClosely(mine, theirs);
      row[other] = answerOf(match);
      return match;
    },
  };
}
