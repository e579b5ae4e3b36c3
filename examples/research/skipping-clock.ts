// A clock for examples and tests: what waits before a retry goes on at once.

import type { Clock } from '../../src/runtime/clock.ts';

/** Without a commit; a busy machine is slow, not silent. */
const SILENCE_MS_MAX = 60_000;
const RETRY_MS_MAX = 10_000;

/** The time of the machine, without the waits before retries. */
export class SkippingClock implements Clock {
  readonly #skipsMax: number;
  #skipped = 0;
  #committedAt = performance.now();

  /** Longer waits are waited for. */
  constructor(skipsMax = RETRY_MS_MAX) {
    this.#skipsMax = skipsMax;
  }

  /** Something was committed. */
  commit(): void {
    this.#committedAt = performance.now();
  }

  isSilent(): boolean {
    return performance.now() - this.#committedAt > SILENCE_MS_MAX;
  }

  now(): number {
    return Date.now() + this.#skipped;
  }

  monotonic(): number {
    return performance.now();
  }

  skipTo(due: number): void {
    const left = due - this.now();
    if (left > 0 && left < this.#skipsMax) this.#skipped += left;
  }
}
