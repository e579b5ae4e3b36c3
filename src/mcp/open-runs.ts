// Runs that are open, and what each waits for: for a client that has lost its thread, or never had one.

import type { JsonObject } from '../json.ts';
import type { ListedTask, RunRow } from '../ports/store.ts';
import { dataOf } from './data-of.ts';
import type { McpOptions } from './mcp-options.ts';

const TASKS_EACH = 3;

export interface OpenRun {
  readonly run: string;
  readonly workflow: string;
  readonly title: string | null;
  readonly waitsFor: string;
}

/** Newest first; subflows are left to the runs around them. */
export async function openRuns(options: McpOptions, limit: number, workflow?: string): Promise<readonly OpenRun[]> {
  const { store } = options.engine;
  const filter = { status: ['running', 'paused', 'on_hold'] as const, isRoot: true };
  const { items } = await store.listRuns({ ...filter, ...(workflow !== undefined && { workflow }) }, { limit });
  return Promise.all(items.map((row) => openRun(options, row)));
}

async function openRun(options: McpOptions, row: RunRow): Promise<OpenRun> {
  const { engine, systems } = options;
  const { run, workflowName, status } = row;
  const about = systems.find(({ name }) => name === workflowName)?.contract?.about;
  const view = row.title === null && about !== undefined ? await engine.view(run) : null;
  const title = row.title ?? (view === null ? null : (about?.(dataOf(view)) ?? null));
  const { items } = await engine.store.listTasks({ run }, { limit: TASKS_EACH });
  const waits = items.map(waitOf).join('; ');
  const waitsFor = status === 'running' ? waits : `someone to look at it: it is ${status.replaceAll('_', ' ')}`;
  return { run, workflow: workflowName, title, waitsFor: waitsFor === '' ? 'nothing that a client does' : waitsFor };
}

function waitOf({ step, title, queue, worker, execution, status }: ListedTask): string {
  const what = title ?? step;
  if (execution === 'manual' || (execution === 'conversation' && status === 'waiting')) return `the person, "${what}"`;
  return `${worker?.split('@')[0] ?? (queue === '' ? 'an agent' : queue)}, "${what}"`;
}

/** The gates and words of the person, and what clients have taken up, in all runs. */
export async function openTasks(
  options: McpOptions,
  clients: ReadonlySet<string>,
  limit: number,
): Promise<{ readonly gates: readonly JsonObject[]; readonly held: readonly JsonObject[] }> {
  const { store } = options.engine;
  const gates = await store.listTasks({ forPeople: true, status: ['pending', 'in_progress', 'waiting'] }, { limit });
  const work = await store.listTasks({ forPeople: false, status: ['in_progress'] }, { limit: 10 * limit });
  const held = work.items.filter(({ worker }) => clients.has(worker ?? '')).slice(0, limit);
  return { gates: gates.items.map(listed), held: held.map(listed) };
}

const listed = ({ run, workflowName, step, title }: ListedTask): JsonObject => ({
  ...{ run, workflow: workflowName, step },
  ...(title !== null && { title }),
});
