// Tables, keys and indexes as SQLite sees them: the statements that make them run in an empty database in memory.

import type { DatabaseSync } from 'node:sqlite';
import type { ForeignKey, SqlReport, SqlTable } from '../../../documents/design/finding.ts';
import { lineIn, type Statement, withoutComments } from './statement.ts';

type Found = Pick<SqlReport, 'problems' | 'tables'>;
type Index = SqlTable['indexes'][number];

/** Only these run. ATTACH and VACUUM would write files, and a query may never end: the others are prepared, not run. */
const RUNS = /^\s*(?:create|alter|drop)\b/i;
const AS_QUERY = /^\s*create\s+(?:temp(?:orary)?\s+)?table\b[^(]*\bas\b/i;
const INDEX =
  /^\s*create\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?["`[]?(\w+)["`\]]?\s+on\s+["`[]?(\w+)["`\]]?\s*\(/i;
const TABLE = /^\s*create\s+(?:temp(?:orary)?\s+)?table\s+(?:if\s+not\s+exists\s+)?["`[]?(\w+)/i;

export async function readSqlite(statements: readonly Statement[]): Promise<Found> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(':memory:');
  try {
    const problems: { line: number; message: string }[] = [];
    const wrongIndexes = new Map<string, Index[]>();
    // A design may show an index before its table.
    for (const statement of [...statements].sort((one, other) => rankOf(one) - rankOf(other))) {
      const fault = faultOf(database, statement);
      if (fault === null) continue;
      const [, column] = /^no such column: "?([^"]+?)"?(?: - .*)?$/.exec(fault) ?? [];
      const [, index, table] = INDEX.exec(withoutComments(statement.text)) ?? [];
      // A column that an index names and that is not there is no fault of grammar; a rule tells it.
      if (column !== undefined && index !== undefined && table !== undefined) {
        const line = lineIn(statement, column);
        wrongIndexes.set(table, [...(wrongIndexes.get(table) ?? []), { name: index, columns: [column], line }]);
      } else problems.push({ line: placeOf(statement, fault), message: fault });
    }
    problems.sort((one, other) => one.line - other.line);
    const tables = tablesOf(database, statements);
    return {
      problems,
      tables: tables.map((table) => ({
        ...table,
        indexes: [...table.indexes, ...(wrongIndexes.get(table.name) ?? [])],
      })),
    };
  } finally {
    database.close();
  }
}

const rankOf = ({ text }: Statement): number => {
  const bare = withoutComments(text);
  return TABLE.test(bare) ? 0 : RUNS.test(bare) ? 1 : 2;
};

function faultOf(database: DatabaseSync, { text }: Statement): string | null {
  const bare = withoutComments(text);
  try {
    if (RUNS.test(bare) && !AS_QUERY.test(bare)) database.exec(text);
    else if (!/^\s*(?:pragma|attach|detach|vacuum|begin|commit|end|rollback)\b/i.test(bare)) database.prepare(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** SQLite names the word it stopped at, and no place. */
function placeOf(statement: Statement, fault: string): number {
  const [, near] = /near "([^"]+)"/.exec(fault) ?? [];
  return near === undefined ? statement.line : lineIn(statement, near);
}

function tablesOf(database: DatabaseSync, statements: readonly Statement[]): readonly SqlTable[] {
  const rows = (sql: string, ...values: string[]) =>
    database.prepare(sql).all(...values) as readonly Record<string, string | number | null>[];
  const madeBy = (pattern: RegExp) =>
    new Map(statements.map((statement) => [pattern.exec(withoutComments(statement.text))?.[1], statement]));
  const tableStatements = madeBy(TABLE);
  const indexStatements = madeBy(INDEX);
  const made = rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid");
  return made.map(({ name: value }) => {
    const name = String(value);
    const statement = tableStatements.get(name);
    const lineOf = (word: string, behind = ''): number =>
      statement === undefined ? 1 : lineIn(statement, word, behind);
    const columns = rows('SELECT * FROM pragma_table_xinfo(?)', name);
    const keys = rows('SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq', name);
    return {
      ...{ name, line: lineOf('create') },
      columns: columns.map((column) => ({
        name: String(column.name),
        type: String(column.type).toLowerCase(),
        isNullable: column.notnull === 0 && column.pk === 0,
      })),
      primaryKey: columns
        .filter(({ pk }) => Number(pk) > 0)
        .sort((one, other) => Number(one.pk) - Number(other.pk))
        .map((column) => String(column.name)),
      foreignKeys: [...new Set(keys.map(({ id }) => id))].map((id): ForeignKey => {
        const own = keys.filter((key) => key.id === id);
        const table = String(own[0]?.table);
        return {
          table,
          columns: own.map(({ from }) => String(from)),
          references: own.flatMap(({ to }) => (to === null || to === undefined ? [] : [String(to)])),
          line: lineOf(String(own[0]?.from), 'references'),
        };
      }),
      indexes: rows("SELECT name FROM pragma_index_list(?) WHERE origin = 'c'", name).map((index) =>
        indexOf(String(index.name)),
      ),
    };
  });

  function indexOf(name: string): Index {
    const columns = rows('SELECT name FROM pragma_index_info(?)', name);
    return {
      name,
      columns: columns.flatMap((column) => (column.name === null ? [] : [String(column.name)])),
      line: indexStatements.get(name)?.line ?? 1,
    };
  }
}
