// Runs this process leaves to others: a newer version wrote them, or their files are not where it may work.

import { UnknownEventCode } from '../engine/commit-text.ts';
import type { LiveRun } from './live-run.ts';

export class SkippedRuns {
  readonly #runs = new Set<string>();
  #isToldOfNewer = false;

  has(run: string): boolean {
    return this.#runs.has(run);
  }

  add(run: string): void {
    this.#runs.add(run);
  }

  /** null: a newer version wrote it, and goes on with it. */
  async readable(id: string, load: (id: string) => Promise<LiveRun | null>): Promise<LiveRun | null> {
    try {
      return await load(id);
    } catch (thrown) {
      if (!(thrown instanceof UnknownEventCode)) throw thrown;
      if (!this.#isToldOfNewer)
        process.emitWarning(`The run ${id} is left to newer processes. ${thrown.message}`, { code: 'newer-history' });
      this.#isToldOfNewer = true;
      this.add(id);
      return null;
    }
  }
}
