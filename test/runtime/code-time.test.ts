// Code of a step that never settles keeps no caller waiting: it is reported with the step and the workflow.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADA, add, enginesOnFile, start } from './engines-on-file.ts';

const never = (): Promise<never> => new Promise(() => {});
const FLOW = (settings: string) => `flowchart TD\n  A(Sign)\n%% @A: ${settings}\n`;
const LATE = /step "A" of "flow" failed: it did not end within 50 ms/;

test('an accept that never settles is reported to the one who answers, and the task stays open', {
  timeout: 20_000,
}, async (t) => {
  const code = { accepts: { never } };
  const engine = await enginesOnFile(t).open({ code, codeLimitMs: 50, processesWork: false });
  const run = await start(engine, FLOW('{"accept": "never"}'));
  const outcome = await engine.answer(run, 1, { output: 'yes' }, ADA);
  assert.ok(!outcome.ok);
  assert.match(JSON.stringify(outcome.rejection.details ?? outcome.rejection.message), /The accept code of step/);
  assert.match(JSON.stringify(outcome.rejection).replaceAll('\\"', '"'), LATE);
  assert.equal((await engine.view(run))?.state.tasks.get(1)?.status, 'pending');
});

test('a prepare that never settles fails the claimed task', { timeout: 20_000 }, async (t) => {
  const code = { prepares: { never } };
  const engine = await enginesOnFile(t).open({ code, codeLimitMs: 50, processesWork: false });
  const run = await start(engine, 'flowchart TD\n  A[Draft]\n%% @A: {"prepare": "never"}\n');
  const outcome = await engine.claim(run, 1, 'agent:x', 'outside', { actor: 'agent:x', channel: 'worker' });
  assert.ok(!outcome.ok);
  assert.match(outcome.rejection.message, LATE);
});

test('an accept of the workflow that never settles is reported to its starter', { timeout: 20_000 }, async (t) => {
  const engine = await enginesOnFile(t).open({
    code: { acceptRuns: { never } },
    codeLimitMs: 50,
    processesWork: false,
  });
  const stored = await add(engine, 'flowchart TD\n  A(Sign)\n%% @workflow: {"name": "flow", "accept": "never"}\n');
  await assert.rejects(engine.start(stored, {}, { by: ADA }), /accept code of "flow" failed: it did not end within 50/);
});
