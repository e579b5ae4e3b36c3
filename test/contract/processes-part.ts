// Processes and their leases: who is registered, what the dead left, what outside workers hold.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/ports/store.ts';
import type { NewPlace, Place } from './describe-store.ts';
import { addedWorkflow, peopleTask, SampleRun, sampleTask } from './samples.ts';
import { withStore } from './with-store.ts';

const born = {
  ...{ role: 'work', host: 'h', pid: 1, bornAt: 'b1', reads: 73, hosts: ['action:a', 'agent'], startedAt: 5 },
};
const held = { status: 'in_progress', ready: false, leaseKind: 'hosted' } as const;

export function processesPart(newPlace: NewPlace): void {
  describe('processes', () => {
    it('are registered, beat and are removed, and no key is given twice', withStore(newPlace, comeAndGo));
    it('hold leases until their tasks end; those of the removed are orphaned', withStore(newPlace, holdLeases));
    it('let an outside worker beat only with its own fence', withStore(newPlace, outside));
  });
}

async function comeAndGo(store: Store, { open }: Place): Promise<void> {
  const other = await open();
  const [a, b] = [await store.register(born), await other.register({ ...born, pid: 2, hosts: [] })];
  assert.deepEqual(await store.processes(), [
    { ...born, key: a, beat: 0 },
    { ...born, pid: 2, hosts: [], key: b, beat: 0 },
  ]);
  assert.equal(await store.beat(a), true);
  assert.equal(await store.beat(a), true);
  assert.equal((await other.processes())[0]?.beat, 2);
  await other.unregister(b);
  assert.equal(await other.beat(b), false);
  const c = await other.register(born);
  assert.ok(c > b);
}

async function holdLeases(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const [mine, dead] = [await store.register(born), 4_000];
  const run = await new SampleRun(workflow).put(store, {
    tasks: [
      sampleTask(1, { ...held, holder: mine, fence: 3 }),
      sampleTask(2, { ...held, holder: dead, fence: 4 }),
      peopleTask(3, { ...held, execution: 'conversation', holder: dead, fence: 5 }),
      sampleTask(4),
      peopleTask(5, { status: 'in_progress', worker: 'ada', leaseKind: 'person' }),
    ],
  });
  assert.deepEqual(await store.leasesOf(mine, 10), [{ run: run.run, task: 1, fence: 3 }]);
  const orphans = [
    { run: run.run, task: 2, fence: 4 },
    { run: run.run, task: 3, fence: 5 },
  ];
  assert.deepEqual(await store.orphanedLeases(10), orphans);
  assert.equal((await store.orphanedLeases(1)).length, 1);
  assert.equal((await store.task(run.run, 2))?.holder, dead);
  await run.put(store, {
    tasks: [sampleTask(2)],
    endedTasks: [
      { task: 3, status: 'failed', by: 'a', at: 1, kept: true },
      { task: 1, status: 'completed', by: 'a', at: 1, kept: false },
    ],
  });
  assert.deepEqual([await store.orphanedLeases(10), await store.leasesOf(mine, 10)], [[], []]);
  await run.put(store, { tasks: [sampleTask(2, { ...held, holder: mine, fence: 6 })] });
  await store.unregister(mine);
  assert.deepEqual(await store.orphanedLeases(10), [{ run: run.run, task: 2, fence: 6 }]);
}

async function outside(store: Store): Promise<void> {
  const lease = { status: 'in_progress', ready: false, leaseKind: 'outside', worker: 'mcp' } as const;
  const run = await new SampleRun(await addedWorkflow(store)).put(store, {
    tasks: [
      sampleTask(1, { ...lease, fence: 2 }),
      peopleTask(2, { ...lease, execution: 'conversation', fence: 1 }),
      peopleTask(3, { status: 'in_progress', leaseKind: 'person', fence: 1 }),
    ],
  });
  assert.equal(await store.beatTask(run.run, 1, 2), true);
  assert.equal(await store.beatTask(run.run, 1, 1), false);
  assert.equal(await store.beatTask(run.run, 3, 1), false);
  assert.equal(await store.beatTask('run_none', 1, 2), false);
  assert.deepEqual(await store.outsideLeases(10), [
    { run: run.run, task: 1, fence: 2, beat: 1 },
    { run: run.run, task: 2, fence: 1, beat: 0 },
  ]);
  assert.deepEqual(await store.orphanedLeases(10), [], 'nobody hosts them, so nobody can be dead');
  await run.put(store, { tasks: [sampleTask(1, { fence: 2 })] });
  assert.equal(await store.beatTask(run.run, 1, 2), false);
  assert.equal((await store.outsideLeases(10)).length, 1);
}
