// What a person may do to a task besides answering it (task-4).

import type { CommandHandlers } from './decide.ts';
import { retryChild } from './elements/subflow.ts';
import { retryTask } from './elements/task.ts';
import { expectStatus, findTask } from './find-task.ts';
import { afterStep } from './finish-step.ts';
import { expectAssignee, expectSoleSigner } from './gates.ts';
import { barredFrom } from './may-answer.ts';
import { isPerson } from './people.ts';
import { isStanding, type Task } from './run-state.ts';
import { settleBranch } from './scopes.ts';
import { emit, reject, statedIn, stepOf, type Turn, tokenOf } from './turn.ts';

type TaskCommands = 'ReassignTask' | 'EditTaskInput' | 'SkipTask' | 'RetryTask' | 'CancelTask' | 'CommentTask';

export const taskCommands: CommandHandlers<TaskCommands> = {
  ReassignTask(turn, command) {
    const task = findWork(turn, command.task);
    expectStatus(task, 'pending', 'in_progress', 'on_hold', 'waiting');
    expectPerson(turn, task);
    expectAnswerer(turn, task, command.assignee);
    emit(turn, 'TaskReassigned', {
      ...{ task: task.id, assignee: command.assignee, reason: command.reason },
      ...statedIn(turn),
    });
  },

  EditTaskInput(turn, command) {
    const task = findWork(turn, command.task);
    expectStatus(task, 'pending', 'on_hold', 'failed');
    expectPerson(turn, task);
    if (task.execution !== 'automated') expectAssignee(turn, task);
    emit(turn, 'TaskInputEdited', { task: task.id, input: command.input, reason: command.reason });
  },

  SkipTask(turn, command) {
    const task = findWork(turn, command.task);
    const step = stepOf(turn, task.step);
    if (task.kind === 'review')
      reject('cannot-skip', `This task is a re-review of "${step.id}" and cannot be skipped.`);
    // What goes on in a gate's place is a decision on it: those who may not sign it may not skip it.
    if (task.execution === 'manual') expectSoleSigner(turn, task);
    else if (task.execution === 'conversation') expectAssignee(turn, task);
    expectPerson(turn, task);
    const { reason, output = null } = command;
    emit(turn, 'TaskSkipped', { task: task.id, output, reason, ...statedIn(turn) });
    afterStep(turn, task.token, step, {});
  },

  RetryTask(turn, command) {
    const task = findWork(turn, command.task);
    expectStatus(task, 'failed', 'on_hold');
    const step = stepOf(turn, task.step);
    if (task.kind === 'subflow') retryChild(turn, task, step, tokenOf(turn, task.token), command.fresh);
    else retryTask(turn, task, step, command.reason);
  },

  /** The work is given up: its token ends, and its branch settles as left. */
  CancelTask(turn, command) {
    const task = findWork(turn, command.task);
    expectPerson(turn, task);
    if (task.execution !== 'automated') expectAssignee(turn, task);
    const token = turn.state.tokens.get(task.token);
    emit(turn, 'TaskCancelled', { task: task.id, reason: command.reason });
    if (token === undefined || task.kind === 'review') return;
    emit(turn, 'TokenEnded', { token: token.id, step: task.step, dropped: true });
    settleBranch(turn, token.scope, token.index);
  },

  CommentTask(turn, command) {
    const task = findTask(turn, command.task);
    emit(turn, 'TaskCommented', { task: task.id, text: command.text });
  },
};

/** An agent may not decide what becomes of a person's task (task-4). */
function expectPerson({ context: { actor } }: Turn, { id, execution }: Task): void {
  if (execution === 'automated' || !actor.startsWith('agent:')) return;
  reject('agent-move', `Only a person can decide about task ${id}; you are ${actor}.`);
}

/** A gate is not given to someone who may not answer it, by `approvals.of` or by four eyes. */
function expectAnswerer(turn: Turn, task: Task, assignee: string): void {
  if (task.execution !== 'manual' || !isPerson(assignee)) return;
  const step = stepOf(turn, task.step);
  const barred = barredFrom(turn.state, step, { ...task, assignee }, assignee);
  if (barred !== null) reject(barred.code, barred.message);
}

function findWork(turn: Turn, id: number): Task {
  const task = findTask(turn, id);
  const token = turn.state.tokens.get(task.token);
  if (token !== undefined && isStanding(turn.state, token)) {
    reject('wrong-status', `"${task.step}" cannot change while the run is failing.`);
  }
  if (task.kind !== 'foreach') return task;
  return reject(
    'container-task',
    `This task is the container of "${task.step}"; nobody works on it directly. Choose one of its items.`,
  );
}
