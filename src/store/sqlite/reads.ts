// Reads of one thing: a run, its commits, its snapshot, payloads, a known request, what is due, what waits to be done.

import type { Json } from '../../json.ts';
import type { ListedOutbox, Store } from '../../ports/store.ts';
import { packedRef, unpackedRef } from '../payload-refs.ts';
import { isProved, RUNS_NAMED, wrongPayload } from '../proved-payload.ts';
import { commitOf, type Row, RUN_SELECT, runOf, timerOf } from '../rows.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';
import { knownRequestIn } from './requests.ts';
import { spellingOf } from './rows.ts';
import { packedId, unpackedId } from './run-ids.ts';

type Outbox = 'outbox' | 'outboxOf' | 'finishOutbox';
type Reads = Pick<
  Store,
  'run' | 'commitsOf' | 'snapshotOf' | 'payloads' | 'dueTimers' | 'nextDue' | Outbox | 'knownRequest'
>;

const COMMITS = `SELECT first, last, at, actor, channel, text, text_hash FROM commits
  WHERE run = ? AND first >= ? ORDER BY first LIMIT ?`;
/** The commit that holds the event after `number` may begin before it. */
const FIRST = 'SELECT coalesce(max(first), 0) AS first FROM commits WHERE run = ? AND first <= ?';
const LIVE_TIMERS = 'FROM timers t JOIN runs r ON r.key = t.run WHERE r.live = 1';
const USERS = `SELECT r.id FROM payloads p JOIN payload_uses u ON u.payload = p.key JOIN runs r ON r.key = u.run
  WHERE p.hash = ? ORDER BY r.key LIMIT ?`;
const OUTBOX = 'SELECT o.*, r.id AS run_id FROM outbox o JOIN runs r ON r.key = o.run';

export function reads(connection: Connection, names: Names): Reads {
  return {
    run: (id) =>
      connection.read(() => {
        const row = connection.statement(`${RUN_SELECT} WHERE r.id = ? AND r.key > 0`).get(packedId(id));
        return row === undefined ? null : runOf(row, spellingOf(names));
      }),
    commitsOf: (key, after, limit) =>
      connection.read(() => {
        const first = connection.statement(FIRST).get(key, after + 1)?.first as number;
        const rows = connection.statement(COMMITS).all(key, first, limit + 1);
        const asked = rows.filter(({ last }) => (last as number) > after).slice(0, limit);
        return asked.map((row) => commitOf(row, spellingOf(names)));
      }),
    snapshotOf: (key) =>
      connection.read(() => {
        const rows = connection.statement('SELECT part, number, format, text FROM snapshots WHERE run = ?').all(key);
        return snapshotFrom(rows);
      }),
    payloads: (refs) => connection.read(() => payloadsIn(connection, refs)),
    dueTimers: (now, limit) =>
      connection.read(() => {
        const sql = `SELECT t.*, r.id AS run_id ${LIVE_TIMERS} AND t.due <= ? ORDER BY t.due LIMIT ?`;
        return connection
          .statement(sql)
          .all(now, limit)
          .map((row) => timerOf(row, spellingOf(names)));
      }),
    nextDue: () =>
      connection.read(() => {
        const row = connection.statement(`SELECT t.due ${LIVE_TIMERS} ORDER BY t.due LIMIT 1`).get();
        return row === undefined ? null : (row.due as number);
      }),
    outbox: (process, limit) =>
      connection.read(() => {
        const where = process === null ? 'o.process NOT IN (SELECT key FROM processes)' : 'o.process = ?';
        const statement = connection.statement(`${OUTBOX} WHERE ${where} ORDER BY o.id LIMIT ?`);
        return (process === null ? statement.all(limit) : statement.all(process, limit)).map(outboxOf);
      }),
    outboxOf: (run, after, limit) =>
      connection.read(() => {
        const statement = connection.statement(`${OUTBOX} WHERE o.run = ? AND o.id > ? ORDER BY o.id LIMIT ?`);
        return statement.all(run, after, limit).map(outboxOf);
      }),
    finishOutbox: (ids) =>
      connection.write(() => {
        const remove = connection.statement('DELETE FROM outbox WHERE id = ?');
        for (const id of ids) remove.run(id);
      }),
    knownRequest: (actor, operation, key) => connection.read(() => knownRequestIn(connection, actor, operation, key)),
  };
}

export function snapshotFrom(rows: readonly Row[]): Awaited<ReturnType<Store['snapshotOf']>> {
  const head = rows.find((row) => row.part === '');
  if (head === undefined) return null;
  const parts = new Map<string, string>();
  for (const { part, text } of rows) if (text !== null) parts.set(part as string, text as string);
  return { number: head.number as number, format: head.format as number, parts };
}

function payloadsIn(connection: Connection, refs: readonly string[]): Map<string, string> {
  const statement = connection.statement('SELECT hash, text FROM payloads WHERE hash = ?');
  const found = new Map<string, string>();
  for (const ref of refs) {
    const row = statement.get(packedRef(ref));
    if (row === undefined) continue;
    const [stored, text] = [unpackedRef(row.hash as Uint8Array), row.text as string];
    if (!isProved(stored, text)) throw wrongPayload(connection.place, stored, usersOf(connection, stored));
    found.set(stored, text);
  }
  return found;
}

/** The first runs that use a payload. */
export function usersOf(connection: Connection, ref: string): string[] {
  return connection
    .statement(USERS)
    .all(packedRef(ref), RUNS_NAMED + 1)
    .map(({ id }) => unpackedId(id));
}

function outboxOf(row: Row): ListedOutbox {
  return {
    id: row.id as number,
    run: unpackedId(row.run_id),
    runKey: row.run as number,
    process: row.process as number,
    kind: row.kind as string,
    content: JSON.parse(row.content as string) as Json,
  };
}
