// Claiming, giving back and losing a task: the lease with its fencing number (task-2).

import type { CommandOf } from './commands.ts';
import type { CommandHandlers } from './decide.ts';
import { setTaskTimer } from './elements/task.ts';
import type { LeaseKind } from './events.ts';
import { failTask } from './failures.ts';
import { expectStatus, findLeased, findTask } from './find-task.ts';
import { expectAssignee } from './gates.ts';
import { isEnding } from './is-ending.ts';
import { isPerson } from './people.ts';
import type { Task } from './run-state.ts';
import { setValues } from './set-data.ts';
import { emit, reject, stepOf, type Turn } from './turn.ts';

export const leaseCommands: CommandHandlers<'ClaimTask' | 'ReleaseTask' | 'LoseLease'> = {
  ClaimTask(turn, command) {
    const task = findTask(turn, command.task);
    if (turn.state.paused) reject('run-paused', `Run ${turn.state.run} is paused.`);
    if (command.kind === 'hosted' && isEnding(turn.state)) {
      reject('run-ending', `Run ${turn.state.run} is ending because its budget is spent.`);
    }
    checkClaim(turn, task, command.kind);
    if (task.waitsUntil !== undefined) {
      const until = new Date(task.waitsUntil).toISOString();
      reject('retry-wait', `Task ${task.id} is not ready: its next attempt is at ${until}.`);
    }
    claim(turn, task, command);
  },

  ReleaseTask(turn, command) {
    const task = findLeased(turn, command);
    expectStatus(task, 'in_progress');
    emit(turn, 'TaskReleased', { task: task.id });
  },

  LoseLease(turn, command) {
    const task = findTask(turn, command.task);
    if (task.fence !== command.lease || task.lease === undefined) {
      reject('lease-lost', `Expected task ${task.id} to be held under lease ${command.lease}, found ${task.fence}.`);
    }
    // A hosted worker that died may have done the work: that was an attempt. An outside worker is only slow.
    const attempt = task.lease?.kind === 'hosted' && task.execution === 'automated';
    emit(turn, 'LeaseLost', { task: task.id, lease: command.lease, attempt });
    const now = turn.state.tasks.get(task.id) as Task;
    if (!attempt || now.attempt < now.attempts) return;
    failTask(turn, now, { code: 'lease-lost', message: 'The worker stopped without reporting.' });
  },
};

/** The fencing number under which the task is then held. */
export function claim(turn: Turn, task: Task, { worker, kind, prepared, set }: Claim): number {
  takeOver(turn, task, kind);
  const lease = task.fence + 1;
  emit(turn, 'TaskClaimed', { task: task.id, lease, worker, kind, ...(prepared !== undefined && { prepared }) });
  setValues(turn, set, task.step);
  setClaimTimers(turn, task, kind === 'person');
  return lease;
}

type Claim = Pick<CommandOf<'ClaimTask'>, 'worker' | 'kind' | 'prepared' | 'set'>;

/** A gate is a person's, and one that is for someone is theirs alone. */
function checkClaim(turn: Turn, task: Task, kind: LeaseKind): void {
  const { actor } = turn.context;
  if (task.execution === 'manual' && (kind !== 'person' || !isPerson(actor))) {
    reject(
      'person-expected',
      `Expected a person to take "${task.step}", which is a person's to decide, found ${actor}.`,
    );
  }
  if (task.execution !== 'automated' && kind === 'person') expectAssignee(turn, task);
}

/** Open work is there for anyone; what is held, or waits for a person's word, only for a person. */
function takeOver(turn: Turn, task: Task, kind: LeaseKind): void {
  if (kind !== 'person' || task.status === 'pending') {
    expectStatus(task, 'pending');
    return;
  }
  if (task.asked && task.status === 'waiting') return;
  expectStatus(task, 'pending', 'on_hold');
  const hold = turn.state.holds.get(turn.state.tokens.get(task.token)?.hold ?? 0);
  if (hold === undefined) return;
  if (hold.code !== 'task-held' && hold.code !== 'workspace-fault')
    reject('wrong-status', `Expected task ${task.id} to be free, found: ${hold.message}`);
  emit(turn, 'HoldResolved', { hold: hold.id, move: 'retry', reason: `${turn.context.actor} took the task.` });
}

function setClaimTimers(turn: Turn, task: Task, byPerson: boolean): void {
  const step = stepOf(turn, task.step);
  if (task.execution === 'automated' && step.timeoutMs !== null) setTaskTimer(turn, task.id, 'timeout', step.timeoutMs);
  const claimForMs = step.task?.claimForMs ?? null;
  if (byPerson && claimForMs !== null) setTaskTimer(turn, task.id, 'claim', claimForMs);
}
