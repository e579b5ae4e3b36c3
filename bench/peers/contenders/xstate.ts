// XState, whose snapshots are left to its users: here one synced SQLite write of the snapshot after each step.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type AnyStateMachine, assign, createActor, createMachine, type Snapshot } from 'xstate';
import { AT_ONCE, CHAIN_STEPS, type Contender, expectEqual, inFlight, nextDocument } from '../contender.ts';

const steps = Array.from({ length: CHAIN_STEPS }, (_, step) => [`s${step}`, { on: { next: `s${step + 1}` } }] as const);
const chain = createMachine({
  initial: 's0',
  states: { ...Object.fromEntries(steps), [`s${CHAIN_STEPS}`]: { type: 'final' } },
});
const map = createMachine({
  types: {} as { context: { items: number; results: number[] }; input: number; events: { type: 'item'; item: number } },
  context: ({ input }) => ({ items: input, results: [] }),
  initial: 'mapping',
  states: {
    mapping: {
      on: { item: { actions: assign({ results: ({ context, event }) => [...context.results, event.item] }) } },
      always: { target: 'joined', guard: ({ context }) => context.results.length === context.items },
    },
    joined: { type: 'final' },
  },
});
const approval = createMachine({
  initial: 'start',
  states: {
    start: { on: { next: 'approve' } },
    approve: { on: { approved: 'publish' } },
    publish: { on: { next: 'end' } },
    end: { type: 'final' },
  },
});
const loop = createMachine({
  types: {} as { context: { document: string }; events: { type: 'store'; document: string } | { type: 'end' } },
  context: { document: '' },
  initial: 'looping',
  states: {
    looping: { on: { store: { actions: assign({ document: ({ event }) => event.document }) }, end: 'end' } },
    end: { type: 'final' },
  },
});

export const contender: Contender = {
  prepare: async ({ folder }) => new Snapshots(folder).close(),
  open: async ({ folder }) => {
    const snapshots = new Snapshots(folder);
    return {
      chain: (runs, atOnce) =>
        inFlight(runs, atOnce, async (run) => {
          const actor = new StoredActor(snapshots, `chain ${run}`, chain);
          for (let step = 0; step < CHAIN_STEPS; step += 1) await actor.send({ type: 'next' });
          actor.expectDone();
        }),
      map: async (items) => {
        const actor = new StoredActor(snapshots, 'map', map, { input: items });
        for (let item = 0; item < items; item += 1) await actor.send({ type: 'item', item });
        actor.expectDone();
      },
      pause: (runs) =>
        inFlight(runs, AT_ONCE, (run) => new StoredActor(snapshots, `run ${run}`, approval).send({ type: 'next' })),
      resume: async (runs, onTask) => {
        const paused = snapshots.all();
        expectEqual(paused.length, runs, 'the number of paused runs');
        await inFlight(paused.length, AT_ONCE, async (index) => {
          const [id = '', snapshot] = paused[index] ?? [];
          const actor = new StoredActor(snapshots, id, approval, snapshot === undefined ? {} : { snapshot });
          await actor.send({ type: 'approved' });
          onTask();
          await actor.send({ type: 'next' });
          actor.expectDone();
        });
      },
      loop: async (loops) => {
        const actor = new StoredActor(snapshots, 'loop', loop);
        for (let version = 0; version < loops; version += 1) {
          await actor.send({ type: 'store', document: nextDocument() });
        }
        await actor.send({ type: 'end' });
        actor.expectDone();
      },
      close: async () => snapshots.close(),
    };
  },
};

class StoredActor {
  readonly #snapshots: Snapshots;
  readonly #id: string;
  readonly #actor: ReturnType<typeof createActor<AnyStateMachine>>;

  constructor(
    snapshots: Snapshots,
    id: string,
    machine: AnyStateMachine,
    options: { input?: unknown; snapshot?: Snapshot<unknown> } = {},
  ) {
    this.#snapshots = snapshots;
    this.#id = id;
    this.#actor = createActor(machine, options).start();
  }

  async send(event: { readonly type: string; readonly [field: string]: unknown }): Promise<void> {
    this.#actor.send(event);
    this.#snapshots.put(this.#id, this.#actor.getPersistedSnapshot());
  }

  expectDone(): void {
    expectEqual(this.#actor.getSnapshot().status, 'done', `the status of ${this.#id}`);
  }
}

class Snapshots {
  readonly #database: DatabaseSync;
  readonly #put;

  constructor(folder: string) {
    this.#database = new DatabaseSync(join(folder, 'xstate.db'));
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS run (id TEXT PRIMARY KEY, snapshot TEXT) WITHOUT ROWID`);
    this.#put = this.#database.prepare('INSERT OR REPLACE INTO run VALUES (?, ?)');
  }

  put(id: string, snapshot: Snapshot<unknown>): void {
    this.#put.run(id, JSON.stringify(snapshot));
  }

  all(): [id: string, snapshot: Snapshot<unknown>][] {
    const rows = this.#database.prepare('SELECT id, snapshot FROM run').all();
    return rows.map((row) => [String(row.id), JSON.parse(String(row.snapshot))]);
  }

  close(): void {
    this.#database.close();
  }
}
