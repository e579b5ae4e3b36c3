// What an operation on a task answers: how the task and its run stand now.

import * as z from 'zod';
import * as fields from './fields.ts';
import type { FoundTask } from './find-run.ts';
import type { OperationContext } from './operation-context.ts';

export const runStatusShape = z.object({
  task: z.string(),
  run: z.string(),
  /** null: it has ended and left no row. */
  status: fields.taskStatus.nullable(),
  runStatus: fields.runStatus,
});

export async function taskAnswer(context: OperationContext, { row, task, name }: FoundTask) {
  const store = await context.store();
  const [listed, run] = [await store.task(row.run, task), await store.run(row.run)];
  return { task: name, run: row.run, status: listed?.status ?? null, runStatus: run?.status ?? row.status };
}
