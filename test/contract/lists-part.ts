// Lists: order, pages, filters, and what a worker could claim.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedTask, ResultPage, RunFilter, Store, TaskFilter } from '../../src/ports/store.ts';
import type { NewPlace } from './describe-store.ts';
import { addedWorkflow, peopleTask, refOf, SampleRun, sampleTask } from './samples.ts';
import { withStore } from './with-store.ts';

export function listsPart(newPlace: NewPlace): void {
  describe('lists', () => {
    it('gives runs newest first, by pages that neither repeat nor leave out', withStore(newPlace, pagesOfRuns));
    it('filters runs by status, workflow, starter, parent and time', withStore(newPlace, filtersRuns));
    it('gives tasks oldest first, by pages, workers and people together', withStore(newPlace, pagesOfTasks));
    it('filters and counts tasks', withStore(newPlace, filtersTasks));
    it('shows a task with everything it was written with', withStore(newPlace, wholeTask));
    it('offers ready automated tasks of live runs, oldest first over all queues', withStore(newPlace, claimable));
  });
}

async function every<T>(page: (after?: string) => Promise<ResultPage<T>>): Promise<T[]> {
  const all: T[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 100; pages++) {
    const { items, next } = await page(after);
    all.push(...items);
    if (next === null) return all;
    after = next;
  }
  throw new Error('expected the pages to end');
}

async function pagesOfRuns(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const runs: string[] = [];
  for (let i = 0; i < 10; i++) runs.unshift((await new SampleRun(workflow).put(store)).run);
  for (const limit of [1, 3, 5, 10, 11]) {
    const found = await every((after) => store.listRuns({}, after === undefined ? { limit } : { limit, after }));
    assert.deepEqual(
      found.map((run) => run.run),
      runs,
      `pages of ${limit}`,
    );
  }
}

async function filtersRuns(store: Store): Promise<void> {
  const [a, b] = [await addedWorkflow(store, 'a'), await addedWorkflow(store, 'b')];
  const put = async (workflow: number, row: Parameters<SampleRun['put']>[1]): Promise<string> =>
    (await new SampleRun(workflow).put(store, row)).run;
  const one = await put(a, { at: 10 });
  const two = await put(b, { at: 20, row: { status: 'completed', live: false, endedAt: 25 } });
  const three = await put(a, { at: 30, row: { status: 'on_hold', starter: 'grace' } });
  const four = await put(b, { at: 40, row: { parent: { run: one, task: 1 } } });
  const found = async (filter: RunFilter): Promise<string[]> =>
    (await store.listRuns(filter, { limit: 10 })).items.map((run) => run.run);
  assert.deepEqual(await found({ status: ['running'] }), [four, one]);
  assert.deepEqual(await found({ status: ['running', 'on_hold'] }), [four, three, one]);
  assert.deepEqual(await found({ status: ['completed', 'on_hold'] }), [three, two]);
  assert.deepEqual(await found({ status: ['cancelled'] }), []);
  assert.deepEqual(await found({ workflow: 'a' }), [three, one]);
  assert.deepEqual(await found({ workflow: 'b', version: refOf('b') }), [four, two]);
  assert.deepEqual(await found({ version: refOf('c') }), []);
  assert.deepEqual(await found({ starter: 'grace' }), [three]);
  assert.deepEqual(await found({ starter: 'nobody' }), []);
  assert.deepEqual(await found({ parent: one }), [four]);
  assert.deepEqual(await found({ isRoot: true }), [three, two, one]);
  assert.deepEqual(await found({ startedFrom: 20, startedBefore: 40 }), [three, two]);
  assert.deepEqual(await found({ workflow: 'a', status: ['running'], isRoot: true }), [one]);
}

const names = (tasks: readonly ListedTask[]): string[] => tasks.map((task) => `${task.runKey}#${task.task}`);

async function pagesOfTasks(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const expected: ListedTask[] = [];
  for (let i = 0; i < 4; i++) {
    const run = new SampleRun(workflow);
    const tasks = [1, 2, 3].map((n) =>
      n === 2 ? peopleTask(n, { openedAt: 50 - i }) : sampleTask(n, { openedAt: 50 }),
    );
    await run.put(store, { tasks: [...tasks, sampleTask(4, { kind: 'foreach', execution: null, status: 'waiting' })] });
    for (const n of [1, 2, 3]) expected.push((await store.task(run.run, n)) as ListedTask);
  }
  expected.sort((a, b) => a.openedAt - b.openedAt || a.runKey - b.runKey || a.task - b.task);
  for (const limit of [1, 5, 12, 20]) {
    const found = await every((after) => store.listTasks({}, after === undefined ? { limit } : { limit, after }));
    assert.deepEqual(names(found), names(expected), `pages of ${limit}; containers are never listed`);
  }
}

async function filtersTasks(store: Store): Promise<void> {
  const [a, b] = [await addedWorkflow(store, 'a'), await addedWorkflow(store, 'b')];
  const first = await new SampleRun(a).put(store, {
    tasks: [
      sampleTask(1, { step: 'write' }),
      peopleTask(2, { assignee: 'ada', urgency: 'high', tags: ['red', "it's"], due: 100 }),
      sampleTask(3, { kind: 'review', execution: null, queue: '' }),
    ],
  });
  const second = await new SampleRun(b).put(store, {
    tasks: [peopleTask(1, { execution: 'conversation', status: 'in_progress', ready: false }), peopleTask(2)],
  });
  await second.put(store, { endedTasks: [{ task: 2, status: 'cancelled', by: 'ada', at: 5, kept: true }] });
  const [x, y] = [first.known, second.known];
  const expect = async (filter: TaskFilter, expected: readonly string[]): Promise<void> => {
    const { items } = await store.listTasks(filter, { limit: 10 });
    assert.deepEqual(names(items).sort(), [...expected].sort(), JSON.stringify(filter));
    assert.equal(await store.countTasks(filter), expected.length, `count of ${JSON.stringify(filter)}`);
  };
  await expect({}, [`${x}#1`, `${x}#2`, `${x}#3`, `${y}#1`]);
  await expect({ forPeople: true }, [`${x}#2`, `${x}#3`, `${y}#1`]);
  await expect({ forPeople: false }, [`${x}#1`]);
  await expect({ run: first.run }, [`${x}#1`, `${x}#2`, `${x}#3`]);
  await expect({ run: first.run, forPeople: false }, [`${x}#1`]);
  await expect({ workflow: 'b' }, [`${y}#1`]);
  await expect({ step: 'write' }, [`${x}#1`]);
  await expect({ status: ['in_progress'] }, [`${y}#1`]);
  await expect({ assignee: 'ada' }, [`${x}#2`]);
  await expect({ assignee: null, forPeople: true }, [`${x}#3`, `${y}#1`]);
  await expect({ urgency: ['high', 'urgent'] }, [`${x}#2`]);
  await expect({ tag: 'red' }, [`${x}#2`]);
  await expect({ tag: "it's" }, [`${x}#2`]);
  await expect({ tag: 're' }, []);
  await expect({ dueBefore: 101 }, [`${x}#2`]);
  await expect({ dueBefore: 100 }, []);
  await expect({ ended: 'yes' }, [`${y}#2`]);
  await expect({ ended: 'both', workflow: 'b' }, [`${y}#1`, `${y}#2`]);
  await expect({ ended: 'both', status: ['cancelled'], forPeople: true }, [`${y}#2`]);
}

async function wholeTask(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const given = peopleTask(5, {
    ...{ assignee: 'ada', title: 'Approve', urgency: 'low', tags: ['a', 'b'], due: 9, index: 0, total: 3, parent: 2 },
    ...{ attempt: 2, fence: 7, worker: 'grace', leaseKind: 'person', status: 'in_progress', ready: false },
  });
  const run = await new SampleRun(workflow).put(store, { tasks: [given], row: { status: 'on_hold' } });
  assert.deepEqual(await store.task(run.run, 5), {
    ...given,
    ...{ run: run.run, runKey: run.known, runStatus: 'on_hold', workflowKey: workflow, workflowName: 'review' },
    ...{ endedAt: null, verdict: null, by: null },
  });
}

async function claimable(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const run = await new SampleRun(workflow).put(store, {
    tasks: [
      sampleTask(1, { queue: 'action:a', openedAt: 30 }),
      sampleTask(2, { queue: 'action:b', openedAt: 10 }),
      sampleTask(3, { queue: 'action:a', openedAt: 20 }),
      sampleTask(4, { queue: 'action:c', openedAt: 1 }),
      sampleTask(5, { queue: 'action:a', openedAt: 1, ready: false }),
      peopleTask(6, { queue: 'action:a', openedAt: 1 }),
    ],
  });
  const paused = await new SampleRun(workflow).put(store, {
    row: { live: false, status: 'paused' },
    tasks: [sampleTask(1, { queue: 'action:a', openedAt: 1 })],
  });
  const found = async (queues: readonly string[], limit: number, filter: TaskFilter = {}): Promise<number[]> =>
    (await store.claimable(queues, filter, limit)).map((task) => task.task);
  assert.deepEqual(await found(['action:a', 'action:b'], 10), [2, 3, 1]);
  assert.deepEqual(await found(['action:a', 'action:b'], 2), [2, 3]);
  assert.deepEqual(await found(['action:a'], 10, { step: 'step3' }), [3]);
  assert.deepEqual(await found(['action:none'], 10), []);
  assert.deepEqual(await found([], 10), []);
  await paused.put(store, { row: { live: true, status: 'running' } });
  assert.deepEqual(await found(['action:a'], 1), [1], 'the oldest, of the run that goes on');
  assert.equal((await store.claimable(['action:a'], {}, 1))[0]?.run, paused.run);
  await run.put(store, {
    tasks: [sampleTask(3, { status: 'in_progress', ready: false, holder: 4, leaseKind: 'hosted' })],
  });
  assert.deepEqual(await found(['action:a'], 10, { run: run.run }), [1]);
  const child = await new SampleRun(workflow).put(store, {
    row: { parent: { run: run.run, task: 1 } },
    tasks: [sampleTask(7, { queue: 'action:a', openedAt: 2 })],
  });
  await new SampleRun(workflow).put(store, {
    row: { parent: { run: child.run, task: 7 } },
    tasks: [sampleTask(8, { queue: 'action:a', openedAt: 3 })],
  });
  assert.deepEqual(await found(['action:a'], 10, { family: run.run }), [7, 8, 1], 'of a run and those it started');
  assert.deepEqual(await found(['action:a'], 10, { family: child.run }), [7, 8]);
  assert.deepEqual(
    (await store.listTasks({ family: child.run }, { limit: 9 })).items.map(({ task }) => task),
    [7, 8],
  );
}
