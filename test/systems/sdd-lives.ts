// A design run led by one engine after the other, in one process and on a real store: each dies at a commit that it is
// told to, before the store has it or after, and the next one takes over when the lease of the dead has run out.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { sdd } from '../../src/systems/sdd/system.ts';
import { type DyingStore, dyingStore } from '../support/dying-store.ts';
import { TRUSTING } from '../support/trusting.ts';
import { ADA, BRIEF, GOOD, ISSUE, scriptedWriters } from './sdd-fixture.ts';

export type Moment = 'before' | 'after';
/** One event of a commit, by what it is about, the same in every run: `sdd-draft-hld 1: TaskClaimed whole 2`. */
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
/** The suite's processes look for the dead often; that the lease is over is said by the clock. */
const SWEEP_MS = 50;
const LIFE_MS_MAX = 60_000;
const PATIENCE_MS = 500;
/** Two sections of the HLD, drafted at the same time. */
const BAD = {
  ...{ ...GOOD, overall_score: 0.5, needs_revision: true },
  issues: ['Security', 'Reliability'].map((title) => ({ ...ISSUE, location: `HLD: ${title}` })),
};

export class SddLives {
  readonly #options: LivesOptions;
  #monotonic = 0;
  #life: DyingStore | null = null;
  /** Of every child's run: which workflow, for which time. */
  readonly #names = new Map<string, string>();
  readonly #steps = new Map<string, string>();
  /** Tasks held now, and those that were lost by a death. */
  #held = new Set<string>();
  readonly #lost = new Set<string>();
  /** Words of answers whose commit was made. */
  readonly #kept = new Set<string>();
  readonly asked: string[] = [];
  readonly boundaries = new Set<Boundary>();
  commits = 0;
  deaths = 0;

  constructor(options: LivesOptions) {
    this.#options = options;
    this.#names.set(options.run, 'sdd');
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
      code: lazyCode(sdd, { files: workspaceFiles([project]), now: () => NOW, domain: async () => null }),
    });
    const over = life.died.then(() => null);
    const engine = await Promise.race([opening, over]);
    // Whoever was registered before and does not beat any more has held its leases for too long now.
    this.#monotonic += LEASE_MS;
    const isDone = engine !== null && (await Promise.race([this.#work(engine, store), over])) === true;
    // Of a dead one only the clocks are stopped: nothing it asks for is answered any more.
    const closing = opening.then((opened) => opened.close(0));
    // It may die at its last commit: then nobody closes it.
    if (isDone) await Promise.race([closing, over]);
    await agents.close();
    return isDone;
  }

  async #work(engine: Engine, store: Store): Promise<true> {
    const { run, project, stored } = this.#options;
    const input = {
      ...{ project_path: project, project_brief: BRIEF, max_revisions: 2, drafting: 'whole' },
      revision: { mode: 'targeted' },
    };
    if ((await store.run(run)) === null) await engine.start(stored, input, { by: ADA, run });
    const signal = AbortSignal.timeout(LIFE_MS_MAX);
    for (let head = 0; !signal.aborted; ) {
      const row = await engine.wait(run, (now) => now.head > head, AbortSignal.timeout(PATIENCE_MS));
      // The dead may have been heard of once more after we began to count: a call of theirs was under way.
      if (row === null) this.#monotonic += LEASE_MS;
      if (row?.status === 'completed') return true;
      if (row !== null && row.status !== 'running') assert.fail(`The run is ${row.status}.`);
      head = row?.head ?? head;
      const { items } = await store.listTasks({ run, forPeople: true }, { limit: 1 });
      if (items[0] === undefined) continue;
      const task = (await engine.view(run))?.state.tasks.get(items[0].task) ?? assert.fail('The gate is gone.');
      const shown = task.shown === undefined ? {} : { shown: task.shown };
      const answered = await engine.answer(run, task.id, { output: { verdict: 'approve' }, ...shown }, ADA);
      if (!answered.ok) assert.fail(answered.rejection.message);
    }
    return assert.fail(`${run} did not go on.`);
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
    for (const { write, events: own } of events) this.#keep(write, own);
    if (this.#options.dies(found, 'after', this.#hasLost(held))) return kill();
    return results;
  }

  #hasLost(held: ReadonlySet<string>): boolean {
    return [...held].some((task) => this.#lost.has(task));
  }

  #boundariesOf(run: string, events: readonly AnyEvent[]): readonly Boundary[] {
    for (const { type, data } of events) {
      if (type === 'TaskOpened' || type === 'ChildStarted') this.#steps.set(`${run}#${data.task}`, data.step);
      if (type !== 'ChildStarted' || this.#names.has(data.child)) continue;
      const { workflow } = data;
      const time = [...this.#names.values()].filter((name) => name.startsWith(`${workflow} `)).length + 1;
      this.#names.set(data.child, `${workflow} ${time}`);
    }
    const name = this.#names.get(run) ?? run;
    if (events.length === 0) return [`${name}: no events`];
    return events.map(({ type, data }) => {
      const about = data as { readonly task?: number; readonly step?: string; readonly token?: number };
      const step = about.step ?? this.#steps.get(`${run}#${about.task}`) ?? '';
      return `${name}: ${type} ${step} ${about.task ?? about.token ?? ''}`;
    });
  }

  #heldAfter(all: readonly { readonly write: RunWrite; readonly events: readonly AnyEvent[] }[]): Set<string> {
    const held = new Set(this.#held);
    for (const { write, events } of all)
      for (const { type, data } of events) {
        if (type === 'TaskClaimed') held.add(`${write.run}#${data.task}`);
        else if (type === 'TaskCompleted' || type === 'LeaseLost') held.delete(`${write.run}#${data.task}`);
      }
    return held;
  }

  /** Which answers are journalled now. */
  #keep({ payloads }: RunWrite, events: readonly AnyEvent[]): void {
    for (const { type, data } of events) {
      if (type !== 'CallEnded') continue;
      const text = JSON.stringify(data.reply) + [...(payloads?.values() ?? [])].join();
      for (const [words] of text.matchAll(/answer \w+ \d+ [\w-]*/g)) this.#kept.add(words);
    }
  }

  /** Their answers depend on what they are asked, and on nothing that was asked before. */
  #writers(): readonly OfflineWriter[] {
    const life = this.#life;
    return scriptedWriters({}, []).map(({ workflow, step }) => ({
      workflow,
      step,
      write: (facts: CallFacts): Json => {
        assert.equal(life?.isDead(), false, 'The dead ask nobody.');
        const { round = 0 } = facts.runInput as JsonObject;
        const { id = '', title = '' } = (facts.item ?? {}) as JsonObject;
        const words = `answer ${(workflow ?? '').replace(/-/g, '')}${step} ${round} ${id}`;
        assert.equal(this.#kept.has(words), false, `${words} was kept already`);
        this.asked.push(words);
        if (step === 'review') return { ...(round === 1 ? BAD : GOOD), strengths: [words] };
        if (step === 'format_doc') return { title: 'Meeting Rooms', abstract: words };
        return step === 'whole' ? wholeText(words) : `## ${title}\n\n${words}, in a sentence.\n`;
      },
    }));
  }

  /** What came of it: the same however often a process died. */
  async result(): Promise<JsonObject> {
    const { store, run, project } = this.#options;
    const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
    const family = [...this.#names.keys()];
    const histories: { [name: string]: Json } = {};
    for (const each of family) histories[this.#names.get(each) as string] = await this.#historyOf(each);
    return {
      status: row.status,
      histories,
      files: this.#filesIn(join(project, 'magi-sdd')),
      kept: [...this.#kept].sort(),
    };
  }

  /** Every task that was opened and what became of it, every value that was set. */
  async #historyOf(run: string): Promise<Json> {
    const { store } = this.#options;
    const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
    const found: string[] = [];
    // What is done at the same time is done in any order.
    const completed: string[] = [];
    for (const commit of await store.commitsOf(row.key, 0, 10_000))
      for (const { type, data } of eventsOf(commit.text ?? '', { run, ...commit })) {
        if (type === 'TaskOpened') found.push(`${type} ${data.step} ${data.task} visit ${data.visit}`);
        else if (type === 'ChildStarted')
          found.push(`${type} ${data.step} ${data.task} ${this.#names.get(data.child)}`);
        else if (type === 'TaskCompleted') completed.push(`${type} ${data.task} ${data.verdict ?? ''}`);
        else if (type === 'DataSet') found.push(`${type} ${this.#plain(JSON.stringify(data.values))}`);
      }
    return [...found, ...completed.sort()];
  }

  #filesIn(folder: string): JsonObject {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
    return Object.fromEntries(
      paths.map((path) => [path.slice(folder.length), this.#plain(readFileSync(path, 'utf8'))]),
    );
  }

  #plain(text: string): string {
    // The approved document names its run, so its hash is of this run alone; its text is compared as a file.
    const known = text.replace(/(?<="final_document":\{"\$ref":)"sha256:[0-9a-f]{64}"/, '"HASH"');
    return known.replaceAll(this.#options.project, 'PROJECT').replaceAll(this.#options.run, 'RUN');
  }
}

function eventsIn({ run, commits }: RunWrite): readonly AnyEvent[] {
  return commits.flatMap((commit) => eventsOf(commit.text, { run, ...commit }));
}

function wholeText(words: string): string {
  const titles = ['Overview', 'Security', 'Reliability', 'Scalability', 'Endpoints', 'Tables'];
  return `# Part\n\n${titles.map((title) => `## ${title}\n\n${words}: rooms are booked by the hour.\n`).join('\n')}`;
}
