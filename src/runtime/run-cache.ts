// The runs worked on lately, with their workflows: a bounded cache. Reads for people never come from here.

import type { Workflow } from '../diagram/workflow.ts';
import { UnknownEventCode } from '../engine/commit-text.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { type LiveRun, type LoadOptions, loadLiveRun } from './live-run.ts';

const RUNS_MAX = 500;
const WORKFLOWS_MAX = 100;

export class RunCache {
  readonly #store: Store;
  readonly #runs = new Map<string, LiveRun>();
  /** Runs that someone decides on now. */
  readonly #taken = new Set<string>();
  readonly #workflows = new Map<number, Workflow>();
  readonly #reading = new Map<number, Promise<Workflow>>();

  constructor(store: Store) {
    this.#store = store;
  }

  cached(id: string): LiveRun | undefined {
    return this.#runs.get(id);
  }

  /** Takes a run out, to decide on it: nobody else may meanwhile, and what is not stored is not put back. */
  take(id: string): LiveRun | undefined {
    const run = this.#runs.get(id);
    if (run === undefined) return undefined;
    this.#runs.delete(id);
    this.#taken.add(id);
    return run;
  }

  /** Worked on here: what becomes of it is heard of without asking the store. */
  isHeld(id: string): boolean {
    return this.#runs.has(id) || this.#taken.has(id);
  }

  async load(id: string): Promise<LiveRun | null> {
    const row = await this.#store.run(id);
    return row === null ? null : this.loadRow(row);
  }

  async loadRow(row: RunRow, options?: LoadOptions): Promise<LiveRun> {
    return loadLiveRun(this.#store, row, await this.workflow(row.workflow), options);
  }

  /** For what a person decides: the same run, or one whose state was proved to be that of its events. */
  async proved(run: LiveRun): Promise<LiveRun> {
    const row = run.isProved ? null : await this.#store.run(run.id);
    return row === null ? run : this.loadRow(row, { proves: true });
  }

  /** As the store has it now: what is cached may be behind other processes, or ahead of a commit under way. */
  async current(id: string): Promise<LiveRun | null> {
    const row = await this.#store.run(id);
    if (row === null) return null;
    const cached = this.cached(id);
    return cached?.state.number === row.head ? cached : this.loadRow(row);
  }

  /** Another process may have opened the task since this one last wrote the run. */
  async withTask(id: string, task: number): Promise<LiveRun | null> {
    const cached = this.cached(id);
    if (cached?.state.tasks.has(task) === true) return cached;
    // What this version cannot read is refused when the command is sent, with the reason.
    const run = await this.load(id).catch((thrown: unknown) => {
      if (thrown instanceof UnknownEventCode) return null;
      throw thrown;
    });
    // The command that follows begins from here.
    if (run !== null && !this.isHeld(id)) this.keep(run);
    return run;
  }

  /** A run that ended is let go: hardly anything more will be asked of it. */
  keep(run: LiveRun): void {
    this.drop(run.id);
    if (run.state.status !== 'running' && !run.state.cleaning) return;
    this.#runs.set(run.id, run);
    if (this.#runs.size <= RUNS_MAX) return;
    for (const oldest of this.#runs.keys()) {
      this.#runs.delete(oldest);
      break;
    }
  }

  drop(id: string): void {
    this.#taken.delete(id);
    this.#runs.delete(id);
  }

  async workflow(key: number): Promise<Workflow> {
    const known = this.#workflows.get(key) ?? this.#reading.get(key);
    if (known !== undefined) return known;
    const reading = this.#read(key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #read(key: number): Promise<Workflow> {
    const stored = await this.#store.workflowByKey(key);
    if (stored === null) throw new Error(`The store has no workflow of key ${key}, which a run needs.`);
    return this.learn(key, stored.workflow);
  }

  /** One object per version: the engine keeps indexes by it. */
  learn(key: number, workflow: Workflow): Workflow {
    const known = this.#workflows.get(key);
    if (known !== undefined) return known;
    this.#workflows.set(key, workflow);
    if (this.#workflows.size > WORKFLOWS_MAX) {
      for (const oldest of this.#workflows.keys()) {
        this.#workflows.delete(oldest);
        break;
      }
    }
    return workflow;
  }
}
