// What must not be read as SQL's own words: quotes and comments of a dialect. Linear, whatever the text.

/** A quote, a comment, a word or a semicolon; everything else is passed over. */
export interface SqlToken {
  readonly kind: 'quote' | 'comment' | 'word' | 'semicolon';
  readonly start: number;
  /** Of the first character behind it. */
  readonly end: number;
  /** false: a quote or a comment that the text ends in. */
  readonly isClosed: boolean;
}

const WORD = /[\w$\u0080-\uffff]+/y;
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]{0,99})?\$/y;
const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

/** SQLite quotes names also with `[]` and backticks, PostgreSQL text also with `$$`. */
export function* scanSql(sql: string, dialect: string): Generator<SqlToken> {
  const isSqlite = dialect === 'sqlite';
  let at = 0;
  while (at < sql.length) {
    const start = at;
    const token = (kind: SqlToken['kind'], end: number): SqlToken => {
      at = end === -1 ? sql.length : end;
      return { kind, start, end: at, isClosed: end !== -1 };
    };
    const character = sql[at] ?? '';
    const next = sql[at + 1];
    if (character === ';') yield token('semicolon', at + 1);
    else if (character === '-' && next === '-') yield { ...token('comment', endOfLine(sql, at)), isClosed: true };
    else if (character === '/' && next === '*')
      yield token('comment', isSqlite ? behind(sql, '*/', at + 2) : nested(sql, at));
    else if (character === "'" || character === '"' || (isSqlite && (character === '`' || character === '[')))
      yield token('quote', behind(sql, CLOSING[character] ?? character, at + 1));
    else if (!isSqlite && character === '$' && matchAt(DOLLAR, sql, at) !== '') {
      const mark = matchAt(DOLLAR, sql, at);
      yield token('quote', behind(sql, mark, at + mark.length));
    } else {
      const word = matchAt(WORD, sql, at);
      // E'...' of PostgreSQL: a backslash keeps a quote from closing.
      if (!isSqlite && (word === 'E' || word === 'e') && sql[at + 1] === "'")
        yield token('quote', escaped(sql, at + 2));
      else if (word !== '') yield token('word', at + word.length);
      else at += 1;
    }
  }
}

function matchAt(pattern: RegExp, sql: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? '';
}

function behind(sql: string, mark: string, from: number): number {
  const at = sql.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

const endOfLine = (sql: string, from: number): number => sql.indexOf('\n', from);

/** PostgreSQL's comments hold others. */
function nested(sql: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.index + 2;
  }
  return -1;
}

function escaped(sql: string, from: number): number {
  for (let at = from; at < sql.length; at += 1) {
    if (sql[at] === '\\') at += 1;
    else if (sql[at] === "'") return at + 1;
  }
  return -1;
}
