// Which holds have one cause: they are shown once, and a move may end them together (hold-2).

import { isBudgetHold } from './budget.ts';
import { type Hold, isOfRun } from './run-state.ts';

/** Equal for holds of one cause: what the one who held them named, a budget's bound, or the same words at the same
 *  step. */
export function causeOf({ cause, code, step, message }: Hold): string {
  if (cause !== undefined) return cause;
  if (isOfRun(code)) return code;
  return isBudgetHold(code) ? `${code} ${step}` : `${code} ${step} ${message}`;
}

/** Holds by their cause, in the order of the oldest of each. */
export function byCause(holds: Iterable<Hold>): readonly (readonly [Hold, ...Hold[]])[] {
  const found = new Map<string, [Hold, ...Hold[]]>();
  for (const hold of holds) {
    const same = found.get(causeOf(hold));
    if (same === undefined) found.set(causeOf(hold), [hold]);
    else same.push(hold);
  }
  return [...found.values()];
}
