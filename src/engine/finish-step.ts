// A step is done: its output counts, `set` is applied, and its token moves on.

import type { Step } from '../diagram/workflow.ts';
import { checkShownOutput } from './gates.ts';
import { finishInMachine } from './machine.ts';
import { leave } from './route.ts';
import { setData, setValues } from './set-data.ts';
import { emit, noteFreedSlot, type Turn, tokenOf } from './turn.ts';
import type { Value } from './value.ts';

/** A step that ends without a report of its own: skipped, or given an output by its fallback. */
export function finishStep(
  turn: Turn,
  id: number,
  step: Step,
  output: Value,
  status: 'completed' | 'skipped',
  warning?: string,
): void {
  emit(turn, 'StepFinished', { token: id, step: step.id, output, status, ...(warning !== undefined && { warning }) });
  afterStep(turn, id, step, {});
}

/** From a finished step onward: `set`, then the edges or transitions. */
export function afterStep(
  turn: Turn,
  id: number,
  step: Step,
  values: { readonly [name: string]: Value },
  depth = 0,
): void {
  settleStep(turn, id, step, values);
  moveOn(turn, id, step, depth);
}

/** What the step gave counts: `set` is applied, and verdicts on what it gave before are looked at. */
export function settleStep(turn: Turn, id: number, step: Step, values: { readonly [name: string]: Value }): void {
  setData(turn, tokenOf(turn, id), step.set, step.id);
  setValues(turn, values, step.id);
  checkShownOutput(turn, step.id);
}

/** Its token goes along the edges or transitions. */
export function moveOn(turn: Turn, id: number, step: Step, depth = 0): void {
  noteFreedSlot(turn, tokenOf(turn, id).scope);
  if (turn.workflow.kind === 'machine' && step.transitions.length > 0) {
    finishInMachine(turn, id, step, depth);
    return;
  }
  leave(turn, id, step, depth);
}
