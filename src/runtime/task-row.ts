// A task's row, as lists show it and workers look for it: read off the run's state.

import type { Step, Template } from '../diagram/workflow.ts';
import type { RunState, Task } from '../engine/run-state.ts';
import type { Payloads } from '../engine/value.ts';
import type { TaskRow } from '../ports/store.ts';
import { stepOf } from './code-call.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { renderFor } from './task-view.ts';

const URGENCIES: readonly string[] = ['low', 'normal', 'high', 'urgent'];
const NO_TEXTS: TaskTexts = { title: null, urgency: null, tags: [] };

export function taskRow(
  run: RunWithWorkflow,
  task: Task,
  payloads: Payloads,
  now: number,
  place: TaskPlace = taskPlace(run.state, task),
): TaskRow {
  const step = stepOf(run, task.step);
  return {
    task: task.id,
    step: task.step,
    kind: task.kind,
    execution: task.execution,
    status: task.status,
    ready: task.status === 'pending' && task.waitsUntil === undefined,
    queue: queueOf(step, task),
    assignee: task.assignee ?? null,
    ...taskTexts(run, task, payloads),
    ...place,
    parent: task.parent ?? null,
    attempt: task.attempt,
    fence: task.fence,
    worker: task.lease?.worker ?? null,
    holder: task.lease?.kind === 'hosted' ? holderOf(task.lease.worker) : 0,
    leaseKind: task.lease?.kind ?? null,
    openedAt: now,
    changedAt: now,
  };
}

export type TaskPlace = Pick<TaskRow, 'due' | 'index' | 'total'>;

/** What its row says of the run around it. */
export function taskPlace(state: RunState, task: Task): TaskPlace {
  const item = itemOf(state, task);
  return { due: dueOf(state, task), index: item?.index ?? null, total: item?.total ?? null };
}

type TaskTexts = Pick<TaskRow, 'title' | 'urgency' | 'tags'>;

/** What its step's templates make of what was recorded when it opened. */
function taskTexts(run: RunWithWorkflow, task: Task, payloads: Payloads): TaskTexts {
  const step = stepOf(run, task.step);
  const texts = step.task !== null && hasTexts(step) ? textsOf(run, task, step, payloads) : NO_TEXTS;
  return task.tags === undefined ? texts : { ...texts, tags: [...new Set([...texts.tags, ...task.tags])] };
}

/** A person's task has a row when it has ended, too. */
export function isKeptWhenEnded(execution: Task['execution']): boolean {
  return execution === 'manual' || execution === 'conversation';
}

/** Someone could take it now. */
export function isReady(state: RunState, task: Task): boolean {
  return task.status === 'pending' && task.waitsUntil === undefined && !state.paused && task.kind !== 'foreach';
}

/** What hosts a task: its action, else its agent; '' when it is for people or for anyone. */
export function queueOf(step: Step, task: Task): string {
  // The new assignee, if a fallback, a person or the start of the run reassigned it.
  const given = task.assignee?.startsWith('agent:') ? task.assignee : (step.task?.agent ?? null);
  if (task.execution === 'conversation') return agentQueue(given);
  if (task.execution !== 'automated') return '';
  const action = task.action ?? step.task?.action;
  if (action != null) return `action:${action}`;
  return agentQueue(given ?? task.assignee ?? null);
}

function agentQueue(agent: string | null): string {
  return agent === null ? '' : agent.startsWith('agent:') ? agent : `agent:${agent}`;
}

/** A hosted lease names its worker and, after the @, the process: `action:lint@12`. */
export function hostedWorker(queue: string, process: number): string {
  return `${queue}@${process}`;
}

export function holderOf(worker: string): number {
  const at = worker.lastIndexOf('@');
  return at < 0 ? 0 : Number(worker.slice(at + 1)) || 0;
}

function itemOf(state: RunState, task: Task): { readonly index: number; readonly total: number } | null {
  const token = state.tokens.get(task.token);
  if (token === undefined) return null;
  for (let { scope, index } = token; scope !== 0; ) {
    const at = state.scopes.get(scope);
    if (at === undefined) break;
    if (at.items !== undefined) return { index, total: at.total };
    scope = at.parent;
    index = at.parentIndex;
  }
  const left = token.bindings?.at(-1);
  return left === undefined ? null : { index: left.index, total: left.total };
}

function dueOf(state: RunState, task: Task): number | null {
  for (const id of task.timers ?? []) {
    const timer = state.timers.get(id);
    if (timer?.kind === 'due') return timer.due;
  }
  return null;
}

function hasTexts({ task }: Step): boolean {
  return task !== null && (task.title !== null || task.urgency !== null || task.tags.length > 0);
}

function textsOf(run: RunWithWorkflow, task: Task, step: Step, payloads: Payloads): TaskTexts {
  const render = renderFor(run, task, payloads);
  const text = (template: Template | null | undefined) => (template == null ? null : render(template));
  const urgency = text(step.task?.urgency);
  return {
    title: text(step.task?.title),
    urgency: urgency !== null && URGENCIES.includes(urgency) ? (urgency as TaskRow['urgency']) : null,
    tags: (step.task?.tags ?? []).map(render),
  };
}
