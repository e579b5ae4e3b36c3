// Runs that do not move, and why: each cause is brought about for real on a SQLite file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStuck } from '../../src/runtime/find-stuck.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { enginesOnFile, start } from './engines-on-file.ts';

const HOUR_MS = 3_600_000;
const ACTION = 'flowchart TD\n  A[Work]\n%% @A: {"action":"work","timeout":"10m"}';

/** What is said an hour later: nothing is stuck that moved a moment ago. */
async function causes(engine: Engine, afterMs = HOUR_MS): Promise<string[]> {
  return (await findStuck(engine.store, Date.now() + afterMs)).map(({ code, cause }) => `${code}: ${cause}`);
}

test('an action that no living process hosts is named', async (t) => {
  const engines = enginesOnFile(t);
  const sender = await engines.open({ processesWork: false });
  const run = await start(sender, ACTION);
  assert.deepEqual(await causes(sender, 0), [], 'it has only just begun');
  assert.deepEqual(await causes(sender), [
    `nobody-hosts-action: Task ${run}#1 ("A") needs the action work, which no living process hosts.`,
  ]);
  const never = new Promise<never>(() => {});
  await engines.open({ code: { actions: { work: () => never } } });
  const [found = 'nothing'] = await causes(sender, 60_000);
  assert.equal(found, 'nothing', 'someone works on it');
});

test('a timer that nothing fired, and a task whose holder is gone, are named', async (t) => {
  const engines = enginesOnFile(t);
  const worker = await engines.open({ code: { actions: { work: () => new Promise<never>(() => {}) } } });
  const run = await start(worker, ACTION);
  await worker.store.unregister(worker.process);
  assert.match((await causes(worker, 60_000))[0] ?? '', new RegExp(`^holder-gone: Task ${run}#1`));
  assert.match((await causes(worker))[0] ?? '', /^timer-overdue: Its timeout timer was due at /);
});

test('a run that waits for a person or a signal is not stuck', async (t) => {
  const engine = await enginesOnFile(t).open({ processesWork: false });
  await start(engine, 'flowchart TD\n  A(Approve)');
  assert.deepEqual(await causes(engine), []);
});
