// What store verify reads: a run's rows together, payloads hashed by the server, texts outside runs, its own check.

import type { Store } from '../../ports/store.ts';
import type { DatabaseCheck, RunRows, StoredText } from '../../ports/store-care.ts';
import { EXPORTED_TABLES } from '../exported-tables.ts';
import { isMisfiled } from '../misfiled.ts';
import { refOrNull } from '../payload-refs.ts';
import { RUNS_NAMED } from '../proved-payload.ts';
import { addedOf, RUN_SELECT, runOf, TASK_SELECT, taskOf, timerOf } from '../rows.ts';
import { STRAYS, strayProblem } from '../stray-rows.ts';
import { type Connections, quoted, type Row, type Send } from './connections.ts';
import { asStoreFault } from './faults.ts';
import { snapshotFrom, usersOf } from './reads.ts';
import { PLAIN } from './rows.ts';

type Prove = Pick<Store, 'rowsOf' | 'provePayloads' | 'storedTexts' | 'checkDatabase'>;

const PAYLOADS_AT_ONCE = 200;
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const TIMERS = `SELECT t.*, r.id AS run_id FROM timers t JOIN runs r ON r.key = t.run WHERE t.run = $1
  ORDER BY t.timer`;
const USES = 'SELECT p.hash FROM payload_uses u JOIN payloads p ON p.key = u.payload WHERE u.run = $1';
const USERS = `SELECT r.id FROM payload_uses u JOIN runs r ON r.key = u.run WHERE u.payload = $1
  ORDER BY r.key LIMIT $2`;
const PARTS = 'SELECT part, number, format, text FROM snapshots WHERE run = $1';
const PAYLOADS = `SELECT key, hash, hash = sha256(convert_to(text, 'UTF8')) AS proved FROM payloads
  WHERE key > $1 ORDER BY key LIMIT ${PAYLOADS_AT_ONCE}`;
const hashed = (column: string): string => `'sha256:' || encode(sha256(convert_to(${column}, 'UTF8')), 'hex') AS hash`;
const WORKFLOWS = `SELECT name, version, compiler, place, origin, added_at, added_by, ${hashed('workflow')}
  FROM workflows ORDER BY key`;
const RECORDS = `SELECT kind, name, ${hashed('content')} FROM records ORDER BY kind, name`;
const TABLES = `SELECT quote_ident(relname) AS name FROM pg_class
  WHERE relnamespace = $1::regnamespace AND relkind = 'r' ORDER BY relname`;
const INDEXES = `SELECT quote_ident(relname) AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
  WHERE relnamespace = $1::regnamespace AND relkind = 'i' AND amname = 'btree' ORDER BY relname`;
const AMCHECK = `SELECT n.nspname AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
  WHERE e.extname = 'amcheck'
    AND has_function_privilege(quote_ident(n.nspname) || '.bt_index_check(regclass)', 'execute')`;

/** What runs inside our own transactions, or stands where a table was: a migration makes none of it. */
const FOREIGN = `SELECT format('trigger %I on %I', t.tgname, c.relname) AS what
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = $1::regnamespace AND NOT t.tgisinternal
  UNION ALL SELECT format('rule %I on %I', r.rulename, c.relname)
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
    WHERE c.relnamespace = $1::regnamespace AND r.rulename <> '_RETURN'
  UNION ALL SELECT
    format('%s instead of the table %I', CASE relkind WHEN 'v' THEN 'view' ELSE 'other relation' END, relname)
    FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind <> 'r' AND relname = ANY ($2)
  ORDER BY what`;

export function prove(connections: Connections): Prove {
  return {
    rowsOf: (key) => connections.transaction((send) => rowsOf(send, key), { begin: SNAPSHOT }),
    provePayloads: async (after) => {
      const rows = await connections.read('prove_payloads', PAYLOADS, [after]);
      const wrong = [];
      for (const row of rows) {
        if (row.proved === true) continue;
        const ref = refOrNull(row.hash);
        if (ref !== null) wrong.push({ ref, runs: await usersOf(connections, ref) });
        else wrong.push({ ref: `with key ${row.key}`, runs: await usersByKey(connections, row.key) });
      }
      const next = rows.length < PAYLOADS_AT_ONCE ? null : (rows.at(-1)?.key as number);
      return { count: rows.length, wrong, next };
    },
    storedTexts: async () => {
      const workflows = await connections.read('', WORKFLOWS);
      const records = await connections.read('', RECORDS);
      return [...workflows.map(workflowText), ...records.map(recordText)];
    },
    checkDatabase: () => checkDatabase(connections),
  };
}

async function usersByKey(connections: Connections, key: unknown): Promise<string[]> {
  const rows = await connections.read('payload_users_by_key', USERS, [key, RUNS_NAMED + 1]);
  return rows.map(({ id }) => id as string);
}

async function rowsOf(send: Send, key: number): Promise<RunRows | null> {
  const [found] = await send('rows_run', `${RUN_SELECT} WHERE r.key = $1 AND r.key > 0`, [key]);
  if (found === undefined) return null;
  const row = runOf(found, PLAIN);
  const rows = await send('rows_tasks', `${TASK_SELECT} WHERE t.run = $1 ORDER BY t.task`, [key]);
  const tasks = rows.map((row) => taskOf(row, PLAIN));
  const timers = await send('rows_timers', TIMERS, [key]);
  const uses = await send('rows_uses', USES, [key]);
  return {
    row,
    tasks,
    misfiled: tasks.filter((task, at) => isMisfiled(rows[at] ?? {}, task)).map(({ task }) => task),
    timers: timers.map((row) => timerOf(row, PLAIN)),
    uses: new Set(uses.map((row) => refOrNull(row.hash)).filter((ref) => ref !== null)),
    snapshot: snapshotFrom(await send('rows_snapshot', PARTS, [key])),
  };
}

function workflowText(row: Row): StoredText {
  const name = [row.name as string, row.version as string, row.compiler as number];
  return { kind: 'workflow', name, hash: row.hash as string, added: addedOf(row) };
}

function recordText({ kind, name, hash }: Row): StoredText {
  return { kind: 'record', name: [kind as string, name as string], hash: hash as string };
}

/** With amcheck, if its owner installed it; otherwise every column of every row is read, which meets torn pages. */
async function checkDatabase(connections: Connections): Promise<DatabaseCheck> {
  const client = await connections.ownClient();
  const problems: string[] = [];
  const ask = async (sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    try {
      return (await client.query<Record<string, unknown>>(sql, values as unknown[])).rows;
    } catch (error) {
      const fault = asStoreFault(error, connections.place);
      if (!(fault instanceof Error && 'code' in fault && fault.code === 'store-broken')) throw fault;
      problems.push(error instanceof Error ? error.message : String(error));
      return [];
    }
  };
  try {
    await client.query('SET statement_timeout = 0');
    const schema = [quoted(connections.schema)];
    const [amcheck] = await ask(AMCHECK);
    for (const { name } of await ask(TABLES, schema)) await ask(`SELECT sum(length(t::text)) AS read FROM ${name} t`);
    if (amcheck !== undefined) {
      const check = `${quoted(amcheck.schema as string)}.bt_index_check`;
      for (const { name } of await ask(INDEXES, schema)) await ask(`SELECT ${check}($1::regclass)`, [name]);
    }
    for (const { what } of await ask(FOREIGN, [...schema, EXPORTED_TABLES.map(({ table }) => table)]))
      problems.push(`Expected only what Signoff makes in the database, found the ${what}.`);
    for (const { table, sql } of STRAYS) {
      const runs = (await ask(sql)).map(({ run }) => run);
      if (runs.length > 0) problems.push(strayProblem(table, runs));
    }
    const [sums] = await ask(`SELECT current_setting('data_checksums') AS state`);
    const pages = sums?.state === 'on' ? 'page checksums are on' : 'page checksums are off';
    const indexes = amcheck === undefined ? 'amcheck is not installed' : 'indexes checked by amcheck';
    return { check: `every row read; ${pages}; ${indexes}`, problems };
  } finally {
    await client.end().catch(() => {});
  }
}
