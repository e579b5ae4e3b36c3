// Finds runs that do not move and says why: what they wait for that nobody here will ever do.

import type { Workflow } from '../diagram/workflow.ts';
import { UnknownEventCode } from '../engine/commit-text.ts';
import { writingOf } from '../engine/run-state.ts';
import { type Limit, type Wait, waitsFor } from '../engine/waits-for.ts';
import type { ProcessRow } from '../ports/processes.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { stepOf } from './code-call.ts';
import { type LiveRun, loadLiveRun } from './live-run.ts';
import { outsideOf } from './outside-facts.ts';
import { holderOf, queueOf } from './task-row.ts';

export interface StuckRun {
  readonly run: string;
  readonly workflow: string;
  /** Milliseconds since it last moved. */
  readonly forMs: number;
  readonly code: StuckCode;
  readonly cause: string;
  /** What to do about it. */
  readonly remedy: string;
}

export type StuckCode =
  | 'nobody-hosts-action'
  | 'holder-gone'
  | 'timer-overdue'
  | 'outbox-waits'
  | 'file-waits'
  | 'file-not-written'
  | 'workspace-fault'
  | 'child-gone'
  | 'newer-history'
  | 'nothing-left-to-do';

/** Runs that moved lately are left alone: a healthy one is between two steps most of the time. */
const STILL_MS = 15_000;
const RUNS_AT_ONCE = 200;

/** Looks at runs that count as running and have not moved for a while, and at those whose folder is broken. People's
 *  tasks and signals may take for ever: a run that waits for those is not stuck. */
export async function findStuck(store: Store, now: number, limit = 100): Promise<readonly StuckRun[]> {
  const processes = await store.processes();
  const found: StuckRun[] = [];
  const workflows = new Map<number, Workflow | null>();
  const waitingOutbox = await runsWithOutbox(store, processes);
  for (let after: string | undefined; found.length < limit; ) {
    const page = await store.listRuns(
      { status: ['running', 'on_hold'] },
      { limit: RUNS_AT_ONCE, ...(after && { after }) },
    );
    for (const row of page.items) {
      const isLate = row.status === 'on_hold' || now - row.changedAt >= STILL_MS;
      if (!isLate || found.length >= limit) continue;
      const cause = await causeOf(store, row, workflows, processes, waitingOutbox, now);
      if (cause !== null)
        found.push({ run: row.run, workflow: row.workflowName, forMs: now - row.changedAt, ...cause });
    }
    if (page.next === null) break;
    after = page.next;
  }
  return found;
}

type Cause = Pick<StuckRun, 'code' | 'cause' | 'remedy'>;
const NO_LIMITS = new Map<string, Limit>();
const START_WORKER = 'Start a worker: "signoff work", with --code for registered code.';

async function causeOf(
  store: Store,
  row: RunRow,
  workflows: Map<number, Workflow | null>,
  processes: readonly ProcessRow[],
  outbox: ReadonlySet<string>,
  now: number,
): Promise<Cause | null> {
  const workflow = await workflowOf(store, row.workflow, workflows);
  if (workflow === null) {
    const cause = `Its workflow "${row.workflowName}" is not in the store any more.`;
    return { code: 'child-gone', cause, remedy: 'Add the workflow again, or cancel the run.' };
  }
  let run: LiveRun;
  try {
    run = await loadLiveRun(store, row, workflow);
  } catch (thrown) {
    if (!(thrown instanceof UnknownEventCode)) throw thrown;
    return { code: 'newer-history', cause: thrown.message, remedy: 'Update Signoff on this machine.' };
  }
  const folder = brokenFolder(run);
  if (folder !== null || row.status === 'on_hold') return folder;
  const [waited] = writingOf(run.state);
  if (waited !== undefined) {
    const { step, path } = waited;
    const nobody = 'and no living process that works in its folder does it';
    const cause = `"${step}" waits for "${path}" to be written, ${nobody}.`;
    return { code: 'file-waits', cause, remedy: 'Start "signoff work" in that folder, or name it with --project.' };
  }
  if (outbox.has(row.run)) {
    const cause = 'It asked for a child run, a signal or a report that no living process delivers.';
    return { code: 'outbox-waits', cause, remedy: START_WORKER };
  }
  const waits = waitsFor(run.state, workflow.steps, outsideOf(run, { processes, limits: NO_LIMITS }));
  const cause = overdue(run, now) ?? taskCause(run, waits, processes);
  return cause ?? (await childCause(store, run, waits)) ?? nothingLeft(run, waits);
}

/** Other holds are for people to see in their own lists; what is wrong with a folder, nobody would look for there. */
function brokenFolder({ id, state }: LiveRun): Cause | null {
  for (const { code, message, moves } of state.holds.values()) {
    if (code !== 'file-not-written' && code !== 'workspace-fault') continue;
    return { code, cause: message, remedy: `Then: signoff runs resolve ${id} MOVE, MOVE one of ${moves.join(', ')}.` };
  }
  return null;
}

async function workflowOf(store: Store, key: number, known: Map<number, Workflow | null>): Promise<Workflow | null> {
  const found = known.get(key);
  if (found !== undefined) return found;
  const workflow = (await store.workflowByKey(key))?.workflow ?? null;
  known.set(key, workflow);
  return workflow;
}

/** What processes that are gone left to do: those alive see to their own. */
async function runsWithOutbox(store: Store, processes: readonly ProcessRow[]): Promise<ReadonlySet<string>> {
  if (processes.length > 0) return new Set();
  return new Set((await store.outbox(null, 1000)).map(({ run }) => run));
}

function overdue({ state }: LiveRun, now: number): Cause | null {
  for (const { kind, due } of state.timers.values()) {
    if (now - due < STILL_MS) continue;
    const since = new Date(due).toISOString();
    return {
      code: 'timer-overdue',
      cause: `Its ${kind} timer was due at ${since} and nothing fired it.`,
      remedy: START_WORKER,
    };
  }
  return null;
}

function taskCause(run: LiveRun, waits: readonly Wait[], processes: readonly ProcessRow[]): Cause | null {
  for (const wait of waits) {
    const cause =
      wait.for === 'worker' ? unhosted(run, wait) : wait.for === 'process' ? gone(run, wait, processes) : null;
    if (cause !== null) return cause;
  }
  return null;
}

/** Agents' tasks may be left to people. */
function unhosted(run: LiveRun, { task: id, step }: Extract<Wait, { for: 'worker' }>): Cause | null {
  const task = run.state.tasks.get(id);
  const queue = task === undefined ? '' : queueOf(stepOf(run, step), task);
  if (!queue.startsWith('action:')) return null;
  const cause = `Task ${run.id}#${id} ("${step}") needs the ${queue.replace(':', ' ')}, which no living process hosts.`;
  return { code: 'nobody-hosts-action', cause, remedy: START_WORKER };
}

function gone(run: LiveRun, wait: Extract<Wait, { for: 'process' }>, processes: readonly ProcessRow[]): Cause | null {
  const { task, step, who } = wait;
  if (run.state.tasks.get(task)?.lease?.kind !== 'hosted') return null;
  if (processes.some(({ key }) => key === holderOf(who))) return null;
  const cause = `Task ${run.id}#${task} ("${step}") is held by a process that is gone.`;
  return { code: 'holder-gone', cause, remedy: START_WORKER };
}

async function childCause(store: Store, run: LiveRun, waits: readonly Wait[]): Promise<Cause | null> {
  for (const wait of waits) {
    if (wait.for !== 'child' || wait.child === null) continue;
    const child = await store.run(wait.child);
    if (child !== null && child.endedAt === null) continue;
    const found = child === null ? 'is not in the store' : `has ended (${child.status})`;
    const cause = `It waits for the child run ${wait.child} of "${wait.step}", which ${found} without a report to it.`;
    return { code: 'child-gone', cause, remedy: `Retry or skip the task ${run.id}#${wait.task}.` };
  }
  return null;
}

/** Running, and yet nothing in it is open: that is a bug of ours. */
function nothingLeft({ state, id }: LiveRun, waits: readonly Wait[]): Cause | null {
  if (waits.length > 0 || state.timers.size > 0) return null;
  const cause = 'It is running, but no task, timer, signal or hold is open in it. This is a fault of Signoff.';
  return { code: 'nothing-left-to-do', cause, remedy: `Please report it, with "signoff runs events ${id} --json".` };
}
