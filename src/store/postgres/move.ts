// Moving a store: every row out, and into an empty one. Columns as src/store/exported-tables.ts names them.

import { StoreFault } from '../../errors.ts';
import { storable } from '../../json.ts';
import type { Store } from '../../ports/store.ts';
import type { ExportedRow } from '../../ports/store-care.ts';
import { EXPORTED_TABLES, type ExportedTable } from '../exported-tables.ts';
import type { Connections, Row, Send } from './connections.ts';
import { asStoreFault } from './faults.ts';

const ROWS_PER_FETCH = 1_000;
const CHARACTERS_PER_INSERT = 4_000_000;
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
/** What each counter counts. */
const COUNTED: Readonly<Record<string, string>> = {
  commits: 'id',
  runs: 'key',
  processes: 'key',
  outbox: 'id',
  workflows: 'key',
};
const NUMBERS = Object.entries(COUNTED).map(
  ([table, column]) => `SELECT '${table}' AS name, coalesce(pg_sequence_last_value(
    pg_get_serial_sequence('${table}', '${column}')::regclass), 0) AS value`,
);
/** A commit that is not sealed may have a lower number than one that is: all before the first such one are. */
const SEALED = `(SELECT coalesce(min(c.id) - 1, (SELECT max(id) FROM commits), 0) FROM commits c
  WHERE (c.xid, c.id) > (split_part(coalesce(through, '0.0'), '.', 1)::xid8,
    split_part(coalesce(through, '0.0'), '.', 2)::bigint)) AS through`;
const IS_EMPTY = `SELECT (SELECT count(*) FROM runs WHERE key > 0) + (SELECT count(*) FROM commits)
  + (SELECT count(*) FROM workflows) + (SELECT count(*) FROM records) = 0 AS empty`;

export function move(connections: Connections): Pick<Store, 'exportRows' | 'importRows'> {
  return { exportRows: () => exportRows(connections), importRows: (rows) => importRows(connections, rows) };
}

async function* exportRows(connections: Connections): AsyncGenerator<ExportedRow> {
  const client = await connections.ownClient();
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await client.query(SNAPSHOT);
    for (const each of EXPORTED_TABLES) {
      await client.query(`DECLARE moved NO SCROLL CURSOR FOR ${selectOf(each)}`);
      while (true) {
        const { rows } = await client.query<Record<string, unknown>>(`FETCH ${ROWS_PER_FETCH} FROM moved`);
        for (const row of rows) yield { table: each.table, row: exported(row) };
        if (rows.length < ROWS_PER_FETCH) break;
      }
      await client.query('CLOSE moved');
    }
  } catch (error) {
    throw asStoreFault(error, connections.place);
  } finally {
    await client.end().catch(() => {});
  }
}

function selectOf({ table, columns }: ExportedTable): string {
  if (table === 'numbers') return NUMBERS.join(' UNION ALL ');
  const names = columns.map((column) => (table === 'seals' && column === 'through' ? SEALED : column));
  return `SELECT ${names.join(', ')} FROM ${table} ORDER BY ${columns[0]}`;
}

function exported(row: Row): ExportedRow['row'] {
  const out: Record<string, string | number | null | { readonly $hex: string }> = {};
  for (const [column, value] of Object.entries(row)) {
    out[column] = Buffer.isBuffer(value) ? { $hex: value.toString('hex') } : (value as string | number | null);
  }
  return out;
}

/** All or nothing. */
async function importRows(
  connections: Connections,
  rows: AsyncIterable<ExportedRow>,
): Promise<{ readonly rows: number }> {
  const work = async (send: Send): Promise<number> => {
    await send('', 'SET LOCAL statement_timeout = 0');
    await send('', 'SET LOCAL idle_in_transaction_session_timeout = 0');
    await send('', 'LOCK TABLE runs, commits, workflows, records IN EXCLUSIVE MODE');
    const [found] = await send('', IS_EMPTY);
    if (found?.empty !== true) throw notEmpty(connections.place);
    await send('', 'DELETE FROM runs');
    const count = await fill(send, rows);
    for (const [table, column] of [...Object.entries(COUNTED), ['payloads', 'key'] as const]) {
      await send('', countOn(table, column, 0));
    }
    return count;
  };
  return { rows: await connections.transaction(work, { once: true }) };
}

function notEmpty(place: string): StoreFault {
  const found = `Expected an empty store at ${place}, found one with runs, workflows or records.`;
  const message = `${found} Name another. Nothing was changed.`;
  return new StoreFault('store-unusable', message);
}

async function fill(send: Send, rows: AsyncIterable<ExportedRow>): Promise<number> {
  const byTable = new Map(EXPORTED_TABLES.map((each) => [each.table, each]));
  let batch: string[] = [];
  let batchTable: ExportedTable | undefined;
  let characters = 0;
  let count = 0;
  const flush = async (): Promise<void> => {
    if (batchTable !== undefined && batch.length > 0) await send('', insertOf(batchTable), [`[${batch.join(',')}]`]);
    batch = [];
    characters = 0;
  };
  for await (const { table, row } of rows) {
    const each = byTable.get(table);
    if (each === undefined) throw unknownTable(table);
    count++;
    if (table === 'numbers') {
      const column = COUNTED[String(row.name)];
      if (column !== undefined) await send('', countOn(String(row.name), column, Number(row.value)));
      continue;
    }
    if (each !== batchTable || batch.length >= ROWS_PER_FETCH || characters > CHARACTERS_PER_INSERT) await flush();
    batchTable = each;
    const text = JSON.stringify(row, imported);
    characters += text.length;
    batch.push(text);
  }
  await flush();
  return count;
}

function insertOf({ table, columns }: ExportedTable): string {
  // Imported commits are all of this transaction, so their numbers tell their order.
  const through = `pg_current_xact_id()::text || '.' || through`;
  const names = columns.map((column) => (table === 'seals' && column === 'through' ? through : column));
  return `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${table}, $1)`;
}

function countOn(table: string, column: string, last: number): string {
  const sequence = `pg_get_serial_sequence('${table}', '${column}')`;
  const counted = `pg_sequence_last_value(${sequence}::regclass)`;
  const highest = `greatest((SELECT max(${column}) FROM ${table}), ${counted}, ${last})`;
  return `SELECT setval(${sequence}, greatest(${highest}, 1), coalesce(${highest}, 0) > 0)`;
}

/** Bytes as PostgreSQL writes them, texts as it can keep them. */
function imported(_: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && '$hex' in value;
  if (typeof value === 'string') return storable(value);
  return isBytes ? `\\x${value.$hex}` : value;
}

function unknownTable(table: string): StoreFault {
  const found = `Expected a table of this schema in the export, found ${table}.`;
  const message = `${found} Use the version of Signoff that made it. Nothing was changed.`;
  return new StoreFault('store-unusable', message);
}
