// The floor: a bare append log on node:sqlite. All who await a step share one synced commit with all who wait.

import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { AT_ONCE, CHAIN_STEPS, type Contender, expectEqual, inFlight, nextDocument } from '../contender.ts';

export const contender: Contender = {
  prepare: async ({ folder }) => new Log(folder).close(),
  open: async ({ folder }) => {
    const log = new Log(folder);
    return {
      chain: async (runs, atOnce) => {
        const first = log.firstFreeRun();
        await inFlight(runs, atOnce, async (index) => {
          for (let step = 0; step < CHAIN_STEPS; step += 1) await log.append(first + index, step, 'done');
        });
        expectEqual(log.count('done'), (first + runs) * CHAIN_STEPS, 'the number of steps');
      },
      map: async (items, wave) => {
        const run = log.firstFreeRun();
        await inFlight(items, wave ?? items, (item) => log.append(run, item, 'item'));
        await log.append(run, items, 'joined');
      },
      pause: (runs) =>
        inFlight(runs, AT_ONCE, async (run) => {
          await log.append(run, 0, 'started');
          await log.append(run, 1, 'paused');
        }),
      resume: async (runs, onTask) => {
        const paused = log.runsAt('paused');
        await inFlight(paused.length, AT_ONCE, async (index) => {
          await log.append(paused[index] ?? -1, 2, 'approved');
          onTask();
          await log.append(paused[index] ?? -1, 3, 'done');
        });
        expectEqual(log.count('done'), runs, 'the number of resumed runs');
      },
      loop: async (loops) => {
        const run = log.firstFreeRun();
        for (let version = 0; version < loops; version += 1) await log.append(run, version, nextDocument());
      },
      close: async () => log.close(),
    };
  },
};

interface Waiting {
  readonly row: readonly [run: number, position: number, body: string];
  done(): void;
  failed(error: unknown): void;
}

class Log {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  #waiting: Waiting[] = [];

  constructor(folder: string) {
    this.#database = new DatabaseSync(join(folder, 'floor.db'));
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS event (run INTEGER, position INTEGER, body TEXT, PRIMARY KEY (run, position))
      WITHOUT ROWID`);
    this.#insert = this.#database.prepare('INSERT INTO event VALUES (?, ?, ?)');
  }

  append(...row: Waiting['row']): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ row, done, failed });
      // After the callers that are ready now, so that they share the commit.
      if (this.#waiting.length === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    const group = this.#waiting;
    this.#waiting = [];
    try {
      this.#database.exec('BEGIN');
      for (const { row } of group) this.#insert.run(...row);
      this.#database.exec('COMMIT');
      for (const each of group) each.done();
    } catch (error) {
      for (const each of group) each.failed(error);
    }
  }

  firstFreeRun(): number {
    const row = this.#database.prepare('SELECT COALESCE(MAX(run) + 1, 0) AS run FROM event').get();
    return Number(row?.run);
  }

  count(body: string): number {
    return Number(this.#database.prepare('SELECT COUNT(*) AS count FROM event WHERE body = ?').get(body)?.count);
  }

  runsAt(body: string): number[] {
    const rows = this.#database.prepare('SELECT run FROM event WHERE body = ? ORDER BY run').all(body);
    return rows.map((row) => Number(row.run));
  }

  close(): void {
    this.#database.close();
  }
}
