// Enough of each `CREATE TABLE` in the SQL of a design to draw it; whether it is right is judged elsewhere.

import { fencedBlocks } from './fenced-blocks.ts';

export interface CreatedColumn {
  readonly name: string;
  readonly type: string;
  readonly key: '' | 'PK' | 'FK';
}

export interface CreatedReference {
  readonly table: string;
  /** '' where it names none. */
  readonly column: string;
}

export interface CreatedTable {
  readonly name: string;
  readonly columns: readonly CreatedColumn[];
  readonly references: readonly CreatedReference[];
}

const NAME = '(?:"[^"]{1,200}"|`[^`]{1,200}`|[\\p{L}\\p{N}_$]{1,200})';
const PATH = `(${NAME}(?:\\.${NAME}){0,2})`;
const CREATE = new RegExp(
  `\\bcreate\\s{1,20}table\\s{1,20}(?:if\\s{1,20}not\\s{1,20}exists\\s{1,20})?${PATH}\\s{0,20}\\(`,
  'giu',
);
const REFERENCES = new RegExp(`\\breferences\\s{1,20}${PATH}`, 'iu');
const FOREIGN_KEY = new RegExp(`\\bforeign\\s{1,20}key\\s{0,20}\\(\\s{0,20}(${NAME})`, 'iu');
const COLUMN = new RegExp(`^(${NAME})\\s{1,20}(${NAME})`, 'u');
const NO_COLUMN = /^(?:primary|foreign|unique|check|constraint|exclude|key|index|like)\b/i;

/** Of fenced blocks alone: what prose says of a table does not make one. */
export function createdTables(database: string): readonly CreatedTable[] {
  const found = new Map<string, CreatedTable>();
  for (const { language, text } of fencedBlocks(database)) {
    if (language === 'mermaid') continue;
    const sql = withoutLiterals(text);
    for (const match of sql.matchAll(CREATE)) {
      const name = lastName(match[1] ?? '');
      if (found.has(name)) continue;
      const body = inParentheses(sql, match.index + match[0].length).map((line) => line.trim());
      found.set(name, { name, columns: body.flatMap(columnOf), references: body.flatMap(referenceOf) });
    }
  }
  return [...found.values()];
}

/** `public."Order"` is `Order`. */
export function lastName(path: string): string {
  const last = /(?:"([^"]*)"|`([^`]*)`|([^."`]*))$/.exec(path.trim());
  return (last?.[1] ?? last?.[2] ?? last?.[3] ?? '').trim();
}

/** SQL in which signs within texts and comments mean nothing any more. Names in quotes stay. */
function withoutLiterals(sql: string): string {
  const kept: string[] = [];
  for (let at = 0; at < sql.length; ) {
    const [open, close] = openingAt(sql, at);
    if (open === '') {
      kept.push(sql[at] ?? '');
      at += 1;
      continue;
    }
    const end = sql.indexOf(close, at + open.length);
    const next = end < 0 ? sql.length : end + close.length;
    // A quote within a text is written twice: two texts side by side read the same here.
    kept.push(open === '"' || open === '`' ? sql.slice(at, next) : open === "'" || open === '$$' ? "''" : ' ');
    // The end of a line comment is still the end of a line.
    at = close === '\n' && end >= 0 ? end : next;
  }
  return kept.join('');
}

const OPENINGS = [
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['--', '\n'],
  ['/*', '*/'],
  ['$$', '$$'],
] as const;

function openingAt(sql: string, at: number): readonly [open: string, close: string] {
  return OPENINGS.find(([open]) => sql.startsWith(open, at)) ?? ['', ''];
}

/** What stands between commas of the outermost parentheses, from behind the opening one. */
function inParentheses(text: string, from: number): readonly string[] {
  const parts: string[][] = [[]];
  let depth = 1;
  let quote = '';
  for (let at = from; at < text.length && depth > 0; at++) {
    const sign = text[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === '`') quote = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 1 && quote === '') parts.push([]);
    else if (depth > 0) parts.at(-1)?.push(sign);
  }
  return parts.map((signs) => signs.join(''));
}

function columnOf(line: string): readonly CreatedColumn[] {
  if (NO_COLUMN.test(line)) return [];
  const [, name = '', type = ''] = COLUMN.exec(line) ?? [];
  if (name === '') return [];
  const key = /\bprimary\s{1,20}key\b/i.test(line) ? 'PK' : /\breferences\b/i.test(line) ? 'FK' : '';
  return [{ name: lastName(name), type: lastName(type), key }];
}

function referenceOf(line: string): readonly CreatedReference[] {
  const [, table = ''] = REFERENCES.exec(line) ?? [];
  if (table === '') return [];
  const column = (NO_COLUMN.test(line) ? FOREIGN_KEY : COLUMN).exec(line)?.[1] ?? '';
  return [{ table: lastName(table), column: lastName(column) }];
}
