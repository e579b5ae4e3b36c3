// Workflows by name and version while a store is verified: a few at a time.

import type { Workflow } from '../../diagram/workflow.ts';
import type { Store } from '../../ports/store.ts';

const KEPT_MAX = 50;

export class WorkflowShelf {
  readonly #store: Store;
  readonly #kept = new Map<string, Workflow | null>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** null when the store has no such version, or cannot read it. */
  async workflow(name: string, version: string): Promise<Workflow | null> {
    const key = `${name}@${version}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const found = (await this.#store.workflow(name, version).catch(nullIfNotJson))?.workflow ?? null;
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear();
    this.#kept.set(key, found);
    return found;
  }

  /** Which of these versions are not to be had. */
  async missing(name: string, versions: readonly string[]): Promise<readonly string[]> {
    const missing: string[] = [];
    for (const version of versions) if ((await this.workflow(name, version)) === null) missing.push(version);
    return missing;
  }
}

/** One that was altered so that it is not JSON any more. */
function nullIfNotJson(thrown: unknown): null {
  if (thrown instanceof SyntaxError) return null;
  throw thrown;
}
