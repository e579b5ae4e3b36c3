// The notices that a commit of the feed leads to.

import { eventsOf } from '../engine/commit-text.ts';
import type { AnyEvent, PartialResult } from '../engine/events.ts';
import type { Notice, NoticeKind } from '../ports/notices.ts';
import type { FeedCommit, ListedTask, RunRow, Store } from '../ports/store.ts';

export type NoticeReads = Pick<Store, 'run' | 'task' | 'workflowByKey'>;

/** What an event says by itself; the rest is read from the store. */
interface EventNotice {
  readonly kind: NoticeKind;
  readonly task?: number;
  readonly step?: string;
  readonly assignee?: string;
  readonly outcome?: NonNullable<Notice['outcome']>;
  readonly code?: string;
  readonly message?: string;
  readonly due?: number;
}

/** What made the step a foreach or a subflow is not part of its name. */
const KIND_PREFIX = /^(?:each|run):\s*/i;
const MESSAGE_LENGTH_MAX = 1000;

/** Of `kinds` only. Throws UnknownEventCode for what a newer version wrote. */
export async function readNotices(
  store: NoticeReads,
  commit: FeedCommit,
  kinds: ReadonlySet<NoticeKind>,
): Promise<Notice[]> {
  const { run, text, first, at, actor, channel } = commit;
  // The system's own stream tells of no run, and what was erased tells of nothing.
  if (commit.runKey === 0 || text === null) return [];
  const events = eventsOf(text, { run, first, at, actor, channel });
  const said = events.flatMap((event) => {
    const one = saidBy(event, events);
    return one === null || !kinds.has(one.kind) ? [] : [{ one, number: event.number }];
  });
  const row = said.length === 0 ? null : await store.run(run);
  if (row === null) return [];
  const notices: Notice[] = [];
  for (const { one, number } of said) {
    const notice = await noticeOf(store, row, one, number, at);
    if (notice !== null) notices.push(notice);
  }
  return notices;
}

/** `commit`: the events it came with. A notice tells of what happened then, whenever it is read. */
function saidBy({ type, data }: AnyEvent, commit: readonly AnyEvent[]): EventNotice | null {
  switch (type) {
    case 'TaskOpened': {
      const { task, step, execution, assignee } = data;
      if (execution === 'automated') return null;
      const due = dueIn(commit, task);
      return {
        ...{ kind: 'task-assigned', task, step },
        ...(assignee !== undefined && { assignee }),
        ...(due !== undefined && { due }),
      };
    }
    case 'TaskReassigned':
      return { kind: 'task-assigned', task: data.task, assignee: data.assignee };
    case 'TaskReminded':
      return { kind: 'task-due', task: data.task, ...(data.assignee !== undefined && { assignee: data.assignee }) };
    case 'TaskEscalated':
      return { kind: 'task-escalated', task: data.task, assignee: data.to };
    case 'TaskHeld':
      // A task that a budget stops ends the run: nobody has to come for it.
      return data.stops === undefined ? { kind: 'run-held', task: data.task, ...reasonOf(data) } : null;
    case 'HoldOpened':
      // A task that its worker gave up has been reported already, with the worker's own reason.
      if (data.code === 'task-held' && commit.some((event) => event.type === 'TaskHeld')) return null;
      return { kind: 'run-held', step: data.step, ...reasonOf(data) };
    case 'RunCompleted':
      return { kind: 'run-finished', outcome: 'completed', ...(data.partial && partOf(data.partial)) };
    case 'RunFailed':
      return { kind: 'run-finished', outcome: 'failed' };
    case 'RunCancelled':
      return { kind: 'run-finished', outcome: 'cancelled' };
    default:
      return null;
  }
}

function dueIn(commit: readonly AnyEvent[], task: number): number | undefined {
  for (const { type, data } of commit)
    if (type === 'TimerSet' && data.kind === 'due' && data.task === task) return data.due;
  return undefined;
}

function partOf({ reason, budget }: PartialResult) {
  return reasonOf({ code: budget, message: reason });
}

function reasonOf({ code, message }: { readonly code: string; readonly message: string }) {
  return { code, message: message.slice(0, MESSAGE_LENGTH_MAX) };
}

async function noticeOf(
  store: NoticeReads,
  row: RunRow,
  { task: number, kind, ...said }: EventNotice,
  event: number,
  at: number,
): Promise<Notice | null> {
  // A subflow's end is a step of the run that started it.
  if (kind === 'run-finished' && row.parent !== null) return null;
  const task = number === undefined ? null : await store.task(row.run, number);
  // Work given from one agent to another is nobody's news.
  if (kind === 'task-assigned' && task?.execution === 'automated') return null;
  const assignee = said.assignee ?? task?.assignee ?? undefined;
  return {
    id: `${row.run}/${event}/${kind}`,
    ...{ kind, at, run: row.run, workflow: row.workflowName },
    ...(number !== undefined && { task: `${row.run}#${number}` }),
    ...(task !== null && { step: task.step, title: await titleOf(store, task) }),
    ...(task?.due != null && { due: task.due }),
    ...said,
    ...(assignee !== undefined && { assignee }),
  };
}

/** `WORKFLOW: STEP [i/n]`, as lists show it. */
async function titleOf(store: NoticeReads, task: ListedTask): Promise<string> {
  const place = task.index === null || task.total === null ? '' : ` [${task.index + 1}/${task.total}]`;
  return `${task.workflowName}: ${task.title ?? (await labelOf(store, task))}${place}`;
}

async function labelOf(store: NoticeReads, { workflowKey, step }: ListedTask): Promise<string> {
  const steps = (await store.workflowByKey(workflowKey))?.workflow.steps ?? [];
  return steps.find(({ id }) => id === step)?.label.replace(KIND_PREFIX, '') ?? step;
}
