// Saved views: a filter of tasks under a name. A list can be narrowed by one, and a worker can serve one as its queue.

import * as z from 'zod';
import type { Store, TaskFilter } from '../ports/store.ts';
import { type AnyOperation, defineOperation, reject } from './define-operation.ts';
import { systemNote } from './system-note.ts';
import { type GivenFilter, storeFilter, taskFilter } from './task-shapes.ts';

const KIND = 'view';
const name = z
  .string()
  .regex(/^[\w.-]{1,60}$/, 'Expected 1 to 60 letters, digits, dots, dashes or underscores')
  .describe('the name of the view');

const viewShape = z.object({ name: z.string(), filter: taskFilter, description: z.string() });

export async function findView(store: Store, named: string): Promise<GivenFilter> {
  const content = await store.record(KIND, named);
  if (content !== null) return taskFilter.parse(content.filter ?? {});
  const others = (await store.records(KIND)).map((view) => view.name).join(', ');
  const known = others === '' ? 'there are none yet' : `there are ${others}`;
  return reject('unknown-view', `There is no saved view "${named}"; ${known}. Save one with signoff views save.`);
}

/** The filter of a saved view as the store reads it. */
export async function viewFilter(store: Store, named: string, now: number): Promise<TaskFilter> {
  return storeFilter(store, await findView(store, named), now);
}

const save = defineOperation({
  name: 'views.save',
  summary: 'save a task filter under a name',
  who: 'operator',
  changes: true,
  places: ['name'],
  input: z.object({
    name,
    description: z.string().max(200).default('').describe('a description of the view'),
    replace: z.boolean().default(false).describe('replace an existing one with this name'),
    ...taskFilter.shape,
  }),
  output: z.object({ ...viewShape.shape, replaced: z.boolean() }),
  async handler(context, { name: named, description, replace, ...filter }) {
    const store = await context.store();
    const before = await store.record(KIND, named);
    if (before !== null && !replace)
      reject('view-exists', `A view "${named}" exists already. Use --replace to replace it.`);
    const kept = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const content = { filter: kept as never, description, by: context.actor };
    await store.putRecord(KIND, named, content, systemNote(context, 'ViewSaved', { name: named, ...content }));
    return { name: named, filter: kept, description, replaced: before !== null };
  },
});

const list = defineOperation({
  name: 'views.list',
  summary: 'list the saved views',
  who: 'viewer',
  changes: false,
  input: z.object({}),
  output: z.object({ views: z.array(viewShape) }),
  async handler(context) {
    const records = await (await context.store()).records(KIND);
    const views = records.map(({ name: named, content }) => ({
      name: named,
      filter: taskFilter.parse(content.filter ?? {}),
      description: String(content.description ?? ''),
    }));
    return { views };
  },
});

const remove = defineOperation({
  name: 'views.remove',
  summary: 'remove a saved view; tasks are not affected',
  who: 'operator',
  changes: true,
  places: ['name'],
  input: z.object({ name }),
  output: z.object({ name: z.string(), removed: z.literal(true) }),
  async handler(context, { name: named }) {
    const store = await context.store();
    await findView(store, named);
    await store.removeRecord(KIND, named, systemNote(context, 'ViewRemoved', { name: named }));
    return { name: named, removed: true as const };
  },
});

export const operations: readonly AnyOperation[] = [save, list, remove];
