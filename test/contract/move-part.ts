// Moving a store: everything out, and into an empty one, where work goes on.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/ports/store.ts';
import type { ExportedRow } from '../../src/ports/store-care.ts';
import type { NewPlace } from './describe-store.ts';
import { addedWorkflow, allOf, given, note, peopleTask, refOf, SampleRun, sampleTask } from './samples.ts';
import { withStore } from './with-store.ts';

export function movePart(newPlace: NewPlace): void {
  describe('moving', () => {
    it('fills an empty store with all there was, keys kept', withStore(newPlace, roundTrip(newPlace)));
    it('refuses a store that is not empty, and changes nothing in it', withStore(newPlace, refusesFull));
    it('leaves the store empty when the rows break off', withStore(newPlace, breaksOff));
  });
}

const born = { role: 'work', host: 'h', pid: 1, bornAt: 'b', reads: 73, hosts: [], startedAt: 1 };

async function filled(store: Store): Promise<SampleRun> {
  const workflow = await addedWorkflow(store);
  const process = await store.register(born);
  const lease = { status: 'in_progress', ready: false, leaseKind: 'hosted', holder: process } as const;
  const run = await new SampleRun(workflow).put(store, {
    tasks: [sampleTask(1, lease), peopleTask(2, { tags: ['t'] }), sampleTask(3)],
    timers: [{ timer: 1, kind: 'remind', due: 5, task: 2 }],
    payloads: new Map([[refOf('p'), 'p']]),
    references: [refOf('p')],
    outbox: [{ kind: 'k', content: { a: 1 } }],
    snapshot: {
      number: 2,
      format: 1,
      parts: new Map([
        ['', 'x'],
        ['s', 'y'],
      ]),
      gone: [],
    },
    request: { actor: 'ada', operation: 'o', key: 'k', requestHash: 'h', answer: [1], at: 1 },
    row: { reported: { outcome: 'done', cost: 0.25, tokens: 7 } },
  });
  await run.put(store, {
    endedTasks: [{ task: 2, status: 'completed', verdict: 'ok', by: 'grace', at: 3, kept: true }],
  });
  const gone = await new SampleRun(workflow).put(store, { row: { status: 'failed', live: false, endedAt: 4 } });
  await store.putRecord('view', 'v', { a: 1 }, note());
  await store.seal(9);
  await store.erase(run.known, 2, note());
  await store.removeRuns([gone.known], note());
  return run;
}

function roundTrip(newPlace: NewPlace): (store: Store) => Promise<void> {
  return async (store) => {
    const run = await filled(store);
    const rows = await allOf(store.exportRows());
    await withStore(newPlace, async (other) => {
      const whole = JSON.parse(JSON.stringify(rows)) as ExportedRow[];
      assert.deepEqual(await other.importRows(given(whole)), { rows: rows.length });
      assert.deepEqual(await allOf(other.exportRows()), rows);
      assert.deepEqual(await other.run(run.run), await store.run(run.run));
      assert.deepEqual(await other.task(run.run, 2), await store.task(run.run, 2));
      assert.deepEqual(await other.snapshotOf(run.known), await store.snapshotOf(run.known));
      assert.deepEqual(await other.seals(0, 9), await store.seals(0, 9));
      assert.deepEqual(await other.tombstones(0, 9), await store.tombstones(0, 9));
      assert.deepEqual((await other.workflow('review'))?.workflow, (await store.workflow('review'))?.workflow);
      const leases = await other.orphanedLeases(9);
      assert.deepEqual(leases, [{ run: run.run, task: 1, fence: 0 }], 'no process moves, so its leases are orphaned');
      await other.register(born);
      assert.deepEqual(await other.orphanedLeases(9), leases, 'and no new process takes its key');
      const [last] = [...(await store.tombstones(0, 9))];
      assert.ok((await new SampleRun(run.workflow).put(other)).known > (last?.key ?? 0));
      await run.put(other);
    })();
  };
}

async function refusesFull(store: Store): Promise<void> {
  const run = await filled(store);
  const rows = await allOf(store.exportRows());
  await assert.rejects(store.importRows(given(rows)), { name: 'StoreFault' });
  assert.deepEqual(await allOf(store.exportRows()), rows);
  await run.put(store);
}

async function breaksOff(store: Store): Promise<void> {
  const rows: ExportedRow[] = [{ table: 'records', row: { kind: 'k', name: 'n', content: '{}' } }];
  await assert.rejects(store.importRows(given([...rows, { table: 'no_such_table', row: {} }])));
  assert.deepEqual(await store.records('k'), []);
  assert.deepEqual(await store.importRows(given(rows)), { rows: 1 });
}
