// Looks a task up for a command, or says why that cannot be.

import { expectSigner } from './gates.ts';
import { isPerson, NOBODY } from './people.ts';
import type { Task, TaskStatus } from './run-state.ts';
import { refuse, reject, type Turn } from './turn.ts';
import type { Value } from './value.ts';

export function findTask(turn: Turn, id: number): Task {
  const task = turn.state.tasks.get(id);
  if (task !== undefined) return task;
  if (id < turn.state.nextTask) reject('task-not-open', `Task ${id} is not open: it has ended.`);
  return reject('unknown-task', `This run has no task ${id}.`);
}

export function expectStatus(task: Task, ...statuses: readonly TaskStatus[]): void {
  if (statuses.includes(task.status)) return;
  const expected = statuses.join(' or ').replaceAll('_', ' ');
  reject('wrong-status', `Expected task ${task.id} ("${task.step}") to be ${expected}, found it ${task.status}.`);
}

export interface Report {
  readonly type: string;
  readonly task: number;
  readonly lease?: number | undefined;
  readonly output?: Value;
  readonly verdict?: string | undefined;
}

/** Only the current lease may report; a late report is refused and recorded (task-2). */
export function findLeased(turn: Turn, report: Report): Task {
  const task = turn.state.tasks.get(report.task);
  if (task === undefined && report.task < turn.state.nextTask) {
    const message = `Task ${report.task} is not open: it has ended.`;
    return refuse('task-not-open', message, 'ReportRefused', refusalOf(report, 'task-not-open'));
  }
  const found = task ?? findTask(turn, report.task);
  if (found.kind === 'subflow' || found.kind === 'foreach') {
    reject('wrong-status', `Nobody works on "${found.step}" directly: it waits for the tasks or runs it started.`);
  }
  if (found.status === 'failed') {
    const message = `Task ${found.id} is not open: it has failed. Retry it, or skip it with an output.`;
    return refuse('task-not-open', message, 'ReportRefused', refusalOf(report, 'task-not-open'));
  }
  if (mayReport(turn, found, report.lease)) return found;
  // A verdict, not a report that came late.
  const isVerdict = report.type === 'CompleteTask' && found.execution === 'manual' && report.lease === undefined;
  if (isVerdict && !isPerson(turn.context.actor)) expectSigner(turn, found);
  const held = found.lease === undefined ? 'nobody holds it' : `${found.lease.worker} holds lease ${found.fence}`;
  const given = report.lease ?? 'none';
  const message = `Expected a report under the current lease of task ${found.id}, found lease ${given}; ${held}.`;
  return refuse('lease-lost', message, 'ReportRefused', refusalOf(report, 'lease-lost'));
}

function mayReport(turn: Turn, task: Task, lease: number | undefined): boolean {
  if (lease !== undefined) return lease === task.fence && (task.lease !== undefined || task.lapsed === true);
  // conv-1: what an agent offered stands by a rule, while nobody is at it.
  if (task.execution === 'conversation' && turn.context.actor === NOBODY) return task.status === 'waiting';
  // A person needs no claim: opening the task and answering is one act. A claim by someone else bars them.
  if (task.execution === 'automated' || !isPerson(turn.context.actor)) return false;
  return task.lease === undefined || task.lease.worker === turn.context.actor || task.lease.kind !== 'person';
}

export function refusalOf(report: Report, code: string) {
  const output = report.output === undefined ? {} : { output: report.output };
  const verdict = report.verdict === undefined ? {} : { verdict: report.verdict };
  return { task: report.task, lease: report.lease ?? null, command: report.type, code, ...output, ...verdict };
}
