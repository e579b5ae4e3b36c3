// A fired join: a task over its results, or the results themselves (join-3).

import type { Step } from '../../diagram/workflow.ts';
import { afterStep } from '../finish-step.ts';
import type { Token } from '../run-state.ts';
import { emit, type Turn } from '../turn.ts';
import { enterTask } from './task.ts';

export function enterJoin(turn: Turn, token: Token, step: Step, depth: number): void {
  if (step.task !== null) {
    enterTask(turn, token, step);
    return;
  }
  emit(turn, 'StepFinished', { token: token.id, step: step.id, output: token.output, status: 'completed' });
  afterStep(turn, token.id, step, {}, depth);
}
