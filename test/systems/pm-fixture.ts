// A PM run for tests: the shipped workflows and code on a real store and project folder, with scripted agents.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { writeTurn } from '../../src/documents/interview/write-turn.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { Task } from '../../src/engine/run-state.ts';
import { readValue } from '../../src/engine/value.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
import type { Store, StoredWorkflow } from '../../src/ports/store.ts';
import type { SystemDeps } from '../../src/ports/system.ts';
import type { EngineOptions } from '../../src/runtime/engine-options.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import type { Answer } from '../../src/runtime/run-code.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { pm } from '../../src/systems/pm/system.ts';
import { openPlace } from '../e2e/open-place.ts';
import { TRUSTING } from '../support/trusting.ts';

export const ADA = { actor: 'user:ada', channel: 'cli' } as const;
const NOW = Date.parse('2026-03-05T10:00:00Z');
/** Without anything happening in the run; a busy machine is slow, not silent. */
const PATIENCE_MS = 60_000;

export const SPEC = readFileSync(new URL('./pm-spec.md', import.meta.url), 'utf8');
/** Without its acceptance criteria: one problem, of check 4. */
export const INVALID = SPEC.replaceAll(/^- \[ \] .*\n/gm, '');

export const STORIES = {
  submit_stories: {
    analysis: 'One export, in one format.',
    platform: 'web',
    requirements: [
      {
        ...{ id: 'S-001', title: 'Export orders as CSV', description: 'A shop owner exports the orders as CSV.' },
        acceptance_criteria: ['R-001.1: The file holds one line for each order.'],
        ...{ dependencies: [], points: 2, story_type: 'app', covers: ['R-001'] },
      },
    ],
  },
};
export const CHANGES = { spec_feedback: { feedback: 'Say what happens without orders.', urgency: 'normal' } };

/** What the agents say; whatever is not given is answered well. An Error is thrown. */
export interface Script {
  /** The interviewer's turn, by which message of the run's conversation it is, from 1. */
  readonly turn?: (facts: CallFacts, number: number) => string | Promise<string>;
  /** One for each draft, the last one for all that follow. */
  readonly drafts?: readonly (string | Error)[];
  /** The same for reviews of the architect. */
  readonly reviews?: readonly (Json | Error)[];
}

export const question = (text: string): string =>
  writeTurn('I ask about your words.', { questions: [{ topic: 'requirements', text }], answers: [] });

export function scriptedWriters(script: Script, calls: CallFacts[] = []): readonly OfflineWriter[] {
  const times = new Map<string, number>();
  const next = <T>(step: string, all: readonly (T | Error)[]): T => {
    const time = times.get(step) ?? 0;
    times.set(step, time + 1);
    const given = all[Math.min(time, all.length - 1)] as T | Error;
    if (given instanceof Error) throw given;
    return given;
  };
  return [
    {
      ...{ workflow: 'pm', step: 'INTERVIEWING', talks: true },
      async write(facts) {
        calls.push(facts);
        const number = ((facts.data.conversation as readonly Json[]) ?? []).length + (facts.messages?.length ?? 0) + 1;
        if (script.turn !== undefined) return script.turn(facts, number);
        return question(`What else, in message ${number}?`);
      },
    },
    {
      ...{ workflow: 'pm-draft', step: 'draft' },
      write(facts) {
        calls.push(facts);
        return next('draft', script.drafts ?? [SPEC]);
      },
    },
    {
      ...{ workflow: 'pm-scope', step: 'scope' },
      write(facts) {
        calls.push(facts);
        return next<Json>('scope', script.reviews ?? [STORIES]);
      },
    },
  ];
}

export interface PmFixtureOptions {
  readonly script?: Script;
  /** In the place of the script. */
  readonly writers?: readonly OfflineWriter[];
  readonly place?: string;
  readonly project?: string;
  readonly onCommit?: EngineOptions['onCommit'];
  readonly proves?: SystemDeps['proves'];
  /** Of a model server; in place of scripted agents. */
  readonly env?: { readonly [name: string]: string };
  /** Around the code of the system, for what happens while it works. */
  readonly code?: (code: EngineOptions['code']) => EngineOptions['code'];
}

export interface PmFixture {
  readonly engine: Engine;
  readonly store: Store;
  readonly stored: StoredWorkflow;
  readonly project: string;
  readonly calls: readonly CallFacts[];
  start(input?: JsonObject): Promise<PmRun>;
  tries(input: JsonObject): Promise<string | null>;
  resume(run: string): PmRun;
  close(): Promise<void>;
}

export async function pmFixture(t: TestContext, options: PmFixtureOptions = {}): Promise<PmFixture> {
  const project = options.project ?? newFolder(t);
  const store = await openPlace(options.place ?? join(newFolder(t), 'store.db'));
  const calls: CallFacts[] = [];
  const stored = await addSystem(store, { system: pm, isOwn: false }, ADA, NOW);
  const agents = await openAgents({
    ...{ trust: TRUSTING, store, folder: project, validate, config: agentConfig.parse({}) },
    writers: options.writers ?? (options.env === undefined ? scriptedWriters(options.script ?? {}, calls) : []),
    env: { PATH: process.env.PATH, ...(options.env ?? { SIGNOFF_PROVIDER: 'offline' }) },
  });
  const deps = { files: workspaceFiles([project]), now: () => NOW, domain: async () => null };
  const own = lazyCode(pm, { ...deps, ...(options.proves && { proves: options.proves }) });
  const engine = await openEngine({
    ...{ store, role: 'test', processesWork: true, agents, workspaces: [project] },
    code: options.code?.(own) ?? own,
    ...(options.onCommit !== undefined && { onCommit: options.onCommit }),
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
  const begin = (input: JsonObject) => engine.start(stored, { project_path: project, ...input }, { by: ADA });
  return {
    ...{ engine, store, stored, project, calls, close },
    async start(input = {}) {
      const started = await begin(input);
      if (!started.ok) assert.fail(started.rejection.message);
      return new PmRun(engine, started.run, project);
    },
    async tries(input) {
      const started = await begin(input);
      return started.ok ? null : started.rejection.message;
    },
    resume: (run) => new PmRun(engine, run, project),
  };
}

export function newFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-pm-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export class PmRun {
  readonly #engine: Engine;
  readonly id: string;
  readonly #project: string;
  #signals = 0;

  constructor(engine: Engine, id: string, project: string) {
    this.#engine = engine;
    this.id = id;
    this.#project = project;
  }

  async view(run = this.id) {
    return (await this.#engine.view(run)) ?? assert.fail(`There is no run ${run}.`);
  }

  /** null: it is refused; else why. */
  async tries(name: string, value: JsonObject = {}): Promise<{ code: string; message: string } | null> {
    const id = `test-${++this.#signals}-${Math.random()}`;
    const sent = await this.#engine.send(this.id, { type: 'SendSignal', id, name, value: value as never }, ADA);
    return sent.ok ? null : sent.rejection;
  }

  async sends(name: string, value: JsonObject = {}): Promise<void> {
    assert.equal(await this.tries(name, value), null);
  }

  async state(): Promise<string> {
    const { state } = await this.view();
    const [token] = state.tokens.values();
    return token?.step ?? '[*]';
  }

  /** Waits until something holds of this run. */
  async until<T>(what: string, find: () => Promise<T | null | undefined | false>): Promise<T> {
    let head = -1;
    for (let end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      const found = await find();
      if (found !== null && found !== undefined && found !== false) return found;
      const { row } = await this.view();
      if (row.head !== head) end = Date.now() + PATIENCE_MS;
      head = row.head;
      await this.#engine.wait(this.id, (now) => now.head > row.head, AbortSignal.timeout(50)).catch(() => null);
    }
    const visited = (await this.visited()).join(' ');
    return assert.fail(`${what} did not come: ${visited}; ${JSON.stringify(await this.holds())}`);
  }

  /** The state machine rests in this state: nothing is raised or kept on the way. */
  async inState(name: string, visit = 0): Promise<void> {
    await this.until(`the state ${name}`, async () => {
      const visited = await this.visited();
      return visited.at(-1) === name && visited.filter((state) => state === name).length >= visit;
    });
  }

  async visited(): Promise<readonly string[]> {
    return (await this.events()).flatMap(({ type, data }) => (type === 'StateEntered' ? [data.to] : []));
  }

  async events(run = this.id): Promise<readonly AnyEvent[]> {
    return this.#engine.events(run, 0, 10_000);
  }

  /** The runs that this one started, near and far, by their workflows' names, oldest first. */
  async family(): Promise<readonly { readonly run: string; readonly workflow: string }[]> {
    const found: { run: string; workflow: string }[] = [];
    const open = [this.id];
    for (const run of open) {
      for (const { type, data } of await this.events(run)) {
        if (type !== 'ChildStarted' && type !== 'DetachedChildStarted' && type !== 'ChildRestarted') continue;
        if (found.some((each) => each.run === data.child)) continue;
        if ((await this.#engine.view(data.child)) === null) continue;
        found.push({ run: data.child, workflow: String(data.workflow) });
        open.push(data.child);
      }
    }
    return found;
  }

  async holds(): Promise<readonly string[]> {
    const runs = [this.id, ...(await this.family()).map(({ run }) => run)];
    const views = await Promise.all(runs.map((run) => this.view(run)));
    return views.flatMap(({ state }) => [...state.holds.values()].map(({ step, message }) => `${step}: ${message}`));
  }

  /** The open task of a step in this run or one below it. */
  async task(step: string, isOpen: (task: Task) => boolean = isForPerson): Promise<{ run: string; task: Task }> {
    return this.until(`a task of ${step}`, async () => {
      const runs = [this.id, ...(await this.family()).map(({ run }) => run)];
      for (const run of runs.toReversed()) {
        const { state } = await this.view(run);
        for (const task of state.tasks.values()) if (task.step === step && isOpen(task)) return { run, task };
      }
      return null;
    });
  }

  /** Says something in the interview once the agent has spoken. */
  async says(text: string, attachments: readonly { name: string; text: string }[] = []): Promise<void> {
    const { task } = await this.task('INTERVIEWING');
    const more = attachments.length > 0 ? { attachments: attachments as never } : {};
    const command = { type: 'AddMessage', task: task.id, from: 'person', text: text as never, ...more } as const;
    const sent = await this.#engine.send(this.id, command, ADA);
    assert.ok(sent.ok, sent.ok ? '' : sent.rejection.message);
  }

  async ends(output: Json = { reason: 'user_done' }): Promise<void> {
    assert.equal(await this.triesToEnd(output), null);
  }

  async triesToEnd(output: Json): Promise<string | null> {
    const { task } = await this.task('INTERVIEWING');
    const answered = await this.#engine.answer(this.id, task.id, { output }, ADA);
    return answered.ok ? null : answered.rejection.message;
  }

  /** The person's verdict at a gate of this run or one below it; null: it was taken. */
  async decides(step: string, output: JsonObject, more: Partial<Answer> = {}): Promise<string | null> {
    const { run, task } = await this.task(step);
    const shown = task.shown === undefined ? {} : { shown: task.shown };
    const answered = await this.#engine.answer(run, task.id, { output, ...shown, ...more }, ADA);
    return answered.ok ? null : `${answered.rejection.code}: ${answered.rejection.message}`;
  }

  /** From an open interview to the architect. */
  async submits(words = 'Shop owners export their orders.'): Promise<void> {
    await this.says(words);
    await this.ends();
    assert.equal(await this.decides('preview', { verdict: 'submit' }), null);
  }

  async data(run = this.id): Promise<JsonObject> {
    const { state, payloads } = await this.view(run);
    const entries = [...state.values.entries()].map(([name, { value }]) => [name, readValue(value, [], payloads)]);
    return Object.fromEntries(entries) as JsonObject;
  }

  async values(...names: readonly string[]): Promise<JsonObject> {
    const data = await this.data();
    return Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
  }

  async ended(): Promise<string> {
    const over = new Set(['completed', 'failed', 'cancelled', 'on_hold']);
    const row = await this.#engine.wait(this.id, ({ status }) => over.has(status), AbortSignal.timeout(PATIENCE_MS));
    return row?.status ?? assert.fail(`The run did not end: ${(await this.visited()).join(' ')}`);
  }

  async output(): Promise<JsonObject> {
    const { state, payloads } = await this.view();
    return readValue(state.output, [], payloads) as JsonObject;
  }

  path(file: string): string {
    return join(this.#project, 'magi-sdd', file);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  has(file: string): boolean {
    return existsSync(this.path(file));
  }

  write(file: string, text: string): void {
    writeFileSync(this.path(file), text);
  }
}

export function isForPerson({ execution, status }: Task): boolean {
  if (execution === 'manual') return status === 'pending' || status === 'in_progress';
  return execution === 'conversation' && status === 'waiting';
}
