// Runs in which nothing will happen by itself though they have not ended, each with the cause. To be written (#3).

import type { Store } from '../ports/store.ts';

export interface StuckRun {
  readonly run: string;
  readonly workflow: string;
  /** Why nothing moves, in one sentence. */
  readonly cause: string;
  /** What to do about it. */
  readonly fix: string;
}

export function findStuck(_store: Store, _now: number, _limit: number): Promise<readonly StuckRun[]> {
  return Promise.resolve([]);
}
