// What a failure does once its retries are spent: the first rule of fail-1 that applies.

import type { Step, Workflow } from '../diagram/workflow.ts';
import { openFallback } from './elements/task.ts';
import type { Failure, FailureReport } from './events.ts';
import { finishStep } from './finish-step.ts';
import { failBranch, hasJoinAround, hold } from './holds.ts';
import { raiseInMachine } from './machine.ts';
import { mayTake, takeEdge } from './route.ts';
import { isDetached, type Task, type Token } from './run-state.ts';
import { emit, keep, noteFreedSlot, stepOf, type Turn, tokenOf } from './turn.ts';
import type { Value } from './value.ts';

/** A task's attempts are over. */
export function failTask(turn: Turn, task: Task, failure: Failure): void {
  const step = stepOf(turn, task.step);
  const error = { code: failure.code, message: failure.message, step: step.id, attempts: Math.max(1, task.attempt) };
  emit(turn, 'TaskFailed', { task: task.id, error });
  noteFreedSlot(turn, tokenOf(turn, task.token)?.scope ?? 0);
  if (task.kind === 'review') return;
  const token = tokenOf(turn, task.token);
  const isNew = step.fallback !== null && !('output' in step.fallback) && task.fallback !== true;
  if (isNew) openFallback(turn, token, step);
  else settleFailure(turn, token, step, error);
}

/** Whether a failure of the step leads on by itself: the diagram draws where to, and asks no person. */
export function leadsOnFailure({ onFailure }: Workflow, step: Step): boolean {
  if (step.onError !== null || step.transitions.some(({ event }) => event === 'error')) return true;
  return onFailure !== null && step.id !== onFailure && (step.critical === true || step.onFailure === 'fail');
}

interface FailureDetails {
  /** What the `error` edge gets: the error itself unless more is known. */
  readonly output?: Value;
  /** false: a person was asked already; where the diagram would ask once more, the run fails. */
  readonly mayHold?: boolean;
}

/** Everything of fail-1 after another round of attempts. */
export function settleFailure(
  turn: Turn,
  token: Token,
  step: Step,
  error: FailureReport,
  { output, mayHold = true }: FailureDetails = {},
): void {
  const value = output ?? keep(turn, { ...error });
  const ask = mayHold ? holdFailed : failRunBy;
  if (step.fallback !== null && 'output' in step.fallback) {
    finishStep(turn, token.id, step, keep(turn, step.fallback.output), 'completed');
  } else if (error.code === 'timeout' && step.onTimeout !== null) {
    takeEdge(turn, token.id, step, step.onTimeout, 'timeout', value);
  } else if (step.onError !== null && mayTake(turn, token, step, step.onError)) {
    takeEdge(turn, token.id, step, step.onError, 'error', value);
  } else if (turn.workflow.kind === 'machine' && raiseFailure(turn, token, step, error, value)) return;
  else if (step.onFailure === 'skip' || (step.onFailure === null && step.critical === false)) {
    finishStep(turn, token.id, step, null, 'skipped', step.onFailure === null ? error.message : undefined);
  } else if (step.onFailure === 'fail') failRun(turn, step, [error], token);
  else if (step.onFailure === 'hold') ask(turn, token, step, error);
  else if (hasJoinAround(turn, token.scope) && step.critical !== true) failBranch(turn, token, error);
  else if (step.critical === true) failRun(turn, step, [error], token);
  else ask(turn, token, step, error);
}

const failRunBy: typeof holdFailed = (turn, token, step, error) => failRun(turn, step, [error], token);

function raiseFailure(turn: Turn, { id }: Token, step: Step, { code }: FailureReport, value: Value): boolean {
  if (code === 'timeout' && raiseInMachine(turn, id, step, 'timeout', value)) return true;
  return raiseInMachine(turn, id, step, 'error', value);
}

function holdFailed(turn: Turn, token: Token, step: Step, error: FailureReport): void {
  const message = `"${step.id}" failed after ${error.attempts} attempt(s): ${error.message}`;
  hold('step-failed', turn, token, step, { message, moves: ['retry', 'choose', 'skip', 'end'] });
}

/** Sends one extra token to `onFailure`, or ends the run. Nothing in a fired scope can fail the run. */
export function failRun(
  turn: Turn,
  step: Step,
  errors: readonly FailureReport[],
  token?: Token,
  cleanup = token?.cleanup,
): void {
  const [error] = errors;
  if (token !== undefined && isDetached(turn.state, token.scope) && error !== undefined) {
    failBranch(turn, token, error);
    return;
  }
  if (cleanup) {
    emit(turn, 'CleanupEnded', { failed: true });
    turn.queue.length = 0;
    turn.scopesWithFreeSlots.length = 0;
    return;
  }
  emit(turn, 'WorkStopped', { reason: `"${step.id}" failed.` });
  turn.queue.length = 0;
  turn.scopesWithFreeSlots.length = 0;
  const { onFailure } = turn.workflow;
  if (onFailure === null || turn.state.failing || step.id === onFailure) {
    emit(turn, 'RunFailed', { error: keep(turn, { ...error }) });
    return;
  }
  const output = keep(turn, { step: step.id, messages: errors.map(({ message }) => message) });
  const id = turn.state.nextToken;
  emit(turn, 'FailureRaised', { token: id, step: onFailure, output });
  if (turn.workflow.kind === 'machine') {
    emit(turn, 'StateEntered', { token: id, from: step.id, to: onFailure, trigger: 'failure' });
  }
  turn.queue.push({ token: id, step: onFailure, depth: 0 });
}
