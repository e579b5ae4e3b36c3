// How the store is looked after: its size, its seals, giving space back, closing.

import { StoreFault } from '../../errors.ts';
import type { Store } from '../../ports/store.ts';
import type { RunHead, StoreStats, Tombstone } from '../../ports/store-care.ts';
import { RUN_STATUS } from '../codes.ts';
import { hex } from '../rows.ts';
import type { Connections, Row } from './connections.ts';
import type { Listener } from './listener.ts';
import { commitsOfSeal, sealNext, sealOf } from './seals.ts';

type SealStore = Pick<Store, 'seal' | 'seals' | 'commitsOfSeal'>;
type Care = SealStore & Pick<Store, 'stats' | 'heads' | 'tombstones' | 'compact' | 'backup' | 'close'>;

const SEALS = 'SELECT * FROM seals WHERE id > $1 ORDER BY id LIMIT $2';
const HEADS = 'SELECT key, id, head, hash FROM runs WHERE key > $1 ORDER BY key LIMIT $2';
const TOMBSTONES = 'SELECT * FROM tombstones WHERE key > $1 ORDER BY key LIMIT $2';
const STATS = `SELECT (SELECT value FROM meta WHERE name = 'schema') AS schema,
  (SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c
    WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r')::bigint AS bytes,
  (SELECT json_object_agg(status, count) FROM
    (SELECT status, count(*) FROM runs WHERE key > 0 GROUP BY status) AS s(status, count)) AS runs,
  (SELECT count(*) FROM tasks WHERE ended_at IS NULL AND kind IN (0, 3)) AS tasks,
  (SELECT count(*) FROM commits) AS commits,
  (SELECT count(*) FROM payloads) AS payloads,
  (SELECT coalesce(sum(bytes), 0) FROM payloads)::bigint AS payload_bytes,
  (SELECT count(*) FROM timers) AS timers,
  (SELECT count(*) FROM processes) AS processes`;

export function care(connections: Connections, listener: Listener): Care {
  return {
    stats: async () => {
      const [row] = await connections.read('stats', STATS, [quotedName(connections.schema)]);
      return statsOf(row as Row, connections.place);
    },
    seal: (now, everyMs = 0) => sealNext(connections, now, everyMs),
    seals: async (after, limit) => (await connections.read('seals', SEALS, [after, limit])).map(sealOf),
    commitsOfSeal: (seal, after) => commitsOfSeal(connections, seal, after),
    heads: async (after, limit) => (await connections.read('heads', HEADS, [after, limit])).map(headOf),
    tombstones: async (after, limit) =>
      (await connections.read('tombstones', TOMBSTONES, [after, limit])).map(tombstoneOf),
    compact: () => compact(connections),
    backup: async (path) => {
      const { place, schema } = connections;
      const found = `Expected a store that is a file to copy to ${path}, found ${place}.`;
      const message = `${found} Use pg_dump --schema=${schema}. Nothing was changed.`;
      throw new StoreFault('store-unusable', message);
    },
    close: async () => {
      await listener.close();
      await connections.close();
    },
  };
}

const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Plain VACUUM: pages free at a table's end go back to the system, and nobody waits for a lock. */
async function compact(connections: Connections): Promise<void> {
  const sql = `SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relnamespace = $1::regnamespace AND relkind = 'r' ORDER BY relname`;
  const tables = await connections.read('', sql, [quotedName(connections.schema)]);
  const client = await connections.ownClient();
  try {
    await client.query('SET statement_timeout = 0');
    for (const { name } of tables) await client.query({ text: `VACUUM (ANALYZE) ${name}` });
  } finally {
    await client.end();
  }
}

function statsOf(row: Row, place: string): StoreStats {
  const runs: Record<string, number> = {};
  const byStatus = (row.runs ?? {}) as Record<string, number>;
  for (const [code, count] of Object.entries(byStatus)) runs[RUN_STATUS.word(Number(code))] = count;
  return {
    kind: 'postgres',
    place,
    schema: row.schema as number,
    bytes: row.bytes as number,
    freeBytes: null,
    runs,
    openTasks: row.tasks as number,
    commits: row.commits as number,
    payloads: row.payloads as number,
    payloadBytes: row.payload_bytes as number,
    timers: row.timers as number,
    processes: row.processes as number,
  };
}

function headOf(row: Row): RunHead {
  return { key: row.key as number, run: row.id as string, head: row.head as number, hash: hex(row.hash) };
}

function tombstoneOf(row: Row): Tombstone {
  return { ...headOf(row), removedAt: row.removed_at as number };
}
