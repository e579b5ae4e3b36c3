// The SQL of a database part, statement by statement, each with its line in the part.

import { fencedBlocks } from '../../../documents/design/fenced-blocks.ts';
import { scanSql } from './scan-sql.ts';

export interface Statement {
  /** Without its closing semicolon; comments included. */
  readonly text: string;
  /** The text with a blank for each comment. */
  readonly bare: string;
  /** Of the text's first character in the part, from 1. */
  readonly line: number;
  /** Where a quote opens that is never closed. */
  readonly openQuoteLine?: number;
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

export function statementsOf(sql: string, dialect: string): readonly Statement[] {
  const found: Statement[] = [];
  const lines = new LineCounter(sql);
  let open = new OpenStatement(sql, 0, lines);
  for (const { kind, start, end, isClosed } of scanSql(sql, dialect)) {
    if (kind === 'comment') open.comments.push([start, end]);
    else if (kind === 'quote' && !isClosed) open.openQuote = start;
    else if (kind === 'word') open.takeWord(start, end);
    else if (kind === 'semicolon') {
      if (dialect === 'sqlite' && open.isInTrigger()) open.lastWord = ';';
      else {
        found.push(...open.close(start));
        open = new OpenStatement(sql, end, lines);
      }
    }
  }
  return [...found, ...open.close(sql.length)];
}

/** A statement whose end is not found yet. */
class OpenStatement {
  readonly sql: string;
  readonly start: number;
  readonly #lines: LineCounter;
  readonly comments: [number, number][] = [];
  openQuote = -1;
  lastWord = '';
  #beforeLast = '';
  #first = '';
  #hasBegin = false;

  constructor(sql: string, start: number, lines: LineCounter) {
    this.sql = sql;
    this.start = start;
    this.#lines = lines;
  }

  takeWord(start: number, end: number): void {
    // No longer word decides anything.
    const word = end - start > 9 ? '' : this.sql.slice(start, end).toLowerCase();
    if (this.#first.length < 30) this.#first += `${word} `;
    if (word === 'begin') this.#hasBegin = true;
    this.#beforeLast = this.lastWord;
    this.lastWord = word;
  }

  /** SQLite's triggers hold statements of their own, up to an END behind a semicolon. */
  isInTrigger(): boolean {
    if (!this.#hasBegin || !/^create (?:temp |temporary )?trigger /.test(this.#first)) return false;
    return !(this.lastWord === 'end' && this.#beforeLast === ';');
  }

  close(end: number): readonly Statement[] {
    const pieces: string[] = [];
    let from = this.start;
    for (const [start, behind] of this.comments) {
      pieces.push(this.sql.slice(from, start));
      from = behind;
    }
    const bare = [...pieces, this.sql.slice(from, end)].join(' ').trim();
    if (bare === '') return [];
    const raw = this.sql.slice(this.start, end);
    const line = this.#lines.lineAt(this.start + raw.length - raw.trimStart().length);
    if (this.openQuote === -1) return [{ text: raw.trim(), bare, line }];
    return [{ text: raw.trim(), bare, line, openQuoteLine: this.#lines.lineAt(this.openQuote) }];
  }
}

/** Asked for places one behind the other: the text is passed once, however many there are. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  #nextBreak: number;

  constructor(text: string) {
    this.#text = text;
    this.#nextBreak = text.indexOf('\n');
  }

  lineAt(place: number): number {
    for (; this.#nextBreak !== -1 && this.#nextBreak < place; this.#line += 1)
      this.#nextBreak = this.#text.indexOf('\n', this.#nextBreak + 1);
    return this.#line;
  }
}

/** Finds words of a statement: the first line that has one, and the other behind it; its own line where none has. */
export function lineFinder({ text, line }: Statement): (word: string, behind?: string) => number {
  const places = new Map<string, number[]>();
  for (const [at, each] of text.split('\n').entries()) {
    for (const word of new Set(each.toLowerCase().split(/[^\w$]+/))) {
      const known = places.get(word);
      if (known === undefined) places.set(word, [at]);
      else known.push(at);
    }
  }
  const sets = new Map<string, ReadonlySet<number>>();
  const linesWith = (word: string): ReadonlySet<number> => {
    const set = sets.get(word) ?? new Set(places.get(word));
    sets.set(word, set);
    return set;
  };
  return (word, behind) => {
    const own = places.get(word.toLowerCase()) ?? [];
    return line + ((behind === undefined ? own[0] : own.find((at) => linesWith(behind).has(at))) ?? 0);
  };
}
