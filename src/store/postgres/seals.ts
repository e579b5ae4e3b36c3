// Seals: each chains the heads of the runs that changed since the one before.

import { CHAIN_START, sealed } from '../../engine/chain.ts';
import type { Seal } from '../../ports/store-care.ts';
import { hex } from '../rows.ts';
import type { Connections, Row, Send } from './connections.ts';
import { SETTLED } from './feed.ts';
import { sha256 } from './system-stream.ts';

/** A long pause between two seals is made up by several. */
const COMMITS_PER_SEAL = 10_000;
const LAST = 'SELECT id, through, hash FROM seals ORDER BY id DESC LIMIT 1';
const NEXT = `SELECT c.xid::text AS xid, c.id, c.run FROM commits c
  WHERE (c.xid, c.id) > ($1::xid8, $2::bigint) AND ${SETTLED} ORDER BY c.xid, c.id LIMIT ${COMMITS_PER_SEAL}`;
const CHANGED = 'SELECT key, head, hash FROM runs WHERE key = ANY ($1::bigint[]) ORDER BY key';
const INSERT = `INSERT INTO seals (id, at, through, hash, text) VALUES ($1, $2, $3, decode($4, 'hex'), $5)`;

/** The last seal made; null when nothing changed. */
export async function sealNext(connections: Connections, now: number): Promise<Seal | null> {
  let newest: Seal | null = null;
  while (true) {
    const seal = await connections.transaction((send) => sealOnce(send, now));
    if (seal === null) return newest;
    newest = seal;
  }
}

async function sealOnce(send: Send, at: number): Promise<Seal | null> {
  // Readers are not kept waiting, other sealers are.
  await send('seal_lock', 'LOCK TABLE seals IN EXCLUSIVE MODE');
  const [last] = await send('seal_last', LAST);
  const [xid = '0', number = '0'] = ((last?.through ?? '0.0') as string).split('.');
  const commits = await send('seal_next', NEXT, [xid, number]);
  const newest = commits.at(-1);
  if (newest === undefined) return null;
  const keys = [...new Set(commits.map((row) => row.run as number))];
  const heads = await send('seal_changed', CHANGED, [keys]);
  const text = JSON.stringify(heads.map((row) => [row.key, row.head, hex(row.hash)]));
  const hash = sealed(last === undefined ? CHAIN_START : hex(last.hash), at, text, sha256);
  const id = ((last?.id ?? 0) as number) + 1;
  await send('seal_put', INSERT, [id, at, `${newest.xid}.${newest.id}`, hash, text]);
  return { id, at, text, hash };
}

export function sealOf(row: Row): Seal {
  return { id: row.id as number, at: row.at as number, text: row.text as string, hash: hex(row.hash) };
}
