// Appends to the stream `system`, the run with key 0: what happened outside runs, chained like any other history.

import { hash } from 'node:crypto';
import { chained } from '../../engine/chain.ts';
import { type JsonObject, storable } from '../../json.ts';
import type { SystemNote } from '../../ports/store.ts';
import { CHANNEL } from '../codes.ts';
import { hex } from '../rows.ts';
import { stamped } from '../stamped-note.ts';
import type { Connections, Row, Send } from './connections.ts';

const LOCK = 'SELECT head, hash FROM runs WHERE key = 0 FOR UPDATE';
const COMMIT = `INSERT INTO commits (run, first, last, at, actor, channel, text) VALUES (0, $1, $2, $3, $4, $5, $6)`;
const ADVANCE = `UPDATE runs SET head = $1, hash = decode($2, 'hex'), changed_at = $3 WHERE key = 0`;

/** Does `work` and notes it in one transaction, with the `stamp` of what was stored, if there is one. The stream's row
 *  is locked first, so changes happen one at a time. `null` from `work`: there was nothing to do, and nothing is
 *  noted. */
export async function noted<T>(
  connections: Connections,
  note: SystemNote,
  work: (send: Send) => Promise<T>,
  stamp?: (result: T) => JsonObject,
): Promise<T> {
  return connections.transaction(async (send) => {
    const [row] = await send('system_lock', LOCK);
    const result = await work(send);
    if (result !== null) await put(send, row as Row, stamp === undefined ? note : stamped(note, stamp(result)));
    return result;
  });
}

async function put(send: Send, row: Row, note: SystemNote): Promise<void> {
  const events = (JSON.parse(note.text) as readonly unknown[]).length;
  const first = (row.head as number) + 1;
  const commit = { ...note, actor: storable(note.actor), first, last: first + Math.max(1, events) - 1 };
  const next = chained(hex(row.hash), 'system', commit, sha256(note.text), sha256);
  const { last, at, actor, channel, text } = commit;
  await send('system_commit', COMMIT, [first, last, at, actor, CHANNEL.code(channel), text]);
  await send('system_advance', ADVANCE, [last, next, at]);
}

export function sha256(text: string): string {
  return hash('sha256', text);
}
