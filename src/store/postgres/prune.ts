// What removes: erased texts, whole ended runs, payloads nobody refers to, old request keys.

import type { Store } from '../../ports/store.ts';
import { OPEN_RUN_BELOW } from '../codes.ts';
import { packedRef, refsIn } from '../payload-refs.ts';
import type { Connections, Send } from './connections.ts';
import { noted } from './system-stream.ts';

type Prune = Pick<Store, 'erase' | 'removeRuns' | 'prunable' | 'prunePayloads'>;

const PAYLOADS_PER_STEP = 500;
const ERASE = `UPDATE commits SET text_hash = sha256(convert_to(text, 'UTF8')), text = NULL
  WHERE run = $1 AND last <= $2 AND text IS NOT NULL`;
const TEXTS_LEFT = 'SELECT text FROM commits WHERE run = $1 AND text IS NOT NULL';
const UNUSE = `DELETE FROM payload_uses u USING payloads p
  WHERE u.run = $1 AND p.key = u.payload AND p.hash <> ALL ($2::bytea[]) RETURNING p.key`;
const MADE_OF_OTHERS = `SELECT text FROM payloads WHERE hash = ANY ($1::bytea[]) AND position('sha256:' IN text) > 0`;
const REMOVE_UNUSED = `DELETE FROM payloads p WHERE p.key = ANY ($1::bigint[])
  AND NOT EXISTS (SELECT 1 FROM payload_uses u WHERE u.payload = p.key) RETURNING p.bytes`;
/** Locked and looked at again by the removal, so a commit that renews the stamp meanwhile keeps its payload. */
const UNUSED = `SELECT key FROM payloads p WHERE key > $1 AND used < $2
  AND NOT EXISTS (SELECT 1 FROM payload_uses u WHERE u.payload = p.key) ORDER BY key LIMIT ${PAYLOADS_PER_STEP}
  FOR UPDATE SKIP LOCKED`;
/** Ended, and nothing of it is left to be done. */
const REMOVABLE = `r.status >= ${OPEN_RUN_BELOW} AND r.live = 0 AND r.key > 0
  AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.run = r.key)`;
const PRUNABLE = `SELECT r.key, r.id AS run FROM runs r WHERE ${REMOVABLE} AND r.ended_at < $2
  AND ($1::text IS NULL OR r.workflow IN (SELECT key FROM workflows WHERE name = $1))
  ORDER BY r.ended_at, r.key LIMIT $3`;
const LOCK = `SELECT r.key FROM runs r WHERE r.key = ANY ($1::bigint[]) AND ${REMOVABLE} ORDER BY r.key FOR UPDATE`;
const BURY = `INSERT INTO tombstones (key, id, head, hash, removed_at)
  SELECT key, id, head, hash, $2 FROM runs WHERE key = ANY ($1::bigint[])`;
const TABLES_BY_RUN = ['commits', 'tasks', 'timers', 'payload_uses', 'snapshots', 'letters'];

export function prune(connections: Connections, committed: () => void): Prune {
  return {
    erase: async (key, upTo, note) => {
      const erased = await noted(connections, note, async (send) => {
        const before = await textsOf(send, key);
        await send('erase', ERASE, [key, upTo]);
        const after = await textsOf(send, key);
        await send('erase_snapshot', 'DELETE FROM snapshots WHERE run = $1', [key]);
        return { commits: before.length - after.length, payloads: await erasePayloads(send, key, after) };
      });
      committed();
      return erased;
    },
    removeRuns: async (keys, note) => {
      const removed = await noted(connections, note, async (send) => {
        const found = (await send('remove_lock', LOCK, [keys])).map((row) => row.key as number);
        await send('bury', BURY, [found, note.at]);
        for (const table of TABLES_BY_RUN) {
          await send(`remove_${table}`, `DELETE FROM ${table} WHERE run = ANY ($1::bigint[])`, [found]);
        }
        await send('remove_runs', 'DELETE FROM runs WHERE key = ANY ($1::bigint[])', [found]);
        return found.length;
      });
      committed();
      return removed;
    },
    prunable: async (workflow, endedBefore, limit) => {
      const rows = await connections.read('prunable', PRUNABLE, [workflow, endedBefore, limit]);
      return rows.map(({ key, run }) => ({ key: key as number, run: run as string }));
    },
    prunePayloads: async (usedBefore, requestsBefore) => {
      const old = 'DELETE FROM requests WHERE at < $1 RETURNING 1 AS one';
      const requests = await connections.write('prune_requests', old, [requestsBefore]);
      // Answers nobody came for are as old as the requests they belong to.
      await connections.read('prune_answers', 'DELETE FROM answers WHERE at < $1', [requestsBefore]);
      return { ...(await pruneUnused(connections, usedBefore)), requests: requests.length };
    },
  };
}

async function textsOf(send: Send, key: number): Promise<readonly string[]> {
  return (await send('texts_left', TEXTS_LEFT, [key])).map((row) => row.text as string);
}

/** What commits that were not erased still name is kept. */
async function erasePayloads(send: Send, key: number, texts: readonly string[]): Promise<number> {
  const refs = new Set(texts.flatMap(refsIn));
  // A join's results are a payload made of others: those are needed too.
  for (let named = [...refs]; named.length > 0; ) {
    const made = await send('payloads_made', MADE_OF_OTHERS, [named.map(packedRef)]);
    named = made.flatMap((row) => refsIn(row.text as string)).filter((ref) => !refs.has(ref));
    for (const ref of named) refs.add(ref);
  }
  const kept = [...refs].map(packedRef);
  const unused = (await send('unuse', UNUSE, [key, kept])).map((row) => row.key as number);
  return (await send('remove_unused', REMOVE_UNUSED, [unused])).length;
}

async function pruneUnused(connections: Connections, usedBefore: number) {
  const total = { payloads: 0, bytes: 0 };
  let after = 0;
  while (true) {
    const found = await connections.transaction(async (send) => {
      const keys = (await send('unused', UNUSED, [after, usedBefore])).map((row) => row.key as number);
      const removed = await send('remove_unused', REMOVE_UNUSED, [keys]);
      return { keys, bytes: removed.map((row) => row.bytes as number) };
    });
    total.payloads += found.bytes.length;
    for (const bytes of found.bytes) total.bytes += bytes;
    if (found.keys.length < PAYLOADS_PER_STEP) return total;
    after = found.keys.at(-1) as number;
  }
}
