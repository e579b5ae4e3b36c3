// A run's rows beside the fold of its events: what they must say, and where they say something else.

import type { Workflow } from '../../diagram/workflow.ts';
import type { Task } from '../../engine/run-state.ts';
import { STATE_FORMAT } from '../../engine/snapshot.ts';
import type { Payloads } from '../../engine/value.ts';
import type { ListedTask } from '../../ports/store.ts';
import type { RunRows } from '../../ports/store-care.ts';
import { type PayloadCache, PayloadView } from '../payload-cache.ts';
import { beginningOf, standingOf } from '../run-facts.ts';
import { restoreParts } from '../snapshot-parts.ts';
import { taskRow } from '../task-row.ts';
import { withPayloads } from '../with-payloads.ts';
import type { RunFold } from './fold-run.ts';
import { firstDifference, plainState } from './plain-state.ts';
import type { EndedWork, TaskEnd, TaskForm } from './task-history.ts';

export interface CompareInput {
  readonly rows: RunRows;
  readonly fold: RunFold;
  readonly payloads: PayloadCache;
  /** null when the store has no such version. */
  workflow(name: string, version: string): Promise<Workflow | null>;
}

/** What is wrong, each a sentence. */
export async function compareRows(comparing: CompareInput): Promise<readonly string[]> {
  const { rows, fold } = comparing;
  const problems = [...runProblems(rows, fold), ...timerProblems(rows, fold), ...snapshotProblems(rows, fold)];
  const byTask = new Map(rows.tasks.map((row) => [row.task, row]));
  for (const task of fold.state.tasks.values()) {
    const row = byTask.get(task.id);
    byTask.delete(task.id);
    const problem =
      row === undefined
        ? `Expected a row of task ${task.id} ("${task.step}"), which is open, found none.`
        : await openProblem(comparing, row, task);
    if (problem !== null) problems.push(problem);
  }
  for (const [id, ends] of fold.history.ended) {
    if (fold.state.tasks.has(id)) continue;
    const row = byTask.get(id);
    byTask.delete(id);
    const problem = await endProblem(comparing, row, id, ends);
    if (problem !== null) problems.push(problem);
  }
  for (const { task, step } of byTask.values())
    problems.push(`Expected no row of task ${task}, which the history does not have open or kept, found "${step}".`);
  for (const task of rows.misfiled)
    problems.push(`Expected task ${task} in the list its row belongs to, found it filed elsewhere.`);
  return problems;
}

function runProblems({ row }: RunRows, { state, changedAt, endedAt: ends }: RunFold): string[] {
  const { status, live, isEnded } = standingOf(state);
  const endedAt = isEnded ? oneOf(ends, row.endedAt) : null;
  const names = { workflowName: state.workflow, version: state.version };
  return differences('the run', { status, live, ...names, ...beginningOf(state), changedAt, endedAt }, row);
}

function timerProblems({ timers }: RunRows, { state }: RunFold): string[] {
  const problems: string[] = [];
  const found = new Map(timers.map((row) => [row.timer, row]));
  for (const { id, kind, due, task = null } of state.timers.values()) {
    const row = found.get(id);
    found.delete(id);
    if (row === undefined) problems.push(`Expected a row of timer ${id} (${kind}), which is set, found none.`);
    else problems.push(...differences(`timer ${id}`, { kind, due, task }, row));
  }
  for (const { timer, kind } of found.values())
    problems.push(`Expected no timer ${timer}, which the history does not have set, found one (${kind}).`);
  return problems;
}

/** One of another format is read by nobody. */
function snapshotProblems({ snapshot, row }: RunRows, { atSnapshot }: RunFold): string[] {
  if (snapshot === null || snapshot.format !== STATE_FORMAT) return [];
  const name = `the snapshot at event ${snapshot.number}`;
  if (atSnapshot === null) return [`Expected ${name} where a commit ends up to event ${row.head}, found none.`];
  try {
    const differing = firstDifference(atSnapshot, plainState(restoreParts(snapshot.parts)));
    return differing === null ? [] : [`Expected ${name} to be the state of its events, found other ${differing}.`];
  } catch (thrown) {
    return [`Expected ${name} to be readable, found that it is not: ${messageOf(thrown)}.`];
  }
}

/** After a migration a row may still be what the version before made of it, until the task changes. */
async function openProblem(comparing: CompareInput, row: ListedTask, task: Task): Promise<string | null> {
  const { fold } = comparing;
  const times = fold.history.timesOf(task.id);
  const changedAt = times?.changedAt;
  const openedAt = oneOf(times?.openedAt ?? [], row.openedAt);
  let first: string | null = null;
  for (const version of [...fold.versions].reverse()) {
    const workflow = await comparing.workflow(fold.state.workflow, version);
    if (workflow === null) return null;
    if (!workflow.steps.some(({ id }) => id === task.step)) continue;
    const atVersion = { id: fold.run, workflow, state: fold.state };
    const wanted = await readWhole(comparing, (payloads) => taskRow(atVersion, task, payloads, 0));
    const [problem] = differences(`task ${task.id}`, { ...wanted, openedAt, changedAt, endedAt: null }, row);
    if (problem === undefined) return null;
    first ??= problem;
  }
  return first;
}

/** Each column must be as one of the writes that the history allows made it. */
async function endProblem(
  comparing: CompareInput,
  row: ListedTask | undefined,
  id: number,
  ends: readonly EndedWork[],
): Promise<string | null> {
  const last = ends.at(-1);
  if (row === undefined)
    return last?.isSaid || last?.wasStored ? `Expected a row of task ${id}, which a person had, found none.` : null;
  if (row.endedAt === null)
    return differenceText(`task ${id}`, 'status', last?.endings[0]?.status ?? 'ended', row.status);
  let first: string | null = null;
  for (const end of [...ends].reverse()) {
    for (const form of [...end.forms].reverse()) {
      const problem = await endDifference(comparing, row, end, form);
      if (problem === null) return null;
      first ??= problem;
    }
  }
  return first;
}

async function endDifference(
  comparing: CompareInput,
  row: ListedTask,
  { at, openedAt, endings }: EndedWork,
  { task, version, place }: TaskForm,
): Promise<string | null> {
  const { fold } = comparing;
  const workflow = await comparing.workflow(fold.state.workflow, version);
  // The check of the run reports that it is missing.
  const isKnown = workflow?.steps.some(({ id }) => id === task.step) === true;
  const made = isKnown
    ? await readWhole(comparing, (payloads) =>
        taskRow({ id: fold.run, workflow, state: fold.state }, task, payloads, at, place),
      )
    : {};
  const found: TaskEnd = { status: row.status as TaskEnd['status'], verdict: row.verdict, by: row.by ?? '' };
  const ended = endings.find((ending) => isSame(ending, found)) ?? endings[0];
  const left = { ready: false, holder: 0, leaseKind: null };
  const times = { openedAt: oneOf(openedAt, row.openedAt), changedAt: at, endedAt: at };
  return differences(`task ${task.id}`, { ...made, ...ended, ...left, ...times }, row)[0] ?? null;
}

/** The likeliest first, unless another one was found. */
function oneOf<T>(possible: readonly T[], found: T | null): T | null {
  return possible.find((each) => each === found) ?? possible[0] ?? null;
}

/** What is missing in the store is reported elsewhere; without it nothing can be compared. */
async function readWhole<T extends object>(
  { payloads: cache, fold }: CompareInput,
  read: (payloads: Payloads) => T,
): Promise<Partial<T>> {
  const view = new PayloadView(cache, undefined, fold.run);
  let isLost = false;
  const fetch = (refs: readonly string[]): Promise<void> =>
    view.fetch(refs).catch((fault: unknown) => {
      isLost = true;
      throw fault;
    });
  return withPayloads({ get: (ref) => view.get(ref), fetch }, read).catch((thrown: unknown) => {
    if (isLost) return {};
    throw thrown;
  });
}

function differences(what: string, wanted: object, found: object): string[] {
  const row = found as Readonly<Record<string, unknown>>;
  return Object.entries(wanted)
    .filter(([name, value]) => !isSame(value, row[name]))
    .map(([name, value]) => differenceText(what, name, value, row[name]));
}

function differenceText(what: string, name: string, wanted: unknown, found: unknown): string {
  const [expected, other] = [JSON.stringify(wanted), JSON.stringify(found)];
  return `Expected the row of ${what} to say ${name} ${expected} as its history does, found ${other}.`;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || storedText(one) === storedText(other);
}

/** Characters no store keeps are replaced when they are stored. */
function storedText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' ? each.toWellFormed().replaceAll('\0', '\ufffd') : each,
  );
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
