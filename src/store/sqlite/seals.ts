// Seals: each chains the heads of the runs that changed since the one before.

import { setImmediate as turn } from 'node:timers/promises';
import { CHAIN_START, sealed } from '../../engine/chain.ts';
import type { Seal } from '../../ports/store-care.ts';
import { hex, type Row } from '../rows.ts';
import type { Connection } from './connection.ts';
import { sha256 } from './system-stream.ts';

/** A long pause between two seals is made up by several, so that none holds the lock for long. */
const COMMITS_PER_SEAL = 4_000;
const LAST = 'SELECT id, through, hash FROM seals ORDER BY id DESC LIMIT 1';
const THROUGH = `SELECT max(id) AS through
  FROM (SELECT id FROM commits WHERE id > ? ORDER BY id LIMIT ${COMMITS_PER_SEAL})`;
const CHANGED = `SELECT key, head, hash FROM runs
  WHERE key IN (SELECT run FROM commits WHERE id > ? AND id <= ?) ORDER BY key`;

/** The last seal made; null when nothing changed. */
export async function sealNext(connection: Connection, now: number): Promise<Seal | null> {
  let newest: Seal | null = null;
  while (true) {
    const seal = await connection.write(() => sealOnce(connection, now));
    if (seal === null) return newest;
    newest = seal;
    await turn();
  }
}

function sealOnce(connection: Connection, at: number): Seal | null {
  const last = connection.statement(LAST).get();
  const from = (last?.through ?? 0) as number;
  const through = connection.statement(THROUGH).get(from)?.through as number | null;
  if (through === null) return null;
  const heads = connection.statement(CHANGED).all(from, through);
  const text = JSON.stringify(heads.map((row) => [row.key, row.head, hex(row.hash)]));
  const hash = sealed(last === undefined ? CHAIN_START : hex(last.hash), at, text, sha256);
  const id = ((last?.id ?? 0) as number) + 1;
  connection
    .statement('INSERT INTO seals (id, at, through, hash, text) VALUES (?, ?, ?, ?, ?)')
    .run(id, at, through, Buffer.from(hash, 'hex'), text);
  return { id, at, text, hash };
}

export function sealOf(row: Row): Seal {
  return { id: row.id as number, at: row.at as number, text: row.text as string, hash: hex(row.hash) };
}
