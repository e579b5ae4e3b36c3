// A run led by one engine after the other, in one process and on a real store: each dies at a given commit
// to, before the store has it or after, and the next one takes over when the lease of the dead has run out.

import assert from 'node:assert/strict';
import { eventsOf } from '../../src/engine/commit-text.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { RunWrite, Store } from '../../src/ports/store.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { LEASE_MS } from '../../src/runtime/sweep-leases.ts';
import { dyingStore } from './dying-store.ts';

export type Moment = 'before' | 'after';
/** One event of a commit, by what it is about, the same in every run: `research-strategy 2: TaskClaimed optimise 1`. */
type Boundary = string;
/** Whether to die at a commit. `hasLost`: who works on something now has lost it once already. */
export type Dies = (boundaries: readonly Boundary[], moment: Moment, hasLost: boolean) => boolean;

export interface LivesOptions {
  readonly store: Store;
  readonly run: string;
  /** Of the run's workflow. */
  readonly workflow: string;
  /** An engine on a store that may die, and how it is closed. */
  open(store: Store, clock: Clock, isDead: () => boolean): Promise<OpenLife>;
  start(engine: Engine): Promise<unknown>;
  /** People answer whatever they are asked; false: nobody was. */
  answer?(engine: Engine, runs: Iterable<string>): Promise<boolean>;
  /** The store has it now. */
  kept?(write: RunWrite, events: readonly AnyEvent[]): void;
  /** Whether events of this type have their task's number in every run; what is done side by side has not. */
  isNumbered(type: string): boolean;
  readonly dies: Dies;
}

export interface OpenLife {
  readonly engine: Engine;
  close(): Promise<void>;
}

const NOW = Date.parse('2026-03-05T10:00:00Z');
/** Without a commit; a busy machine is slow, not silent. */
const SILENCE_MS_MAX = 60_000;
const LOOK_MS = 20;
const OVER = new Set(['TaskCompleted', 'TaskFailed', 'LeaseLost', 'MessageAdded']);

export class RunLives {
  readonly #options: LivesOptions;
  #monotonic = 0;
  #now = NOW;
  /** Of every child's run: which workflow, for which time. */
  readonly names = new Map<string, string>();
  readonly #steps = new Map<string, string>();
  /** Tasks held now, and those that were lost by a death. */
  #held = new Set<string>();
  readonly #lost = new Set<string>();
  readonly boundaries = new Set<Boundary>();
  /** Steps whose result is in the store: `research-execution 2: editor`. */
  readonly finished = new Set<string>();
  commits = 0;
  deaths = 0;

  constructor(options: LivesOptions) {
    this.#options = options;
    this.names.set(options.run, options.workflow);
  }

  /** Lives follow each other until the run is completed. */
  async lead(): Promise<void> {
    while (!(await this.#live())) {
      this.deaths++;
      for (const task of this.#held) this.#lost.add(task);
      this.#held = new Set();
    }
  }

  /** false: it died. */
  async #live(): Promise<boolean> {
    const { store: inner, open } = this.#options;
    const life = dyingStore(inner, ({ name, args, make }, kill) =>
      name === 'append' ? this.#append(args[0] as readonly RunWrite[], make, kill) : make(),
    );
    const clock = { now: () => this.#now, monotonic: () => this.#monotonic };
    const opening = open(life.store, clock, life.isDead);
    const over = life.died.then(() => null);
    const opened = await Promise.race([opening, over]);
    this.#monotonic += LEASE_MS;
    const isDone = opened !== null && (await Promise.race([this.#work(opened.engine, life.store), over])) === true;
    const closing = opening.then(({ close }) => close());
    // It may die at its last commit: then nobody closes it.
    if (isDone) await Promise.race([closing, over]);
    return isDone;
  }

  async #work(engine: Engine, store: Store): Promise<true> {
    const { run, start, answer } = this.#options;
    if ((await store.run(run)) === null) await start(engine);
    let [heads, since] = ['', performance.now()];
    while (performance.now() - since < SILENCE_MS_MAX) {
      const rows = await Promise.all([...this.names.keys()].map((each) => store.run(each)));
      if (rows.length > 1 && rows.every((row) => row === null || row.status === 'completed')) return true;
      const stuck = rows.find((row) => row != null && row.status !== 'running' && row.status !== 'completed');
      if (stuck != null) assert.fail(`${this.names.get(run)} is ${stuck.status}: ${await this.#holds(engine)}`);
      const now = rows.map((row) => row?.head).join();
      if (now !== heads) [heads, since] = [now, performance.now()];
      // The clock goes on while one of the dead is registered, and holds its leases: until a sweep has found it.
      if ((await store.processes()).some(({ key }) => key !== engine.process)) this.#monotonic += LEASE_MS;
      // Waits before a retry are over at once.
      const due = await store.nextDue();
      if (due !== null && due - this.#now < SILENCE_MS_MAX) this.#now = Math.max(this.#now, due);
      if (await answer?.(engine, this.names.keys())) continue;
      await engine.wait(run, (row) => row.head > (rows[0]?.head ?? 0), AbortSignal.timeout(LOOK_MS));
    }
    return assert.fail(`${run} did not go on: ${await this.#holds(engine)}`);
  }

  async #holds(engine: Engine): Promise<string> {
    const views = await Promise.all([...this.names.keys()].map((run) => engine.view(run)));
    return views.flatMap((view) => [...(view?.state.holds.values() ?? [])].map(({ message }) => message)).join('; ');
  }

  async #append(writes: readonly RunWrite[], make: () => unknown, kill: () => void): Promise<unknown> {
    const events = writes.map((write) => ({ write, events: eventsIn(write) }));
    const found = events.flatMap((each) => this.#boundariesOf(each.write.run, each.events));
    const held = this.#heldAfter(events);
    if (this.#options.dies(found, 'before', this.#hasLost(this.#held))) return kill();
    const results = await make();
    this.#held = held;
    for (const { write, events: own } of events) {
      this.#finish(write.run, own);
      this.#options.kept?.(write, own);
    }
    this.commits++;
    for (const each of found) this.boundaries.add(each);
    if (this.#options.dies(found, 'after', this.#hasLost(held))) return kill();
    return results;
  }

  #finish(run: string, events: readonly AnyEvent[]): void {
    for (const { type, data } of events) {
      if (type !== 'TaskCompleted') continue;
      this.finished.add(`${this.names.get(run) ?? run}: ${this.#steps.get(`${run}#${data.task}`) ?? ''}`);
    }
  }

  #hasLost(held: ReadonlySet<string>): boolean {
    return [...held].some((task) => this.#lost.has(task));
  }

  #boundariesOf(run: string, events: readonly AnyEvent[]): readonly Boundary[] {
    for (const { type, data } of events) {
      if (type === 'TaskOpened' || type === 'ChildStarted') this.#steps.set(`${run}#${data.task}`, data.step);
      if ((type !== 'ChildStarted' && type !== 'DetachedChildStarted') || this.names.has(data.child)) continue;
      const { workflow } = data;
      const time = [...this.names.values()].filter((name) => name.startsWith(`${workflow} `)).length + 1;
      this.names.set(data.child, `${workflow} ${time}`);
    }
    const name = this.names.get(run) ?? run;
    if (events.length === 0) return [`${name}: no events`];
    return events.map(({ type, data }) => {
      const about = data as { readonly task?: number; readonly step?: string; readonly token?: number };
      const step = about.step ?? this.#steps.get(`${run}#${about.task}`) ?? '';
      return `${name}: ${type} ${step} ${this.#options.isNumbered(type) ? (about.task ?? about.token ?? '') : ''}`;
    });
  }

  #heldAfter(all: readonly { readonly write: RunWrite; readonly events: readonly AnyEvent[] }[]): Set<string> {
    const held = new Set(this.#held);
    for (const { write, events } of all)
      for (const { type, data } of events) {
        if (type === 'TaskClaimed') held.add(`${write.run}#${data.task}`);
        else if (OVER.has(type) && 'task' in data) held.delete(`${write.run}#${data.task}`);
      }
    return held;
  }
}

function eventsIn({ run, commits }: RunWrite): readonly AnyEvent[] {
  return commits.flatMap((commit) => eventsOf(commit.text, { run, ...commit }));
}
