// Reads of one thing: commits, snapshots by parts, payloads stored once, timers, outbox.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/ports/store.ts';
import type { NewPlace } from './describe-store.ts';
import { addedWorkflow, refOf, SampleRun } from './samples.ts';
import { withStore } from './with-store.ts';

export function readsPart(newPlace: NewPlace): void {
  describe('reads', () => {
    it('gives commits with events after a number, oldest first, as many as asked for', withStore(newPlace, commits));
    it('gives a snapshot whose parts came with several writes', withStore(newPlace, snapshots));
    it('drops the parts of another format', withStore(newPlace, formats));
    it('stores a payload once and renews its stamp', withStore(newPlace, payloads));
    it('gives due timers of live runs, oldest first, and when the next is due', withStore(newPlace, timers));
    it('keeps outbox entries until they are done, for the process that made them', withStore(newPlace, outbox));
    it('knows no run, task or request that was never written', withStore(newPlace, nothing));
  });
}

async function commits(store: Store): Promise<void> {
  const run = await new SampleRun(await addedWorkflow(store)).put(store, { texts: ['[1]', '[2]', '[3]', '[4]'] });
  await new SampleRun(run.workflow).put(store, { texts: ['[5]'] });
  const texts = async (after: number, limit: number): Promise<(string | null)[]> =>
    (await store.commitsOf(run.known, after, limit)).map((commit) => commit.text);
  assert.deepEqual(await texts(0, 10), ['[1]', '[2]', '[3]', '[4]']);
  assert.deepEqual(await texts(0, 2), ['[1]', '[2]']);
  assert.deepEqual(await texts(1, 2), ['[1]', '[2]'], 'event 2 is in the first commit');
  assert.deepEqual(await texts(2, 1), ['[2]']);
  assert.deepEqual(await texts(7, 10), ['[4]']);
  assert.deepEqual(await texts(8, 10), []);
  const [first] = await store.commitsOf(run.known, 0, 1);
  const expected = { first: 1, last: 2, at: 2_000, actor: 'ada', channel: 'cli', text: '[1]', textHash: null };
  assert.deepEqual(first, expected);
}

async function snapshots(store: Store): Promise<void> {
  const run = await new SampleRun(await addedWorkflow(store)).put(store);
  assert.equal(await store.snapshotOf(run.known), null);
  const parts = (entries: Record<string, string>) => new Map(Object.entries(entries));
  await run.put(store, { snapshot: { number: 4, format: 1, parts: parts({ '': 'r', s1: 'a', s2: 'b' }), gone: [] } });
  await run.put(store, { snapshot: { number: 6, format: 1, parts: parts({ s2: 'B', s3: 'c' }), gone: ['s1'] } });
  const found = await store.snapshotOf(run.known);
  assert.deepEqual([found?.number, found?.format], [6, 1]);
  assert.deepEqual(found?.parts, parts({ '': 'r', s2: 'B', s3: 'c' }));
}

async function formats(store: Store): Promise<void> {
  const run = await new SampleRun(await addedWorkflow(store)).put(store, {
    snapshot: {
      number: 2,
      format: 1,
      parts: new Map([
        ['', 'r'],
        ['old', 'a'],
      ]),
      gone: [],
    },
  });
  await run.put(store, { snapshot: { number: 4, format: 2, parts: new Map([['', 'R']]), gone: [] } });
  assert.deepEqual((await store.snapshotOf(run.known))?.parts, new Map([['', 'R']]));
}

async function payloads(store: Store): Promise<void> {
  const text = `{"text":"${'x'.repeat(50_000)}"}`;
  const brought = { payloads: new Map([[refOf(text), text]]), references: [refOf(text)] };
  const run = await new SampleRun(await addedWorkflow(store)).put(store, { ...brought, at: 10 });
  await new SampleRun(run.workflow).put(store, { ...brought, at: 20 });
  const found = await store.payloads([refOf(text), refOf('never')]);
  assert.deepEqual(found, new Map([[refOf(text), text]]));
  const stats = await store.stats();
  assert.deepEqual([stats.payloads, stats.payloadBytes], [1, text.length]);

  const loose = new Map([[refOf('loose'), 'loose']]);
  await run.put(store, { payloads: loose, at: 30 });
  await run.put(store, { payloads: loose, at: 40 });
  assert.equal((await store.prunePayloads(35, 0)).payloads, 0, 'the stamp was renewed at 40');
  assert.deepEqual(await store.prunePayloads(41, 0), { payloads: 1, bytes: 5, requests: 0 });
}

async function timers(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const run = await new SampleRun(workflow).put(store, {
    timers: [
      { timer: 1, kind: 'due', due: 30, task: 4 },
      { timer: 2, kind: 'retry', due: 10, task: null },
      { timer: 3, kind: 'timeout', due: 20, task: null },
    ],
  });
  const paused = await new SampleRun(workflow).put(store, {
    row: { live: false, status: 'paused' },
    timers: [{ timer: 1, kind: 'remind', due: 5, task: 1 }],
  });
  const due = async (now: number, limit: number) => (await store.dueTimers(now, limit)).map((timer) => timer.timer);
  assert.deepEqual([await due(20, 10), await due(99, 2), await due(9, 10)], [[2, 3], [2, 3], []]);
  assert.equal(await store.nextDue(), 10);
  const expected = { timer: 1, kind: 'due', due: 30, task: 4, run: run.run, runKey: run.known };
  assert.deepEqual((await store.dueTimers(99, 9)).at(-1), expected);
  await run.put(store, { endedTimers: [2], timers: [{ timer: 3, kind: 'timeout', due: 25, task: null }] });
  assert.equal(await store.nextDue(), 25);
  await paused.put(store, { row: { live: true, status: 'running' } });
  assert.equal(await store.nextDue(), 5);
  const first = await store.listTimers({}, { limit: 2 });
  assert.deepEqual(
    first.items.map((timer) => timer.due),
    [5, 25],
  );
  assert.ok(first.next);
  const second = await store.listTimers({}, { limit: 2, after: first.next });
  assert.deepEqual([second.items.map((timer) => timer.due), second.next], [[30], null]);
  assert.equal((await store.listTimers({ run: run.run }, { limit: 9 })).items.length, 2);
}

async function outbox(store: Store, { open }: { open: () => Promise<Store> }): Promise<void> {
  const other = await open();
  const born = { role: 'work', host: 'h', pid: 1, bornAt: 'b', reads: 73, hosts: [], startedAt: 1 };
  const [mine, theirs] = [await store.register(born), await other.register({ ...born, pid: 2 })];
  const run = await new SampleRun(await addedWorkflow(store)).put(store, {
    outbox: [
      { kind: 'start-run', content: { n: [1, null, 'ü'] } },
      { kind: 'tell', content: 2 },
    ],
  });
  await run.put(other, { outbox: [{ kind: 'signal', content: 3 }] });
  const [first, second] = await store.outbox(mine, 10);
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(
    { ...first, id: 0 },
    { id: 0, run: run.run, runKey: run.known, process: mine, kind: 'start-run', content: { n: [1, null, 'ü'] } },
  );
  assert.equal((await store.outbox(mine, 1)).length, 1);
  assert.deepEqual(
    (await store.outbox(theirs, 10)).map((entry) => entry.content),
    [3],
  );
  assert.deepEqual(await store.outbox(null, 10), []);
  await new SampleRun(await addedWorkflow(store)).put(store, { outbox: [{ kind: 'tell', content: 'of another run' }] });
  const ofRun = async (after: number, limit: number) =>
    (await store.outboxOf(run.known, after, limit)).map(({ content }) => content);
  assert.deepEqual(await ofRun(first.id, 10), [2, 3], 'of one run, from all authors');
  assert.deepEqual(await ofRun(first.id, 1), [2]);
  assert.deepEqual(await ofRun(0, 10), [first.content, 2, 3]);
  await other.unregister(theirs);
  assert.deepEqual(
    (await store.outbox(null, 10)).map((entry) => entry.content),
    [3],
  );
  await run.put(store, { done: [first.id] });
  assert.deepEqual(
    (await store.outboxOf(run.known, 0, 10)).map((entry) => entry.content),
    [2, 3],
  );
  await store.finishOutbox([second.id, first.id]);
  await run.put(store, { outbox: [{ kind: 'later', content: 4 }] });
  const later = (await store.outboxOf(run.known, 0, 10)).at(-1);
  assert.ok(later !== undefined && later.id > second.id, 'an id is never given twice');
}

async function nothing(store: Store): Promise<void> {
  assert.equal(await store.run('run_none'), null);
  assert.equal(await store.task('run_none', 1), null);
  assert.equal(await store.knownRequest('ada', 'o', 'k'), null);
  assert.deepEqual(await store.commitsOf(77, 0, 5), []);
  assert.deepEqual(await store.listRuns({}, { limit: 5 }), { items: [], next: null });
  assert.equal(await store.run('system'), null, 'the system stream is no run of anybody');
}
