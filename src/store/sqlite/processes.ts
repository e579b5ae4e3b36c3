// Processes that may hold leases, and the leases: what a sweeper asks.

import type { Store } from '../../ports/store.ts';
import { LEASE_KIND } from '../codes.ts';
import { processOf } from '../rows.ts';
import type { Connection } from './connection.ts';
import { type PackedId, packedId, unpackedId } from './run-ids.ts';

/** This process's key once it has registered, 0 before: outbox entries bear it. */
export interface OwnProcess {
  key: number;
}

type Processes = Pick<
  Store,
  'register' | 'beat' | 'processes' | 'leasesOf' | 'orphanedLeases' | 'unregister' | 'beatTask' | 'outsideLeases'
>;

export function ownProcess(connection: Connection): OwnProcess {
  const own = { key: 0 };
  connection.onForeignWrite(() => lookAround(connection, own));
  return own;
}

/** Neighbours decide whether a writer leaves the lock free now and then. */
function lookAround(connection: Connection, own: OwnProcess): void {
  const other = connection.statement('SELECT 1 FROM processes WHERE key <> ? LIMIT 1').get(own.key);
  connection.hasNeighbours = other !== undefined;
}

const LEASE = 'SELECT r.id AS run, t.task, t.fence, t.beat FROM tasks t JOIN runs r ON r.key = t.run';
const OUTSIDE = LEASE_KIND.code('outside');

type Lease = { readonly run: string; readonly task: number; readonly fence: number; readonly beat: number };

export function processes(connection: Connection, own: OwnProcess): Processes {
  const leases = (where: string, ...values: readonly number[]): Promise<readonly Lease[]> =>
    connection.read(() => {
      const rows = connection.statement(`${LEASE} ${where} ORDER BY t.run, t.task LIMIT ?`).all(...values);
      return rows.map(leaseOf);
    });
  return {
    register: async ({ role, host, pid, bornAt, reads, hosts, startedAt }) => {
      const sql = `INSERT INTO processes (role, host, pid, born_at, beat, reads, hosts, started_at)
        VALUES (?, ?, ?, ?, 0, ?, ?, ?)`;
      const values = [role, host, pid, bornAt, reads, JSON.stringify(hosts), startedAt];
      const added = await connection.write(() => connection.statement(sql).run(...values));
      own.key = Number(added.lastInsertRowid);
      await connection.read(() => lookAround(connection, own));
      return own.key;
    },
    beat: (process) =>
      connection.write(() => changed(connection, 'UPDATE processes SET beat = beat + 1 WHERE key = ?', process)),
    processes: () =>
      connection.read(() => connection.statement('SELECT * FROM processes ORDER BY key').all().map(processOf)),
    leasesOf: async (process, limit) => (await leases('WHERE t.holder = ?', process, limit)).map(withoutBeat),
    orphanedLeases: async (limit) =>
      (await leases('WHERE t.holder > 0 AND t.holder NOT IN (SELECT key FROM processes)', limit)).map(withoutBeat),
    unregister: (process) =>
      connection.write(() => {
        changed(connection, 'DELETE FROM processes WHERE key = ?', process);
        lookAround(connection, own);
      }),
    beatTask: (run, task, fence) =>
      connection.write(() => {
        const sql = `UPDATE tasks SET beat = beat + 1 WHERE run = (SELECT key FROM runs WHERE id = ?) AND task = ?
          AND fence = ? AND lease_kind = ${OUTSIDE}`;
        return changed(connection, sql, packedId(run), task, fence);
      }),
    outsideLeases: (limit) => leases(`WHERE t.holder = 0 AND t.lease_kind = ${OUTSIDE}`, limit),
  };
}

function changed(connection: Connection, sql: string, ...values: readonly (number | PackedId)[]): boolean {
  return Number(connection.statement(sql).run(...values).changes) > 0;
}

type Row = Readonly<Record<string, unknown>>;

function leaseOf({ run, task, fence, beat }: Row): Lease {
  return { run: unpackedId(run), task: task as number, fence: fence as number, beat: beat as number };
}

function withoutBeat({ run, task, fence }: Lease): Omit<Lease, 'beat'> {
  return { run, task, fence };
}
