// The PRD runs of a project that are not over, newest first.

import { realpathSync } from 'node:fs';
import type { RunStatus } from '../../engine/run-state.ts';
import { serialise } from '../../engine/snapshot.ts';
import { readValue } from '../../engine/value.ts';
import { type Wait, waitsFor } from '../../engine/waits-for.ts';
import { isJsonObject } from '../../json.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import { viewRun } from '../../runtime/read-run.ts';
import { GATE_NAMES } from './gates.ts';

export const WORKFLOW = 'prd';

export interface PrdRun {
  readonly row: RunRow;
  readonly utterance: string;
  readonly featureId: string | null;
  /** `your review of the feature brief`; null where nobody has to decide now. */
  readonly waitsFor: string | null;
}

const UNFINISHED = ['running', 'on_hold', 'paused'] as const;
const LOOKED_AT_MAX = 200;

export async function findPrdRuns(
  store: Store,
  project: string,
  status: readonly RunStatus[] = UNFINISHED,
): Promise<PrdRun[]> {
  const filter = { workflow: WORKFLOW, status, isRoot: true };
  const { items } = await store.listRuns(filter, { limit: LOOKED_AT_MAX });
  const found: PrdRun[] = [];
  for (const row of items) {
    const run = await readPrdRun(store, row);
    if (run !== null && realPath(run.project) === realPath(project)) found.push(run);
  }
  return found;
}

/** null: not a run of this system, whatever it is called. */
export async function readPrdRun(store: Store, row: RunRow): Promise<(PrdRun & { readonly project: string }) | null> {
  const stored = row.workflowName === WORKFLOW ? await store.workflowByKey(row.workflow) : null;
  if (stored === null) return null;
  const { state, payloads } = await viewRun(store, row, stored.workflow, serialise);
  const asked = readValue(state.input, ['userInput'], payloads);
  if (!isJsonObject(asked) || typeof asked.projectPath !== 'string') return null;
  const featureId = readValue(state.values.get('featureId')?.value, [], payloads);
  return {
    row,
    project: asked.projectPath,
    utterance: typeof asked.userUtterance === 'string' ? asked.userUtterance : '',
    featureId: typeof featureId === 'string' ? featureId : null,
    waitsFor: decisionIn(waitsFor(state, stored.workflow.steps)),
  };
}

function decisionIn(waits: readonly Wait[]): string | null {
  const open = waits.find((wait) => wait.for === 'person' && GATE_NAMES[wait.step] !== undefined);
  if (open === undefined) return null;
  return open.step === 'GA' ? 'your decision after the gap analysis' : `your review of ${GATE_NAMES[open.step]}`;
}

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
