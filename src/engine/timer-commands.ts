// A timer is due: retries become ready, timeouts fail, people are reminded.

import type { CommandHandlers } from './decide.ts';
import { setTaskTimer } from './elements/task.ts';
import { failTask, settleFailure } from './failures.ts';
import { raiseInMachine } from './machine.ts';
import { isPerson, isSameName } from './people.ts';
import { takeEdge } from './route.ts';
import type { Scope, Task, Timer } from './run-state.ts';
import { checkJoin, failJoin, fire, holdJoin, reportOf } from './scopes.ts';
import { emit, reject, stepOf, type Turn, tokenOf } from './turn.ts';

export const timerCommands: CommandHandlers<'FireTimer'> = {
  FireTimer(turn, command) {
    const timer = turn.state.timers.get(command.timer);
    if (timer === undefined) reject('timer-not-set', `Timer ${command.timer} is no longer set.`);
    if (turn.state.paused) reject('run-paused', `Run ${turn.state.run} is paused. The timer fires after the pause.`);
    emit(turn, 'TimerFired', { timer: timer.id });
    if (timer.scope !== undefined) joinTimedOut(turn, timer.scope);
    else if (timer.token !== undefined) waitTimedOut(turn, timer.token);
    else if (timer.task !== undefined) taskTimer(turn, timer, turn.state.tasks.get(timer.task));
  },
};

function taskTimer(turn: Turn, timer: Timer, task: Task | undefined): void {
  if (task === undefined) return;
  switch (timer.kind) {
    case 'timeout':
      taskTimedOut(turn, task);
      return;
    case 'claim':
      if (task.lease?.kind === 'person') emit(turn, 'LeaseLost', { task: task.id, lease: task.fence, attempt: false });
      return;
    case 'due':
    case 'remind':
      emit(turn, 'TaskReminded', {
        ...{ task: task.id, kind: timer.kind },
        ...(task.assignee !== undefined && { assignee: task.assignee }),
      });
      return;
    case 'escalate': {
      const to = stepOf(turn, task.step).task?.escalate?.to;
      if (to === undefined) return;
      // Its holder may not answer it any more, and its new assignee could not take it.
      if (task.lease?.kind === 'person' && isPerson(to) && !isSameName(to, task.lease.worker))
        emit(turn, 'LeaseLost', { task: task.id, lease: task.fence, attempt: false });
      emit(turn, 'TaskEscalated', { task: task.id, to });
      return;
    }
    case 'retry':
      return;
  }
}

/** task-5: an automated attempt that took too long is a failed attempt; a person's task has one. */
function taskTimedOut(turn: Turn, task: Task): void {
  const step = stepOf(turn, task.step);
  if (task.execution === 'automated' && task.status !== 'in_progress') return;
  // A person deals with it already; retrying it sets the timer again.
  if (task.status === 'on_hold') return;
  const message = `"${step.id}" was not done within ${(step.timeoutMs ?? 0) / 1000} s.`;
  const failure = { code: 'timeout', message };
  const attempt = task.attempt + 1;
  emit(turn, 'AttemptFailed', { task: task.id, attempt, failure });
  if (attempt < task.attempts) {
    setTaskTimer(turn, task.id, 'retry', step.retry.waitMs * step.retry.factor ** (attempt - 1));
  } else failTask(turn, turn.state.tasks.get(task.id) as Task, failure);
}

/** wait-1: the edge labelled `timeout`, else a failure. */
function waitTimedOut(turn: Turn, id: number): void {
  const token = tokenOf(turn, id);
  const step = stepOf(turn, token.step);
  if (step.onTimeout !== null) {
    takeEdge(turn, id, step, step.onTimeout, 'timeout');
    return;
  }
  if (turn.workflow.kind === 'machine' && raiseInMachine(turn, id, step, 'timeout')) return;
  const message = `No signal came to "${step.id}" within ${(step.timeoutMs ?? 0) / 1000} s.`;
  emit(turn, 'StepFailed', { token: id, step: step.id, code: 'timeout', message });
  settleFailure(turn, tokenOf(turn, id), step, reportOf('timeout', message, step.id));
}

/** join-2: at its timeout a join goes on, fails or holds, as `onTimeout` says. */
function joinTimedOut(turn: Turn, id: number): void {
  const scope = turn.state.scopes.get(id) as Scope;
  const join = stepOf(turn, scope.join as string);
  const waited = `"${join.id}" waited ${(join.timeoutMs ?? 0) / 1000} s`;
  const message = `${waited}: ${scope.arrived} of ${scope.total} branches arrived.`;
  if (join.join?.onTimeout === 'fail') failJoin('timeout', turn, scope, join, message);
  else if (join.join?.onTimeout === 'hold') holdJoin('join-timeout', turn, scope, join, message);
  else {
    checkJoin(turn, id);
    const now = turn.state.scopes.get(id);
    if (now !== undefined && !now.fired) fire(turn, now, 'timeout');
  }
}
