// Tables, keys and indexes as SQLite sees them: the statements that make them run in an empty database in memory.

import type { ForeignKey, SqlReport, SqlTable } from '../../../documents/design/finding.ts';
import { GuardedDatabase } from './guarded-database.ts';
import { lineFinder, type Statement } from './statement.ts';

type Found = Pick<SqlReport, 'problems' | 'tables'>;
type Index = SqlTable['indexes'][number];

const INDEX =
  /^\s*create\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?["`[]?(\w+)["`\]]?\s+on\s+["`[]?(\w+)["`\]]?\s*\(/i;
const TABLE = /^\s*create\s+(?:temp(?:orary)?\s+)?table\s+(?:if\s+not\s+exists\s+)?["`[]?(\w+)/i;
const MAKES = /^\s*(?:create|alter|drop)\b/i;

export function readSqlite(statements: readonly Statement[]): Found {
  const database = new GuardedDatabase();
  try {
    const problems: { line: number; message: string }[] = [];
    const wrongIndexes = new Map<string, Index[]>();
    // A design may show an index before its table.
    const ranked = statements.map((statement) => ({ statement, rank: rankOf(statement) }));
    for (const { statement } of ranked.sort((one, other) => one.rank - other.rank)) {
      const fault = database.take(statement.text);
      if (fault === null) continue;
      const [, column] = /^no such column: "?([^"]+?)"?(?: - .*)?$/.exec(fault) ?? [];
      const [, index, table] = INDEX.exec(statement.bare) ?? [];
      // A column that an index names and that is not there is no fault of grammar; a rule tells it.
      if (column !== undefined && index !== undefined && table !== undefined) {
        const known = wrongIndexes.get(table) ?? [];
        known.push({ name: index, columns: [column], line: lineFinder(statement)(column) });
        wrongIndexes.set(table, known);
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

/** Tables first; nothing is altered once there are views. */
const RANKS = [TABLE, /^\s*alter\b/i, /^\s*create\s+(?:unique\s+)?index\b/i, MAKES];

function rankOf({ bare }: Statement): number {
  const rank = RANKS.findIndex((pattern) => pattern.test(bare));
  return rank === -1 ? RANKS.length : rank;
}

/** SQLite names the word it stopped at, and no place. */
function placeOf(statement: Statement, fault: string): number {
  if (statement.openQuoteLine !== undefined) return statement.openQuoteLine;
  const [, near] = /near "([^"]+)"/.exec(fault) ?? [];
  return near === undefined ? statement.line : lineFinder(statement)(near);
}

function tablesOf(database: GuardedDatabase, statements: readonly Statement[]): readonly SqlTable[] {
  const madeBy = (pattern: RegExp) =>
    new Map(statements.map((statement) => [pattern.exec(statement.bare)?.[1], statement]));
  const tableStatements = madeBy(TABLE);
  const indexStatements = madeBy(INDEX);
  const schemaOf = database.read("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const columnsOf = database.read('SELECT * FROM pragma_table_xinfo(?)');
  const keysOf = database.read('SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq');
  const indexesOf = database.read("SELECT name FROM pragma_index_list(?) WHERE origin = 'c'");
  const indexColumnsOf = database.read('SELECT name FROM pragma_index_info(?)');
  return schemaOf().map(({ name: value }) => {
    const name = String(value);
    const statement = tableStatements.get(name);
    const lineOf = statement === undefined ? () => 1 : lineFinder(statement);
    const columns = columnsOf(name);
    const keys = Map.groupBy(keysOf(name), ({ id }) => id);
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
      foreignKeys: [...keys.values()].map(
        (own): ForeignKey => ({
          table: String(own[0]?.table),
          columns: own.map(({ from }) => String(from)),
          references: own.flatMap(({ to }) => (to === null || to === undefined ? [] : [String(to)])),
          line: lineOf(String(own[0]?.from), 'references'),
        }),
      ),
      indexes: indexesOf(name).map((index) => indexOf(String(index.name))),
    };
  });

  function indexOf(name: string): Index {
    return {
      name,
      columns: indexColumnsOf(name).flatMap((column) => (column.name === null ? [] : [String(column.name)])),
      line: indexStatements.get(name)?.line ?? 1,
    };
  }
}
