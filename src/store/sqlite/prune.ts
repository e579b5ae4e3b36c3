// What removes: erased texts, whole ended runs, payloads nobody refers to, old request keys.

import { setImmediate as turn } from 'node:timers/promises';
import type { Store, SystemNote } from '../../ports/store.ts';
import { OPEN_RUN_BELOW } from '../codes.ts';
import { packedRef, refsIn } from '../payload-refs.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';
import { unpackedId } from './run-ids.ts';
import { noteSystem, sha256 } from './system-stream.ts';

type Prune = Pick<Store, 'erase' | 'removeRuns' | 'prunable' | 'prunePayloads'>;

const PAYLOADS_PER_STEP = 500;
const UNUSED = `SELECT key, bytes FROM payloads p WHERE key > ? AND used < ?
  AND NOT EXISTS (SELECT 1 FROM payload_uses u WHERE u.payload = p.key) ORDER BY key LIMIT ${PAYLOADS_PER_STEP}`;
/** Ended, and nothing of it is left to be done. */
const REMOVABLE = `status >= ${OPEN_RUN_BELOW} AND live = 0 AND key > 0
  AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.run = key)`;
const PRUNABLE = `SELECT key, id AS run FROM runs WHERE ${REMOVABLE} AND ended_at < ?2
  AND (?1 IS NULL OR workflow IN (SELECT key FROM workflows WHERE name = ?1)) ORDER BY ended_at, key LIMIT ?3`;
const TABLES_BY_RUN = ['commits', 'tasks', 'timers', 'payload_uses', 'snapshots'];

export function prune(connection: Connection, names: Names): Prune {
  return {
    erase: async (key, upTo, note) => {
      const erased = await overwriting(connection, () => {
        const commits = eraseTexts(connection, key, upTo);
        connection.statement('DELETE FROM snapshots WHERE run = ?').run(key);
        const payloads = erasePayloads(connection, key);
        noteSystem(connection, names, note);
        return { commits, payloads };
      });
      await connection.truncateLog();
      return erased;
    },
    removeRuns: (keys, note) => overwriting(connection, () => removeRuns(connection, names, keys, note)),
    prunable: (workflow, endedBefore, limit) =>
      connection.read(() => {
        const rows = connection.statement(PRUNABLE).all(workflow, endedBefore, limit);
        return rows.map(({ key, run }) => ({ key: key as number, run: unpackedId(run) }));
      }),
    prunePayloads: async (usedBefore, requestsBefore) => {
      const sql = 'DELETE FROM requests WHERE at < ?';
      const requests = await connection.write(() => connection.statement(sql).run(requestsBefore).changes);
      return { ...(await pruneUnused(connection, usedBefore)), requests: Number(requests) };
    },
  };
}

/** What is removed here must not stay readable in the file's free pages. */
function overwriting<T>(connection: Connection, work: () => T): Promise<T> {
  return connection.write(() => {
    connection.database.exec('PRAGMA secure_delete = ON');
    try {
      return work();
    } finally {
      connection.database.exec('PRAGMA secure_delete = OFF');
    }
  });
}

function eraseTexts(connection: Connection, run: number, upTo: number): number {
  const rows = connection
    .statement('SELECT id, text FROM commits WHERE run = ? AND first <= ? AND last <= ? AND text IS NOT NULL')
    .all(run, upTo, upTo);
  const erase = connection.statement('UPDATE commits SET text = NULL, text_hash = ? WHERE id = ?');
  for (const { id, text } of rows) erase.run(Buffer.from(sha256(text as string), 'hex'), id as number);
  return rows.length;
}

/** What commits that were not erased still name is kept. */
function erasePayloads(connection: Connection, run: number): number {
  const texts = connection.statement('SELECT text FROM commits WHERE run = ? AND text IS NOT NULL').all(run);
  const kept = new Set<unknown>();
  const payloadOf = connection.statement('SELECT key, text FROM payloads WHERE hash = ?');
  // A join's results are a payload made of others: those are needed too.
  const refs = new Set(texts.flatMap(({ text }) => refsIn(text as string)));
  for (const ref of refs) {
    const payload = payloadOf.get(packedRef(ref));
    kept.add(payload?.key);
    for (const inside of refsIn((payload?.text ?? '') as string)) refs.add(inside);
  }
  const unuse = connection.statement('DELETE FROM payload_uses WHERE run = ? AND payload = ?');
  const remove = connection.statement(
    'DELETE FROM payloads WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM payload_uses WHERE payload = ?1)',
  );
  let removed = 0;
  for (const { payload } of connection.statement('SELECT payload FROM payload_uses WHERE run = ?').all(run)) {
    if (kept.has(payload)) continue;
    unuse.run(run, payload as number);
    removed += Number(remove.run(payload as number).changes);
  }
  return removed;
}

function removeRuns(connection: Connection, names: Names, keys: readonly number[], note: SystemNote): number {
  names.keepNumbers();
  const bury = connection.statement(`INSERT INTO tombstones (key, id, head, hash, removed_at)
    SELECT key, id, head, hash, ? FROM runs WHERE key = ? AND ${REMOVABLE}`);
  let removed = 0;
  for (const key of keys) {
    if (bury.run(note.at, key).changes === 0) continue;
    for (const table of TABLES_BY_RUN) connection.statement(`DELETE FROM ${table} WHERE run = ?`).run(key);
    connection.statement('DELETE FROM runs WHERE key = ?').run(key);
    removed++;
  }
  noteSystem(connection, names, note);
  return removed;
}

async function pruneUnused(connection: Connection, usedBefore: number) {
  const remove = connection.statement('DELETE FROM payloads WHERE key = ?');
  const total = { payloads: 0, bytes: 0 };
  let after = 0;
  while (true) {
    const found = await connection.write(() => {
      const rows = connection.statement(UNUSED).all(after, usedBefore);
      for (const { key } of rows) remove.run(key as number);
      return rows;
    });
    total.payloads += found.length;
    for (const { bytes } of found) total.bytes += bytes as number;
    if (found.length < PAYLOADS_PER_STEP) return total;
    after = found.at(-1)?.key as number;
    await turn();
  }
}
