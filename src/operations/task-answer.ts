// What an operation on a task answers: how the task and its run stand now.

import * as z from 'zod';
import type { Store } from '../ports/store.ts';
import { isSurelyDead, ownIdentity } from '../runtime/process-identity.ts';
import * as fields from './fields.ts';
import type { FoundTask } from './find-run.ts';
import type { OperationContext } from './operation-context.ts';

export const runStatusShape = z.object({
  task: z.string(),
  run: z.string(),
  /** null: it has ended and left no row. */
  status: fields.taskStatus.nullable(),
  runStatus: fields.runStatus,
  needsWorker: z.boolean().describe('its run goes on only when a worker is started'),
});

export async function taskAnswer(context: OperationContext, { row, task, name }: FoundTask) {
  const store = await context.store();
  const [listed, run] = [await store.task(row.run, task), await store.run(row.run)];
  const runStatus = run?.status ?? row.status;
  const needsWorker = runStatus === 'running' && (await isLeft(store, row.run));
  return { task: name, run: row.run, status: listed?.status ?? null, runStatus, needsWorker };
}

/** What comes next is for agents or code, and no process is there that does it: this one answers and ends. */
async function isLeft(store: Store, run: string): Promise<boolean> {
  const own = ownIdentity();
  const others = (await store.processes()).filter((each) => each.role !== 'cli' && !isSurelyDead(each, own));
  return others.length === 0 && (await store.countTasks({ family: run, forPeople: false })) > 0;
}
