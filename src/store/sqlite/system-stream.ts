// Appends to the stream `system`, the run with key 0: what happened outside runs, chained like any other history.

import { hash } from 'node:crypto';
import { chained } from '../../engine/chain.ts';
import { storable } from '../../json.ts';
import type { SystemNote } from '../../ports/store.ts';
import { hex } from '../rows.ts';
import { commitWriter } from './append.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';

const SYSTEM_KEY = 0;
const SYSTEM_ID = 'system';

/** Only inside a write. */
export function noteSystem(connection: Connection, names: Names, note: SystemNote): void {
  const row = connection.statement('SELECT head, hash FROM runs WHERE key = ?').get(SYSTEM_KEY);
  const events = (JSON.parse(note.text) as readonly unknown[]).length;
  const first = (row?.head as number) + 1;
  const commit = { ...note, actor: storable(note.actor), first, last: first + Math.max(1, events) - 1 };
  const next = chained(hex(row?.hash), SYSTEM_ID, commit, sha256(note.text), sha256);
  commitWriter(connection, names)(SYSTEM_KEY, [commit]);
  connection
    .statement('UPDATE runs SET head = ?, hash = ?, changed_at = ? WHERE key = ?')
    .run(commit.last, Buffer.from(next, 'hex'), note.at, SYSTEM_KEY);
}

export function sha256(text: string): string {
  return hash('sha256', text);
}
