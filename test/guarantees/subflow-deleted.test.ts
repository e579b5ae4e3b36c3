// The workflow of a subflow is gone when a run comes to start it: the run says so and waits for a person.

import assert from 'node:assert/strict';
import { findStuck } from '../../src/runtime/find-stuck.ts';
import { ADA, approve, BEN, onBothStores } from './on-both-stores.ts';

const CHILD = `flowchart TD
    A(Sign) --> B([END])
%% @workflow: { "name": "child" }`;
const parent = (error: string) => `flowchart TD
    A(Begin) --> B[[Run: child]]
    B --> C([END])
    ${error}
%% @workflow: { "name": "parent" }`;
const note = { at: 0, ...ADA, text: '[["WorkflowRemoved",{"name":"child"}]]' };

onBothStores('a run whose subflow was deleted is held with the reason, and goes on when it is back', async (site) => {
  await site.add('child', CHILD);
  const workflow = await site.add('parent', parent(''));
  const engine = await site.engine();
  const run = await site.start(engine, workflow);
  await site.store.removeWorkflow('child', note);
  assert.ok((await engine.send(run, approve(1), BEN)).ok);
  await site.until(run, 'a hold', ({ status }) => status === 'on_hold');
  const [hold] = await site.events(engine, run, 'HoldOpened');
  assert.equal(hold?.data.code, 'step-failed');
  assert.match(hold?.data.message ?? '', /There is no workflow "child" in the store/);
  assert.deepEqual(await findStuck(site.store, Date.now() + 3_600_000), [], 'it waits for a person, and is not stuck');
  await site.add('child', CHILD);
  const retry = { type: 'ResolveHold', hold: hold?.data.hold ?? 0, move: 'retry', reason: 'It is back.' } as const;
  assert.ok((await engine.send(run, retry, BEN)).ok);
  const child = await childOf();
  assert.ok((await engine.send(child, approve(1), BEN)).ok);
  assert.equal((await site.ended(run)).status, 'completed');

  async function childOf(): Promise<string> {
    let found = '';
    await site.until(run, 'a child', async () => {
      const { items } = await site.store.listRuns({ parent: run }, { limit: 1 });
      found = items[0]?.run ?? '';
      return found !== '' && (await site.openTasks(found)).length > 0;
    });
    return found;
  }
});

onBothStores('where an error edge says so, a deleted subflow takes that way', async (site) => {
  await site.add('child', CHILD);
  const workflow = await site.add('parent', parent('B -->|error| D(Do it by hand)'));
  const engine = await site.engine();
  const run = await site.start(engine, workflow);
  await site.store.removeWorkflow('child', note);
  assert.ok((await engine.send(run, approve(1), BEN)).ok);
  await site.until(run, 'the task by hand', async () => (await site.openTasks(run))[0]?.step === 'D');
  const [failed] = await site.events(engine, run, 'TaskFailed');
  assert.equal(failed?.data.error.code, 'unknown-workflow');
});
