// What append promises: together or not at all, and each write on the head it expects.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KnownRequest, Store } from '../../src/ports/store.ts';
import type { NewPlace } from './describe-store.ts';
import { addedWorkflow, peopleTask, refOf, SampleRun, sampleTask } from './samples.ts';
import { withStore } from './with-store.ts';

const request: KnownRequest = {
  ...{ actor: 'ada', operation: 'runs.start', key: 'k1', requestHash: refOf('r'), answer: { run: 'x', n: 1 }, at: 7 },
};

export function appendPart(newPlace: NewPlace): void {
  describe('append', () => {
    it('starts runs and moves them on, and answers in the order of the writes', withStore(newPlace, goesOn));
    it('leaves out a write on another head whole, and takes the others', withStore(newPlace, leavesOut));
    it('answers a conflict for a run that exists and for one that does not', withStore(newPlace, conflicts));
    it('answers a known request with what it was answered, and writes nothing', withStore(newPlace, knowsRequests));
    it('does the rest of a write without commits only when its head is right', withStore(newPlace, checksOnly));
    it('refuses a gap in the numbers of a history before it stores anything', withStore(newPlace, refusesGaps));
    it('stores texts byte for byte', withStore(newPlace, keepsTexts));
    it('shows all of a batch to another connection, or nothing', withStore(newPlace, showsTogether));
    it('changes only those columns of a run that it is given', withStore(newPlace, changesColumns));
    it('keeps the rows of people, removes those of workers', withStore(newPlace, endsTasks));
    it(
      'takes an empty batch',
      withStore(newPlace, async (store) => assert.deepEqual(await store.append([]), [])),
    );
  });
}

async function goesOn(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const runs = [new SampleRun(workflow), new SampleRun(workflow), new SampleRun(workflow)];
  for (const round of [1, 2, 3]) {
    const writes = runs.map((run) => run.write({ at: round }));
    const answers = await store.append(writes);
    assert.ok(answers.every((answer) => answer.ok));
    runs.forEach((run, i) => {
      const answer = answers[i];
      if (answer?.ok) run.took(writes[i] as (typeof writes)[0], answer.key);
    });
  }
  assert.equal(new Set(runs.map((run) => run.key)).size, 3);
  for (const run of runs) {
    const row = await store.run(run.run);
    assert.deepEqual([row?.key, row?.head, row?.hash, row?.changedAt], [run.key, 6, run.hash, 3]);
    assert.equal((await store.commitsOf(run.known, 0, 10)).length, 3);
  }
}

async function leavesOut(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const [a, b] = [await new SampleRun(workflow).put(store), await new SampleRun(workflow).put(store)];
  const stale = a.write({
    tasks: [sampleTask(1)],
    timers: [{ timer: 1, kind: 'due', due: 1, task: null }],
    payloads: new Map([[refOf('p'), 'p']]),
    outbox: [{ kind: 'k', content: 1 }],
    request,
    snapshot: { number: 1, format: 1, parts: new Map([['', '{}']]), gone: [] },
  });
  await a.put(store);
  const answers = await store.append([stale, b.write({ at: 9 })]);
  assert.deepEqual(answers[0], { ok: false, kind: 'conflict', head: 4 });
  assert.equal(answers[1]?.ok, true);
  assert.equal((await store.run(a.run))?.head, 4);
  assert.equal((await store.run(b.run))?.changedAt, 9);
  assert.equal(await store.countTasks({}), 0);
  assert.equal(await store.nextDue(), null);
  assert.equal((await store.payloads([refOf('p')])).size, 0);
  assert.deepEqual(await store.outbox(null, 10), []);
  assert.equal(await store.snapshotOf(a.known), null);
  assert.equal(await store.knownRequest('ada', 'runs.start', 'k1'), null);
}

async function conflicts(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  const run = await new SampleRun(workflow).put(store);
  const again = new SampleRun(workflow, run.run).write();
  assert.deepEqual(await store.append([again]), [{ ok: false, kind: 'conflict', head: 2 }]);
  const unknown = { ...new SampleRun(workflow).write(), key: 9_999_999 };
  assert.deepEqual(await store.append([unknown]), [{ ok: false, kind: 'conflict', head: 0 }]);
  assert.equal((await store.listRuns({}, { limit: 10 })).items.length, 1);
}

async function knowsRequests(store: Store): Promise<void> {
  const workflow = await addedWorkflow(store);
  await new SampleRun(workflow).put(store, { request });
  assert.deepEqual(await store.knownRequest('ada', 'runs.start', 'k1'), request);
  const other = new SampleRun(workflow);
  const answers = await store.append([other.write({ request: { ...request, answer: 'other' } })]);
  assert.deepEqual(answers, [{ ok: false, kind: 'known-request', known: request }]);
  assert.equal(await store.run(other.run), null);
  await other.put(store, { request: { ...request, actor: 'grace' } });
  await other.put(store, { request: { ...request, operation: 'runs.cancel' } });
}

async function checksOnly(store: Store): Promise<void> {
  const run = await new SampleRun(await addedWorkflow(store)).put(store, { outbox: [{ kind: 'k', content: 1 }] });
  const [entry] = await store.outbox(null, 5);
  assert.ok(entry);
  const only = run.write({ texts: [], done: [entry.id], row: { reported: { outcome: 'done', cost: 0.5, tokens: 3 } } });
  const wrong = { ...only, expected: 1, row: { ...only.row, head: 1 } };
  assert.deepEqual(await store.append([wrong]), [{ ok: false, kind: 'conflict', head: 2 }]);
  assert.equal((await store.outbox(null, 5)).length, 1);
  assert.equal((await store.append([only]))[0]?.ok, true);
  assert.deepEqual(await store.outbox(null, 5), []);
  const row = await store.run(run.run);
  assert.deepEqual([row?.head, row?.hash, row?.reported], [2, run.hash, { outcome: 'done', cost: 0.5, tokens: 3 }]);
  assert.equal((await store.commitsOf(run.known, 0, 10)).length, 1);
}

async function refusesGaps(store: Store): Promise<void> {
  const run = await new SampleRun(await addedWorkflow(store)).put(store);
  const write = run.write();
  const commits = write.commits.map((commit) => ({ ...commit, first: commit.first + 1, last: commit.last + 1 }));
  const gap = { ...write, commits, row: { ...write.row, head: 5 } };
  await assert.rejects(store.append([gap]));
  await assert.rejects(store.append([{ ...write, row: { ...write.row, head: 9 } }]));
  assert.equal((await store.run(run.run))?.head, 2);
  await run.put(store);
}

async function keepsTexts(store: Store): Promise<void> {
  const text = `[[60,"é \\u0000 ${'x'.repeat(100_000)} 😀 \\ud800  \\"'"]]`;
  const run = await new SampleRun(await addedWorkflow(store)).put(store, { texts: [text] });
  assert.equal((await store.commitsOf(run.known, 0, 1))[0]?.text, text);
}

async function showsTogether(store: Store, { open }: { open: () => Promise<Store> }): Promise<void> {
  const other = await open();
  const workflow = await addedWorkflow(store);
  const runs = Array.from({ length: 50 }, () => new SampleRun(workflow));
  const writing = store.append(runs.map((run) => run.write({ tasks: [sampleTask(1)] })));
  const seen = await other.countTasks({});
  await writing;
  assert.ok(seen === 0 || seen === 50, `found ${seen}`);
  assert.equal(await other.countTasks({}), 50);
}

async function changesColumns(store: Store): Promise<void> {
  const [first, second] = [await addedWorkflow(store), await addedWorkflow(store, 'second')];
  const parent = { run: 'run_parent', task: 3 };
  const run = await new SampleRun(first).put(store, { row: { parent, forkedFrom: 'run_old', title: 'T' }, at: 5 });
  const begun = await store.run(run.run);
  assert.deepEqual([begun?.parent, begun?.forkedFrom, begun?.title], [parent, 'run_old', 'T']);
  assert.deepEqual([begun?.starter, begun?.startedAt, begun?.endedAt, begun?.live], ['ada', 5, null, true]);
  await run.put(store, { row: { status: 'completed', live: false, endedAt: 6, workflow: second, title: null }, at: 6 });
  const ended = await store.run(run.run);
  assert.deepEqual([ended?.status, ended?.live, ended?.endedAt, ended?.title], ['completed', false, 6, null]);
  assert.deepEqual([ended?.workflow, ended?.workflowName], [second, 'second']);
  assert.deepEqual([ended?.parent, ended?.startedAt], [parent, 5]);
  await run.put(store, { row: { status: 'running', live: true, endedAt: null } });
  assert.deepEqual((await store.run(run.run))?.endedAt, null);
}

async function endsTasks(store: Store): Promise<void> {
  const run = await new SampleRun(await addedWorkflow(store)).put(store, { tasks: [sampleTask(1), peopleTask(2)] });
  await run.put(store, { tasks: [peopleTask(2, { assignee: 'grace', openedAt: 9_999, changedAt: 3_000 })] });
  const open = await store.task(run.run, 2);
  assert.deepEqual([open?.assignee, open?.openedAt, open?.changedAt], ['grace', 1_002, 3_000]);
  await run.put(store, {
    endedTasks: [
      { task: 1, status: 'completed', by: 'agent', at: 8, kept: false },
      { task: 2, status: 'completed', verdict: 'approved', by: 'grace', at: 9, kept: true },
    ],
  });
  assert.equal(await store.task(run.run, 1), null);
  const kept = await store.task(run.run, 2);
  assert.deepEqual([kept?.status, kept?.verdict, kept?.by, kept?.endedAt], ['completed', 'approved', 'grace', 9]);
  assert.equal(await store.countTasks({}), 0);
  assert.equal(await store.countTasks({ ended: 'yes' }), 1);
  await run.put(store, { tasks: [peopleTask(2)] });
  assert.deepEqual([(await store.task(run.run, 2))?.endedAt, await store.countTasks({})], [null, 1]);
}
