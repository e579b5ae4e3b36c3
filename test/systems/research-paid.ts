// Research runs whose workers are done by a model on loopback that costs money, and what their histories say of it.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { folderSearches } from '../../examples/research/folder-searches.ts';
import { BY, NOW, type OpenExample, openExample } from '../../examples/research/open-example.ts';
import { corpusOf, filesBelow, untilOver } from '../../examples/research/run-example.ts';
import { readExample } from '../../examples/research/script.ts';
import { SkippingClock } from '../../examples/research/skipping-clock.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import { readValue } from '../../src/engine/value.ts';
import type { JsonObject } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import type { SystemDeps } from '../../src/ports/system.ts';
import type { LiveRun } from '../../src/runtime/live-run.ts';
import { eventsOfRun } from '../../src/runtime/read-run.ts';
import { openPlace } from '../e2e/open-place.ts';
import { type ModelReply, type ModelServer, startModelServer } from '../support/model-server.ts';
import { newFolder } from './prd-fixture.ts';
import { researchReply } from './research-model.ts';

const EXAMPLE = 'trends';

export interface PaidOptions {
  readonly brief?: JsonObject;
  readonly reply?: ModelReply;
  /** Dollars for a million tokens, in and out; left out: nobody knows it. */
  readonly price?: number;
  /** Besides what names the model. */
  readonly env?: { readonly [name: string]: string };
  /** What else the system's code is told of the world. */
  readonly deps?: Partial<SystemDeps>;
  /** After each commit of any run. */
  onCommit?(run: LiveRun, events: readonly AnyEvent[]): void;
}

export interface PaidRuns extends OpenExample {
  readonly store: Store;
  /** Of the store. */
  readonly place: string;
  readonly server: ModelServer;
  readonly clock: PassingClock;
  readonly project: string;
  readonly input: JsonObject;
  /** Another process on the same store and project, with the same model. */
  again(onCommit?: PaidOptions['onCommit']): Promise<PaidRuns>;
}

/** The time of the machine and what a test adds to it; waits before retries are over at once. */
export class PassingClock extends SkippingClock {
  #passed = 0;

  pass(minutes: number): void {
    this.#passed += minutes * 60_000;
  }

  override now(): number {
    return super.now() + this.#passed;
  }
}

/** The engine is open, nothing is started. */
export async function openPaid(t: TestContext, options: PaidOptions = {}): Promise<PaidRuns> {
  const project = join(newFolder(t), 'project');
  mkdirSync(project);
  const place = join(newFolder(t), 'store.db');
  const server = await startModelServer(options.reply ?? researchReply);
  t.after(() => server.close());
  return openAt(t, options, { project, place, server, clock: new PassingClock() });
}

type Place = Pick<PaidRuns, 'project' | 'place' | 'server' | 'clock'>;

async function openAt(t: TestContext, options: PaidOptions, at: Place): Promise<PaidRuns> {
  const { project, place, server, clock } = at;
  const { price, brief } = options;
  const store = await openPlace(place);
  const models = { '*': { in: price ?? 0, cached: price ?? 0, out: price ?? 0 } };
  const opened = await openExample({
    ...{ store, project, script: { scores: [], failures: {} }, now: () => clock.now() },
    engine: {
      clock,
      onCommit(run, events) {
        clock.commit();
        options.onCommit?.(run, events);
      },
    },
    sources: folderSearches(corpusOf(EXAMPLE), project, new Date(NOW)),
    env: { SIGNOFF_PROVIDER: server.url, SIGNOFF_MODEL: 'tested', SIGNOFF_API_KEY: 'key', ...options.env },
    ...(options.deps !== undefined && { deps: options.deps }),
    ...(price !== undefined && { prices: { [new URL(server.url).host]: { asOf: '2026-03-05', models } } }),
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await opened.close();
    await store.close();
  };
  t.after(close);
  const given = { ...(readExample(EXAMPLE).brief as unknown as JsonObject), min_sources: 3, ...brief };
  return {
    ...{ ...opened, ...at, store, close, input: { project_path: project, brief: given } },
    again: (onCommit = () => {}) => openAt(t, { ...options, onCommit }, at),
  };
}

export async function begin({ engine, stored, input }: PaidRuns, brief: JsonObject = {}): Promise<string> {
  const own = { ...input, brief: { ...(input.brief as JsonObject), ...brief } };
  const started = await engine.start(stored, own, { by: BY });
  return started.ok ? started.run : assert.fail(started.rejection.message);
}

export interface PaidResult {
  readonly data: JsonObject;
  readonly output: JsonObject;
  readonly files: ReadonlyMap<string, string>;
}

export async function finish({ engine, store, clock, project }: PaidRuns, run: string): Promise<PaidResult> {
  await untilOver(engine, store, run, clock);
  const { state, payloads } = (await engine.view(run)) ?? assert.fail('The run is gone.');
  const values = [...state.values.entries()].map(([name, { value }]) => [name, readValue(value, [], payloads)]);
  const output = readValue(state.output, [], payloads) as JsonObject;
  return { data: Object.fromEntries(values) as JsonObject, output, files: filesBelow(project) };
}

/** Of a run and of those that it started, each in its own order. */
export async function eventsOf(store: Store, run: string): Promise<readonly AnyEvent[]> {
  const family = [run];
  const events: AnyEvent[] = [];
  for (const each of family) {
    const { key } = (await store.run(each)) ?? assert.fail(`There is no run ${each}.`);
    for await (const event of eventsOfRun(store, each, key)) {
      if (event.type === 'ChildStarted') family.push(event.data.child);
      events.push(event);
    }
  }
  return events;
}

export async function spentOn(store: Store, run: string): Promise<number> {
  const events = await eventsOf(store, run);
  const costs = events.flatMap((event) => (event.type === 'CallEnded' ? [event.data.cost ?? 0] : []));
  return costs.reduce((sum, cost) => sum + cost, 0);
}
