// What an append writes beside history and tasks: timers, payloads and their uses, outbox, snapshot.

import type { RunWrite, Snapshot, TimerRow } from '../../ports/store.ts';
import { TIMER_KIND } from '../codes.ts';
import { packedRef } from '../payload-refs.ts';
import type { Connection } from './connection.ts';
import { spentWriter } from './money.ts';
import type { OwnProcess } from './processes.ts';

export function sideWriter(connection: Connection, own: OwnProcess): (run: number, write: RunWrite) => void {
  const putTimers = timerWriter(connection);
  const putPayloads = payloadWriter(connection);
  const putOutbox = outboxWriter(connection, own);
  const putSnapshot = snapshotWriter(connection);
  const putSpent = spentWriter(connection);
  return (run, write) => {
    if (write.timers !== undefined || write.endedTimers !== undefined) putTimers(run, write.timers, write.endedTimers);
    if (write.payloads !== undefined || write.references !== undefined) putPayloads(run, write);
    if (write.outbox !== undefined || write.done !== undefined) putOutbox(run, write);
    if (write.snapshot !== undefined) putSnapshot(run, write.snapshot);
    if (write.spent !== undefined) putSpent(write.spent);
  };
}

function timerWriter(connection: Connection) {
  const put = connection.statement(
    'INSERT OR REPLACE INTO timers (run, timer, kind, due, task) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = connection.statement('DELETE FROM timers WHERE run = ? AND timer = ?');
  return (run: number, timers: readonly TimerRow[] = [], ended: readonly number[] = []): void => {
    for (const { timer, kind, due, task } of timers) put.run(run, timer, TIMER_KIND.code(kind), due, task);
    for (const timer of ended) remove.run(run, timer);
  };
}

/** A known payload is not bound again: it may have megabytes. */
function payloadWriter(connection: Connection) {
  const renew = connection.statement('UPDATE payloads SET used = max(used, ?) WHERE hash = ?');
  const insert = connection.statement('INSERT INTO payloads (hash, used, bytes, text) VALUES (?, ?, ?, ?)');
  const use = connection.statement(
    'INSERT OR IGNORE INTO payload_uses (run, payload) SELECT ?, key FROM payloads WHERE hash = ?',
  );
  return (run: number, { payloads, references, row }: RunWrite): void => {
    if (payloads !== undefined) {
      for (const [ref, text] of payloads) {
        const hash = packedRef(ref);
        if (renew.run(row.changedAt, hash).changes === 0) {
          insert.run(hash, row.changedAt, Buffer.byteLength(text), text);
        }
      }
    }
    if (references !== undefined) for (const ref of references) use.run(run, packedRef(ref));
  };
}

function outboxWriter(connection: Connection, own: OwnProcess) {
  const put = connection.statement('INSERT INTO outbox (run, process, kind, content) VALUES (?, ?, ?, ?)');
  const remove = connection.statement('DELETE FROM outbox WHERE id = ?');
  return (run: number, { outbox = [], done = [] }: RunWrite): void => {
    for (const { kind, content } of outbox) put.run(run, own.key, kind, JSON.stringify(content));
    for (const id of done) remove.run(id);
  };
}

function snapshotWriter(connection: Connection) {
  const formatOf = connection.statement(`SELECT format FROM snapshots WHERE run = ? AND part = ''`);
  const clear = connection.statement('DELETE FROM snapshots WHERE run = ?');
  const putHead = connection.statement(`INSERT INTO snapshots (run, part, number, format, text) VALUES (?, '', ?, ?, ?)
    ON CONFLICT (run, part) DO UPDATE
    SET number = excluded.number, format = excluded.format, text = coalesce(excluded.text, text)`);
  const put = connection.statement(`INSERT INTO snapshots (run, part, text) VALUES (?, ?, ?)
    ON CONFLICT (run, part) DO UPDATE SET text = excluded.text`);
  const remove = connection.statement('DELETE FROM snapshots WHERE run = ? AND part = ?');
  return (run: number, { number, format, parts, gone }: Snapshot): void => {
    const before = formatOf.get(run)?.format;
    // Parts of another format mean something else, and the version that wrote this one could not read their names.
    if (before !== undefined && before !== format) clear.run(run);
    putHead.run(run, number, format, parts.get('') ?? null);
    for (const [part, text] of parts) if (part !== '') put.run(run, part, text);
    for (const part of gone) if (part !== '') remove.run(run, part);
  };
}
