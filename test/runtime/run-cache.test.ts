// The cache of runs worked on lately: one holder at a time, one read of a workflow.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newLiveRun } from '../../src/runtime/live-run.ts';
import { RunCache } from '../../src/runtime/run-cache.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { addedWorkflow } from '../contract/samples.ts';

it('A run that someone decides on is nobody else’s, and is held until it is kept or dropped', async () => {
  const store = await openSqliteStore({ path: ':memory:' });
  const cache = new RunCache(store);
  const run = newLiveRun('run_1', await cache.workflow(await addedWorkflow(store)), 1);
  run.state.status = 'running';
  cache.keep(run);
  assert.deepEqual([cache.take('run_1'), cache.take('run_1'), cache.isHeld('run_1')], [run, undefined, true]);
  cache.keep(run);
  assert.deepEqual([cache.take('run_1'), cache.isHeld('run_1')], [run, true]);
  cache.drop('run_1');
  assert.deepEqual([cache.take('run_1'), cache.isHeld('run_1')], [undefined, false]);
  await store.close();
});

it('A workflow that many ask for at once is read once', async () => {
  const store = await openSqliteStore({ path: ':memory:' });
  const key = await addedWorkflow(store);
  let reads = 0;
  const counting = { ...store, workflowByKey: (of: number) => store.workflowByKey(of).finally(() => reads++) };
  const cache = new RunCache(counting);
  const [a, b] = await Promise.all([cache.workflow(key), cache.workflow(key)]);
  assert.deepEqual([a === b, reads], [true, 1]);
  await store.close();
});
