// How the store is looked after: its size, its seals, giving space back, a copy while others write, closing.

import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Store } from '../../ports/store.ts';
import type { RunHead, StoreStats, Tombstone } from '../../ports/store-care.ts';
import { RUN_STATUS } from '../codes.ts';
import { hex, type Row } from '../rows.ts';
import { backup } from './backup.ts';
import type { Connection } from './connection.ts';
import { unpackedId } from './run-ids.ts';
import { commitsOfSeal, sealNext, sealOf } from './seals.ts';

type SealStore = Pick<Store, 'seal' | 'seals' | 'commitsOfSeal'>;
type Care = SealStore & Pick<Store, 'stats' | 'heads' | 'tombstones' | 'compact' | 'backup' | 'close'>;

const PAGES_PER_STEP = 500;
const HEADS = 'SELECT key, id, head, hash FROM runs WHERE key > ? ORDER BY key LIMIT ?';
const TOMBSTONES = 'SELECT * FROM tombstones WHERE key > ? ORDER BY key LIMIT ?';

export function care(connection: Connection): Care {
  let closing: Promise<void> | null = null;
  return {
    stats: () => connection.read(() => statsOf(connection), true),
    seal: (now, everyMs = 0) => sealNext(connection, now, everyMs),
    seals: (after, limit) =>
      connection.read(() => {
        const rows = connection.statement('SELECT * FROM seals WHERE id > ? ORDER BY id LIMIT ?').all(after, limit);
        return rows.map(sealOf);
      }),
    commitsOfSeal: (seal, after) => connection.read(() => commitsOfSeal(connection, seal, after), true),
    heads: (after, limit) => connection.read(() => connection.statement(HEADS).all(after, limit).map(headOf)),
    tombstones: (after, limit) =>
      connection.read(() => connection.statement(TOMBSTONES).all(after, limit).map(tombstoneOf)),
    compact: () => compact(connection),
    backup: (path) => backup(connection, path),
    close() {
      closing ??= connection.outside(() => connection.close());
      return closing;
    },
  };
}

/** In steps, so that neither this process nor another writer waits long. */
async function compact(connection: Connection): Promise<void> {
  const free = (): number => Number(connection.statement('PRAGMA freelist_count').get()?.freelist_count);
  let left = await connection.read(free);
  while (left > 0) {
    await connection.write(() => connection.database.exec(`PRAGMA incremental_vacuum(${PAGES_PER_STEP})`));
    await turn();
    const now = await connection.read(free);
    if (now >= left) break;
    left = now;
  }
  await connection.truncateLog();
}

const one = (connection: Connection, sql: string): number => Number(connection.statement(sql).get()?.value);

function statsOf(connection: Connection): StoreStats {
  const runs: Record<string, number> = {};
  const byStatus = 'SELECT status, count(*) AS count FROM runs WHERE key > 0 GROUP BY status';
  for (const row of connection.statement(byStatus).all()) {
    runs[RUN_STATUS.word(row.status)] = row.count as number;
  }
  const pages = Number(connection.statement('PRAGMA page_count').get()?.page_count);
  const pageBytes = Number(connection.statement('PRAGMA page_size').get()?.page_size);
  return {
    kind: 'sqlite',
    place: connection.place,
    schema: Number(connection.statement('PRAGMA user_version').get()?.user_version),
    bytes: pages * pageBytes + logBytes(connection),
    freeBytes: freeBytes(connection),
    runs,
    openTasks:
      one(
        connection,
        'SELECT count(*) AS value FROM tasks WHERE for_people = 1 AND ended_at IS NULL AND kind IN (0, 3)',
      ) +
      one(connection, 'SELECT count(*) AS value FROM tasks WHERE holder IS NOT NULL AND for_people = 0 AND kind = 0'),
    commits: one(connection, 'SELECT count(*) AS value FROM commits'),
    payloads: one(connection, 'SELECT count(*) AS value FROM payloads'),
    payloadBytes: one(connection, 'SELECT coalesce(sum(bytes), 0) AS value FROM payloads'),
    timers: one(connection, 'SELECT count(*) AS value FROM timers'),
    processes: one(connection, 'SELECT count(*) AS value FROM processes'),
  };
}

function logBytes({ isWal, place }: Connection): number {
  return isWal ? (statSync(`${place}-wal`, { throwIfNoEntry: false })?.size ?? 0) : 0;
}

function freeBytes({ isWal, place }: Connection): number | null {
  if (!isWal) return null;
  try {
    const { bavail, bsize } = statfsSync(dirname(place));
    return bavail * bsize;
  } catch {
    return null; // The disk does not say.
  }
}

function headOf(row: Row): RunHead {
  return { key: row.key as number, run: unpackedId(row.id), head: row.head as number, hash: hex(row.hash) };
}

function tombstoneOf(row: Row): Tombstone {
  return { ...headOf(row), removedAt: row.removed_at as number };
}
