// Runs as operations give them.

import * as z from 'zod';
import type { RunRow, Store } from '../ports/store.ts';
import { at, runStatus } from './fields.ts';

export const runShape = z.object({
  run: z.string(),
  workflow: z.string(),
  version: z.string(),
  status: runStatus,
  title: z.string().nullable(),
  starter: z.string(),
  startedAt: at,
  changedAt: at,
  endedAt: at.nullable(),
  parent: z.object({ run: z.string(), task: z.number() }).nullable(),
  forkedFrom: z.string().nullable(),
  /** The number of its last event. */
  events: z.number(),
});

export type ShownRun = z.output<typeof runShape>;

export function shownRun(row: RunRow): ShownRun {
  return {
    run: row.run,
    workflow: row.workflowName,
    version: row.version,
    status: row.status,
    title: row.title,
    starter: row.starter,
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
