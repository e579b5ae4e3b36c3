// Processes that may hold leases, and the leases: what a sweeper asks.

import type { Store } from '../../ports/store.ts';
import { LEASE_KIND } from '../codes.ts';
import { processOf } from '../rows.ts';
import type { Connections, Row } from './connections.ts';

/** This process's key once it has registered, 0 before: outbox entries bear it. */
export interface OwnProcess {
  key: number;
}

type Processes = Pick<
  Store,
  'register' | 'beat' | 'processes' | 'leasesOf' | 'orphanedLeases' | 'unregister' | 'beatTask' | 'outsideLeases'
>;

const OUTSIDE = LEASE_KIND.code('outside');
const LEASE = 'SELECT r.id AS run, t.task, t.fence, t.beat FROM tasks t JOIN runs r ON r.key = t.run';
const ORDER = 'ORDER BY t.run, t.task LIMIT';
const REGISTER = `INSERT INTO processes (role, host, pid, born_at, beat, reads, hosts, started_at)
  VALUES ($1, $2, $3, $4, 0, $5, $6, $7) RETURNING key`;
const BEAT = 'UPDATE processes SET beat = beat + 1 WHERE key = $1 RETURNING 1 AS one';
const BEAT_TASK = `UPDATE tasks SET beat = beat + 1 WHERE run = (SELECT key FROM runs WHERE id = $1) AND task = $2
  AND fence = $3 AND lease_kind = ${OUTSIDE} RETURNING 1 AS one`;
const ORPHANED = `${LEASE} WHERE t.holder > 0 AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.key = t.holder)`;

export function processes(connections: Connections, own: OwnProcess): Processes {
  return {
    register: async ({ role, host, pid, bornAt, reads, hosts, startedAt }) => {
      const values = [role, host, pid, bornAt, reads, JSON.stringify(hosts), startedAt];
      const rows = await connections.write('register', REGISTER, values);
      own.key = rows[0]?.key as number;
      return own.key;
    },
    // A beat that counts twice does no harm.
    beat: async (process) => (await connections.read('beat', BEAT, [process])).length > 0,
    processes: async () => (await connections.read('processes', 'SELECT * FROM processes ORDER BY key')).map(processOf),
    leasesOf: async (process, limit) => {
      const rows = await connections.read('leases_of', `${LEASE} WHERE t.holder = $1 ${ORDER} $2`, [process, limit]);
      return rows.map(leaseOf);
    },
    orphanedLeases: async (limit) =>
      (await connections.read('orphaned_leases', `${ORPHANED} ${ORDER} $1`, [limit])).map(leaseOf),
    unregister: async (process) => {
      await connections.read('unregister', 'DELETE FROM processes WHERE key = $1', [process]);
    },
    beatTask: async (run, task, fence) =>
      (await connections.read('beat_task', BEAT_TASK, [run, task, fence])).length > 0,
    outsideLeases: async (limit) => {
      const sql = `${LEASE} WHERE t.lease_kind = ${OUTSIDE} ${ORDER} $1`;
      const rows = await connections.read('outside_leases', sql, [limit]);
      return rows.map((row) => ({ ...leaseOf(row), beat: row.beat as number }));
    },
  };
}

function leaseOf({ run, task, fence }: Row): { readonly run: string; readonly task: number; readonly fence: number } {
  return { run: run as string, task: task as number, fence: fence as number };
}
