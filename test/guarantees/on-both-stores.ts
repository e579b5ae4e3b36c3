// A test on SQLite and on PostgreSQL: a place of its own, and as many stores and engines on it as it asks for.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Command } from '../../src/engine/commands.ts';
import type { AnyEvent, EventType } from '../../src/engine/events.ts';
import type { Json } from '../../src/json.ts';
import type { RunRow, Store, StoredWorkflow } from '../../src/ports/store.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import type { EngineOptions } from '../../src/runtime/engine-options.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { postgresOrSkip } from '../support/postgres.ts';

export type EventOf<T extends EventType> = Extract<AnyEvent, { readonly type: T }>;
type Options = Partial<Omit<EngineOptions, 'store'>>;

export const ADA = { actor: 'user:ada', channel: 'cli' } as const;
export const BEN = { actor: 'user:ben', channel: 'studio' } as const;
const WAIT_MS_MAX = 60_000;

export class Site {
  readonly address: string;
  readonly #open: () => Promise<Store>;
  readonly #close: (() => Promise<void>)[] = [];
  readonly #ended = new Set<Engine>();
  /** Of this test itself, for looking. */
  readonly store: Store;

  constructor(address: string, open: () => Promise<Store>, store: Store) {
    this.address = address;
    this.#open = open;
    this.store = store;
    this.#close.push(() => store.close());
  }

  /** An engine on a connection of its own, as another process has it. It processes work unless asked otherwise.
   *  `around`: what stands between it and its store. */
  async engine(options: Options = {}, around = (store: Store): Store => store): Promise<Engine> {
    const store = around(await this.#open());
    const addSource: EngineOptions['addSource'] = (to, source) => addDiagram(to, 'made.mmd', source, ADA);
    const engine = await openEngine({ store, role: 'embedded', processesWork: true, addSource, ...options });
    this.#close.push(() => this.end(engine));
    return engine;
  }

  /** Ends an engine and its connection, as the end of its process does; twice does no harm. */
  async end(engine: Engine): Promise<void> {
    if (this.#ended.has(engine)) return;
    this.#ended.add(engine);
    await engine.close(0);
    await engine.store.close();
  }

  async add(name: string, diagram: string): Promise<StoredWorkflow> {
    const added = await addDiagram(this.store, `${name}.mmd`, diagram, ADA);
    if (typeof added === 'string') assert.fail(added);
    return added;
  }

  async start(engine: Engine, workflow: StoredWorkflow, input: Json = {}): Promise<string> {
    const started = await engine.start(workflow, input, { by: ADA });
    if (!started.ok) assert.fail(`${started.rejection.code}: ${started.rejection.message}`);
    return started.run;
  }

  async row(run: string): Promise<RunRow> {
    return (await this.store.run(run)) ?? assert.fail(`no run ${run}`);
  }

  /** The run's row once that holds; rejects after a minute with what the run is instead. */
  async until(run: string, what: string, holds: (row: RunRow) => boolean | Promise<boolean>): Promise<RunRow> {
    for (const end = performance.now() + WAIT_MS_MAX; performance.now() < end; ) {
      const row = await this.store.run(run);
      const held = row !== null && holds(row);
      if (row !== null && held === true) return row;
      if (await held) return (await this.store.run(run)) ?? assert.fail(`${run} is gone`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return assert.fail(`Expected ${what}, found ${JSON.stringify(await this.store.run(run))}`);
  }

  ended(run: string): Promise<RunRow> {
    return this.until(run, 'an end', ({ endedAt }) => endedAt !== null);
  }

  /** The numbers of its open tasks for people, oldest first. */
  async openTasks(run: string): Promise<readonly { readonly task: number; readonly step: string }[]> {
    const { items } = await this.store.listTasks({ run, forPeople: true }, { limit: 1000 });
    return items.map(({ task, step }) => ({ task, step }));
  }

  async events<T extends EventType>(engine: Engine, run: string, ...types: readonly T[]): Promise<EventOf<T>[]> {
    const all = await engine.events(run, 0, 1_000_000);
    return all.filter((event): event is EventOf<T> => types.length === 0 || types.includes(event.type as T));
  }

  /** Chains, seals, rows and payloads are whole. */
  async verify(): Promise<void> {
    assert.deepEqual((await verifyStore(this.store)).broken, []);
  }

  async close(): Promise<void> {
    for (const close of this.#close.reverse()) await close();
  }
}

export function onBothStores(name: string, work: (site: Site, t: TestContext) => Promise<void>): void {
  test(`${name}, on SQLite`, { timeout: 180_000 }, (t) => onSqlite(t, work));
  test(`${name}, on PostgreSQL`, { timeout: 180_000 }, async (t) => {
    const postgres = await postgresOrSkip(t);
    if (postgres === undefined) return;
    const url = await postgres.createDatabase();
    await onSite(
      url,
      () => openPostgresStore({ url, connections: 3 }),
      (site) => work(site, t),
    );
  });
}

async function onSqlite(t: TestContext, work: (site: Site, t: TestContext) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'signoff-guarantees-'));
  const path = join(folder, 'signoff.db');
  try {
    await onSite(
      path,
      () => openSqliteStore({ path }),
      (site) => work(site, t),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onSite(address: string, open: () => Promise<Store>, work: (site: Site) => Promise<void>): Promise<void> {
  const site = new Site(address, open, await open());
  try {
    await work(site);
    await site.verify();
  } finally {
    await site.close();
  }
}

/** What was refused: its code. */
export function refusal(outcome: { readonly ok: boolean; readonly rejection?: { readonly code: string } }): string {
  return outcome.rejection?.code ?? assert.fail('Expected a rejection, found none.');
}

export function approve(task: number, verdict = 'approve'): Command {
  return { type: 'CompleteTask', task, output: verdict, verdict };
}
