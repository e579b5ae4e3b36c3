// What agents cost, and small facts that processes share: types only.

import type { JsonObject } from '../json.ts';

/** Calls of one day that have everything else in common. */
export interface SpendingRow {
  /** Of UTC: `2026-11-16`. */
  readonly day: string;
  readonly agent: string;
  readonly provider: string;
  /** '' when the provider chose. */
  readonly model: string;
  readonly workflow: string;
  readonly calls: number;
  readonly cost: number;
  /** Calls among them whose cost nobody knows. */
  readonly unknown: number;
  readonly in: number;
  readonly out: number;
  readonly cached: number;
}

export interface SpentFilter {
  /** Days, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly agent?: string;
  readonly workflow?: string;
}

export interface Money {
  /** By day, then agent; summed in the commits that ended the calls, or lost who had made them. */
  spent(filter: SpentFilter): Promise<readonly SpendingRow[]>;
}

/** Facts that are not history: who may call how often, which provider is down. A store that moves loses them. */
export interface SharedFacts {
  /** Changes one atomically, also between processes: `change` sees it as it is, null when there is none, and gives what
   *  it is to be (null removes it) and what to answer. It may be called again, and must do nothing else. */
  changeShared<T>(
    name: string,
    change: (now: JsonObject | null) => { readonly next: JsonObject | null; readonly answer: T },
  ): Promise<T>;
  /** Those whose names begin so, by name. */
  shared(prefix: string): Promise<readonly { readonly name: string; readonly content: JsonObject }[]>;
}
