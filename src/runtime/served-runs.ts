// Which runs this process serves: all, those a filter of the store finds, or one run with those it started.

import type { TaskFilter } from '../ports/store.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';

export class ServedRuns {
  readonly filter: TaskFilter;
  readonly #isAll: boolean;
  readonly #family: Set<string> | null;

  constructor(serves: TaskFilter | null) {
    this.filter = serves ?? {};
    const [first, ...others] = Object.keys(this.filter);
    this.#isAll = first === undefined;
    const root = others.length === 0 ? (this.filter.family ?? this.filter.run) : undefined;
    this.#family = root === undefined ? null : new Set([root]);
  }

  /** Not known to be another's. */
  mayHave(run: RunWithWorkflow): boolean {
    return this.filter.family === undefined || this.hasAll(run);
  }

  /** All tasks of this run are served, as far as is known without asking the store. */
  hasAll({ id, state }: RunWithWorkflow): boolean {
    if (this.#isAll || this.#family?.has(id)) return true;
    if (this.filter.family === undefined || !this.#family?.has(state.parent?.run ?? '')) return false;
    this.#family.add(id);
    return true;
  }
}
