// What store verify reads: a run's rows together, payloads by their hashes, texts outside runs, SQLite's own check.

import { hash } from 'node:crypto';
import type { Store } from '../../ports/store.ts';
import type { ProvedPayloads, RunRows, StoredText } from '../../ports/store-care.ts';
import { isMisfiled } from '../misfiled.ts';
import { refOrNull } from '../payload-refs.ts';
import { isProved, RUNS_NAMED } from '../proved-payload.ts';
import { addedOf, RUN_SELECT, runOf, TASK_SELECT, taskOf, timerOf } from '../rows.ts';
import { STRAYS, strayProblem } from '../stray-rows.ts';
import { schemaProblems } from './compare-schema.ts';
import type { Connection } from './connection.ts';
import { asStoreFault } from './faults.ts';
import type { Names } from './names.ts';
import { snapshotFrom, usersOf } from './reads.ts';
import { spellingOf } from './rows.ts';
import { unpackedId } from './run-ids.ts';

type Prove = Pick<Store, 'rowsOf' | 'provePayloads' | 'storedTexts' | 'checkDatabase'>;

/** So much is hashed before others have their turn. */
const BYTES_AT_ONCE = 8_000_000;
const PROBLEMS_MAX = 100;
const TIMERS = 'SELECT t.*, r.id AS run_id FROM timers t JOIN runs r ON r.key = t.run WHERE t.run = ? ORDER BY t.timer';
const USES = 'SELECT p.hash FROM payload_uses u JOIN payloads p ON p.key = u.payload WHERE u.run = ?';
const USERS = `SELECT r.id FROM payload_uses u JOIN runs r ON r.key = u.run WHERE u.payload = ?
  ORDER BY r.key LIMIT ?`;
const SNAPSHOT = 'SELECT part, number, format, text FROM snapshots WHERE run = ?';

export function prove(connection: Connection, names: Names): Prove {
  return {
    rowsOf: (key) => connection.read(() => rowsOf(connection, names, key), true),
    provePayloads: (after) => connection.read(() => provePayloads(connection, after)),
    storedTexts: () => connection.read(() => storedTexts(connection)),
    checkDatabase: () => connection.read(() => checkDatabase(connection)),
  };
}

function rowsOf(connection: Connection, names: Names, key: number): RunRows | null {
  const found = connection.statement(`${RUN_SELECT} WHERE r.key = ? AND r.key > 0`).get(key);
  if (found === undefined) return null;
  const as = spellingOf(names);
  const row = runOf(found, as);
  const rows = connection.statement(`${TASK_SELECT} WHERE t.run = ? ORDER BY t.task`).all(key);
  const tasks = rows.map((row) => taskOf(row, as));
  return {
    row,
    tasks,
    misfiled: tasks.filter((task, at) => isMisfiled(rows[at] ?? {}, task)).map(({ task }) => task),
    timers: connection
      .statement(TIMERS)
      .all(key)
      .map((row) => timerOf(row, as)),
    uses: new Set(
      connection
        .statement(USES)
        .all(key)
        .map((row) => refOrNull(row.hash))
        .filter((ref) => ref !== null),
    ),
    snapshot: snapshotFrom(connection.statement(SNAPSHOT).all(key)),
  };
}

function provePayloads(connection: Connection, after: number): ProvedPayloads {
  const rows = connection.database.prepare('SELECT key, hash, text FROM payloads WHERE key > ? ORDER BY key');
  const wrong: ProvedPayloads['wrong'][number][] = [];
  let count = 0;
  let bytes = 0;
  for (const { key, hash: stored, text } of rows.iterate(after)) {
    const ref = refOrNull(stored);
    count++;
    if (ref === null) wrong.push({ ref: `with key ${key}`, runs: usersByKey(connection, key as number) });
    else if (!isProved(ref, text as string)) wrong.push({ ref, runs: usersOf(connection, ref) });
    bytes += (text as string).length;
    if (bytes >= BYTES_AT_ONCE) return { count, wrong, next: key as number };
  }
  return { count, wrong, next: null };
}

function usersByKey(connection: Connection, key: number): string[] {
  return connection
    .statement(USERS)
    .all(key, RUNS_NAMED + 1)
    .map(({ id }) => unpackedId(id));
}

function storedTexts(connection: Connection): StoredText[] {
  const found: StoredText[] = [];
  const workflows = connection.database.prepare('SELECT * FROM workflows ORDER BY key');
  for (const row of workflows.iterate()) {
    const names = [row.name as string, row.version as string, row.compiler as number];
    found.push({ kind: 'workflow', name: names, hash: hashOf(row.workflow), added: addedOf(row) });
  }
  const records = connection.database.prepare('SELECT kind, name, content FROM records ORDER BY kind, name');
  for (const { kind, name, content } of records.iterate()) {
    found.push({ kind: 'record', name: [kind as string, name as string], hash: hashOf(content) });
  }
  return found;
}

function hashOf(text: unknown): string {
  return `sha256:${hash('sha256', text as string, 'hex')}`;
}

function checkDatabase(connection: Connection): { check: string; problems: string[] } {
  const problems: string[] = [];
  try {
    for (const row of connection.statement(`PRAGMA integrity_check(${PROBLEMS_MAX})`).all()) {
      if (row.integrity_check !== 'ok') problems.push(String(row.integrity_check));
    }
    problems.push(...schemaProblems(connection.database));
    for (const { table, sql } of STRAYS) {
      const runs = connection.statement(sql).all();
      if (runs.length === 0) continue;
      problems.push(
        strayProblem(
          table,
          runs.map(({ run }) => run),
        ),
      );
    }
  } catch (error) {
    const fault = asStoreFault(error, connection.place);
    // What cannot be read is what the check is to find; a store that is busy or gone is a different fault.
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'store-broken')) throw error;
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return { check: 'PRAGMA integrity_check', problems };
}
