// What was wrong with leaving a process whose calls wait for a limit: a budget of the run, one of the day, a rate.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelReply } from '../support/model-server.ts';
import type { ProgramResult } from '../support/run-signoff.ts';
import { EACH, heldBack, openPlace, type Place, runOf, slowly, untilSo } from './waiting-program.ts';

const THREE = 'items=[0,1,2]';
/** What a call is reserved with is 0.08 and more: one finds room at a time. */
const BUDGET = { budget: { cost: 0.1 } };
const LIMITS: readonly (readonly [string, object, readonly string[]])[] = [
  ['a budget of the run', BUDGET, []],
  ['a budget of the day', {}, ['--cost-per-day', '0.1']],
  ['a limit of calls a minute', {}, ['--requests-per-minute', '1']],
];

/** The minute has nothing left until long after the process was ended. */
async function fillMinute({ store }: Place): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  await store.changeShared('rates/agent/x', () => ({ next: { [second]: [1, 1] }, answer: null }));
}

async function claimed({ store }: Place): Promise<number> {
  const { items } = await store.listTasks({}, { limit: 9 });
  return items.filter(({ step, status }) => step === 'A' && status === 'in_progress').length;
}

const STEADY_MS = 500;

/** All three; where a rate is used up already, one that found it so may keep the others from being taken. */
async function isUnderWay(place: Place, isRate: boolean): Promise<boolean> {
  const now = await claimed(place);
  if (!isRate || now === 0 || now === 3) return now === 3;
  await sleep(STEADY_MS);
  return (await claimed(place)) === now;
}

/** What was sent has ended; the rest was given back, and nothing counts as an attempt. */
async function assertGivenBack(place: Place, { err }: ProgramResult): Promise<void> {
  assert.doesNotMatch(err, /unsettled|Warning/);
  const events = await place.events();
  const count = (type: string): number => events.filter((event) => event.type === type).length;
  assert.equal(count('TaskClaimed') - count('TaskReleased') - count('TaskCompleted'), 0);
  assert.equal(count('CallBegun'), count('CallEnded'));
  assert.deepEqual([count('LeaseLost'), count('TaskFailed')], [0, 0]);
}

for (const [what, workflow, limits] of LIMITS) {
  const isRate = limits[0] === '--requests-per-minute';
  test(`exit-N1: signoff run, interrupted while calls wait for ${what}, leaves the run open`, async (t) => {
    const { reply, release } = heldBack();
    const place = await openPlace(t, { 'k.mmd': EACH({ ...workflow }) }, {}, reply);
    await place.run('agents', 'add', 'x', ...limits);
    if (isRate) await fillMinute(place);
    const started = place.begin('run', 'k.mmd', '--input', THREE);
    await untilSo('tasks under way', () => isUnderWay(place, isRate));
    if (!isRate) await untilSo('a call sent', () => place.server.requests.length > 0);
    started.kill('SIGINT');
    await untilSo('what only waited given back', async () => (await claimed(place)) <= (isRate ? 0 : 1));
    release();
    const said = await started.said;
    assert.equal(said.code, 3, said.out + said.err);
    assert.match(said.out, /Left open/);
    assert.ok(place.server.requests.length <= 1);
    await assertGivenBack(place, said);
  });

  test(`exit-N1: signoff work, ended while calls wait for ${what}, gives them back`, async (t) => {
    const { reply, release } = heldBack();
    const place = await openPlace(t, { 'k.mmd': EACH({ ...workflow }) }, {}, reply);
    await place.run('agents', 'add', 'x', ...limits);
    await place.run('workflows', 'add', 'k.mmd');
    await place.run('runs', 'start', 'k', '--input', THREE);
    if (isRate) await fillMinute(place);
    const started = place.begin('work');
    await untilSo('tasks under way', () => isUnderWay(place, isRate));
    if (!isRate) await untilSo('a call sent', () => place.server.requests.length > 0);
    started.kill('SIGTERM');
    await untilSo('what only waited given back', async () => (await claimed(place)) <= (isRate ? 0 : 1));
    release();
    const said = await started.said;
    assert.equal(said.code, 0, said.out + said.err);
    assert.ok(place.server.requests.length <= 1);
    await assertGivenBack(place, said);
  });
}

test('exit-N1: signoff agents test waits for the day, and says in the end what came', async (t) => {
  const place = await openPlace(t, { 'k.mmd': EACH() }, {}, slowly(2500));
  await place.run('agents', 'add', 'x', '--cost-per-day', '0.1');
  place.begin('run', 'k.mmd', '--input', 'items=[0]');
  await untilSo('a call sent', () => place.server.requests.length > 0);
  const said = await place.run('agents', 'test', 'x');
  assert.equal(said.code, 0, said.out + said.err);
  assert.equal(place.server.requests.length, 2);
});

test('exit-N2: what waits for the budget of a day says so, and until when: run, runs show, doctor', async (t) => {
  const place = await openPlace(t, { 'k.mmd': EACH() }, {}, () => ({ broken: 'never' }));
  await place.run('agents', 'add', 'x', '--cost-per-day', '0.05', '--max-output-tokens', '1000');
  const died = place.begin('run', 'k.mmd', '--input', 'items=[0,1,2,3,4,5]');
  await untilSo('four calls under way', () => place.server.requests.length === 4);
  died.kill('SIGKILL');
  await died.said;
  const run = await runOf(place);
  const resumed = place.begin('run', '--resume', run);
  const limit = /what is left of the day's cost is kept for calls under way, again in (9|10) min/;
  await untilSo('a word of the limit', () => /Waiting for .*calls under way/.test(resumed.soFar()));
  assert.match(resumed.soFar(), limit);
  const shown = await place.run('runs', 'show', run);
  assert.match(shown.out, limit);
  const { out } = await place.run('doctor');
  assert.match(out, /agent:x: what is left of the day's cost is kept for calls under way; asked again at \d{4}-/);
  resumed.kill('SIGINT');
  const said = await resumed.said;
  assert.equal(said.code, 3, said.out + said.err);
});

test('exit-N4: a part that a child run gave is a part of the result, in run, runs list, wait and show', async (t) => {
  const child = EACH({ name: 'child', budget: { cost: 0.02, onBudget: 'finish' } });
  const parent = `flowchart TD
  S[[Run: child]] --> B[Say it]
%% @workflow: {"name": "parent"}
%% @S: {"input": {"items": "run.input.items"}}
%% @B: {"prompt": "Say it.", "assignee": "agent:x"}`;
  const place = await openPlace(t, { 'parent.mmd': parent, 'child.mmd': child }, {}, slowly(10));
  await place.run('agents', 'add', 'x', '--max-output-tokens', '1000');
  const { said: ending } = place.begin('run', 'parent.mmd', '--input', THREE);
  const said = await ending;
  assert.equal(said.code, 5, said.out + said.err);
  assert.match(said.out, /Completed in part/);
  assert.match(said.out, /The child run run_\w+ gave a part of its result: The budget of the run is\s+\$0\.02;/);
  const [root] = (await place.store.listRuns({ isRoot: true }, { limit: 1 })).items;
  for (const more of [[], ['--parent', root?.run ?? '']]) {
    const listed = await place.run('runs', 'list', ...more);
    assert.equal(listed.out.match(/completed in part/g)?.length, 1, listed.out);
  }
  const waited = await place.run('runs', 'wait', root?.run ?? '');
  assert.match(waited.out, /It stands .*completed in part\./);
  assert.equal(waited.code, 5);
  const shown = await place.run('runs', 'show', root?.run ?? '');
  assert.match(shown.out, /completed in part[\s\S]*Completed in part\. The child/);
});

test('exit-N3: agents costs counts the calls of a process that died', async (t) => {
  let isOver = false;
  const reply: ModelReply = (request) => (isOver ? slowly(10)(request) : { broken: 'never' });
  const place = await openPlace(t, { 'k.mmd': EACH() }, {}, reply);
  await place.run('agents', 'add', 'x');
  const died = place.begin('run', 'k.mmd', '--input', THREE);
  await untilSo('three calls under way', () => place.server.requests.length === 3);
  died.kill('SIGKILL');
  await died.said;
  isOver = true;
  const run = await runOf(place);
  assert.equal((await place.run('run', '--resume', run)).code, 0);
  const calls = JSON.parse((await place.run('runs', 'calls', run, '--json')).out).total;
  const costs = JSON.parse((await place.run('agents', 'costs', '--by', 'agent', '--json')).out).total;
  assert.deepEqual([calls.calls, calls.unknown], [6, 3]);
  assert.deepEqual(costs, calls);
  assert.equal((await place.run('store', 'verify')).code, 0);
});
