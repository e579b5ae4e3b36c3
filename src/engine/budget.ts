// Budgets of a run and of a step: what was spent, what is reserved for calls under way, and whether one more fits.

import { isJsonObject, type Json } from '../json.ts';
import { raisedKey, spendingOf, WHOLE_RUN } from './run-state.ts';
import { stepOf, type Turn } from './turn.ts';

export interface Budget {
  /** null: no bound. */
  readonly cost: number | null;
  readonly tokens: number | null;
  readonly onBudget: 'hold' | 'finish' | 'fail';
}

/** A number alone is a cost. */
export function budgetOf(json: Json | undefined): Budget | null {
  if (typeof json === 'number') return { cost: json, tokens: null, onBudget: 'hold' };
  if (!isJsonObject(json)) return null;
  const { cost, tokens, onBudget } = json;
  const then = onBudget === 'finish' || onBudget === 'fail' ? onBudget : 'hold';
  return {
    cost: typeof cost === 'number' ? cost : null,
    tokens: typeof tokens === 'number' ? tokens : null,
    onBudget: then,
  };
}

export const BUDGET_SPENT = 'budget-spent';
/** What a hold is called by the bound it stands at: each is raised by itself, those of the run for all its steps. */
export const BUDGET_HOLDS = ['step-cost-spent', 'step-tokens-spent', 'run-cost-spent', 'run-tokens-spent'] as const;
export type BudgetHold = (typeof BUDGET_HOLDS)[number];

export function isBudgetHold(code: string): code is BudgetHold {
  return (BUDGET_HOLDS as readonly string[]).includes(code);
}

export interface Breach {
  readonly budget: Budget;
  readonly hold: BudgetHold;
  readonly message: string;
}

/** The first budget that one more call would break; null when it fits. `cost` null: nobody knows what it will cost. */
export function breachOf(turn: Turn, step: string, cost: number | null, tokens: number): Breach | null {
  const own = budgetOf(stepOf(turn, step).config.budget);
  const whole = budgetOf(turn.workflow.budget);
  const found = own === null ? null : breach(turn, own, 'step', step, cost, tokens);
  if (found !== null || whole === null) return found;
  return breach(turn, whole, 'run', WHOLE_RUN, cost, tokens);
}

function breach(
  turn: Turn,
  budget: Budget,
  of: 'step' | 'run',
  key: string,
  cost: number | null,
  tokens: number,
): Breach | null {
  const { state } = turn;
  const what = of === 'run' ? 'run' : `step "${key}"`;
  const spent = spendingOf(state, key);
  const most = (bound: number | null, hold: BudgetHold): number | null =>
    bound === null ? null : Math.max(bound, state.raised.get(raisedKey(hold, key)) ?? 0);
  const costMax = most(budget.cost, `${of}-cost-spent`);
  if (costMax !== null) {
    const hold = `${of}-cost-spent` as const;
    if (cost === null) {
      const found = 'found a model without one. Add its price.';
      return { budget, hold, message: `Expected a known price under the budget of the ${what}, ${found}` };
    }
    // Of a run also what its child runs cost.
    const then = rounded((of === 'run' ? state.cost : spent.cost) + spent.reservedCost + cost);
    if (then > costMax) {
      return { budget, hold, message: `Expected the ${what} within ${costMax} of cost, found ${then} with this call.` };
    }
  }
  const tokensMax = most(budget.tokens, `${of}-tokens-spent`);
  const then = (of === 'run' ? state.spentTokens : spent.tokens) + spent.reservedTokens + tokens;
  if (tokensMax === null || then <= tokensMax) return null;
  const message = `Expected the ${what} within ${tokensMax} tokens, found ${then} with this call.`;
  return { budget, hold: `${of}-tokens-spent`, message };
}

const rounded = (cost: number): number => Math.round(cost * 1e6) / 1e6;
