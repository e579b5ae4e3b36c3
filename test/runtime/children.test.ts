// Child runs that an action starts: once each, before what is sent to them, ended with the run that started them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionResult, CodeCall, CodeRegistry } from '../../src/ports/action.ts';
import type { Store } from '../../src/ports/store.ts';
import { openMemoryEngine } from '../../src/runtime/memory-engine.ts';
import { sha256 } from '../../src/runtime/sha256.ts';
import { ADA, onBothStores, type Site } from '../guarantees/on-both-stores.ts';
import { compiled } from '../support/compiled.ts';
import { dyingStore } from '../support/dying-store.ts';
import { validate } from '../support/validate.ts';

const ASKS = `flowchart TD
    A[Ask] --> B[Ask again] --> C(Look)
%% @workflow: { "name": "asks" }
%% @A: { "action": "ask" }
%% @B: { "action": "ask" }`;
const ANSWERS = `flowchart TD
    W[Wait] --> V[Wait] --> S(Sign)
%% @workflow: { "name": "answers", "output": { "first": "steps.W.output", "second": "steps.V.output" } }
%% @W: { "stepType": "wait", "signal": "request" }
%% @V: { "stepType": "wait", "signal": "request" }`;

/** Names the same child each time, and sends it what it is asked at that step. */
function ask({ childRun, step }: CodeCall): ActionResult {
  const run = childRun('architect');
  return {
    output: run,
    children: [{ id: 'architect', workflow: 'answers', input: { of: step } }],
    send: [{ run, id: `request-${step}`, name: 'request', value: step }],
  };
}
const code: CodeRegistry = { actions: { ask } };

onBothStores('a child of an action is started once, and gets the signals of the same result', async (site) => {
  await site.add('answers', ANSWERS);
  const engine = await site.engine({ code });
  const run = await site.start(engine, await site.add('asks', ASKS));
  await site.until(run, 'its gate', async () => (await site.openTasks(run)).length === 1);
  await site.until(run, 'a child', async () => (await childrenOf(site, run)).length > 0);
  const [child = '', ...others] = await childrenOf(site, run);
  assert.deepEqual(others, []);
  await site.until(child, 'both signals', async () => (await site.openTasks(child)).length === 1);
  const taken = await site.events(engine, child, 'SignalTaken');
  assert.deepEqual(
    taken.map(({ data }) => data.output),
    ['A', 'B'],
  );
  const family = await site.store.listTasks({ family: run, forPeople: true }, { limit: 10 });
  assert.deepEqual(family.items.map(({ step }) => step).sort(), ['C', 'S'], 'who serves the run serves its children');
  assert.ok((await engine.send(run, { type: 'CancelRun', reason: 'Enough.' }, ADA)).ok);
  assert.equal((await site.ended(child)).status, 'cancelled');
});

onBothStores('a child of an action is started by the next process, where the first died', async (site) => {
  await site.add('answers', ANSWERS);
  const asks = await site.add('asks', ASKS);
  // As one that dies before it looks at what its commits ask for.
  const forgets = (store: Store): Store =>
    dyingStore(store, ({ name, make }) => (name === 'outbox' ? Promise.resolve([]) : make())).store;
  const first = await site.engine({ code }, forgets);
  const run = await site.start(first, asks);
  await site.until(run, 'its gate', async () => (await site.openTasks(run)).length === 1);
  assert.deepEqual(await childrenOf(site, run), []);
  await site.end(first);
  const second = await site.engine({ code });
  await site.until(run, 'a child', async () => (await childrenOf(site, run)).length === 1);
  const [child = ''] = await childrenOf(site, run);
  await site.until(child, 'both signals', async () => (await site.openTasks(child)).length === 1);
  assert.equal((await site.events(second, child, 'SignalReceived')).length, 2);
});

async function childrenOf(site: Site, run: string): Promise<readonly string[]> {
  const { items } = await site.store.listRuns({ parent: run }, { limit: 10 });
  return items.map((row) => row.run);
}

test('in memory, too', async () => {
  const [asks, answers] = [await compiled('asks', ASKS), await compiled('answers', ANSWERS)];
  const engine = openMemoryEngine({
    ...{ hash: sha256, validate, code },
    loadWorkflow: async () => ({ workflow: answers, folder: null }),
  });
  const started = await engine.start(asks, {}, { by: ADA });
  assert.ok(started.ok);
  await engine.idle();
  const [root, child] = [...engine.runs.values()];
  assert.equal(engine.runs.size, 2);
  assert.deepEqual(
    [...(child?.state.tasks.values() ?? [])].map(({ step }) => step),
    ['S'],
  );
  engine.send(root?.id ?? '', { type: 'CancelRun', reason: 'Enough.' }, ADA);
  await engine.idle();
  assert.equal(child?.state.status, 'cancelled');
});
