// Operations on runs: start, list, show, events, wait, steer, fork, migrate, delete.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { atTheGate, DRAFT_AND_APPROVE, type Office, openOffice } from '../support/operations.ts';

describe('runs', () => {
  let office: Office;
  before(async () => {
    office = await openOffice();
    await office.done('workflows.add', { source: DRAFT_AND_APPROVE });
  });
  after(() => office.close());

  const start = async (input: object = {}): Promise<string> =>
    (await office.done('runs.start', { workflow: 'letters', input: { topic: 'keys' }, ...input })).run;

  test('start a run with its input, its title and who does a step', async () => {
    await office.refused('assignee-fixed', 'runs.start', { workflow: 'letters', assign: { B: 'user:cleo' } });
    const run = await start({ assign: { A: 'agent:writer' }, title: 'Keys' });
    const shown = await office.done('runs.show', { run });
    assert.equal(shown.status, 'running');
    assert.equal(shown.title, 'Keys');
    assert.deepEqual(shown.input, { topic: 'keys' });
    assert.deepEqual(shown.assign, { A: 'agent:writer' });
    assert.deepEqual(
      shown.tasks.map(({ task, step }: { task: string; step: string }) => [task, step]),
      [[`${run}#1`, 'A']],
    );
  });

  test('are refused with a workflow, a version or a step nobody knows', async () => {
    assert.match(await office.refused('unknown-workflow', 'runs.start', { workflow: 'nothing' }), /workflows add FILE/);
    await office.refused('unknown-version', 'runs.start', { workflow: 'letters', version: 'sha256:0000000' });
    await office.refused('unknown-step', 'runs.start', { workflow: 'letters', assign: { Z: 'user:cleo' } });
    await office.refused('invalid-input', 'runs.start', { workflow: 'letters', input: { topic: 7 } });
  });

  test('a key starts one run, however often it comes, and never with another input', async () => {
    const first = await office.done('runs.start', { workflow: 'letters', input: { topic: 'a' } }, { key: 'k1' });
    const again = await office.done('runs.start', { workflow: 'letters', input: { topic: 'a' } }, { key: 'k1' });
    assert.equal(again.run, first.run);
    await office.refused('key-reused', 'runs.start', { workflow: 'letters', input: { topic: 'b' } }, { key: 'k1' });
    const both = await Promise.all(
      [1, 2].map(() => office.done('runs.start', { workflow: 'letters', input: { topic: 'c' } }, { key: 'k2' })),
    );
    assert.equal(both[0].run, both[1].run);
  });

  test('are found by how their id begins, if that is long enough and fits one', async () => {
    const run = await start();
    assert.equal((await office.done('runs.show', { run: run.slice(0, 26) })).run, run);
    assert.equal((await office.done('runs.show', { run: run.slice(4, 26) })).run, run);
    assert.match(await office.refused('unknown-run', 'runs.show', { run: run.slice(0, 9) }), /at least 8 characters/);
    await office.refused('unknown-run', 'runs.show', { run: 'run_zzzzzzzzzz' });
    const alike = run.slice(0, 12);
    for (let i = 0; i < 2; i++)
      await office.engine.start(await storedWorkflow(), {}, { by, run: `${alike}${i}${'0'.repeat(17)}` });
    assert.match(await office.refused('ambiguous-run', 'runs.show', { run: alike }), new RegExp(run));
  });

  const by = { actor: 'user:ada', channel: 'cli' as const };
  const storedWorkflow = async () => (await office.store.workflow('letters')) ?? assert.fail();

  test('are listed newest first, by filter and by page', async () => {
    const early = await start();
    const late = await start();
    await office.done('runs.cancel', { run: late, reason: 'not needed' });
    const all = await office.done('runs.list', { limit: 1000 });
    const ids = all.runs.map(({ run }: { run: string }) => run);
    assert.ok(ids.indexOf(late) < ids.indexOf(early));
    const cancelled = await office.done('runs.list', { status: ['cancelled'], workflow: 'letters', roots: true });
    assert.deepEqual(
      cancelled.runs.map(({ run }: { run: string }) => run),
      [late],
    );
    const page = await office.done('runs.list', { limit: 2 });
    assert.equal(page.runs.length, 2);
    const second = await office.done('runs.list', { limit: 2, after: page.next });
    assert.deepEqual(
      second.runs.map(({ run }: { run: string }) => run),
      ids.slice(2, 4),
    );
    assert.deepEqual((await office.done('runs.list', { before: '-1d' })).runs, []);
    assert.equal((await office.done('runs.list', { since: '-1d', limit: 1000 })).runs.length, ids.length);
    assert.match(
      await office.refused('invalid-request', 'runs.list', { since: 'yesterday' }),
      /since: Expected a date/,
    );
  });

  test('give their events in order, by page', async () => {
    const run = await start();
    const first = await office.done('runs.events', { run, limit: 1 });
    assert.deepEqual(
      first.events.map(({ type }: { type: string }) => type),
      ['RunStarted'],
    );
    const rest = await office.done('runs.events', { run, after: first.next });
    assert.equal(rest.events[0].type, 'TaskOpened');
    assert.equal(rest.next, null);
  });

  test('pause, resume, cancel: each an event with its reason', async () => {
    const run = await start();
    assert.equal((await office.done('runs.pause', { run, reason: 'lunch' })).status, 'paused');
    await office.refused('run-paused', 'runs.pause', { run });
    assert.equal((await office.done('runs.resume', { run })).status, 'running');
    assert.equal((await office.done('runs.cancel', { run, reason: 'no' }, { key: 'c' })).status, 'cancelled');
    assert.equal((await office.done('runs.cancel', { run, reason: 'no' }, { key: 'c' })).status, 'cancelled');
    await office.refused('run-ended', 'runs.cancel', { run, reason: 'again' });
    const { events } = await office.done('runs.events', { run });
    const paused = events.find(({ type }: { type: string }) => type === 'RunPaused');
    assert.deepEqual([paused.actor, paused.data.reason], ['user:ada', 'lunch']);
  });

  test('wait for the end, for a hold, or until time is up', async () => {
    const run = await start();
    const waiting = office.done('runs.wait', { run, timeout: '20s' });
    await office.done('runs.cancel', { run });
    assert.deepEqual(pick(await waiting), ['cancelled', 'over']);
    const held = await start();
    await holdFirst(held);
    assert.deepEqual(pick(await office.done('runs.wait', { run: held, timeout: '20s' })), ['on_hold', 'over']);
    const longer = await office.done('runs.wait', { run: held, ended: true, timeout: '50ms' });
    assert.deepEqual(pick(longer), ['on_hold', 'time-up']);
  });

  const pick = ({ status, waited }: { status: string; waited: string }) => [status, waited];

  async function holdFirst(run: string): Promise<void> {
    const writer = { actor: 'agent:writer' };
    const { lease } = await office.done('tasks.claim', { task: `${run}#1` }, writer);
    await office.done('tasks.hold', { task: `${run}#1`, message: 'Which key?', lease }, writer);
  }

  test('a hold is shown with its moves and ended by one of them', async () => {
    const run = await start();
    await holdFirst(run);
    const { holds } = await office.done('runs.show', { run });
    assert.equal(holds.length, 1);
    assert.match(holds[0].message, /Which key/);
    await office.refused('illegal-move', 'runs.resolve', { run, move: 'force' });
    await office.refused('unknown-hold', 'runs.resolve', { run, move: 'skip', hold: 99 });
    const { status } = await office.done('runs.resolve', { run, move: 'skip', output: 'mine', reason: 'I know it.' });
    assert.equal(status, 'running');
    await office.refused('unknown-hold', 'runs.resolve', { run, move: 'skip' });
  });

  test('a task is skipped with an output, a failed one retried', async () => {
    const run = await start();
    assert.equal((await office.done('runs.skip', { task: `${run}#1`, output: 'by hand' })).status, 'running');
    const { tasks } = await office.done('runs.show', { run });
    assert.equal(tasks[0].step, 'B');
    await office.refused('wrong-status', 'runs.retry', { run: tasks[0].task });
    await office.refused('run-not-failed', 'runs.retry', { run });
  });

  test('fork from the past into a run of its own', async () => {
    const run = await atTheGate(office);
    const { events } = await office.done('runs.events', { run });
    const claimed = events.find(({ type }: { type: string }) => type === 'TaskClaimed').number;
    const forked = await office.done('runs.fork', { run, at: claimed - 1 });
    assert.notEqual(forked.run, run);
    assert.equal(forked.forkedFrom, run);
    assert.deepEqual(stepsOf(await office.done('runs.show', { run: forked.run })), ['A']);
    assert.deepEqual(stepsOf(await office.done('runs.show', { run })), ['B']);
  });

  const stepsOf = ({ tasks }: { tasks: { step: string }[] }) => tasks.map(({ step }) => step);

  test('migrate shows first, and moves only on request', async () => {
    const name = 'moving';
    const older = 'flowchart TD\n    A[Draft] --> B[Send]\n%% @workflow: { "name": "moving" }\n';
    const { version: before } = await office.done('workflows.add', { source: older, name });
    const { run } = await office.done('runs.start', { workflow: name });
    const newer = older.replace('A[Draft] --> B[Send]', 'W[Draft] --> B[Send]');
    const { version } = await office.done('workflows.add', { source: newer, name });
    const lost = await office.done('runs.migrate', { run });
    assert.deepEqual([lost.possible, lost.done, lost.to], [false, false, version]);
    await office.refused('cannot-migrate', 'runs.migrate', { run, yes: true });
    const plan = await office.done('runs.migrate', { run, map: { A: 'W' } });
    assert.deepEqual([plan.possible, plan.done], [true, false]);
    assert.equal((await office.done('runs.show', { run })).version, before);
    assert.equal((await office.done('runs.migrate', { run, map: { A: 'W' }, yes: true })).done, true);
    const shown = await office.done('runs.show', { run });
    assert.deepEqual([shown.version, ...stepsOf(shown)], [version, 'W']);
  });

  test('only an ended run is deleted, and a tombstone stays', async () => {
    const run = await start();
    assert.match(await office.refused('run-not-ended', 'runs.delete', { run }), /Cancel it first/);
    await office.done('runs.cancel', { run });
    await office.done('runs.delete', { run });
    await office.refused('unknown-run', 'runs.show', { run });
    const tombstones = await office.store.tombstones(0, 100);
    assert.deepEqual(
      tombstones.map((each) => each.run),
      [run],
    );
    assert.equal((await office.done('store.verify')).ok, true);
  });
});

test('a role that may less is refused, and what is given in no known form too', async () => {
  const office = await openOffice();
  try {
    const message = await office.refused('not-allowed', 'runs.start', { workflow: 'x' }, { role: 'reviewer' });
    assert.match(message, /role operator/);
    await office.refused('not-allowed', 'store.erase', { run: 'x' }, { role: 'operator' });
    assert.deepEqual((await office.done('runs.list', {}, { role: 'viewer' })).runs, []);
    assert.match(await office.refused('invalid-request', 'runs.list', { limit: 0 }), /limit/);
    await office.refused('invalid-request', 'workflows.add', { file: 'x.mmd' }, { readsFiles: false });
  } finally {
    await office.close();
  }
});
