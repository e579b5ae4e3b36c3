// The runs of a system in a project that are not over, newest first.

import { realpathSync } from 'node:fs';
import type { RunStatus } from '../../engine/run-state.ts';
import { serialise } from '../../engine/snapshot.ts';
import { readValue } from '../../engine/value.ts';
import { waitsFor } from '../../engine/waits-for.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import type { StartSubject, System } from '../../ports/system.ts';
import { dataOf } from '../../runtime/agent-facts.ts';
import { viewRun } from '../../runtime/read-run.ts';

export interface SystemRun extends StartSubject {
  readonly row: RunRow;
  /** `your review of the feature brief`; null where nobody has to decide now. */
  readonly waitsFor: string | null;
}

const UNFINISHED = ['running', 'on_hold', 'paused'] as const;
const LOOKED_AT_MAX = 200;

export async function findSystemRuns(
  store: Store,
  system: System,
  project: string,
  status: readonly RunStatus[] = UNFINISHED,
): Promise<SystemRun[]> {
  const filter = { workflow: system.name, status, isRoot: true };
  const { items } = await store.listRuns(filter, { limit: LOOKED_AT_MAX });
  const found: SystemRun[] = [];
  for (const row of items) {
    const run = await readSystemRun(store, system, row);
    if (run !== null && realPath(run.project) === realPath(project)) found.push(run);
  }
  return found;
}

/** null: not a run of this system, whatever it is called. */
export async function readSystemRun(store: Store, system: System, row: RunRow): Promise<SystemRun | null> {
  const stored = row.workflowName === system.name ? await store.workflowByKey(row.workflow) : null;
  if (stored === null) return null;
  const view = await viewRun(store, row, stored.workflow, serialise);
  const input = readValue(view.state.input, [], view.payloads) ?? null;
  const about = system.start?.about(input, dataOf(view, view.payloads)) ?? null;
  if (about === null) return null;
  const gate = waitsFor(view.state, stored.workflow.steps)
    .flatMap((wait) => (wait.for === 'person' ? [system.gates?.[wait.step]] : []))
    .find((one) => one !== undefined);
  return { ...about, row, waitsFor: gate?.waits ?? (await gateBelow(store, system, row)) };
}

const OPEN = ['pending', 'in_progress', 'waiting'] as const;

/** What people decide in a run that it started: the preview of a draft, a review. */
async function gateBelow(store: Store, { gates = {} }: System, { run }: RunRow): Promise<string | null> {
  if (!Object.keys(gates).some((step) => step.includes('/'))) return null;
  const { items } = await store.listTasks({ family: run, forPeople: true, status: OPEN }, { limit: LOOKED_AT_MAX });
  const found = items.filter((task) => task.run !== run).map((task) => gates[`${task.workflowName}/${task.step}`]);
  return found.find((one) => one !== undefined)?.waits ?? null;
}

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
