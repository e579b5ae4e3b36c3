// A design run for tests: the shipped workflow and code on a real store and project folder, with scripted agents.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { Task } from '../../src/engine/run-state.ts';
import { readValue } from '../../src/engine/value.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
import type { EngineOptions } from '../../src/runtime/engine-options.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import type { Answer } from '../../src/runtime/run-code.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { sdd } from '../../src/systems/sdd/system.ts';
import { sddWriters } from '../../src/systems/sdd/writers/offline.ts';
import { openPlace } from '../e2e/open-place.ts';
import { TRUSTING } from '../support/trusting.ts';

export const ADA = { actor: 'user:ada', channel: 'cli' } as const;
export const BRIEF = 'Members book meeting rooms by the hour and get a reminder by e-mail before it begins.';
const NOW = Date.parse('2026-03-05T10:00:00Z');
/** Without anything happening in the run; a busy machine is slow, not silent. */
const PATIENCE_MS = 60_000;

/** What the agents answer; whatever is not given is answered well. */
export interface Script {
  /** Of a whole part, or of one section; called with which time it is asked, from 1. */
  readonly draft?: (part: string, facts: CallFacts, time: number) => Json;
  /** One for each review, the last one for all that follow. */
  readonly reviews?: readonly Json[];
  readonly format?: Json;
}

export const GOOD = {
  overall_score: 0.9,
  passes_validation: true,
  issues: [],
  strengths: ['clear'],
  needs_revision: false,
};
export const ISSUE = {
  ...{ category: 'security', severity: 'HIGH', description: 'Nobody may read the bookings of others.' },
  ...{ suggestion: 'Say who may read what.', location: 'HLD: Security' },
};
export const BAD = { ...GOOD, overall_score: 0.5, issues: [ISSUE], needs_revision: true };

/** A part with headings, long enough to be one. */
export function partText(part: string, number: number): string {
  const titles =
    { hld: ['Overview', 'Security'], lld: ['Endpoints', 'Models'], database: ['Tables', 'Indexes'] }[part] ?? [];
  const sections = titles.map(
    (title) => `## ${title}\n\n${part} ${number}: ${title} says how rooms are booked by the hour.\n`,
  );
  return `# ${part} ${number}\n\n${sections.join('\n')}\nSentinel of ${part} in round ${number}.\n`;
}

export interface SddFixture {
  readonly engine: Engine;
  readonly project: string;
  /** Every call of an agent, in order. */
  readonly calls: readonly CallFacts[];
  start(input?: JsonObject): Promise<SddRun>;
  resume(run: string): SddRun;
  close(): Promise<void>;
}

export interface SddFixtureOptions {
  readonly script?: Script;
  /** No model and no script: the writers that ship. */
  readonly isFiled?: boolean;
  readonly place?: string;
  /** Where the agents are; the script's when left out. */
  readonly env?: { readonly [name: string]: string };
  readonly project?: string;
  readonly onCommit?: EngineOptions['onCommit'];
}

export async function sddFixture(t: TestContext, options: SddFixtureOptions = {}): Promise<SddFixture> {
  const project = options.project ?? newFolder(t);
  const store = await openPlace(options.place ?? join(newFolder(t), 'store.db'));
  const calls: CallFacts[] = [];
  const stored = await addSystem(store, { system: sdd, isOwn: false }, ADA, NOW);
  const agents = await openAgents({
    ...{ trust: TRUSTING, store, folder: project, validate, config: agentConfig.parse({}) },
    writers: options.isFiled === true ? sddWriters : scriptedWriters(options.script ?? {}, calls),
    env: { PATH: process.env.PATH, ...(options.env ?? { SIGNOFF_PROVIDER: 'offline' }) },
  });
  const alone = options.isFiled === true ? { hasModel: async () => false } : {};
  const code = lazyCode(sdd, { files: workspaceFiles([project]), now: Date.now, domain: async () => null, ...alone });
  const heard = options.onCommit === undefined ? {} : { onCommit: options.onCommit };
  const engine = await openEngine({
    ...{ store, role: 'test', processesWork: true, agents, code, workspaces: [project] },
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
    ...{ engine, project, calls, close },
    async start(input = {}) {
      const started = await engine.start(
        stored,
        { project_path: project, project_brief: BRIEF, ...input },
        { by: ADA },
      );
      if (!started.ok) assert.fail(started.rejection.message);
      return new SddRun(engine, started.run, project);
    },
    resume: (run) => new SddRun(engine, run, project),
  };
}

export function scriptedWriters(script: Script, calls: CallFacts[]): readonly OfflineWriter[] {
  const times = new Map<string, number>();
  const drafting = (workflow: string, part: string): OfflineWriter[] =>
    ['whole', 'first', 'rest'].map((step) => ({
      workflow,
      step,
      write(facts) {
        calls.push(facts);
        const key = `${part} ${(facts.item as JsonObject | null)?.id ?? ''}`;
        const time = (times.get(key) ?? 0) + 1;
        times.set(key, time);
        if (script.draft !== undefined) return script.draft(part, facts, time);
        const { title } = (facts.item ?? {}) as JsonObject;
        return step === 'whole' ? partText(part, time) : `## ${title}\n\n${part} ${time}: ${title}, in a sentence.\n`;
      },
    }));
  let reviews = 0;
  return [
    ...drafting('sdd-draft-hld', 'hld'),
    ...drafting('sdd-draft-lld', 'lld'),
    ...drafting('sdd-design-database', 'database'),
    {
      ...{ workflow: 'sdd-review', step: 'review' },
      write(facts) {
        calls.push(facts);
        const all = script.reviews ?? [GOOD];
        return all[Math.min(reviews++, all.length - 1)] ?? GOOD;
      },
    },
    {
      ...{ workflow: 'sdd', step: 'format_doc' },
      write(facts) {
        calls.push(facts);
        return script.format ?? { title: 'Meeting Rooms', abstract: 'Rooms are booked by the hour.' };
      },
    },
  ];
}

export function newFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-sdd-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export class SddRun {
  readonly #engine: Engine;
  readonly id: string;
  readonly #project: string;

  constructor(engine: Engine, id: string, project: string) {
    this.#engine = engine;
    this.id = id;
    this.#project = project;
  }

  /** The person's task, in its visit of this number. */
  async atReview(visit = 1): Promise<Task> {
    let head = -1;
    for (let end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      const { state, row } = await this.view();
      if (row.head !== head) end = Date.now() + PATIENCE_MS;
      head = row.head;
      const found = [...state.tasks.values()].find((task) => task.step === 'human_review' && task.visit === visit);
      if (found !== undefined) return found;
      const holds = [...state.holds.values()].map(({ message }) => message);
      if (row.status !== 'running') assert.fail(`The run is ${row.status}: ${holds.join(' ')}`);
      await this.#engine.wait(this.id, (now) => now.head > row.head, AbortSignal.timeout(500));
    }
    return assert.fail(`The review did not come: ${(await this.visited()).join(' ')}`);
  }

  /** Why the verdict was refused; null when it was not. */
  async tries(output: Json, visit = 1, more: Partial<Answer> = {}): Promise<string | null> {
    const task = await this.atReview(visit);
    const shown = task.shown === undefined ? {} : { shown: task.shown };
    const answered = await this.#engine.answer(this.id, task.id, { output, ...shown, ...more }, ADA);
    return answered.ok ? null : `${answered.rejection.code}: ${answered.rejection.message}`;
  }

  async says(output: Json, visit = 1): Promise<void> {
    assert.equal(await this.tries(output, visit), null);
  }

  async ended(): Promise<string> {
    const over = new Set(['completed', 'failed', 'cancelled', 'on_hold']);
    const row = await this.#engine.wait(this.id, ({ status }) => over.has(status), AbortSignal.timeout(PATIENCE_MS));
    return row?.status ?? assert.fail(`The run did not end: ${(await this.visited()).join(' ')}`);
  }

  async view() {
    return (await this.#engine.view(this.id)) ?? assert.fail('There is no such run.');
  }

  async data(): Promise<JsonObject> {
    const { state, payloads } = await this.view();
    const entries = [...state.values.entries()].map(([name, { value }]) => [name, readValue(value, [], payloads)]);
    return Object.fromEntries(entries) as JsonObject;
  }

  async values(...names: readonly string[]): Promise<JsonObject> {
    const data = await this.data();
    return Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
  }

  async holds(): Promise<readonly { readonly step: string; readonly code: string; readonly message: string }[]> {
    const { state } = await this.view();
    return [...state.holds.values()].map(({ step, code, message }) => ({ step, code, message }));
  }

  async events(): Promise<readonly AnyEvent[]> {
    return this.#engine.events(this.id, 0, 10_000);
  }

  /** Steps of the drawing in the order they were entered. */
  async visited(): Promise<readonly string[]> {
    return (await this.events()).flatMap(({ type, data }) =>
      type === 'TaskOpened' || type === 'ChildStarted' ? [data.step] : [],
    );
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

export const ROUND = ['draft_hld', 'draft_lld', 'design_database', 'review_doc'];
