// Moving a store: every row out, and into an empty one. Columns as src/store/exported-tables.ts names them.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { Store } from '../../ports/store.ts';
import type { ExportedRow } from '../../ports/store-care.ts';
import { ACTOR_COLUMNS, EXPORTED_TABLES, type ExportedTable } from '../exported-tables.ts';
import { hex, type Row } from '../rows.ts';
import { snapshot } from './backup.ts';
import type { Connection } from './connection.ts';
import { asStoreFault, unusable } from './faults.ts';
import { packedId, unpackedId } from './run-ids.ts';

/** Packed in this file, moved as texts. */
const ID_COLUMNS: ReadonlySet<string> = new Set(['runs.id', 'runs.parent_run', 'runs.forked_from', 'tombstones.id']);
const ROWS_PER_TURN = 1_000;
const COUNTED = `SELECT max((SELECT coalesce(max(id), 0) FROM commits),
    (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'commits')) AS value, 'commits' AS name
  UNION ALL SELECT max((SELECT coalesce(max(key), 0) FROM runs),
    (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'runs')), 'runs'
  UNION ALL SELECT seq, name FROM sqlite_sequence`;

export function move(connection: Connection): Pick<Store, 'exportRows' | 'importRows'> {
  return { exportRows: () => exportRows(connection), importRows: (rows) => importRows(connection, rows) };
}

async function* exportRows(connection: Connection): AsyncGenerator<ExportedRow> {
  const source = await connection.read(() => snapshot(connection));
  let count = 0;
  try {
    for (const each of EXPORTED_TABLES) {
      // Without a reader of its own (a store in memory) the rows are taken at once: writes may come between.
      const statement = source.prepare(selectOf(each));
      const rows: Iterable<Row> = source === connection.database ? statement.all() : statement.iterate();
      for (const row of rows) {
        yield { table: each.table, row: exported(each.table, row) };
        if (++count % ROWS_PER_TURN === 0) await turn();
      }
    }
  } finally {
    if (source !== connection.database) source.close();
  }
}

function selectOf({ table, columns }: ExportedTable): string {
  if (table === 'numbers') return COUNTED;
  const names = columns.map((column) =>
    ACTOR_COLUMNS.has(`${table}.${column}`)
      ? `(SELECT name FROM actors WHERE key = ${column}) AS ${column}`
      : `${column}`,
  );
  const order = columns.slice(0, ['tasks', 'timers', 'payload_uses', 'snapshots', 'records'].includes(table) ? 2 : 1);
  return `SELECT ${names.join(', ')} FROM ${table} ORDER BY ${order.map((column) => `${table}.${column}`).join(', ')}`;
}

function exported(table: string, row: Row): ExportedRow['row'] {
  const out: Record<string, string | number | null | { readonly $hex: string }> = {};
  for (const [column, value] of Object.entries(row)) {
    const plain = ID_COLUMNS.has(`${table}.${column}`) ? idOrNull(value) : value;
    out[column] = plain instanceof Uint8Array ? { $hex: hex(plain) } : (plain as string | number | null);
  }
  return out;
}

/** All or nothing, on a connection of its own: its transaction stays open while the rows come. */
async function importRows(
  connection: Connection,
  rows: AsyncIterable<ExportedRow>,
): Promise<{ readonly rows: number }> {
  const { database: own, place, isWal } = connection;
  const database = isWal ? new DatabaseSync(place, { timeout: 0, enableForeignKeyConstraints: false }) : own;
  try {
    if (isWal) database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0');
    await connection.outside(() => database.exec('BEGIN IMMEDIATE'));
    if (!isEmpty(database)) throw unusable(place, 'an empty store', 'one with runs, workflows or records');
    const count = await fill(database, rows);
    database.exec('COMMIT');
    connection.forget();
    return { rows: count };
  } catch (error) {
    throw asStoreFault(error, place);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
    if (isWal) database.close();
  }
}

function isEmpty(database: DatabaseSync): boolean {
  const sql = `SELECT (SELECT count(*) FROM runs WHERE key > 0) + (SELECT count(*) FROM commits)
    + (SELECT count(*) FROM workflows) + (SELECT count(*) FROM records) AS count`;
  return database.prepare(sql).get()?.count === 0;
}

async function fill(database: DatabaseSync, rows: AsyncIterable<ExportedRow>): Promise<number> {
  const filled = EXPORTED_TABLES.filter((each) => each.table !== 'numbers');
  const statements = new Map(filled.map((each) => [each.table, insertOf(database, each)]));
  const byTable = new Map(EXPORTED_TABLES.map((each) => [each.table, each.columns]));
  const addActor = database.prepare('INSERT OR IGNORE INTO actors (name) VALUES (?)');
  let count = 0;
  for await (const { table, row } of rows) {
    const columns = byTable.get(table);
    if (columns === undefined) throw unusable('the export', 'a table of this schema', `the table ${table}`);
    for (const column of columns) {
      const actor = ACTOR_COLUMNS.has(`${table}.${column}`) ? row[column] : null;
      if (typeof actor === 'string') addActor.run(actor);
    }
    if (table === 'numbers') countOn(database, row);
    else statements.get(table)?.run(...columns.map((column) => imported(`${table}.${column}`, row[column])));
    count++;
    if (count % ROWS_PER_TURN === 0) await turn();
  }
  return count;
}

function insertOf(database: DatabaseSync, { table, columns }: ExportedTable): StatementSync {
  const values = columns.map((column) =>
    ACTOR_COLUMNS.has(`${table}.${column}`) ? '(SELECT key FROM actors WHERE name = ?)' : '?',
  );
  return database.prepare(`INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`);
}

/** Commits and runs are counted by us, the others by SQLite. */
function countOn(database: DatabaseSync, { name, value }: ExportedRow['row']): void {
  const [counter, last] = [String(name), Number(value)];
  if (counter === 'commits' || counter === 'runs') {
    database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(counter, last);
    return;
  }
  const { changes } = database.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').run(last, counter);
  if (changes === 0) database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(counter, last);
}

function idOrNull(value: unknown): string | null {
  return value === null ? null : unpackedId(value);
}

function imported(column: string, value: ExportedRow['row'][string] | undefined): SQLInputValue {
  if (value === undefined) return null;
  if (ID_COLUMNS.has(column) && typeof value === 'string') return packedId(value);
  return typeof value === 'object' && value !== null ? Buffer.from(value.$hex, 'hex') : value;
}
