// Reads a diagram's text statement by statement, with a cursor: what flowcharts and state diagrams have in common.

import type { Statement, Statements } from './statements.ts';

/** Where the reading is. `beyond` says what was met that write-back does not understand. */
export interface Cursor {
  readonly text: string;
  at: number;
  readonly statements: Statement[];
  beyond: string | null;
}

export function readStatements<T extends Cursor>(
  cursor: T,
  between: RegExp,
  readOne: (cursor: T) => Statement | null,
): Statements {
  while (cursor.beyond === null) {
    take(cursor, between);
    if (cursor.at >= cursor.text.length) return { statements: cursor.statements };
    const statement = readOne(cursor);
    if (statement !== null) cursor.statements.push(statement);
  }
  const line = cursor.text.slice(0, cursor.at).split('\n').length;
  return { beyond: `${cursor.beyond} on line ${line} of the diagram` };
}

/** What a sticky pattern matches here, and moves past it; null where it does not match. */
export function take(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? null;
  if (found !== null) cursor.at += found.length;
  return found;
}
