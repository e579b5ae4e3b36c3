// What the calls of a run cost, by step and in all.

import type { RunState } from './run-state.ts';

/** What calls of a step, or of the whole run, cost so far, and what is reserved for those under way. */
export interface Spending {
  readonly calls: number;
  readonly cost: number;
  readonly tokens: number;
  readonly reservedCost: number;
  readonly reservedTokens: number;
  /** Calls whose cost nobody knows. */
  readonly unknown: number;
}

/** Spending of the whole run stands under ''. */
export const WHOLE_RUN = '';

const NOTHING: Spending = { calls: 0, cost: 0, tokens: 0, reservedCost: 0, reservedTokens: 0, unknown: 0 };

export function spendingOf(state: RunState, step: string): Spending {
  return state.spending.get(step) ?? NOTHING;
}
