// Work that registered code does for runs of a store: retried, timed out, paused, handed on; and what runs do to runs.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { evolve } from '../../src/engine/evolve.ts';
import { newState, TABLES } from '../../src/engine/snapshot.ts';
import { StoreFault } from '../../src/errors.ts';
import type { Store } from '../../src/ports/store.ts';
import { ADA, add, ended, enginesOnFile, eventsOf, start, stateOf, taskOf } from './engines-on-file.ts';

const WORK = 'flowchart TD\n  A[Work]\n%% @A: {"action":"work"}';
const DECIDED = { output: 'approve', verdict: 'approve' } as const;

const mapOf = (table: { entries(): Iterable<[unknown, unknown]> }) => new Map(table.entries());

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 3000; n++) {
    if (await holds()) return;
    await sleep(20);
  }
  assert.fail('it never came to hold');
}

describe('hosted work', () => {
  test('is tried again after its wait, as often as the step says', async (t) => {
    const attempts: number[] = [];
    const work = async ({ attempt }: { attempt: number }) => {
      attempts.push(attempt);
      if (attempt < 3) throw new Error('Not yet.');
      return { output: { attempt } };
    };
    const engine = await enginesOnFile(t).open({ code: { actions: { work } } });
    const run = await start(engine, `${WORK.replace('}', ',"retry":{"attempts":3,"wait":0.05}}')}`);
    assert.equal(await ended(engine, run), 'completed');
    assert.deepEqual(attempts, [1, 2, 3]);
    const { items } = await engine.store.listTimers({ run }, { limit: 10 });
    assert.deepEqual(items, []);
  });

  test('is asked to stop when its time is over, and the run goes on without it', async (t) => {
    const reasons: unknown[] = [];
    const work = ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(signal.reason);
        });
      });
    const engine = await enginesOnFile(t).open({ code: { actions: { work } } });
    const run = await start(engine, WORK.replace('}', ',"timeout":0.1,"retry":{"attempts":1},"onFailure":"skip"}'));
    assert.equal(await ended(engine, run), 'completed');
    await engine.idle();
    assert.equal(reasons.length, 1);
  });

  test('that is claimed in a commit under way when the process ends is finished before it leaves', async (t) => {
    const paused: { hold: Promise<void> | null } = { hold: null };
    const reached = Promise.withResolvers<void>();
    const slow = (store: Store): Store => ({
      ...store,
      append: async (writes) => {
        if (paused.hold !== null) reached.resolve();
        await paused.hold;
        return store.append(writes);
      },
    });
    const work = async () => ({ output: 'done' });
    const files = enginesOnFile(t);
    const engine = await files.open({ code: { actions: { work } } }, slow);
    const run = await start(engine, 'flowchart TD\n  A(Ask) --> B[Work]\n%% @B: {"action":"work"}');
    const held = Promise.withResolvers<void>();
    paused.hold = held.promise;
    const answered = engine.answer(run, (await taskOf(engine, run, 'A')).id, DECIDED, ADA);
    await reached.promise;
    const closed = engine.close();
    await sleep(50);
    paused.hold = null;
    held.resolve();
    await Promise.all([answered, closed]);
    assert.deepEqual(await engine.store.orphanedLeases(10), []);
    assert.equal((await engine.store.run(run))?.status, 'completed');
  });

  test('that a pause found waiting begins when the run resumes', async (t) => {
    const work = async () => ({ output: null });
    const engine = await enginesOnFile(t).open({ code: { actions: { work } } });
    const run = await start(engine, 'flowchart TD\n  A(Ask) --> B[Work]\n%% @B: {"action":"work"}');
    await engine.send(run, { type: 'PauseRun', reason: 'Wait.' }, ADA);
    await engine.answer(run, (await taskOf(engine, run, 'A')).id, DECIDED, ADA);
    assert.equal((await engine.store.run(run))?.status, 'paused');
    await engine.send(run, { type: 'ResumeRun', reason: 'Go on.' }, ADA);
    assert.equal(await ended(engine, run), 'completed');
  });

  test('finishes in a paused run, and what follows it waits', async (t) => {
    const gate = Promise.withResolvers<void>();
    const work = async () => {
      await gate.promise;
      return { output: null };
    };
    const engine = await enginesOnFile(t).open({ code: { actions: { work } } });
    const run = await start(
      engine,
      'flowchart TD\n  A[Work] --> B[Work]\n%% @A: {"action":"work"}\n%% @B: {"action":"work"}',
    );
    await engine.send(run, { type: 'PauseRun', reason: 'Wait.' }, ADA);
    gate.resolve();
    await eventually(async () => (await eventsOf(engine, run)).some(({ type }) => type === 'TaskCompleted'));
    assert.equal((await engine.store.run(run))?.status, 'paused');
    await engine.send(run, { type: 'ResumeRun', reason: 'Go on.' }, ADA);
    assert.equal(await ended(engine, run), 'completed');
  });

  test('claimed by a commit whose answer got lost is not lost', async (t) => {
    let cuts = 1;
    const cutting = (store: Store): Store => ({
      ...store,
      append: async (writes) => {
        const results = await store.append(writes);
        const isClaim = writes.some(({ tasks }) => tasks?.some(({ leaseKind }) => leaseKind === 'hosted'));
        if (isClaim && cuts-- > 0) throw new StoreFault('store-unreachable', 'Cut.', { isOutcomeUnknown: true });
        return results;
      },
    });
    const work = async () => ({ output: null });
    const engine = await enginesOnFile(t).open({ code: { actions: { work } } }, cutting);
    const flow = await add(engine, WORK);
    await assert.rejects(engine.start(flow, {}, { run: 'run_cut', by: ADA }), StoreFault);
    assert.equal(await ended(engine, 'run_cut'), 'completed');
    const types = (await eventsOf(engine, 'run_cut')).map(({ type }) => type);
    assert.ok(types.includes('TaskReleased'), 'it was given back without an attempt');
  });
});

describe('a large foreach', () => {
  test('is the same from its snapshot, which is in parts, as from its events', async (t) => {
    const engine = await enginesOnFile(t).open({ snapshotEvents: 10 });
    const items = Array.from({ length: 600 }, (_, n) => n);
    const config = '{"itemsPath":"run.input.items","assignee":"user:ada","execution":"manual"}';
    const flow = `flowchart TD\n  E[[Each: item]] --> J[Join]\n%% @E: ${config}`;
    const run = await start(engine, flow, { items });
    const { tasks } = await stateOf(engine, run);
    const answers = [...tasks.keys()].slice(1, 501);
    for (const task of answers) await engine.answer(run, task, DECIDED, ADA);
    const row = await engine.store.run(run);
    const snapshot = await engine.store.snapshotOf(row?.key ?? 0);
    assert.ok(snapshot !== null && snapshot.parts.size === 4, 'the run itself and 256 items a part');
    const events = await eventsOf(engine, run);
    const folded = events.reduce((state, event) => evolve(state, event), newState());
    const found = await stateOf(engine, run);
    for (const table of TABLES) assert.deepEqual(mapOf(found[table]), mapOf(folded[table]));
    assert.deepEqual([...found.tokens.keys()], [...folded.tokens.keys()], 'the oldest token is the first');
  });
});

describe('between runs', () => {
  test('a child is started with the results of a join, large ones too, and reported once to its parent', async (t) => {
    const work = async () => ({ output: { text: 'x'.repeat(2000) } });
    const engine = await enginesOnFile(t).open({ code: { actions: { work } } });
    await add(engine, WORK, 'child');
    const run = await start(
      engine,
      `flowchart TD
  E[[Each: item]] --> J[Join] --> S[[Run: child]]
%% @E: {"itemsPath":"run.input.items","action":"work"}`,
      { items: [1, 2, 3] },
    );
    assert.equal(await ended(engine, run), 'completed');
    await engine.idle();
    const { items } = await engine.store.listRuns({ parent: run }, { limit: 10 });
    assert.deepEqual(
      items.map(({ status, reported }) => [status, reported?.outcome]),
      [['completed', 'completed']],
    );
    assert.deepEqual(await engine.store.outbox(engine.process, 10), []);
  });

  test('a run keeps what the payloads it was handed are made of, when the run that made them is removed', async (t) => {
    const work = async ({ step }: { step: string }) => ({ output: { step, text: 'x'.repeat(2000) } });
    const engine = await enginesOnFile(t).open({ code: { actions: { work } } });
    const flow = `flowchart TD\n  E[[Each: item]] --> J[Join] --> A(Ask)
%% @E: {"itemsPath":"run.input.items","action":"work"}`;
    const run = await start(engine, flow, { items: Array.from({ length: 40 }, (_, n) => n) });
    await eventually(async () => (await eventsOf(engine, run)).some(({ type }) => type === 'JoinFired'));
    const { number } = await stateOf(engine, run);
    const forked = await engine.fork(run, number, ADA);
    assert.ok(forked.ok);
    await engine.send(run, { type: 'CancelRun', reason: 'Enough.' }, ADA);
    const key = (await engine.store.run(run))?.key ?? 0;
    const note = { at: 0, ...ADA, text: '[["RunsRemoved",{}]]' };
    assert.equal(await engine.store.removeRuns([key], note), 1);
    await engine.store.prunePayloads(Number.MAX_SAFE_INTEGER, 0);
    const view = await engine.view(forked.run);
    const [results] = [...(view?.payloads.values() ?? [])].filter((json) => JSON.stringify(json).includes('"$ref"'));
    const inside = [...JSON.stringify(results).matchAll(/sha256:[0-9a-f]{64}/g)].map(([ref]) => ref);
    assert.ok(inside.length > 0, 'the results are made of payloads');
    assert.equal((await engine.store.payloads(inside)).size, new Set(inside).size);
  });

  test('a fork goes on from the past of its source, which goes on too', async (t) => {
    const work = async () => ({ output: null });
    const engine = await enginesOnFile(t).open({ code: { actions: { work } } });
    const run = await start(engine, 'flowchart TD\n  A(Ask) --> B[Work]\n%% @B: {"action":"work"}');
    const { number } = await stateOf(engine, run);
    await engine.answer(run, (await taskOf(engine, run, 'A')).id, DECIDED, ADA);
    assert.equal(await ended(engine, run), 'completed');
    const forked = await engine.fork(run, number, ADA);
    assert.ok(forked.ok, JSON.stringify(forked));
    const row = await engine.store.run(forked.run);
    assert.deepEqual([row?.forkedFrom, row?.status], [run, 'running']);
    await engine.answer(forked.run, (await taskOf(engine, forked.run, 'A')).id, DECIDED, ADA);
    assert.equal(await ended(engine, forked.run), 'completed');
  });

  test('a run that migrates goes on in the new version, in this process and in the next', async (t) => {
    const engines = enginesOnFile(t);
    const engine = await engines.open();
    const run = await start(engine, 'flowchart TD\n  A(Ask)');
    const to = await add(engine, 'flowchart TD\n  Question(Ask) --> B(More)');
    const moved = await engine.migrate(run, to, { A: 'Question' }, 'Renamed.', ADA);
    assert.ok(moved.ok, JSON.stringify(moved));
    const row = await engine.store.run(run);
    assert.deepEqual([row?.workflow, row?.version], [to.key, to.version]);
    await engine.answer(run, (await taskOf(engine, run, 'Question')).id, DECIDED, ADA);
    const next = await engines.open();
    await next.answer(run, (await taskOf(next, run, 'B')).id, DECIDED, ADA);
    assert.equal(await ended(next, run), 'completed');
  });
});
