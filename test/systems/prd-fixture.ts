// A PRD run for tests: the shipped workflow and code on a real store and project folder, with agents of any kind.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import { recordKey, type Task } from '../../src/engine/run-state.ts';
import { readValue } from '../../src/engine/value.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import type { CodeRegistry } from '../../src/ports/action.ts';
import type { RunRow } from '../../src/ports/store.ts';
import type { EngineOptions } from '../../src/runtime/engine-options.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import type { Sender } from '../../src/runtime/pending-write.ts';
import type { Answer } from '../../src/runtime/run-code.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { prdWriters } from '../../src/systems/prd/offline.ts';
import { prd as prdSystem } from '../../src/systems/prd/system.ts';
import { openPlace } from '../e2e/open-place.ts';
import { root } from '../support/run-signoff.ts';
import { TRUSTING } from '../support/trusting.ts';

export const ADA = { actor: 'user:ada', channel: 'cli' } as const;
export const PRD = join(root, 'src/systems/prd/workflow.mmd');
export const NOW = Date.parse('2026-03-05T10:00:00Z');
const PATIENCE_MS = 20_000;

export interface PrdFixtureOptions {
  /** A SQLite file beside the project when left out. */
  readonly place?: string;
  /** `offline` when left out. */
  readonly env?: { readonly [name: string]: string };
  readonly project?: string;
  /** Who starts and answers; user:ada, of whom nothing is stated, when left out. */
  readonly by?: Sender;
  /** It only sends: nothing is performed and no file is written. */
  readonly isSender?: boolean;
  /** Hears every commit of the engine before anything that it asked for is done. */
  readonly onCommit?: EngineOptions['onCommit'];
  /** Changes the system's code, to break it. */
  code?(code: CodeRegistry): CodeRegistry;
}

export interface PrdFixture {
  readonly engine: Engine;
  readonly project: string;
  start(userInput?: JsonObject, more?: JsonObject): Promise<PrdRun>;
  resume(run: string): PrdRun;
  close(): Promise<void>;
}

export async function prdFixture(t: TestContext, options: PrdFixtureOptions = {}): Promise<PrdFixture> {
  const project = options.project ?? newFolder(t);
  const store = await openPlace(options.place ?? join(newFolder(t), 'store.db'));
  // Agents that are there when the engine opens are asked at once, not at its next look.
  const stored = await addSystem(store, { system: prdSystem, isOwn: false }, ADA, NOW);
  const agents = await openAgents({
    trust: TRUSTING,
    ...{ store, writers: prdWriters, folder: project, validate, config: agentConfig.parse({}) },
    env: { PATH: process.env.PATH, ...(options.env ?? { SIGNOFF_PROVIDER: 'offline' }) },
  });
  let ticks = 0;
  const now = (): number => NOW + 1000 * ticks++;
  const shipped = lazyCode(prdSystem, { files: workspaceFiles([project]), now, domain: async () => null });
  const code = options.code?.(shipped) ?? shipped;
  const { by = ADA } = options;
  const processesWork = options.isSender !== true;
  const heard = options.onCommit === undefined ? {} : { onCommit: options.onCommit };
  const engine = await openEngine({
    store,
    role: 'test',
    processesWork,
    agents,
    code,
    workspaces: [project],
    ...heard,
  });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      await engine.close(0);
      await agents.close();
      await store.close();
    })();
    return closing;
  };
  t.after(close);
  return {
    engine,
    project,
    async start(userInput = {}, more = {}) {
      const asked = { projectPath: project, userUtterance: UTTERANCE, ...userInput };
      const input = { userInput: without(asked), ...more };
      const started = await engine.start(stored, input, { by });
      if (!started.ok) assert.fail(started.rejection.message);
      return new PrdRun(engine, started.run, project, by);
    },
    resume: (run) => new PrdRun(engine, run, project, by),
    close,
  };
}

export const UTTERANCE =
  'Shop owners want to export their orders as a CSV file, filter them by date, ' +
  'and get an e-mail when the file is ready.';

export function newFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-prd-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Fields given as null are left out. */
function without(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** One run, as the person who answers for it sees it. */
export class PrdRun {
  readonly #engine: Engine;
  readonly id: string;
  readonly #project: string;
  readonly #by: Sender;

  constructor(engine: Engine, id: string, project: string, by: Sender = ADA) {
    this.#by = by;
    this.#engine = engine;
    this.id = id;
    this.#project = project;
  }

  /** The open task of this step, once it is there for a person. */
  async at(step: string): Promise<Task> {
    let found: Task | undefined;
    const isThere = async (): Promise<boolean> => {
      const { state } = await this.view();
      found = [...state.tasks.values()].find((task) => task.step === step && isForPerson(task));
      return found !== undefined;
    };
    await this.#until(`a task of ${step}`, isThere);
    return found as Task;
  }

  async answer(step: string, output: Json, more: Partial<Answer> = {}): Promise<void> {
    const refused = await this.tries(step, output, more);
    assert.equal(refused, null);
  }

  /** Why the answer was refused; null when it was not. */
  async tries(step: string, output: Json, more: Partial<Answer> = {}): Promise<string | null> {
    const task = await this.at(step);
    const shown = task.shown === undefined ? {} : { shown: task.shown };
    const answered = await this.#engine.answer(this.id, task.id, { output, ...shown, ...more }, this.#by);
    return answered.ok ? null : `${answered.rejection.code}: ${answered.rejection.message}`;
  }

  /** What the agent of the gap analysis offers. */
  async offer(): Promise<JsonObject> {
    const task = await this.at('GA');
    const { payloads } = await this.view();
    return readValue(task.offer, [], payloads) as JsonObject;
  }

  /** Accepts the offered analysis with a decision: true refines, false goes on, null leaves it to the threshold. */
  async decides(wants: boolean | null): Promise<void> {
    const offer = await this.offer();
    await this.answer('GA', wants === null ? offer : { ...offer, userWantsToContinueDespiteGaps: wants });
  }

  async approvesBrief(): Promise<void> {
    await this.answer('FBReview', { approved: true, reviewSummary: 'Good.' });
  }

  async approvesAll(): Promise<void> {
    await this.at('RR');
    const proposed = (await this.data()).functionalRequirements as Json;
    await this.answer('RR', review({ approvedRequirements: proposed }));
  }

  async ended(): Promise<RunRow['status']> {
    const isOver = ({ status }: RunRow): boolean => ['completed', 'failed', 'cancelled', 'on_hold'].includes(status);
    const row = await this.#engine.wait(this.id, isOver, AbortSignal.timeout(PATIENCE_MS));
    return row?.status ?? assert.fail(`The run did not end: ${JSON.stringify(await this.data())}`);
  }

  async result(): Promise<Json> {
    return (await this.#engine.result(this.id, AbortSignal.timeout(PATIENCE_MS)))?.output ?? null;
  }

  async view() {
    return (await this.#engine.view(this.id)) ?? assert.fail('There is no such run.');
  }

  async data(): Promise<JsonObject> {
    const { state, payloads } = await this.view();
    const entries = [...state.values.entries()].map(([name, { value }]) => [name, readValue(value, [], payloads)]);
    return Object.fromEntries(entries) as JsonObject;
  }

  async outputOf(step: string): Promise<JsonObject> {
    const { state, payloads } = await this.view();
    return readValue(state.records.get(recordKey(0, 0, step))?.output, [], payloads) as JsonObject;
  }

  async events(): Promise<readonly AnyEvent[]> {
    return this.#engine.events(this.id, 0, 10_000);
  }

  /** Steps in the order they were entered, without terminals. */
  async visited(): Promise<readonly string[]> {
    return (await this.events()).flatMap(({ type, data }) => (type === 'TaskOpened' ? [data.step] : []));
  }

  path(file: string): string {
    return join(this.#project, 'magi-sdd', file);
  }

  /** Its text once the engine has written what it is to write; null: it is not there. */
  async file(name: string): Promise<string | null> {
    const { featureId } = await this.data();
    const path = this.path(join(String(featureId), name));
    await this.#engine.settled();
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  async edit(name: string, change: (text: string) => string): Promise<void> {
    const { featureId } = await this.data();
    writeFileSync(this.path(join(String(featureId), name)), change((await this.file(name)) ?? ''));
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      if (await holds()) return;
      await new Promise((wake) => setTimeout(wake, 20));
    }
    const { state, row } = await this.view();
    const open = [...state.tasks.values()].map(
      ({ step, status, error }) => `${step} ${status} ${error?.message ?? ''}`,
    );
    const holdings = [...state.holds.values()].map(({ message }) => message);
    assert.fail(`Waited in vain for ${what}: ${row.status}; ${open.join(', ')}; ${holdings.join(' ')}`);
  }
}

function isForPerson(task: Task): boolean {
  if (task.execution === 'manual') return task.status === 'pending' || task.status === 'in_progress';
  return task.execution === 'conversation' && task.status === 'waiting';
}

export function review(lists: JsonObject = {}): JsonObject {
  return {
    ...{ approvedRequirements: [], rejectedRequirements: [], modifiedRequirements: [] },
    ...{ reviewSummary: 'Reviewed.', userFeedback: '' },
    ...lists,
  };
}
