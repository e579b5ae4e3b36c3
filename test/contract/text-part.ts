// Texts no column can hold: half a surrogate pair, the character 0. Every store keeps the same sign for them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storable } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import type { NewPlace } from './describe-store.ts';
import { addedWorkflow, note, peopleTask, refOf, SampleRun, sampleTask, sampleWorkflow } from './samples.ts';
import { withStore } from './with-store.ts';

const HOSTILE = 'high \ud83d, low \udc00, nul \0, shown \ufffd, whole \u{1f600}, "quoted" \\ud83d \\u0000';
const KEPT = 'high \ufffd, low \ufffd, nul \ufffd, shown \ufffd, whole \u{1f600}, "quoted" \\ud83d \\u0000';
/** As JSON nothing of it is lost. */
const JSON_TEXT = JSON.stringify([HOSTILE]);

export function textPart(newPlace: NewPlace): void {
  describe('text no column can hold', () => {
    it('is kept in every field of a run and its tasks as the sign for it', withStore(newPlace, rows));
    it('stays as it is in what is kept as JSON', withStore(newPlace, jsonTexts));
    it('is the same text to every filter and key', withStore(newPlace, filters));
    it('is kept so in records, workflows, processes, shared facts and the system stream', withStore(newPlace, named));
  });
}

async function rows(store: Store): Promise<void> {
  assert.equal(storable(HOSTILE), KEPT);
  const run = await new SampleRun(await addedWorkflow(store)).put(store, {
    row: { title: HOSTILE, starter: HOSTILE, reported: { outcome: HOSTILE, cost: 1, tokens: 1 } },
    tasks: [
      sampleTask(1, {
        step: HOSTILE,
        queue: HOSTILE,
        assignee: HOSTILE,
        title: HOSTILE,
        tags: [HOSTILE],
        worker: HOSTILE,
      }),
      peopleTask(2, { title: HOSTILE }),
    ],
  });
  await run.put(store, {
    row: { title: `${HOSTILE} again` },
    endedTasks: [{ task: 2, status: 'completed', verdict: HOSTILE, by: HOSTILE, at: 3, kept: true }],
    spent: [
      {
        ...{ day: '2026-01-01', agent: HOSTILE, provider: HOSTILE, model: HOSTILE, workflow: HOSTILE },
        ...{ calls: 1, cost: 1, in: 1, out: 1, cached: 1, unknown: 0 },
      },
    ],
  });
  const row = await store.run(run.run);
  assert.deepEqual([row?.title, row?.starter, row?.reported?.outcome], [`${KEPT} again`, KEPT, KEPT]);
  const task = await store.task(run.run, 1);
  const found = [task?.step, task?.queue, task?.assignee, task?.title, task?.worker, ...(task?.tags ?? [])];
  assert.deepEqual(
    found,
    Array.from({ length: 6 }, () => KEPT),
  );
  const ended = await store.task(run.run, 2);
  assert.deepEqual([ended?.title, ended?.verdict, ended?.by], [KEPT, KEPT, KEPT]);
  const [spent] = await store.spent({});
  assert.deepEqual([spent?.agent, spent?.provider, spent?.model, spent?.workflow], [KEPT, KEPT, KEPT, KEPT]);
}

async function jsonTexts(store: Store): Promise<void> {
  const run = await new SampleRun(await addedWorkflow(store)).put(store, {
    texts: [JSON_TEXT],
    payloads: new Map([[refOf(JSON_TEXT), JSON_TEXT]]),
    references: [refOf(JSON_TEXT)],
    outbox: [{ kind: 'tell', content: [HOSTILE] }],
    snapshot: {
      number: 2,
      format: 1,
      parts: new Map([
        ['', JSON_TEXT],
        ['a', JSON_TEXT],
      ]),
      gone: [],
    },
    request: { actor: 'ada', operation: 'start', key: 'k', requestHash: 'h', answer: [HOSTILE], at: 1 },
  });
  assert.equal((await store.commitsOf(run.known, 0, 1))[0]?.text, JSON_TEXT);
  assert.equal((await store.payloads([refOf(JSON_TEXT)])).get(refOf(JSON_TEXT)), JSON_TEXT);
  assert.deepEqual((await store.outbox(null, 9))[0]?.content, [HOSTILE]);
  assert.deepEqual([...((await store.snapshotOf(run.known))?.parts.values() ?? [])], [JSON_TEXT, JSON_TEXT]);
  assert.deepEqual((await store.knownRequest('ada', 'start', 'k'))?.answer, [HOSTILE]);
}

async function filters(store: Store): Promise<void> {
  const workflow = (await store.addWorkflow(sampleWorkflow(HOSTILE), HOSTILE, note())).key;
  const request = { actor: HOSTILE, operation: 'start', key: HOSTILE, requestHash: 'h', answer: 1, at: 1 };
  const run = await new SampleRun(workflow).put(store, {
    row: { starter: HOSTILE },
    tasks: [sampleTask(1, { step: HOSTILE, queue: HOSTILE, assignee: HOSTILE, tags: [HOSTILE] })],
    request,
  });
  assert.equal((await store.listRuns({ starter: HOSTILE, workflow: HOSTILE }, { limit: 9 })).items.length, 1);
  const filter = { step: HOSTILE, assignee: HOSTILE, tag: HOSTILE, workflow: HOSTILE };
  assert.equal((await store.listTasks(filter, { limit: 9 })).items.length, 1);
  assert.equal((await store.claimable([HOSTILE], {}, 9)).length, 1);
  assert.equal((await store.knownRequest(HOSTILE, 'start', HOSTILE))?.requestHash, 'h');
  const again = new SampleRun(workflow).write({ request: { ...request, key: KEPT } });
  const [known] = await store.append([again]);
  assert.ok(known !== undefined && !known.ok && known.kind === 'known-request');
  assert.equal(await store.run(HOSTILE), null);
  assert.equal(await store.task(HOSTILE, 1), null);
  assert.equal((await store.workflow(HOSTILE))?.origin, KEPT);
  assert.equal((await store.run(run.run))?.workflowName, KEPT);
}

async function named(store: Store): Promise<void> {
  await store.putRecord(
    HOSTILE,
    HOSTILE,
    { text: HOSTILE },
    { ...note(JSON.stringify([['Noted', { text: HOSTILE }]])), actor: HOSTILE },
  );
  assert.deepEqual(await store.records(HOSTILE), [{ name: KEPT, content: { text: HOSTILE } }]);
  assert.deepEqual(await store.record(KEPT, HOSTILE), { text: HOSTILE });
  const [noted] = await store.commitsOf(0, 0, 9);
  const [[, about]] = JSON.parse(noted?.text ?? '') as [[string, { text: string }]];
  assert.deepEqual([noted?.actor, about.text], [KEPT, HOSTILE]);
  const registered = { pid: 1, bornAt: 'x', reads: 1, startedAt: 1 };
  await store.register({ ...registered, role: HOSTILE, host: HOSTILE, hosts: [HOSTILE] });
  const [process] = await store.processes();
  assert.deepEqual([process?.role, process?.host, process?.hosts], [KEPT, KEPT, [HOSTILE]]);
  await store.changeShared(HOSTILE, () => ({ next: { text: HOSTILE }, answer: null }));
  assert.deepEqual(await store.shared(''), [{ name: KEPT, content: { text: HOSTILE } }]);
  assert.equal(await store.removeRecord(HOSTILE, HOSTILE, note()), true);
}
