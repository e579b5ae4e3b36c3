// Seals: each chains the heads of the runs that changed since the one before.

import { setImmediate as turn } from 'node:timers/promises';
import { CHAIN_START, sealed } from '../../engine/chain.ts';
import type { CommitsOfSeal, Seal } from '../../ports/store-care.ts';
import { hex, type Row } from '../rows.ts';
import { isSealedLately, sealTimes } from '../seal-times.ts';
import type { Connection } from './connection.ts';
import { sha256 } from './system-stream.ts';

/** Read at a time, without the lock. */
const COMMITS_PER_LOOK = 4_000;
/** More runs than these are several seals, so that none holds the lock for long. */
const RUNS_PER_SEAL = 4_000;
const NEWEST = 'SELECT max(id) AS id FROM commits';
const LAST = 'SELECT id, at, through, hash FROM seals ORDER BY id DESC LIMIT 1';
const NEXT = 'SELECT id, run FROM commits WHERE id > ? AND id <= ? ORDER BY id LIMIT ?';
const OF_SEAL = 'SELECT id, run, last FROM commits WHERE id > ? AND id <= ? ORDER BY id LIMIT ?';
const THROUGH = 'SELECT coalesce((SELECT through FROM seals WHERE id = ?), 0) AS place';
const HEADS = 'SELECT key, head, hash FROM runs WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key';

interface Change {
  /** The last commit it is about. */
  readonly through: number;
  readonly runs: ReadonlySet<number>;
}

/** The last seal made; null when nothing changed or the newest is too young. */
export async function sealNext(connection: Connection, now: number, everyMs: number): Promise<Seal | null> {
  const { last, newest } = await connection.read(() => ({
    last: connection.statement(LAST).get(),
    newest: newestOf(connection),
  }));
  if (isSealedLately(last?.at, now, everyMs)) return null;
  const time = sealTimes(now);
  let seal: Seal | null = null;
  let [from, id] = [startOf(last, newest), (last?.id ?? 0) as number];
  while (from < newest) {
    const change = await changeAfter(connection, from, newest);
    const made = change.runs.size === 0 ? null : await connection.write(() => sealOnce(connection, id, change, time()));
    // Nothing is left of what was committed, or another process has sealed meanwhile.
    if (made === null) return seal;
    seal = made;
    [from, id] = [change.through, made.id];
  }
  return seal;
}

const newestOf = (connection: Connection): number => Number(connection.statement(NEWEST).get()?.id ?? 0);

/** What claims more than there is was altered: believed, it would leave commits unsealed for good. */
function startOf(last: Row | undefined, newest: number): number {
  const through = (last?.through ?? 0) as number;
  return through > newest ? 0 : through;
}

async function changeAfter(connection: Connection, from: number, newest: number): Promise<Change> {
  const runs = new Set<number>();
  let through = from;
  while (through < newest && runs.size < RUNS_PER_SEAL) {
    const rows = await connection.read(() => connection.statement(NEXT).all(through, newest, COMMITS_PER_LOOK));
    for (const { run } of rows) runs.add(run as number);
    through = (rows.at(-1)?.id ?? newest) as number;
    await turn();
  }
  return { through, runs };
}

function sealOnce(connection: Connection, after: number, { through, runs }: Change, at: number): Seal | null {
  const last = connection.statement(LAST).get();
  if (((last?.id ?? 0) as number) !== after) return null;
  const heads = connection.statement(HEADS).all(JSON.stringify([...runs]));
  const text = JSON.stringify(heads.map((row) => [row.key, row.head, hex(row.hash)]));
  const hash = sealed(last === undefined ? CHAIN_START : hex(last.hash), at, text, sha256);
  const id = after + 1;
  connection
    .statement('INSERT INTO seals (id, at, through, hash, text) VALUES (?, ?, ?, ?, ?)')
    .run(id, at, through, Buffer.from(hash, 'hex'), text);
  return { id, at, text, hash };
}

export function commitsOfSeal(connection: Connection, seal: number, after: string | null): CommitsOfSeal {
  const throughOf = (id: number): number => Number(connection.statement(THROUGH).get(id)?.place);
  const through = throughOf(seal);
  const from = after === null ? throughOf(seal - 1) : Number(after);
  const rows = connection.statement(OF_SEAL).all(from, through, COMMITS_PER_LOOK);
  return {
    commits: rows.map(({ run, last }) => ({ key: run as number, last: last as number })),
    next: rows.length < COMMITS_PER_LOOK ? null : String(rows.at(-1)?.id),
    isBeyond: through > newestOf(connection),
  };
}

export function sealOf(row: Row): Seal {
  return { id: row.id as number, at: row.at as number, text: row.text as string, hash: hex(row.hash) };
}
