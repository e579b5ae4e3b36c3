// Runs that could not be decided a moment ago, because what is stored of them is damaged: left alone for a while.

import { StoreFault } from '../errors.ts';
import { SkippedRuns } from './skipped-runs.ts';

/** Someone may have repaired the store since. */
const LEFT_ALONE_MS = 60_000;
const RUNS_MAX = 10_000;

export class DamagedRuns {
  readonly #until = new Map<string, number>();
  readonly #skipped = new SkippedRuns();

  has(run: string, now: number): boolean {
    const until = this.#until.get(run);
    if (until === undefined || now < until) return until !== undefined;
    this.#until.delete(run);
    return false;
  }

  /** Throws a fault of the store itself, which says nothing about the run. */
  add(run: string, fault: unknown, now: number): void {
    if (fault instanceof StoreFault && !fault.isLasting) throw fault;
    this.#skipped.passOver(run, fault);
    if (this.#until.size < RUNS_MAX) this.#until.set(run, now + LEFT_ALONE_MS);
  }
}
