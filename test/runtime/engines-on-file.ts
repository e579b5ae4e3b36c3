// Engines for tests on one SQLite file: as many as wanted, each with its own connection, all closed after the test.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { compile } from '../../src/diagram/compile.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { RunState, Task } from '../../src/engine/run-state.ts';
import type { Json } from '../../src/json.ts';
import type { Store, StoredWorkflow } from '../../src/ports/store.ts';
import type { EngineOptions } from '../../src/runtime/engine-options.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { sha256 } from '../../src/runtime/sha256.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';

export const ADA = { actor: 'user:ada', channel: 'cli' } as const;
export const BOB = { actor: 'user:bob', channel: 'studio' } as const;

export interface EnginesOnFile {
  /** `around`: what stands between the engine and its store. */
  open(options?: Partial<EngineOptions>, around?: (store: Store) => Store): Promise<Engine>;
}

export function enginesOnFile(t: TestContext): EnginesOnFile {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-engine-'));
  const opened: { readonly engine: Engine; readonly store: Store }[] = [];
  t.after(async () => {
    for (const { engine } of opened) await engine.close(0);
    for (const { store } of opened) await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    async open(options = {}, around = (store) => store) {
      const store = await openSqliteStore({ path: join(folder, 'store.db') });
      const engine = await openEngine({ role: 'test', processesWork: true, ...options, store: around(store) });
      opened.push({ engine, store });
      return engine;
    },
  };
}

export async function add(engine: Engine, text: string, name = 'flow'): Promise<StoredWorkflow> {
  const { workflow, problems } = await compile({ fileName: `${name}.mmd`, text, hash: sha256 });
  assert.ok(workflow, JSON.stringify(problems));
  const note = { at: 0, ...ADA, text: '[["WorkflowAdded",{}]]' };
  const { key } = await engine.store.addWorkflow(workflow, null, note);
  const stored = await engine.store.workflowByKey(key);
  assert.ok(stored);
  return stored;
}

export async function start(engine: Engine, text: string, input: Json = {}): Promise<string> {
  const started = await engine.start(await add(engine, text), input, { by: ADA });
  assert.ok(started.ok, JSON.stringify(started));
  return started.run;
}

export async function eventsOf(engine: Engine, run: string): Promise<readonly AnyEvent[]> {
  return engine.events(run, 0, 10_000);
}

export async function stateOf(engine: Engine, run: string): Promise<RunState> {
  const view = await engine.view(run);
  assert.ok(view, `${run} is in the store`);
  return view.state;
}

export async function taskOf(engine: Engine, run: string, step: string): Promise<Task> {
  const { tasks } = await stateOf(engine, run);
  const task = [...tasks.values()].find((each) => each.step === step);
  return task ?? assert.fail(`"${step}" has no open task`);
}

export async function ended(engine: Engine, run: string): Promise<string> {
  const row = await engine.wait(run, ({ endedAt }) => endedAt !== null, AbortSignal.timeout(60_000));
  return row?.status ?? 'still open';
}
