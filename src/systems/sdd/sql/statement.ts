// The SQL of a database part, statement by statement, each with its line in the part.

import { fencedBlocks } from '../../../documents/design/fenced-blocks.ts';

export interface Statement {
  /** Without its closing semicolon; comments included. */
  readonly text: string;
  /** Of the text's first character in the part, from 1. */
  readonly line: number;
}

const LANGUAGES = ['sql', 'postgres', 'postgresql', 'sqlite', 'ddl'];

/** The part with every line blanked that is not inside a fence of SQL: line numbers stay those of the part. */
export function sqlOf(part: string): string {
  const lines = part.split(/\r?\n/);
  const sql = lines.map(() => '');
  for (const { language, line, endLine } of fencedBlocks(part)) {
    if (!LANGUAGES.includes(language)) continue;
    for (let at = line; at < endLine - 1; at += 1) sql[at] = lines[at] ?? '';
    // A statement ends with its fence.
    sql[endLine - 1] = ';';
  }
  return sql.join('\n');
}

export function statementsOf(sql: string): readonly Statement[] {
  const found: Statement[] = [];
  let start = 0;
  let line = 1;
  const close = (end: number): void => {
    const raw = sql.slice(start, end + 1);
    const text = sql.slice(start, end).trim();
    const blank = raw.length - raw.trimStart().length;
    if (withoutComments(text).trim() !== '') found.push({ text, line: line + breaksIn(raw.slice(0, blank)) });
    line += breaksIn(raw);
    start = end + 1;
  };
  for (const { index, 0: token } of sql.matchAll(TOKEN)) {
    if (token === ';' && !isInTrigger(sql.slice(start, index))) close(index);
  }
  close(sql.length);
  return found;
}

const breaksIn = (text: string): number => text.split('\n').length - 1;

const TOKEN =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|;/g;

/** SQLite's triggers hold statements of their own, up to END. */
const isInTrigger = (text: string): boolean => {
  const bare = withoutComments(text);
  return /^\s*create\s+(?:temp(?:orary)?\s+)?trigger\b[\s\S]*\bbegin\b/i.test(bare) && !/\bend\s*$/i.test(bare);
};

const COMMENT = /('(?:[^']|'')*'|"(?:[^"]|"")*")|--[^\n]*|\/\*[\s\S]*?(?:\*\/|($))/g;

/** A comment that nobody closed stays: it is a fault of the statement. */
export const withoutComments = (sql: string): string =>
  sql.replace(COMMENT, (all, quoted?: string, open?: string) => quoted ?? (open === undefined ? ' ' : all));

/** The line of the first match in a statement, else the statement's own. */
/** The first line of the statement that has this word, and behind it the other; its own line where none has. */
export function lineIn({ text, line }: Statement, word: string, behind = ''): number {
  const at = text.split('\n').findIndex((each) => wordsIn(each).has(word.toLowerCase()) && has(each, behind));
  return line + Math.max(0, at);
}

const wordsIn = (line: string): ReadonlySet<string> => new Set(line.toLowerCase().split(/[^\w$]+/));
const has = (line: string, word: string): boolean => word === '' || wordsIn(line).has(word);
