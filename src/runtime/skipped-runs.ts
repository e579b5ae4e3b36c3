// Runs this process leaves to others: a newer version wrote them, their files are not where it may work, or what is
// stored of them is damaged.

import { UnknownEventCode } from '../engine/commit-text.ts';
import { StoreFault } from '../errors.ts';
import type { LiveRun } from './live-run.ts';

/** More would say the same of the same store. */
const REPORTED_MAX = 10;

export class SkippedRuns {
  readonly #runs = new Set<string>();
  #isNewerReported = false;

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
      this.#leaveToNewer(id, thrown);
      return null;
    }
  }

  /** A run that cannot be decided: reported once, whatever comes of it in later rounds, and of the first ones only. */
  passOver(id: string, fault: unknown): void {
    if (fault instanceof UnknownEventCode) this.#leaveToNewer(id, fault);
    else if (!this.#runs.has(id)) {
      const why = fault instanceof Error ? fault.message : String(fault);
      const code = fault instanceof StoreFault ? { code: fault.code } : {};
      if (this.#runs.size < REPORTED_MAX)
        process.emitWarning(`Commands to the run ${id} cannot be decided, and the others are. ${why}`, code);
      this.add(id);
    }
  }

  #leaveToNewer(id: string, { message }: UnknownEventCode): void {
    if (!this.#isNewerReported)
      process.emitWarning(`The run ${id} is left to newer processes. ${message}`, { code: 'newer-history' });
    this.#isNewerReported = true;
    this.add(id);
  }
}
