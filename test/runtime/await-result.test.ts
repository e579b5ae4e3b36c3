// Waiting for what a run comes to, when another process ends it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADA, enginesOnFile, start, taskOf } from './engines-on-file.ts';

test('A result is heard of when another process ends the run that this one still holds', async (t) => {
  const engines = enginesOnFile(t);
  const [one, two] = [await engines.open(), await engines.open()];
  const run = await start(one, 'flowchart TD\n  A(Sign)');
  const result = one.result(run, AbortSignal.timeout(60_000));
  const { id } = await taskOf(two, run, 'A');
  const answered = await two.answer(run, id, { output: 'approve', verdict: 'approve' }, ADA);
  assert.ok(answered.ok, JSON.stringify(answered));
  assert.equal((await result)?.status, 'completed');
});
