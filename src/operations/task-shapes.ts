// Tasks as operations list them, and the filter by which they are found.

import * as z from 'zod';
import type { Step, Workflow } from '../diagram/workflow.ts';
import type { ListedTask, Store, TaskFilter } from '../ports/store.ts';
import * as fields from './fields.ts';
import { findRun, taskName } from './find-run.ts';

export const taskShape = z.object({
  task: z.string(),
  run: z.string(),
  number: z.number(),
  workflow: z.string(),
  step: z.string(),
  title: z.string(),
  status: fields.taskStatus,
  execution: z.enum(['automated', 'manual', 'conversation']).nullable(),
  assignee: z.string().nullable(),
  worker: z.string().nullable(),
  urgency: z.string().nullable(),
  tags: z.array(z.string()),
  due: fields.at.nullable(),
  attempt: z.number(),
  openedAt: fields.at,
  changedAt: fields.at,
  endedAt: fields.at.nullable(),
  verdict: z.string().nullable(),
  by: z.string().nullable(),
});

export type ShownTask = z.output<typeof taskShape>;

/** Titles are made when they are read: `WORKFLOW: STEP [i/n]`. */
export async function shownTasks(store: Store, rows: readonly ListedTask[]): Promise<ShownTask[]> {
  const workflows = new Map<number, Workflow | null>();
  for (const { workflowKey } of rows) {
    if (!workflows.has(workflowKey))
      workflows.set(workflowKey, (await store.workflowByKey(workflowKey))?.workflow ?? null);
  }
  const steps = new Map<string, Step>();
  for (const [key, workflow] of workflows)
    for (const step of workflow?.steps ?? []) steps.set(`${key} ${step.id}`, step);
  return rows.map((row) => shownTask(row, steps.get(`${row.workflowKey} ${row.step}`)));
}

/** What made the step a foreach or a subflow is not part of its name. */
const KIND_PREFIX = /^(?:each|run):\s*/i;

function shownTask(row: ListedTask, step: Step | undefined): ShownTask {
  const name = row.title ?? step?.label.replace(KIND_PREFIX, '') ?? row.step;
  const place = row.index === null || row.total === null ? '' : ` [${row.index + 1}/${row.total}]`;
  return {
    task: taskName(row.run, row.task),
    run: row.run,
    number: row.task,
    workflow: row.workflowName,
    step: row.step,
    title: `${row.workflowName}: ${name}${place}`,
    status: row.status,
    execution: row.execution,
    assignee: row.assignee,
    worker: row.worker,
    urgency: row.urgency,
    tags: [...row.tags],
    due: row.due,
    attempt: row.attempt,
    openedAt: row.openedAt,
    changedAt: row.changedAt,
    endedAt: row.endedAt,
    verdict: row.verdict,
    by: row.by,
  };
}

/** What a list is narrowed by; a saved view is these fields under a name. */
export const taskFilter = z.object({
  run: z.string().optional().describe('only tasks of this run'),
  workflow: z.string().optional().describe('only tasks of runs of this workflow'),
  step: z.string().optional().describe('only tasks of this step, by its id'),
  status: z.array(fields.taskStatus).optional().describe('only tasks with this status'),
  assignee: z.string().optional().describe('only tasks with this assignee; "nobody" for unassigned tasks'),
  people: z.boolean().optional().describe('only tasks for people'),
  workers: z.boolean().optional().describe('only tasks for agents and actions'),
  urgency: z
    .array(z.enum(['low', 'normal', 'high', 'urgent']))
    .optional()
    .describe('only tasks with this urgency'),
  tag: z.string().optional().describe('only tasks with this tag'),
  dueBefore: fields.moment.optional().describe('only tasks due before this: a date, or +2d'),
  ended: z.enum(['no', 'yes', 'both']).optional().describe('no: open tasks (default); yes: ended tasks'),
});

export type GivenFilter = z.output<typeof taskFilter>;

export async function storeFilter(store: Store, given: GivenFilter, now: number): Promise<TaskFilter> {
  const { run, workflow, step, status, assignee, people, workers, urgency, tag, dueBefore, ended } = given;
  const due = dueBefore === undefined ? null : fields.momentOf(dueBefore, now);
  return {
    ...(run !== undefined && { run: (await findRun(store, run)).run }),
    ...(workflow !== undefined && { workflow }),
    ...(step !== undefined && { step }),
    ...(status !== undefined && { status }),
    ...(assignee !== undefined && { assignee: assignee === 'nobody' ? null : assignee }),
    ...(people === true && workers !== true && { forPeople: true }),
    ...(workers === true && people !== true && { forPeople: false }),
    ...(urgency !== undefined && { urgency }),
    ...(tag !== undefined && { tag }),
    ...(due !== null && { dueBefore: due }),
    ...(ended !== undefined && { ended }),
  };
}
