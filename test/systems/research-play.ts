// A research run for tests: the shipped system on a real store and project folder, with searches that answer from the
// corpus of an example, and workers that do what a test says.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { folderSearches } from '../../examples/research/folder-searches.ts';
import { BY, NOW, openExample } from '../../examples/research/open-example.ts';
import { corpusOf, filesBelow, untilOver } from '../../examples/research/run-example.ts';
import { readExample, type Script } from '../../examples/research/script.ts';
import { SkippingClock } from '../../examples/research/skipping-clock.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import { readValue } from '../../src/engine/value.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
import type { Sources } from '../../src/ports/sources.ts';
import type { SystemDeps } from '../../src/ports/system.ts';
import { research } from '../../src/systems/research/system.ts';
import { openPlace } from '../e2e/open-place.ts';
import { newFolder } from './prd-fixture.ts';

/** What a test's writer gives in place of what rules give, or what it makes of that. */
export type TestWriter = (facts: CallFacts, byRules: () => Promise<JsonObject>) => Json | Promise<Json>;

/** What a writer or a search that never answers returns: waits are skipped only while all that are at work do that. */
export const HANGS: Promise<never> = new Promise(() => {});

export interface PlayOptions {
  readonly example?: string;
  readonly brief?: JsonObject;
  readonly writers?: { readonly [worker: string]: TestWriter };
  readonly searches?: (sources: Sources) => Partial<Sources>;
  /** How long a wait may be to be over at once. */
  readonly skipsMax?: number;
  readonly scores?: Script['scores'];
  readonly failures?: Script['failures'];
  /** Of the run's input, besides project and brief. */
  readonly input?: JsonObject;
  /** The time that the system's code reads. */
  now?(): number;
  /** What else the system's code is told of the world. */
  readonly deps?: Partial<SystemDeps>;
  onEvents?(events: readonly AnyEvent[]): void;
}

export interface PlayResult {
  readonly status: string;
  /** AgentState and what is ours. */
  readonly data: JsonObject;
  readonly output: JsonObject;
  readonly files: ReadonlyMap<string, string>;
  /** How often each worker was called. */
  readonly calls: ReadonlyMap<string, number>;
}

export async function play(t: TestContext, options: PlayOptions = {}): Promise<PlayResult> {
  const { example = 'python', brief = {}, writers = {}, searches = () => ({}) } = options;
  const project = join(newFolder(t), 'project');
  mkdirSync(project);
  const store = await openPlace(join(newFolder(t), 'store.db'));
  const clock = new SkippingClock(options.skipsMax);
  const given = readExample(example);
  const found = folderSearches(corpusOf(example), project, new Date(NOW));
  const calls = new Map<string, number>();
  const hanging = new Map<string, number>();
  const noteHang = <T>(worker: string, result: T): T => {
    if ((result as unknown) === HANGS) hanging.set(worker, (hanging.get(worker) ?? 0) + 1);
    return result;
  };
  const own = { ...found, ...searches(found) };
  const { engine, stored, close } = await openExample({
    ...{ store, project, ...(options.now !== undefined && { now: options.now }), deps: options.deps ?? {} },
    engine: {
      clock,
      onCommit(_, events) {
        clock.commit();
        options.onEvents?.(events);
      },
    },
    script: { scores: options.scores ?? given.script.scores, failures: options.failures ?? {} },
    sources: { ...own, find: (kind, ask) => noteHang(`${kind}_search`, own.find(kind, ask)) },
    writers: await writersOf(writers, noteHang),
    onCall: (worker) => void calls.set(worker, (calls.get(worker) ?? 0) + 1),
  });
  t.after(async () => {
    await close();
    await store.close();
  });
  const input = {
    ...options.input,
    project_path: project,
    brief: { ...(given.brief as unknown as JsonObject), ...brief },
  };
  const started = await engine.start(stored, input, { by: BY });
  if (!started.ok) assert.fail(started.rejection.message);
  await untilOver(engine, store, started.run, clock, async () => {
    const { items } = await store.listTasks({ family: started.run, status: ['in_progress'] }, { limit: 100 });
    // `attempt` counts those that failed.
    return items.every(({ step, attempt }) => (hanging.get(step) ?? 0) > attempt);
  });
  const { state, payloads, row } = (await engine.view(started.run)) ?? assert.fail('The run is gone.');
  const values = [...state.values.entries()].map(([name, { value }]) => [name, readValue(value, [], payloads)]);
  return {
    ...{ status: row.status, data: Object.fromEntries(values) as JsonObject, calls, files: filesBelow(project) },
    output: readValue(state.output, [], payloads) as JsonObject,
  };
}

async function writersOf(
  own: { readonly [worker: string]: TestWriter },
  noteHang: <T>(worker: string, result: T) => T,
): Promise<readonly OfflineWriter[]> {
  const byRules = (await research.loadWriters?.()) ?? [];
  return byRules.map((writer) => {
    const test = own[writer.step];
    if (test === undefined) return writer;
    const byRules = (facts: CallFacts) => async () => (await writer.write(facts)) as JsonObject;
    return { ...writer, write: (facts) => noteHang(writer.step, test(facts, byRules(facts))) };
  });
}
