// The runs worked on lately, with their workflows: a bounded cache. Reads for people never come from here.

import type { Workflow } from '../diagram/workflow.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { type LiveRun, loadLiveRun } from './live-run.ts';

const RUNS_MAX = 500;
const WORKFLOWS_MAX = 100;

export class RunCache {
  readonly #store: Store;
  readonly #runs = new Map<string, LiveRun>();
  readonly #workflows = new Map<number, Workflow>();

  constructor(store: Store) {
    this.#store = store;
  }

  cached(id: string): LiveRun | undefined {
    return this.#runs.get(id);
  }

  /** Takes a run out, for whoever decides on it: nobody else may meanwhile, and what is not stored is not put back. */
  take(id: string): LiveRun | undefined {
    const run = this.#runs.get(id);
    this.#runs.delete(id);
    return run;
  }

  async load(id: string): Promise<LiveRun | null> {
    const row = await this.#store.run(id);
    return row === null ? null : this.loadRow(row);
  }

  async loadRow(row: RunRow): Promise<LiveRun> {
    return loadLiveRun(this.#store, row, await this.workflow(row.workflow));
  }

  /** A run that ended is let go: hardly anything more will be asked of it. */
  keep(run: LiveRun): void {
    this.#runs.delete(run.id);
    if (run.state.status !== 'running' && !run.state.cleaning) return;
    this.#runs.set(run.id, run);
    if (this.#runs.size <= RUNS_MAX) return;
    for (const oldest of this.#runs.keys()) {
      this.#runs.delete(oldest);
      break;
    }
  }

  drop(id: string): void {
    this.#runs.delete(id);
  }

  async workflow(key: number): Promise<Workflow> {
    const known = this.#workflows.get(key);
    if (known !== undefined) return known;
    const stored = await this.#store.workflowByKey(key);
    if (stored === null) throw new Error(`The store has no workflow of key ${key}, which a run needs.`);
    this.learn(key, stored.workflow);
    return stored.workflow;
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
