// What a person may do to a task besides answering it (task-4).

import type { CommandHandlers } from './decide.ts';
import { retryChild } from './elements/subflow.ts';
import { retryTask } from './elements/task.ts';
import { expectStatus, findTask } from './find-task.ts';
import { afterStep } from './finish-step.ts';
import { isStanding, type Task } from './run-state.ts';
import { settleBranch } from './scopes.ts';
import { emit, reject, stepOf, type Turn, tokenOf } from './turn.ts';

type TaskCommands = 'ReassignTask' | 'EditTaskInput' | 'SkipTask' | 'RetryTask' | 'CancelTask' | 'CommentTask';

export const taskCommands: CommandHandlers<TaskCommands> = {
  ReassignTask(turn, command) {
    const task = findWork(turn, command.task);
    expectStatus(task, 'pending', 'in_progress', 'on_hold', 'waiting');
    emit(turn, 'TaskReassigned', { task: task.id, assignee: command.assignee, reason: command.reason });
  },

  EditTaskInput(turn, command) {
    const task = findWork(turn, command.task);
    expectStatus(task, 'pending', 'on_hold', 'failed');
    emit(turn, 'TaskInputEdited', { task: task.id, input: command.input, reason: command.reason });
  },

  SkipTask(turn, command) {
    const task = findWork(turn, command.task);
    const step = stepOf(turn, task.step);
    if (task.kind === 'review') reject('cannot-skip', `Expected a task of the run, found a re-review of "${step.id}".`);
    const { reason, output = null } = command;
    emit(turn, 'TaskSkipped', { task: task.id, output, reason });
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

function findWork(turn: Turn, id: number): Task {
  const task = findTask(turn, id);
  const token = turn.state.tokens.get(task.token);
  if (token !== undefined && isStanding(turn.state, token)) {
    reject(
      'wrong-status',
      `Expected a task that can move, found "${task.step}", which stands still while the run fails.`,
    );
  }
  if (task.kind !== 'foreach') return task;
  return reject(
    'container-task',
    `Expected a task someone works on, found the container of "${task.step}". Choose one of its items.`,
  );
}
