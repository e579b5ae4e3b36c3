// How commands become commits: together, in order, retried when others were faster, answered only when they are stored.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StoreFault } from '../../src/errors.ts';
import type { Store } from '../../src/ports/store.ts';
import { KeyReused } from '../../src/runtime/key-reused.ts';
import { ADA, add, BOB, ended, enginesOnFile, eventsOf, start, stateOf, taskOf } from './engines-on-file.ts';

const GATE = 'flowchart TD\n  A(Ask)';
const COST = { type: 'AddCost', cost: 1, tokens: 1, by: 'agent:w1' } as const;

type Append = Store['append'];

/** The store with another `append`, laid over the real one. */
function appending(append: (inner: Append) => Append): (store: Store) => Store {
  return (store) => ({ ...store, append: append((writes) => store.append(writes)) });
}

const DECIDED = { type: 'CompleteTask', output: 'approve', verdict: 'approve' } as const;

test('a command that is refused does not make its run look changed', async (t) => {
  const engine = await enginesOnFile(t).open();
  const run = await start(engine, GATE);
  const before = await engine.store.run(run);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const refused = await engine.send(run, { ...DECIDED, task: 99 }, ADA);
  assert.ok(!refused.ok);
  assert.deepEqual(await engine.store.run(run), before);
});

describe('two engines on one store', () => {
  test('move one run on in turns: the slower one decides again', async (t) => {
    const engines = enginesOnFile(t);
    const [one, two] = [await engines.open(), await engines.open()];
    const run = await start(one, GATE);
    for (let n = 0; n < 20; n++) {
      const sent = [one.send(run, COST, ADA), two.send(run, COST, BOB)];
      for (const outcome of await Promise.all(sent)) assert.ok(outcome.ok);
    }
    assert.equal((await stateOf(one, run)).cost, 40);
    const numbers = (await eventsOf(two, run)).map(({ number }) => number);
    assert.deepEqual(
      numbers,
      numbers.map((_, n) => n + 1),
    );
  });

  test('a rejection is decided on what is stored, not on what this process remembers', async (t) => {
    const engines = enginesOnFile(t);
    const [one, two] = [await engines.open(), await engines.open()];
    const run = await start(one, `${GATE} --> B(Ask again)`);
    const { id } = await taskOf(one, run, 'A');
    await two.answer(run, id, DECIDED, BOB);
    const late = await one.answer(run, id, DECIDED, ADA);
    assert.ok(!late.ok && late.rejection.code === 'task-not-open', JSON.stringify(late));
  });

  test('code that accepts answers is asked about a task that another engine opened', async (t) => {
    const engines = enginesOnFile(t);
    const refuse = { accepts: { check: () => ({ refused: ['Not like this.'] }) } };
    const [one, two] = [await engines.open({ code: refuse }), await engines.open()];
    const run = await start(one, `${GATE} --> B(Check)\n%% @B: {"accept":"check"}`);
    await two.answer(run, (await taskOf(two, run, 'A')).id, DECIDED, BOB);
    const answered = await one.answer(run, (await taskOf(two, run, 'B')).id, DECIDED, ADA);
    assert.ok(!answered.ok && answered.rejection.message.includes('Not like this.'), JSON.stringify(answered));
  });

  test('one of two requests with the same key is done, and both are answered alike', async (t) => {
    const engines = enginesOnFile(t);
    const [one, two] = [await engines.open(), await engines.open()];
    const run = await start(one, GATE);
    const request = { operation: 'cost', key: 'k1', requestHash: 'same', answer: { n: 1 } };
    await Promise.all([one.send(run, COST, ADA, request), two.send(run, COST, ADA, request)]);
    const again = await one.send(run, COST, ADA, request);
    assert.deepEqual(again.known, { n: 1 });
    assert.equal((await stateOf(one, run)).cost, 1);
    await assert.rejects(two.send(run, COST, ADA, { ...request, requestHash: 'another' }), KeyReused);
    assert.equal((await stateOf(one, run)).cost, 1);
  });
});

describe('a commit', () => {
  test('holds what came together, and is answered only when it is stored', async (t) => {
    const batches: number[] = [];
    const gate = Promise.withResolvers<void>();
    const engine = await enginesOnFile(t).open(
      {},
      appending((inner) => async (writes) => {
        batches.push(writes.length);
        if (batches.length === 2) await gate.promise;
        return inner(writes);
      }),
    );
    const flow = await add(engine, GATE);
    const first = await engine.start(flow, {}, { by: ADA });
    assert.ok(first.ok);
    let answered = 0;
    const sent = Array.from({ length: 50 }, async () => {
      const started = await engine.start(flow, {}, { by: ADA });
      answered++;
      return started.ok;
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(answered, 0);
    gate.resolve();
    assert.ok((await Promise.all(sent)).every(Boolean));
    assert.deepEqual(batches, [1, 50]);
  });

  test('that the store refused is as if it had never been asked for', async (t) => {
    let isAway = false;
    const engine = await enginesOnFile(t).open(
      {},
      appending((inner) => async (writes) => {
        if (isAway) throw new StoreFault('store-busy', 'Away.');
        return inner(writes);
      }),
    );
    const run = await start(engine, GATE);
    isAway = true;
    await assert.rejects(engine.send(run, COST, ADA), StoreFault);
    isAway = false;
    assert.ok((await engine.send(run, COST, ADA)).ok);
    assert.equal((await stateOf(engine, run)).cost, 1);
  });

  test('that was stored though the answer got lost is seen by the next command', async (t) => {
    let isCut = false;
    const engine = await enginesOnFile(t).open(
      {},
      appending((inner) => async (writes) => {
        const results = await inner(writes);
        if (isCut) throw new StoreFault('store-unreachable', 'Cut.', { isOutcomeUnknown: true });
        return results;
      }),
    );
    const run = await start(engine, GATE);
    isCut = true;
    await assert.rejects(engine.send(run, COST, ADA), StoreFault);
    isCut = false;
    assert.ok((await engine.send(run, COST, ADA)).ok);
    assert.equal((await stateOf(engine, run)).cost, 2);
  });

  test('of a run that resumes keeps each answer in the name of who gave it', async (t) => {
    const engine = await enginesOnFile(t).open();
    const run = await start(engine, `${GATE} --> B(Ask again)`);
    const { id } = await taskOf(engine, run, 'A');
    await engine.send(run, { type: 'PauseRun', reason: 'Wait.' }, ADA);
    assert.ok((await engine.answer(run, id, DECIDED, BOB)).ok);
    await engine.send(run, { type: 'ResumeRun', reason: 'Go on.' }, ADA);
    const by = (type: string, events: Awaited<ReturnType<typeof eventsOf>>) =>
      events.filter((event) => event.type === type).map(({ actor, channel }) => `${actor} ${channel}`);
    const events = await eventsOf(engine, run);
    assert.deepEqual(by('RunResumed', events), ['user:ada cli']);
    assert.deepEqual(by('TaskCompleted', events), ['user:bob studio']);
    const row = await engine.store.task(run, id);
    assert.deepEqual([row?.status, row?.verdict, row?.by], ['completed', 'approve', 'user:bob']);
  });

  test('of a start that is refused leaves no run', async (t) => {
    const engine = await enginesOnFile(t).open();
    const flow = await add(engine, `${GATE}\n%% @workflow: {"input":{"type":"object","required":["n"]}}`);
    const started = await engine.start(flow, {}, { run: 'run_refused', by: ADA });
    assert.ok(!started.ok && started.rejection.code === 'invalid-input', JSON.stringify(started));
    assert.equal(await engine.store.run('run_refused'), null);
    const now = await engine.start(flow, { n: 1 }, { run: 'run_refused', by: ADA });
    assert.ok(now.ok);
  });
});

describe('a run that another engine takes up', () => {
  test('goes on from its snapshot, and ends', async (t) => {
    const engines = enginesOnFile(t);
    const one = await engines.open({ snapshotEvents: 3 });
    const run = await start(one, `${GATE} --> B(Ask again)`);
    await one.answer(run, (await taskOf(one, run, 'A')).id, DECIDED, ADA);
    const row = await one.store.run(run);
    assert.ok(row !== null && (await one.store.snapshotOf(row.key)) !== null);
    const two = await engines.open();
    await two.answer(run, (await taskOf(two, run, 'B')).id, DECIDED, BOB);
    assert.equal(await ended(two, run), 'completed');
  });
});
