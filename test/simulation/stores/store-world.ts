// A world of runs in a real store: an engine that dies and is opened again, and every run folded from what is stored.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Workflow } from '../../../src/diagram/workflow.ts';
import { eventsOf } from '../../../src/engine/commit-text.ts';
import type { AnyEvent } from '../../../src/engine/events.ts';
import { evolve } from '../../../src/engine/evolve.ts';
import { newState } from '../../../src/engine/snapshot.ts';
import { StoreFault } from '../../../src/errors.ts';
import type { CodeRegistry } from '../../../src/ports/action.ts';
import type { RunRow, Store } from '../../../src/ports/store.ts';
import { type Engine, openEngine } from '../../../src/runtime/open-engine.ts';
import { newPlayer, type Player } from '../players.ts';
import type { Random } from '../random.ts';
import type { Sketch } from '../sketch.ts';
import { must, newWorld, type World } from '../world.ts';
import { type FlakyStore, flakyStore, type Luck } from './flaky-store.ts';

/** How a seed treats its store. */
export interface Habits {
  readonly dies: number;
  readonly fails: number;
  readonly readsFail: number;
  /** Registered code does the steps that name an action. */
  readonly hosts: boolean;
  /** Some commands come from another process, which only sends. */
  readonly hasOther: boolean;
  readonly snapshotEvents: number;
}

/** One run as it is stored, with what players need to know of it. */
export interface StoredRun {
  readonly id: string;
  row: RunRow;
  readonly world: World;
  readonly player: Player;
  /** The diagram, as far as it is known here: a fork of a migrated run has none. */
  sketch: Sketch | null;
}

export type CallResult<T> = { readonly value: T } | 'fault' | 'died';

const OPEN_TRIES = 400;
const CALM = { dies: 0, fails: 0, readsFail: 0 };

export class StoreWorld {
  readonly random: Random;
  readonly habits: Habits;
  readonly runs = new Map<string, StoredRun>();
  readonly #openStore: () => Promise<Store>;
  readonly #code: CodeRegistry;
  readonly #luck: Random;
  #inner: Store;
  #flaky: FlakyStore | null = null;
  #engine: Engine | null = null;
  #other: Engine | null = null;
  #otherStore: Store | null = null;
  nowMs = Date.UTC(2026, 0, 1);
  deaths = 0;
  faults = 0;

  /** `luck` is drawn from as often as the store is called: it must not be what players draw from. */
  /** All runs write their files here, over one another's. */
  readonly #folder: string;

  constructor(
    random: Random,
    luck: Random,
    habits: Habits,
    code: CodeRegistry,
    open: () => Promise<Store>,
    inner: Store,
  ) {
    this.random = random;
    this.#luck = luck;
    this.habits = habits;
    this.#code = habits.hosts ? code : {};
    this.#inner = inner;
    this.#openStore = open;
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-simulated-')));
  }

  /** The store itself, without bad luck. */
  get store(): Store {
    return this.#inner;
  }

  /** Does something with the engine, which may die of it. */
  async act<T>(work: (engine: Engine) => Promise<T>): Promise<CallResult<T>> {
    if (this.habits.hasOther && this.random.chance(0.3)) return { value: await work(await this.#otherEngine()) };
    if (this.#engine === null) await this.#open({ ...this.habits, hidesTimers: true });
    const { died } = this.#flaky as FlakyStore;
    const engine = this.#engine as unknown as Engine;
    const done = await Promise.race([outcomeOf(work(engine)), died.then(() => 'died' as const)]);
    if (done === 'fault') this.faults++;
    // What the commit led to goes on, until it is done or the engine dies.
    const end = await Promise.race([outcomeOf(engine.idle()), died.then(() => 'died' as const)]);
    if (done === 'died' || end === 'died') this.#bury();
    return done;
  }

  /** Everything that can be done without players is done: no bad luck, until nothing waits any more. */
  async settle(firesTimers: boolean): Promise<void> {
    this.#bury();
    await this.#open({ ...CALM, hidesTimers: !firesTimers });
    const engine = this.#engine as unknown as Engine;
    for (let n = 0; ; n++) {
      await engine.idle();
      const due = firesTimers ? await this.#inner.dueTimers(this.nowMs, 10) : [];
      const entries = [...(await this.#inner.outbox(engine.process, 10)), ...(await this.#inner.outbox(null, 10))];
      if (due.length + entries.length === 0) break;
      must(n < 1000, `never done: ${entries.length} outbox entries (${entries[0]?.kind}), ${due.length} due timers`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const left = [...(await this.#inner.orphanedLeases(10)), ...(await this.#inner.leasesOf(engine.process, 10))];
    must(left.length === 0, `${left[0]?.run}: task ${left[0]?.task} is held by nobody who works on it`);
    this.#bury();
    await this.refresh();
  }

  /** Folds what was stored since. */
  async refresh(): Promise<void> {
    for (let after: string | undefined; ; ) {
      const { items, next } = await this.#inner.listRuns({}, { limit: 100, ...(after !== undefined && { after }) });
      for (const row of items) await this.#fold(row);
      if (next === null) return;
      after = next;
    }
  }

  async close(): Promise<void> {
    this.#bury();
    await this.#other?.close(0);
    await this.#otherStore?.close();
    await this.#inner.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #fold(row: RunRow): Promise<void> {
    const run = this.runs.get(row.run) ?? (await this.#meet(row));
    if (run.row.workflow !== row.workflow) run.world.workflow = await this.#workflow(row.workflow);
    run.row = row;
    while (run.world.state.number < row.head) {
      const commits = await this.#inner.commitsOf(row.key, run.world.state.number, 500);
      must(commits.length > 0, `${row.run} ends at event ${run.world.state.number}, its row says ${row.head}`);
      for (const commit of commits) {
        const { state } = run.world;
        must(commit.first === state.number + 1, `${row.run}: event ${commit.first} follows event ${state.number}`);
        const events = eventsOf(commit.text ?? '', { run: row.run, ...commit });
        for (const event of events) take(run.world, event);
        run.world.commits.push(commit.last);
      }
    }
  }

  async #meet(row: RunRow): Promise<StoredRun> {
    const world = newWorld(await this.#workflow(row.workflow));
    world.state = newState();
    const run: StoredRun = { id: row.run, row, world, player: newPlayer(this.random), sketch: null };
    this.runs.set(row.run, run);
    return run;
  }

  async #workflow(key: number): Promise<Workflow> {
    const stored = await this.#inner.workflowByKey(key);
    must(stored !== null, `the workflow with key ${key} is not in the store`);
    return stored.workflow;
  }

  /** Opens the engine as a new process would; it may die or fail before it is open. */
  async #open(luck: Omit<Luck, 'random'>): Promise<void> {
    if (this.random.chance(0.1)) {
      await this.#inner.close();
      this.#inner = await this.#openStore();
    }
    for (let n = 0; n < OPEN_TRIES; n++) {
      // A process that died is found by its number; here all of them share one.
      for (const { key } of await this.#inner.processes()) await this.#inner.unregister(key);
      const flaky = flakyStore(this.#inner, { random: this.#luck, ...luck });
      const opened = await Promise.race([
        outcomeOf(openEngine({ ...this.#options(flaky.store), code: this.#code, processesWork: true })),
        flaky.died.then(() => 'died' as const),
      ]);
      this.#flaky = flaky;
      if (typeof opened !== 'string') {
        this.#engine = opened.value;
        return;
      }
      this.#bury();
    }
    must(false, `the engine could not be opened ${OPEN_TRIES} times in a row`);
  }

  #options(store: Store) {
    const { nowMs: start } = this;
    const clock = { now: () => this.nowMs, monotonic: () => this.nowMs - start };
    const workspaces = [this.#folder];
    return { store, role: 'test', clock, workspaces, snapshotEvents: this.habits.snapshotEvents };
  }

  #bury(): void {
    if (this.#flaky === null) return;
    this.deaths++;
    this.#flaky.kill();
    // Only its clocks are stopped: nothing it asks for is answered any more.
    void this.#engine?.close(0).catch(() => {});
    this.#flaky = null;
    this.#engine = null;
  }

  async #otherEngine(): Promise<Engine> {
    this.#otherStore ??= await this.#openStore();
    this.#other ??= await openEngine(this.#options(this.#otherStore));
    return this.#other;
  }
}

async function outcomeOf<T>(work: Promise<T>): Promise<CallResult<T>> {
  try {
    return { value: await work };
  } catch (fault) {
    if (fault instanceof StoreFault) return 'fault';
    throw fault;
  }
}

function take(world: World, event: AnyEvent): void {
  world.events.push(event);
  world.eventCount++;
  evolve(world.state, event);
}
