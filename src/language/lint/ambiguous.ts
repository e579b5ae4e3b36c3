// Rule `ambiguous`: words that every reader takes differently and that no figure near them settles.

import type { Requirement } from '../../documents/requirements/requirement.ts';
import type { WordingFinding } from './advice.ts';
import { hasFigure, hasTime } from './measure.ts';
import { blankQuotes, type Statement } from './statement.ts';
import { type Lack, type VagueWord, vagueWordsIn } from './vague-words.ts';

const EXPECTED: Readonly<Record<Lack, string>> = {
  time: 'a time that can be measured',
  amount: 'a number or a limit',
  quality: 'something one can observe or measure',
  list: 'the whole list',
  condition: 'the condition or the selection itself',
};

/** One finding for a requirement, naming all its vague words: they are mended in one go. */
export function ambiguous(
  item: Requirement,
  statements: readonly Statement[],
  details: string,
): readonly WordingFinding[] {
  for (const [index, statement] of statements.entries()) {
    const nearby = [statement.response, statements[index + 1]?.text ?? '', details].join('\n');
    const words = vagueIn(statement).filter((word) => !isSettled(word, statement, nearby));
    const [first] = words;
    if (first === undefined) continue;
    const found = [...new Set(words.map((each) => each.word.toLowerCase()))];
    const named = found.map((word) => `"${word}"`).join(', ');
    return [
      {
        id: item.id,
        rule: 'ambiguous',
        found: statement.text.slice(first.at, first.at + first.word.length),
        message: `Expected ${EXPECTED[first.lack]}, found ${named}, which every reader takes differently.`,
      },
    ];
  }
  return [];
}

/** The reason of a sentence is not asked of anybody, so it may be as vague as it likes. */
export function vagueIn(statement: Statement): readonly VagueWord[] {
  const plain = withDemands(statement);
  const end = statement.reason === '' ? plain.length : statement.plain.indexOf(statement.reason.slice(0, 12));
  return vagueWordsIn(end > 0 ? plain.slice(0, end) : plain);
}

/** A label in quotes is no prose; but quoted words that say how something shall be are a demand like any other. */
const DEMAND = /(?<=\b(?:be|is|are|shall|must|should|asked for:|is met:|this measure:)\s)["“][^"“”]*["”]/gi;

function withDemands({ text, plain }: Statement): string {
  return [...text.matchAll(DEMAND)].reduce(
    (now, { index, 0: quoted }) => `${now.slice(0, index)} ${quoted.slice(1, -1)} ${now.slice(index + quoted.length)}`,
    plain,
  );
}

/** `, meaning those of the last 30 days`, `(5 to 10)`, `, i.e. above 80 %`, `of 5,000 sessions`. */
const SAID_AFTER = new RegExp(
  String.raw`^[^,.(]{0,60}(?:\(|,\s(?:meaning|that is|i\.e\.|namely|defined as|at least|at most)\b)[^)]{0,80}\d` +
    String.raw`|^(?: [a-z-]+){0,3} (?:of|than|above|below) (?:at least |at most |up to |more than )?\d|^:`,
  'i',
);
const ROUNDED = /^(?:about|around|approximately|roughly|circa)$/i;

function isSettled({ lack, word, at }: VagueWord, statement: Statement, nearby: string): boolean {
  const text = blankQuotes(nearby);
  if (ROUNDED.test(word)) return false;
  if (SAID_AFTER.test(statement.plain.slice(at + word.length))) return true;
  if (lack === 'time') return hasTime(text) || (/^(?:fast|quick|slow)$/i.test(word) && hasFigure(text));
  return lack === 'quality' && hasFigure(text);
}
