// Budgets of a run and of a step: what was spent, what is reserved for calls under way, and whether one more fits.

import { isJsonObject, type Json } from '../json.ts';
import { spentText, unpricedText } from './budget-words.ts';
import type { CommandOf } from './commands.ts';
import { type Call, type RunState, raisedKey, type Task } from './run-state.ts';
import { spendingOf, WHOLE_RUN } from './spending.ts';
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

/** One bound as it stands: `living` is reserved for calls that are under way and will be settled. */
export interface BudgetState {
  readonly max: number;
  readonly spent: number;
  readonly living: number;
}

/** What a call needs of a bound: `fixed` whatever happens, and `each` for every token of output, of which it wants
 *  `wanted` and can do with `least`. */
export interface Need {
  readonly fixed: number;
  readonly each: number;
  readonly wanted: number;
  readonly least: number;
}

/** How many tokens of output fit. `wait`: calls under way may leave enough. `spent`: whatever they leave, it does not
 *  fit. While calls are under way nothing is made smaller: they mostly cost less than is reserved for them. */
export function outputThatFits({ max, spent, living }: BudgetState, need: Need): number | 'wait' | 'spent' {
  const { fixed, each, wanted, least } = need;
  if (rounded(spent + living + fixed + each * wanted) <= max) return wanted;
  const left = max - spent - fixed;
  const fits = each > 0 ? Math.floor(left / each + 1e-6) : rounded(left) >= 0 ? wanted : -1;
  if (fits < least) return 'spent';
  return living > 0 ? 'wait' : Math.min(wanted, fits);
}

/** `output`: the most tokens of output that the budgets allow it; absent where there is none. */
export type BudgetDecision =
  | { readonly kind: 'begin'; readonly cost: number | null; readonly tokens: number; readonly output?: number }
  | { readonly kind: 'wait'; readonly message: string }
  | { readonly kind: 'stop'; readonly breach: Breach };

/** Whether the budgets of the step, and then of the run, let a call of this task begin. */
export function allowCall(turn: Turn, task: Task, call: CommandOf<'BeginCall'>): BudgetDecision {
  const { cost, tokens, output } = call;
  const whole = { kind: 'begin', cost, tokens } as const;
  // What costs nothing, as a replayed call, breaks no budget.
  if (cost === 0 && tokens === 0) return whole;
  const bounds = boundsOf(turn, task.step);
  if (bounds.length === 0) return whole;
  let allowedTokens = output?.tokens ?? 0;
  let waits: string | null = null;
  for (const bound of bounds) {
    const need = bound.isCost ? costNeed(call) : tokenNeed(call);
    const { max } = bound;
    if (need === null) return { kind: 'stop', breach: { ...bound, message: unpricedText(bound.what, call) } };
    const standing = standingOf(turn.state, task, bound);
    const found = outputThatFits({ ...standing, max }, need);
    if (found === 'spent') {
      const then = rounded(standing.spent + need.fixed + need.each * need.least);
      return { kind: 'stop', breach: { ...bound, message: spentText(bound, then, call.cutAt) } };
    }
    if (found === 'wait') waits ??= `The budget of the ${bound.what} is reserved for calls in flight.`;
    else allowedTokens = Math.min(allowedTokens, found);
  }
  if (waits !== null) return { kind: 'wait', message: waits };
  if (output === undefined) return whole;
  const less = output.tokens - allowedTokens;
  const saved = cost === null || output.tokens === 0 ? 0 : (less * (output.cost ?? 0)) / output.tokens;
  return { kind: 'begin', cost: cost === null ? null : cost - saved, tokens: tokens - less, output: allowedTokens };
}

interface Bound {
  readonly budget: Budget;
  readonly hold: BudgetHold;
  readonly isCost: boolean;
  readonly key: string;
  readonly what: string;
  readonly max: number;
}

/** In the order they are looked at: of the step, then of the run; cost, then tokens. */
function boundsOf({ state, workflow, ...turn }: Turn, step: string): readonly Bound[] {
  const own = budgetOf(stepOf({ state, workflow, ...turn }, step).config.budget);
  const bounds: Bound[] = [];
  const add = (budget: Budget, of: 'step' | 'run', unit: 'cost' | 'tokens'): void => {
    const given = budget[unit];
    if (given === null) return;
    const [key, what] = of === 'run' ? [WHOLE_RUN, 'run'] : [step, `step "${step}"`];
    const hold = `${of}-${unit}-spent` as const;
    const max = Math.max(given, state.raised.get(raisedKey(hold, key)) ?? 0);
    bounds.push({ budget, hold, isCost: unit === 'cost', key, what, max });
  };
  for (const [budget, of] of [[own, 'step'] as const, [budgetOf(workflow.budget), 'run'] as const]) {
    if (budget === null) continue;
    add(budget, of, 'cost');
    add(budget, of, 'tokens');
  }
  return bounds;
}

/** What is kept for callers that died, and for calls whose cost nobody knows, counts as spent. */
function standingOf(state: RunState, task: Task, { key, isCost }: Bound): Omit<BudgetState, 'max'> {
  const own = spendingOf(state, key);
  const living = livingCalls(state, task, key).reduce(
    (sum, call) => sum + (isCost ? (call.cost ?? 0) : call.tokens),
    0,
  );
  const reserved = isCost ? own.reservedCost : own.reservedTokens;
  // Of a run also what its child runs cost.
  const ended = key === WHOLE_RUN ? (isCost ? state.cost : state.spentTokens) : isCost ? own.cost : own.tokens;
  return { spent: ended + reserved - living, living };
}

/** Calls of other tasks whose lease is still the one they were begun under. */
function livingCalls(state: RunState, { id }: Task, key: string): readonly Call[] {
  const living: Call[] = [];
  for (const call of state.calls.values()) {
    if (call.ended || call.task === id || (key !== WHOLE_RUN && call.step !== key)) continue;
    const task = state.tasks.get(call.task);
    if (task?.lease === undefined || !task.calls?.includes(call.id)) continue;
    if (call.lease === undefined || call.lease === task.fence) living.push(call);
  }
  return living;
}

function costNeed({ cost, output }: CommandOf<'BeginCall'>): Need | null {
  if (cost === null) return null;
  const part = output === undefined || output.tokens === 0 ? 0 : (output.cost ?? 0);
  const each = part === 0 ? 0 : part / (output?.tokens ?? 1);
  return { fixed: cost - part, each, ...outputRange(output) };
}

function tokenNeed({ tokens, output }: CommandOf<'BeginCall'>): Need {
  return { fixed: tokens - (output?.tokens ?? 0), each: output === undefined ? 0 : 1, ...outputRange(output) };
}

function outputRange(output: CommandOf<'BeginCall'>['output']): Pick<Need, 'wanted' | 'least'> {
  return { wanted: output?.tokens ?? 0, least: output?.least ?? 0 };
}

const rounded = (cost: number): number => Math.round(cost * 1e6) / 1e6;
