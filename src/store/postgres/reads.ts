// Reads of one thing: a run, its commits, its snapshot, payloads, a known request, what is due, what waits to be done.

import type { Json } from '../../json.ts';
import type { KnownRequest, ListedOutbox, Store } from '../../ports/store.ts';
import { isRef, packedRef, unpackedRef } from '../payload-refs.ts';
import { isProved, RUNS_NAMED, wrongPayload } from '../proved-payload.ts';
import { commitOf, RUN_SELECT, runOf, timerOf } from '../rows.ts';
import { numbers } from './array-literal.ts';
import type { Connections, Row } from './connections.ts';
import { PLAIN } from './rows.ts';

type Outbox = 'outbox' | 'outboxOf' | 'finishOutbox';
type Reads = Pick<
  Store,
  'run' | 'commitsOf' | 'snapshotOf' | 'payloads' | 'dueTimers' | 'nextDue' | Outbox | 'knownRequest'
>;

/** The commit that holds the event after `number` may begin before it. */
const COMMITS = `SELECT first, last, at, actor, channel, text, text_hash FROM commits
  WHERE run = $1 AND last > $2
    AND first >= coalesce((SELECT max(first) FROM commits WHERE run = $1 AND first <= $2 + 1), 0)
  ORDER BY first LIMIT $3`;
const LIVE_TIMERS = 'FROM timers t JOIN runs r ON r.key = t.run WHERE r.live = 1';
const USERS = `SELECT r.id FROM payloads p JOIN payload_uses u ON u.payload = p.key JOIN runs r ON r.key = u.run
  WHERE p.hash = $1 ORDER BY r.key LIMIT $2`;
const OUTBOX = 'SELECT o.*, r.id AS run_id FROM outbox o JOIN runs r ON r.key = o.run';
const REQUEST = 'SELECT request_hash, answer, at FROM requests WHERE key = $1 AND actor = $2 AND operation = $3';

export function reads(connections: Connections): Reads {
  return {
    run: async (id) => {
      const [row] = await connections.read('run', `${RUN_SELECT} WHERE r.id = $1 AND r.key > 0`, [id]);
      return row === undefined ? null : runOf(row, PLAIN);
    },
    commitsOf: async (key, after, limit) =>
      (await connections.read('commits_of', COMMITS, [key, after, limit])).map((row) => commitOf(row, PLAIN)),
    snapshotOf: async (key) => {
      const sql = 'SELECT part, number, format, text FROM snapshots WHERE run = $1';
      return snapshotFrom(await connections.read('snapshot_of', sql, [key]));
    },
    payloads: async (refs) => {
      if (refs.length === 0) return new Map();
      const sql = 'SELECT hash, text FROM payloads WHERE hash = ANY ($1::bytea[])';
      const rows = await connections.read('payloads', sql, [refs.filter(isRef).map(packedRef)]);
      const found = new Map(rows.map((row) => [unpackedRef(row.hash as Uint8Array), row.text as string]));
      for (const [ref, text] of found) {
        if (!isProved(ref, text)) throw wrongPayload(connections.place, ref, await usersOf(connections, ref));
      }
      return found;
    },
    dueTimers: async (now, limit) => {
      const sql = `SELECT t.*, r.id AS run_id ${LIVE_TIMERS} AND t.due <= $1 ORDER BY t.due, t.run, t.timer LIMIT $2`;
      return (await connections.read('due_timers', sql, [now, limit])).map((row) => timerOf(row, PLAIN));
    },
    nextDue: async () => {
      const [row] = await connections.read('next_due', `SELECT t.due ${LIVE_TIMERS} ORDER BY t.due LIMIT 1`);
      return row === undefined ? null : (row.due as number);
    },
    outbox: async (process, limit) => {
      const gone = 'NOT EXISTS (SELECT 1 FROM processes p WHERE p.key = o.process) AND $1::bigint IS NULL';
      const where = process === null ? gone : 'o.process = $1';
      const name = process === null ? 'outbox_left' : 'outbox';
      const sql = `${OUTBOX} WHERE ${where} ORDER BY o.id LIMIT $2`;
      return (await connections.read(name, sql, [process, limit])).map(outboxOf);
    },
    outboxOf: async (run, after, limit) => {
      const sql = `${OUTBOX} WHERE o.run = $1 AND o.id > $2 ORDER BY o.id LIMIT $3`;
      return (await connections.read('outbox_of', sql, [run, after, limit])).map(outboxOf);
    },
    finishOutbox: async (ids) => {
      if (ids.length === 0) return;
      await connections.read('finish_outbox', 'DELETE FROM outbox WHERE id = ANY ($1::bigint[])', [numbers(ids)]);
    },
    knownRequest: async (actor, operation, key) => {
      const [row] = await connections.read('known_request', REQUEST, [key, actor, operation]);
      return row === undefined ? null : requestOf(row, actor, operation, key);
    },
  };
}

/** The first runs that use a payload. */
export async function usersOf(connections: Connections, ref: string): Promise<string[]> {
  const rows = await connections.read('payload_users', USERS, [packedRef(ref), RUNS_NAMED + 1]);
  return rows.map(({ id }) => id as string);
}

function requestOf(row: Row, actor: string, operation: string, key: string): KnownRequest {
  const answer = JSON.parse(row.answer as string) as Json;
  return { actor, operation, key, requestHash: row.request_hash as string, answer, at: row.at as number };
}

export function snapshotFrom(rows: readonly Row[]): Awaited<ReturnType<Store['snapshotOf']>> {
  const head = rows.find((row) => row.part === '');
  if (head === undefined) return null;
  const parts = new Map<string, string>();
  for (const { part, text } of rows) if (text !== null) parts.set(part as string, text as string);
  return { number: head.number as number, format: head.format as number, parts };
}

function outboxOf(row: Row): ListedOutbox {
  return {
    id: row.id as number,
    run: row.run_id as string,
    runKey: row.run as number,
    process: row.process as number,
    kind: row.kind as string,
    content: JSON.parse(row.content as string) as Json,
  };
}
