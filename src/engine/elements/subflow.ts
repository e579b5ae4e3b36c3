// A subflow: a child run of another workflow; its task waits for it (sub-1, sub-2).

import type { Step, SubflowSettings } from '../../diagram/workflow.ts';
import { afterStep } from '../finish-step.ts';
import { hold } from '../holds.ts';
import { entering, formulaValue, mapped, type TokenPosition } from '../roots.ts';
import type { Task, Token } from '../run-state.ts';
import { emit, type Turn } from '../turn.ts';
import type { Value } from '../value.ts';
import { containerOf, hasPlace, nextVisit } from './task.ts';

export function enterSubflow(turn: Turn, token: Token, step: Step, depth: number): void {
  const { limits } = turn.workflow;
  const at = (turn.state.parent?.depth ?? 0) + 1;
  if (at > limits.depth) {
    const message = `Expected subflows at most ${limits.depth} deep, found "${step.id}" at depth ${at}.`;
    hold('subflow-too-deep', turn, token, step, { message, moves: ['skip', 'end'], enters: true });
    return;
  }
  if (!hasPlace(turn, token, step)) return;
  const settings = step.subflow as SubflowSettings;
  const task = turn.state.nextTask;
  const parent = containerOf(turn, token);
  emit(turn, 'ChildStarted', {
    task,
    token: token.id,
    step: step.id,
    visit: nextVisit(turn, token, step),
    ...(parent !== undefined && { parent }),
    ...childOf(turn, entering(token), settings, task, 0),
    ...(settings.detached && { detached: true }),
    ...(settings.reply !== null && { reply: settings.reply }),
  });
  if (!settings.detached) return;
  emit(turn, 'StepFinished', { token: token.id, step: step.id, output: token.output, status: 'completed' });
  afterStep(turn, token.id, step, {}, depth);
}

export const cancelledMessage = (child: string): string => `The child run ${child} was cancelled.`;

/** What was cancelled goes no further: trying again starts a new child. One whose own child was cancelled has
 *  failed. */
function wasCancelled({ error, child = '' }: Task): boolean {
  return error?.code === 'child-cancelled' && error.message === cancelledMessage(child);
}

/** Goes on in the child where it failed, unless another one is asked for or this run never had it. */
export function retryChild(turn: Turn, task: Task, step: Step, token: Token, fresh = false): void {
  if (fresh || task.child === undefined || wasCancelled(task)) restartChild(turn, task, step, token);
  else emit(turn, 'ChildRetried', { task: task.id, child: task.child });
}

/** The same task from the start with another child. */
export function restartChild(turn: Turn, task: Task, step: Step, token: Token): void {
  const child = childOf(
    turn,
    { ...token, output: token.input },
    step.subflow as SubflowSettings,
    task.id,
    task.attempt + 1,
  );
  emit(turn, 'ChildRestarted', { task: task.id, ...child });
}

interface Child {
  readonly child: string;
  readonly workflow: string | null;
  readonly source?: Value;
  readonly input: Value;
}

/** The child's id is made from task and attempt, so that starting twice finds the first. */
function childOf(turn: Turn, position: TokenPosition, settings: SubflowSettings, task: number, attempt: number): Child {
  const digest = turn.context.hash(`${turn.state.run} ${task} ${attempt}`);
  const source = settings.source === null ? undefined : formulaValue(turn, position, settings.source);
  return {
    child: `run_${digest.slice('sha256:'.length, 'sha256:'.length + 26)}`,
    workflow: settings.workflow,
    ...(source !== undefined && { source }),
    input: settings.input === null ? position.output : mapped(turn, position, settings.input),
  };
}
