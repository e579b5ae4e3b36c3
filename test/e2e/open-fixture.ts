// One store with the flows of flows/ in it, a folder for logs, and the processes that work on it: ended with the test.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Workflow } from '../../src/diagram/workflow.ts';
import type { Json } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import { loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { openPlace } from './open-place.ts';
import type { ProgramSettings } from './program-settings.ts';
import { Program, type ProgramName } from './spawn-program.ts';

const NOBODY = { actor: 'user:ada', channel: 'cli' } as const;
const WAIT_MS_MAX = 120_000;
const FLOWS: readonly string[] = ['cellar', 'harvest', 'long', 'guarded'];
/** Compiled once for all stages of a file. */
const compiled = new Map<string, Promise<Workflow>>();

export interface Fixture {
  readonly folder: string;
  readonly place: string;
  readonly log: string;
  readonly store: Store;
  /** Sends only: it processes no work. */
  readonly engine: Engine;
  spawn(name: ProgramName, settings?: Partial<ProgramSettings>, shell?: string): Program;
  start(flow: string, input: Json): Promise<string>;
  /** Rejects after two minutes, with what is still open. */
  allEnded(): Promise<void>;
}

/** `place`: a PostgreSQL address; without it a SQLite file in a new folder. */
export async function openFixture(t: TestContext, place?: string, flows = FLOWS): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-e2e-'));
  mkdirSync(folder, { recursive: true });
  const address = place ?? join(folder, 'signoff.db');
  const store = await openPlace(address);
  const engine = await openEngine({ store, role: 'cli' });
  const programs: Program[] = [];
  const log = join(folder, 'log.ndjson');
  t.after(async () => {
    await Promise.all(programs.map((program) => program.kill()));
    await engine.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await addFlows(store, flows);
  return {
    ...{ folder, place: address, log, store, engine },
    spawn: (name, settings = {}, shell) => {
      const program = new Program(name, { place: address, log, ...settings }, shell);
      programs.push(program);
      return program;
    },
    start: async (flow, input) => {
      const stored = await store.workflow(flow);
      if (stored === null) throw new Error(`Expected the flow ${flow} in the store, found none.`);
      const started = await engine.start(stored, input, { by: NOBODY });
      if (!started.ok) throw new Error(started.rejection.message);
      return started.run;
    },
    allEnded: () => allEnded(store, programs),
  };
}

export async function addFlows(store: Store, names = FLOWS): Promise<void> {
  for (const name of names) {
    const workflow = compiled.get(name) ?? compileFlow(name);
    compiled.set(name, workflow);
    const text = JSON.stringify([['WorkflowAdded', { name }]]);
    await store.addWorkflow(await workflow, null, { at: Date.now(), ...NOBODY, text });
  }
}

async function compileFlow(name: string): Promise<Workflow> {
  const file = fileURLToPath(new URL(`flows/${name}.mmd`, import.meta.url));
  const { workflow, problems } = await loadWorkflowFile(file);
  if (workflow === null) throw new Error(`${name}: ${JSON.stringify(problems)}`);
  return workflow;
}

async function allEnded(store: Store, programs: readonly Program[]): Promise<void> {
  const until = Date.now() + WAIT_MS_MAX;
  while (Date.now() < until) {
    const { items } = await store.listRuns({ status: ['running', 'on_hold', 'paused'] }, { limit: 1 });
    if (items.length === 0) return;
    await sleep(100);
  }
  const { items } = await store.listTasks({}, { limit: 5 });
  const errors = programs.map((program) => program.errors).filter((text) => text !== '');
  throw new Error(`Expected every run to end, found open: ${JSON.stringify(items)}. ${errors.slice(-3).join('\n')}`);
}
