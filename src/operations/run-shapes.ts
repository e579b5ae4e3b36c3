// Runs as operations give them.

import * as z from 'zod';
import { UnknownEventCode } from '../engine/commit-text.ts';
import type { RunState } from '../engine/run-state.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { readEvents } from '../runtime/read-run.ts';
import { at, runStatus } from './fields.ts';

export const runShape = z.object({
  run: z.string(),
  workflow: z.string(),
  version: z.string(),
  status: runStatus,
  title: z.string().nullable(),
  starter: z.string(),
  rehearsal: z
    .boolean()
    .describe('true if scripted answers or an in-memory run replaced people; its approvals do not count'),
  startedAt: at,
  changedAt: at,
  endedAt: at.nullable(),
  parent: z.object({ run: z.string(), task: z.number() }).nullable(),
  forkedFrom: z.string().nullable(),
  /** The number of its last event. */
  events: z.number(),
});

/** Of a run that a budget ended: why, and which bound it was. `child`: it ended that child run. */
export const partialShape = z
  .object({ reason: z.string(), budget: z.string(), child: z.string().exactOptional() })
  .nullable()
  .describe('set if a budget ended the run: its output is a partial result; null otherwise');

export function shownPartial(state: RunState | undefined): z.output<typeof partialShape> {
  return state?.status === 'completed' && state.partial !== undefined ? { ...state.partial } : null;
}

/** As lists show it. Read off its last events: its row says only that it completed. */
export async function shownListed(store: Store, row: RunRow): Promise<ListedRun> {
  return { ...shownRun(row), partial: row.status === 'completed' ? await partialIn(store, row) : null };
}

/** Few events come after a run's end: what late calls cost, and reports that were refused. */
const LAST_EVENTS = 50;

async function partialIn(store: Store, row: RunRow): Promise<z.output<typeof partialShape>> {
  try {
    const events = await readEvents(store, row, Math.max(0, row.head - LAST_EVENTS), LAST_EVENTS);
    const end = events.findLast((event) => event.type === 'RunCompleted');
    return end?.type === 'RunCompleted' && end.data.partial !== undefined ? { ...end.data.partial } : null;
  } catch (thrown) {
    if (thrown instanceof UnknownEventCode) return null;
    throw thrown;
  }
}

export type ListedRun = ShownRun & { readonly partial: z.output<typeof partialShape> };
export type ShownRun = z.output<typeof runShape>;

export function shownRun(row: RunRow): ShownRun {
  return {
    run: row.run,
    workflow: row.workflowName,
    version: row.version,
    status: row.status,
    title: row.title,
    starter: row.starter,
    rehearsal: row.channel === 'rehearsal',
    startedAt: row.startedAt,
    changedAt: row.changedAt,
    endedAt: row.endedAt,
    parent: row.parent,
    forkedFrom: row.forkedFrom,
    events: row.head,
  };
}

/** As it stands after what was just done. */
export async function shownNow(store: Store, id: string): Promise<ShownRun> {
  const row = await store.run(id);
  if (row === null) throw new Error(`The run ${id} is gone, though it was just changed.`);
  return shownRun(row);
}
