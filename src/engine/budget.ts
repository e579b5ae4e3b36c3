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

export interface Breach {
  readonly budget: Budget;
  readonly message: string;
}

/** The first budget that one more call would break; null when it fits. `cost` null: nobody knows what it will cost. */
export function breachOf(turn: Turn, step: string, cost: number | null, tokens: number): Breach | null {
  const own = budgetOf(stepOf(turn, step).config.budget);
  const whole = budgetOf(turn.workflow.budget);
  const found = own === null ? null : breach(turn, step, own, `step "${step}"`, step, cost, tokens);
  if (found !== null || whole === null) return found;
  return breach(turn, step, whole, 'run', WHOLE_RUN, cost, tokens);
}

function breach(
  turn: Turn,
  step: string,
  budget: Budget,
  what: string,
  key: string,
  cost: number | null,
  tokens: number,
): Breach | null {
  const raised = turn.state.raised.get(raisedKey(BUDGET_SPENT, step));
  const spent = spendingOf(turn.state, key);
  const before = key === WHOLE_RUN ? turn.state.cost : spent.cost;
  const costMax = budget.cost === null ? null : Math.max(budget.cost, raised ?? 0);
  if (costMax !== null && cost === null) {
    const message = `Expected a known price under the budget of the ${what}, found a model without one. Add its price.`;
    return { budget, message };
  }
  const costThen = before + spent.reservedCost + (cost ?? 0);
  if (costMax !== null && costThen > costMax) {
    return {
      budget,
      message: `Expected the ${what} within ${costMax} of cost, found ${rounded(costThen)} with this call.`,
    };
  }
  const tokensBefore = key === WHOLE_RUN ? turn.state.spentTokens : spent.tokens;
  const tokensThen = tokensBefore + spent.reservedTokens + tokens;
  const tokensMax = budget.tokens === null || raised === undefined ? budget.tokens : Math.max(budget.tokens, raised);
  if (tokensMax !== null && tokensThen > tokensMax) {
    return { budget, message: `Expected the ${what} within ${tokensMax} tokens, found ${tokensThen} with this call.` };
  }
  return null;
}

const rounded = (cost: number): number => Math.round(cost * 1e6) / 1e6;
