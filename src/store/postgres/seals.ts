// Seals: each chains the heads of the runs that changed since the one before.

import { CHAIN_START, sealed } from '../../engine/chain.ts';
import type { CommitsOfSeal, Seal } from '../../ports/store-care.ts';
import { hex } from '../rows.ts';
import { isSealedLately, sealTimes } from '../seal-times.ts';
import type { Connections, Row, Send } from './connections.ts';
import { SETTLED } from './feed.ts';
import { sha256 } from './system-stream.ts';

/** Read at a time, without the lock. */
const COMMITS_PER_LOOK = 10_000;
/** More runs than these are several seals. */
const RUNS_PER_SEAL = 10_000;
const LAST = 'SELECT id, at, through, hash FROM seals ORDER BY id DESC LIMIT 1';
const PLACE = 'c.xid::text AS xid, c.id';
/** Settled or not. */
const HIGHEST = `SELECT ${PLACE} FROM commits c ORDER BY c.xid DESC, c.id DESC LIMIT 1`;
const OF_SEAL = `SELECT ${PLACE}, c.run, c.last FROM commits c WHERE (c.xid, c.id) > ($1::xid8, $2::bigint)
  AND (c.xid, c.id) <= ($3::xid8, $4::bigint) ORDER BY c.xid, c.id LIMIT ${COMMITS_PER_LOOK}`;
const THROUGH = 'SELECT id, through FROM seals WHERE id = ANY ($1::bigint[])';
const NEWEST = `SELECT ${PLACE} FROM commits c WHERE ${SETTLED} ORDER BY c.xid DESC, c.id DESC LIMIT 1`;
const NEXT = `SELECT ${PLACE}, c.run FROM commits c WHERE (c.xid, c.id) > ($1::xid8, $2::bigint)
  AND (c.xid, c.id) <= ($3::xid8, $4::bigint) ORDER BY c.xid, c.id LIMIT ${COMMITS_PER_LOOK}`;
const HEADS = 'SELECT key, head, hash FROM runs WHERE key = ANY ($1::bigint[]) ORDER BY key';
const INSERT = `INSERT INTO seals (id, at, through, hash, text) VALUES ($1, $2, $3, decode($4, 'hex'), $5)`;

/** A commit's place in the feed: its transaction and its number. */
type Place = readonly [xid: string, id: string];

const NOWHERE: Place = ['0', '0'];

interface Change {
  readonly through: Place;
  readonly runs: ReadonlySet<number>;
}

/** The last seal made; null when nothing changed or the newest is too young. */
export async function sealNext(connections: Connections, now: number, everyMs: number): Promise<Seal | null> {
  const [last] = await connections.read('seal_last', LAST);
  if (isSealedLately(last?.at, now, everyMs)) return null;
  const [end] = await connections.read('seal_newest', NEWEST);
  if (end === undefined) return null;
  const newest = placeOf(end);
  const time = sealTimes(now);
  let seal: Seal | null = null;
  const claimed = throughOf(last);
  // What claims more than there is was altered: believed, it would leave commits unsealed for good.
  const isBeyond = claimed === null || isAfter(claimed, await highest(connections));
  let [from, id] = [isBeyond ? NOWHERE : claimed, (last?.id ?? 0) as number];
  for (;;) {
    const change = await changeAfter(connections, from, newest);
    if (change.runs.size === 0) return seal;
    const made = await connections.transaction((send) => sealOnce(send, id, change, time()));
    // Another process has sealed meanwhile.
    if (made === null) return seal;
    seal = made;
    [from, id] = [change.through, made.id];
  }
}

async function changeAfter(connections: Connections, from: Place, newest: Place): Promise<Change> {
  const runs = new Set<number>();
  let through = from;
  for (;;) {
    const rows = await connections.read('seal_next', NEXT, [...through, ...newest]);
    for (const { run } of rows) runs.add(run as number);
    const end = rows.at(-1);
    if (end !== undefined) through = placeOf(end);
    if (rows.length < COMMITS_PER_LOOK || runs.size >= RUNS_PER_SEAL) return { through, runs };
  }
}

async function sealOnce(send: Send, after: number, { through, runs }: Change, at: number): Promise<Seal | null> {
  // Readers are not kept waiting, other sealers are.
  await send('seal_lock', 'LOCK TABLE seals IN EXCLUSIVE MODE');
  const [last] = await send('seal_last', LAST);
  if (((last?.id ?? 0) as number) !== after) return null;
  const heads = await send('seal_heads', HEADS, [[...runs]]);
  const text = JSON.stringify(heads.map((row) => [row.key, row.head, hex(row.hash)]));
  const hash = sealed(last === undefined ? CHAIN_START : hex(last.hash), at, text, sha256);
  const id = after + 1;
  await send('seal_put', INSERT, [id, at, through.join('.'), hash, text]);
  return { id, at, text, hash };
}

function placeOf({ xid, id }: Row): Place {
  return [String(xid), String(id)];
}

/** null for what is not a position. After a dump was restored a seal claims nothing. */
function throughOf(seal: Row | undefined): Place | null {
  const [, xid, id = '0'] = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(String(seal?.through ?? '0.0')) ?? [];
  return xid === undefined ? null : [xid, id];
}

function isAfter([xid, id]: Place, [otherXid, otherId]: Place): boolean {
  return xid === otherXid ? BigInt(id) > BigInt(otherId) : BigInt(xid) > BigInt(otherXid);
}

async function highest(connections: Connections): Promise<Place> {
  const [row] = await connections.read('seal_highest', HIGHEST);
  return row === undefined ? NOWHERE : placeOf(row);
}

export async function commitsOfSeal(
  connections: Connections,
  seal: number,
  after: string | null,
): Promise<CommitsOfSeal> {
  const seals = await connections.read('seal_through', THROUGH, [[seal - 1, seal]]);
  const claimOf = (wanted: number) => throughOf(seals.find(({ id }) => id === wanted));
  const through = claimOf(seal);
  if (through === null) return { commits: [], next: null, isBeyond: true };
  const from = after === null ? (claimOf(seal - 1) ?? NOWHERE) : (after.split('.') as [string, string]);
  const rows = await connections.read('seal_commits', OF_SEAL, [...from, ...through]);
  const end = rows.at(-1);
  return {
    commits: rows.map(({ run, last }) => ({ key: run as number, last: last as number })),
    next: end === undefined || rows.length < COMMITS_PER_LOOK ? null : placeOf(end).join('.'),
    isBeyond: isAfter(through, await highest(connections)),
  };
}

export function sealOf(row: Row): Seal {
  return { id: row.id as number, at: row.at as number, text: row.text as string, hash: hex(row.hash) };
}
