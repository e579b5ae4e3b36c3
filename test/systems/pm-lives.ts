// A PM run led by one engine after the other, in one process and on a real store: each dies at a commit that it is told
// to, before the store has it or after, and the next one takes over when the lease of the dead has run out.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { eventsOf } from '../../src/engine/commit-text.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
import type { RunWrite, Store, StoredWorkflow } from '../../src/ports/store.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { LEASE_MS } from '../../src/runtime/sweep-leases.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { pm } from '../../src/systems/pm/system.ts';
import { type DyingStore, dyingStore } from '../support/dying-store.ts';
import { TRUSTING } from '../support/trusting.ts';
import { ADA, CHANGES, isForPerson, question, SPEC, STORIES } from './pm-fixture.ts';

export type Moment = 'before' | 'after';
/** One event of a commit, by what it is about, the same in every run: `pm-scope 2: TaskClaimed scope 1`. */
export type Boundary = string;

export interface LivesOptions {
  readonly store: Store;
  readonly stored: StoredWorkflow;
  readonly run: string;
  readonly project: string;
  /** Whether to die at a commit. `hasLost`: who works on something now has lost it once already. */
  dies(boundaries: readonly Boundary[], moment: Moment, hasLost: boolean): boolean;
}

const NOW = Date.parse('2026-03-05T10:00:00Z');
const SWEEP_MS = 50;
/** Without a commit; a busy machine is slow, not silent. */
const SILENCE_MS_MAX = 60_000;
/** Events that may come in any number and order: nothing is compared or counted by them. */
const STARTS = new Set(['ChildStarted', 'DetachedChildStarted']);

export class PmLives {
  readonly #options: LivesOptions;
  #monotonic = 0;
  #life: DyingStore | null = null;
  /** Of every child's run: which workflow, for which time. */
  readonly #names = new Map<string, string>();
  readonly #steps = new Map<string, string>();
  /** Tasks held now, and those that were lost by a death. */
  #held = new Set<string>();
  readonly #lost = new Set<string>();
  readonly boundaries = new Set<Boundary>();
  commits = 0;
  deaths = 0;

  constructor(options: LivesOptions) {
    this.#options = options;
    this.#names.set(options.run, 'pm');
    mkdirSync(options.project, { recursive: true });
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
    const { store: inner, project } = this.#options;
    const life = dyingStore(inner, ({ name, args, make }, kill) =>
      name === 'append' ? this.#append(args[0] as readonly RunWrite[], make, kill) : make(),
    );
    this.#life = life;
    const { store } = life;
    const agents = await openAgents({
      ...{ trust: TRUSTING, store, folder: project, validate, config: agentConfig.parse({}) },
      ...{ writers: this.#writers(), env: { SIGNOFF_PROVIDER: 'offline' } },
    });
    const opening = openEngine({
      ...{ store, role: 'test', processesWork: true, agents, workspaces: [project], sweepMs: SWEEP_MS },
      clock: { now: () => NOW, monotonic: () => this.#monotonic },
      code: lazyCode(pm, { files: workspaceFiles([project]), now: () => NOW, domain: async () => null }),
    });
    const over = life.died.then(() => null);
    const engine = await Promise.race([opening, over]);
    this.#monotonic += LEASE_MS;
    const isDone = engine !== null && (await Promise.race([this.#work(engine, store), over])) === true;
    const closing = opening.then((opened) => opened.close(0));
    // It may die at its last commit: then nobody closes it.
    if (isDone) await Promise.race([closing, over]);
    await agents.close();
    return isDone;
  }

  /** The person answers whatever is asked; they know what they have said already. */
  async #work(engine: Engine, store: Store): Promise<true> {
    const { run, project, stored } = this.#options;
    const input = { project_path: project, begin: 'interview', once: true };
    if ((await store.run(run)) === null) await engine.start(stored, input, { by: ADA, run });
    let [heads, since] = ['', performance.now()];
    while (performance.now() - since < SILENCE_MS_MAX) {
      const rows = await Promise.all([...this.#names.keys()].map((each) => store.run(each)));
      if (rows.length > 1 && rows.every((row) => row === null || row.status === 'completed')) return true;
      const stuck = rows.find((row) => row !== null && row.status !== 'running' && row.status !== 'completed');
      if (stuck != null) assert.fail(`A run is ${stuck.status}.`);
      const now = rows.map((row) => row?.head).join();
      if (now !== heads) [heads, since] = [now, performance.now()];
      // The clock goes on while one of the dead is registered, and holds its leases: until a sweep has found it.
      if ((await store.processes()).some(({ key }) => key !== engine.process)) this.#monotonic += LEASE_MS;
      if (!(await this.#answer(engine))) await pause(10);
    }
    return assert.fail(`${run} did not go on.`);
  }

  async #answer(engine: Engine): Promise<boolean> {
    for (const run of this.#names.keys()) {
      const view = await engine.view(run).catch(() => null);
      const task = [...(view?.state.tasks.values() ?? [])].find(isForPerson);
      if (view === null || task === undefined) continue;
      if (task.step === 'preview') {
        const shown = task.shown === undefined ? {} : { shown: task.shown };
        const given = await engine.answer(run, task.id, { output: { verdict: 'submit' }, ...shown }, ADA);
        return given.ok;
      }
      const spoken = (await engine.events(run, 0, 10_000)).filter(
        ({ type, data }) => type === 'MessageAdded' && data.task === task.id && data.from === 'person',
      );
      const text = `Words of visit ${task.visit}.`;
      const answered =
        spoken.length === 0
          ? await engine.send(run, { type: 'AddMessage', task: task.id, from: 'person', text: text as never }, ADA)
          : await engine.answer(run, task.id, { output: { reason: 'user_done' } }, ADA);
      return answered.ok;
    }
    return false;
  }

  async #append(writes: readonly RunWrite[], make: () => unknown, kill: () => void): Promise<unknown> {
    const events = writes.map((write) => ({ write, events: eventsIn(write) }));
    const found = events.flatMap((each) => this.#boundariesOf(each.write.run, each.events));
    const held = this.#heldAfter(events);
    if (this.#options.dies(found, 'before', this.#hasLost(this.#held))) return kill();
    const results = await make();
    this.#held = held;
    this.commits++;
    for (const each of found) this.boundaries.add(each);
    if (this.#options.dies(found, 'after', this.#hasLost(held))) return kill();
    return results;
  }

  #hasLost(held: ReadonlySet<string>): boolean {
    return [...held].some((task) => this.#lost.has(task));
  }

  #boundariesOf(run: string, events: readonly AnyEvent[]): readonly Boundary[] {
    for (const { type, data } of events) {
      if (type === 'TaskOpened' || type === 'ChildStarted') this.#steps.set(`${run}#${data.task}`, data.step);
      if ((type !== 'ChildStarted' && type !== 'DetachedChildStarted') || this.#names.has(data.child)) continue;
      const { workflow } = data;
      const time = [...this.#names.values()].filter((name) => name.startsWith(`${workflow} `)).length + 1;
      this.#names.set(data.child, `${workflow} ${time}`);
    }
    const name = this.#names.get(run) ?? run;
    if (events.length === 0) return [`${name}: no events`];
    return events.map(({ type, data }) => {
      const about = data as { readonly task?: number; readonly step?: string; readonly token?: number };
      const step = about.step ?? this.#steps.get(`${run}#${about.task}`) ?? '';
      return `${name}: ${type} ${step} ${STARTS.has(type) ? '' : (about.task ?? about.token ?? '')}`;
    });
  }

  #heldAfter(all: readonly { readonly write: RunWrite; readonly events: readonly AnyEvent[] }[]): Set<string> {
    const held = new Set(this.#held);
    const over = new Set(['TaskCompleted', 'LeaseLost', 'MessageAdded']);
    for (const { write, events } of all)
      for (const { type, data } of events) {
        if (type === 'TaskClaimed') held.add(`${write.run}#${data.task}`);
        else if (over.has(type) && 'task' in data) held.delete(`${write.run}#${data.task}`);
      }
    return held;
  }

  /** Their answers depend on what they are asked, and on nothing that was asked before. */
  #writers(): readonly OfflineWriter[] {
    const life = this.#life;
    const asked = (): void => assert.equal(life?.isDead(), false, 'The dead ask nobody.');
    const write = (facts: CallFacts): Json => {
      asked();
      if (facts.step === 'draft') return SPEC;
      const { request } = facts.runInput as { readonly request: { readonly request_id: string } };
      return request.request_id === 'request-1' ? CHANGES : STORIES;
    };
    return [
      {
        ...{ workflow: 'pm', step: 'INTERVIEWING', talks: true },
        write: ({ data, messages = [] }) => {
          asked();
          return question(`What of message ${(data.conversation as readonly Json[]).length + messages.length}?`);
        },
      },
      { workflow: 'pm-draft', step: 'draft', write },
      { workflow: 'pm-scope', step: 'scope', write },
    ];
  }

  /** What came of it: the same however often a process died. */
  async result(): Promise<JsonObject> {
    const { project } = this.#options;
    const histories: { [name: string]: Json } = {};
    for (const [run, name] of this.#names) histories[name] = await this.#historyOf(run);
    return { histories, files: this.#filesIn(join(project, 'magi-sdd')) };
  }

  /** Every state, task, message, signal and value. */
  async #historyOf(run: string): Promise<Json> {
    const { store } = this.#options;
    const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
    const found: string[] = [row.status];
    // A response may come before or after the PM is back in WAITING.
    const sent: string[] = [];
    for (const commit of await store.commitsOf(row.key, 0, 10_000))
      for (const { type, data } of eventsOf(commit.text ?? '', { run, ...commit })) {
        if (type === 'StateEntered') found.push(`${type} ${data.to}`);
        else if (type === 'TaskOpened') found.push(`${type} ${data.step} ${data.task} visit ${data.visit}`);
        else if (type === 'MessageAdded') found.push(this.#plain(`${type} ${data.from} ${JSON.stringify(data.text)}`));
        else if (type === 'TaskCompleted') found.push(`${type} ${data.task} ${data.verdict ?? ''}`);
        else if (type === 'SignalSent' || type === 'SignalReceived') sent.push(this.#plain(`${type} ${data.id}`));
        else if (type === 'SignalUndelivered') assert.fail(this.#plain(JSON.stringify(data)));
      }
    return [...found, ...sent.sort()];
  }

  #filesIn(folder: string): JsonObject {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
    return Object.fromEntries(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]));
  }

  #plain(text: string): string {
    let known = text.replaceAll(this.#options.project, 'PROJECT');
    for (const [run, name] of this.#names) known = known.replaceAll(run, name);
    return known;
  }
}

function eventsIn({ run, commits }: RunWrite): readonly AnyEvent[] {
  return commits.flatMap((commit) => eventsOf(commit.text, { run, ...commit }));
}
