// Two that come at once: people, an answer and a timeout, a signal and its wait, the same request twice.

import assert from 'node:assert/strict';
import { KeyReused } from '../../src/runtime/key-reused.ts';
import { ADA, approve, BEN, onBothStores, refusal } from './on-both-stores.ts';

const GATE = `flowchart TD
    A(Approve) -->|"output.verdict === 'approve'"| B[Publish]
    A -->|default| C[Drop]
    B --> D(Sign the book)
    C --> D
%% @B: { "action": "work" }
%% @C: { "action": "work" }`;
const code = { actions: { work: async () => ({ output: 'done' }) } };

onBothStores('of two people who answer at once one wins, and the other learns who did', async (site) => {
  const gate = await site.add('gate', GATE);
  const [first, second] = [await site.engine({ code }), await site.engine()];
  for (let round = 0; round < 8; round++) {
    const run = await site.start(first, gate);
    const [{ task } = assert.fail('no gate')] = await site.openTasks(run);
    const asked = [
      { by: ADA, verdict: 'approve', outcome: first.send(run, approve(task), ADA) },
      { by: BEN, verdict: 'reject', outcome: second.send(run, approve(task, 'reject'), BEN) },
    ];
    const answers = await Promise.all(asked.map(async (each) => ({ ...each, outcome: await each.outcome })));
    const won = answers.filter(({ outcome }) => outcome.ok);
    const lost = answers.find(({ outcome }) => !outcome.ok) ?? assert.fail('both won');
    assert.equal(won.length, 1);
    const { by, verdict } = won[0] ?? assert.fail('none won');
    assert.ok(!lost.outcome.ok);
    assert.equal(lost.outcome.rejection.code, 'task-not-open');
    assert.match(lost.outcome.rejection.message, new RegExp(`answered with "${verdict}" by ${by.actor} at 20`));
    await site.until(run, 'the last gate', async () => (await site.openTasks(run))[0]?.step === 'D');
    const [completed, ...more] = await site.events(first, run, 'TaskCompleted');
    assert.deepEqual([completed?.actor, completed?.data.verdict], [by.actor, verdict]);
    assert.equal(more.length, 1, 'one branch went on, by one action');
    const taken = await site.events(first, run, 'BranchTaken');
    assert.deepEqual(
      taken.map(({ data }) => data.to),
      [verdict === 'approve' ? 'B' : 'C'],
    );
    const refused = await site.events(first, run, 'ReportRefused');
    assert.deepEqual(
      refused.map(({ actor, data }) => [actor, data.code]),
      [[lost.by.actor, 'task-not-open']],
    );
  }
});

const TIMED = `flowchart TD
    A(Approve) --> B[Publish]
    A -->|error| C[Say that nobody came]
%% @A: { "timeout": "1h" }
%% @B: { "action": "work" }
%% @C: { "action": "work" }`;

onBothStores('an answer and its timeout at the same moment come to one outcome, which is recorded', async (site) => {
  const timed = await site.add('timed', TIMED);
  const engine = await site.engine({ code });
  const other = await site.engine({ processesWork: false });
  const outcomes = new Set<string>();
  for (const order of ['answer', 'timer', 'two processes', 'two processes'] as const) {
    const run = await site.start(engine, timed);
    const [{ task } = assert.fail('no gate')] = await site.openTasks(run);
    const [{ timer } = assert.fail('no timer')] = (await site.store.listTimers({ run }, { limit: 5 })).items;
    const clock = { actor: 'system', channel: 'timer' } as const;
    const answer = () => (order === 'two processes' ? other : engine).send(run, approve(task), ADA);
    const fire = () => engine.send(run, { type: 'FireTimer', timer }, clock);
    const [one, two] = order === 'timer' ? [fire(), answer()] : [answer(), fire()];
    const both = await Promise.all([one, two]);
    assert.equal(both.filter(({ ok }) => ok).length, 1, order);
    if (order === 'answer') assert.deepEqual([both[0]?.ok, refusal(both[1])], [true, 'timer-not-set']);
    if (order === 'timer') assert.deepEqual([both[0]?.ok, refusal(both[1])], [true, 'task-not-open']);
    await site.ended(run);
    const ends = await site.events(engine, run, 'TaskCompleted', 'TaskFailed');
    const ofGate = ends.filter(({ data }) => data.task === task);
    assert.equal(ofGate.length, 1, 'the gate ended once');
    const isAnswered = ofGate[0]?.type === 'TaskCompleted';
    outcomes.add(isAnswered ? 'answered' : 'timed out');
    const [, opened] = await site.events(engine, run, 'TaskOpened');
    assert.equal(opened?.data.step, isAnswered ? 'B' : 'C');
    const late = await site.events(engine, run, 'ReportRefused');
    assert.deepEqual(
      late.map(({ actor }) => actor),
      isAnswered ? [] : ['user:ada'],
      'a late answer is on record',
    );
  }
  assert.equal(outcomes.size, 2);
});

const WAIT = `flowchart TD
    A(Approve) --> B[Wait for the post]
    B --> C[Open it]
%% @B: { "stepType": "wait", "signal": "post", "key": "{{run.input.box}}" }
%% @C: { "action": "work" }`;

onBothStores('a signal before its wait is kept, and taken once when the wait opens', async (site) => {
  const waits = await site.add('waits', WAIT);
  const engine = await site.engine({ code });
  const run = await site.start(engine, waits, { box: 'b1' });
  const signal = { type: 'SendSignal', id: 'letter-1', name: 'post', key: 'b1', value: { text: 'hello' } } as const;
  assert.ok((await engine.send(run, signal, BEN)).ok);
  assert.ok((await engine.send(run, signal, BEN)).ok, 'sent again, it is the same signal');
  assert.equal(refusal(await engine.send(run, { ...signal, id: 'x', name: 'parcel' }, BEN)), 'unknown-signal');
  await engine.close();
  const next = await site.engine({ code });
  const [{ task } = assert.fail('no gate')] = await site.openTasks(run);
  assert.ok((await next.send(run, approve(task), ADA)).ok);
  const { status } = await site.ended(run);
  assert.equal(status, 'completed');
  const events = await site.events(next, run, 'SignalReceived', 'SignalKept', 'WaitOpened', 'SignalTaken');
  assert.deepEqual(
    events.map(({ type }) => type),
    ['SignalReceived', 'SignalKept', 'WaitOpened', 'SignalTaken'],
  );
});

onBothStores('a request that comes twice with its key has one effect and one answer', async (site) => {
  const gate = await site.add('gate', GATE);
  const [first, second] = [await site.engine({ code }), await site.engine()];
  const request = (key: string, requestHash: string, answer: string) => ({
    ...{ operation: 'runs.start', key, requestHash, answer },
  });
  const start = (engine: typeof first, key: string, hash: string, answer: string) =>
    engine.start(gate, {}, { by: ADA, request: request(key, hash, answer) });
  // At once from two processes, as a client does that did not hear an answer.
  const both = await Promise.all([start(first, 'k1', 'h1', 'one'), start(second, 'k1', 'h1', 'two')]);
  assert.ok(both.every(({ ok }) => ok));
  const fresh = both.filter((each) => each.ok && each.known === undefined);
  assert.equal(fresh.length, 1, 'one started the run, the other heard of it');
  const again = await start(second, 'k1', 'h1', 'three');
  assert.ok(again.ok && (again.known === 'one' || again.known === 'two'));
  assert.equal((await site.store.listRuns({}, { limit: 10 })).items.length, 1);
  await assert.rejects(start(first, 'k1', 'other', 'four'), KeyReused);
  await assert.rejects(start(first, 'k1', 'other', 'four'), { code: 'key-reused' });
  assert.equal((await site.store.listRuns({}, { limit: 10 })).items.length, 1);

  const [{ run } = assert.fail('no run')] = (await site.store.listRuns({}, { limit: 1 })).items;
  const [{ task } = assert.fail('no gate')] = await site.openTasks(run);
  const verdict = { operation: 'tasks.complete', key: 'k2', requestHash: 'v', answer: { run } };
  const answers = await Promise.all([first, second, first].map((each) => each.send(run, approve(task), ADA, verdict)));
  assert.ok(
    answers.every(({ ok }) => ok),
    'each is answered as if it were the first',
  );
  const completed = await site.events(first, run, 'TaskCompleted');
  assert.equal(completed.filter(({ data }) => data.task === task).length, 1);
  assert.equal((await site.events(first, run, 'ReportRefused')).length, 0);
});
