// Workers that are asked to end: what they do is finished or given back, and no attempt is lost.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { postgresOrSkip } from '../support/postgres.ts';
import { seededRandom, soaked } from '../support/soak.ts';
import { checkAllDone, checkAnswered, checkExecutions, countEvents } from './check-store.ts';
import { openFixture } from './open-fixture.ts';
import { eventsOfType, executionsIn, until, untilHeld } from './wait-until.ts';

const RESTARTS = soaked(4);
/** Of the actions that each run has, the first half. */
const ACTIONS_MAX = 20;

describe('workers replaced one after the other under load lose no attempt', () => {
  for (const kind of ['SQLite', 'PostgreSQL']) {
    test(`on ${kind}`, {
      timeout: soaked(180_000),
    }, async (t) => {
      const postgres = kind === 'PostgreSQL' ? await postgresOrSkip(t) : null;
      if (postgres === undefined) return;
      const random = seededRandom(t);
      const fixture = await openFixture(t, await postgres?.createDatabase());
      const workers = [fixture.spawn('worker', { capacity: 4 }), fixture.spawn('worker', { capacity: 4 })];
      // Who is not up yet does not know yet what a signal means.
      await Promise.all(workers.map(({ ready }) => ready));
      fixture.spawn('person');
      fixture.spawn('agent');
      for (let restart = 0; restart < RESTARTS; restart++) {
        const next = fixture.spawn('worker', { capacity: 4 });
        workers.push(next);
        await next.ready;
        const wanted = executionsIn(fixture.log).length + 1 + random.int(ACTIONS_MAX);
        await fixture.start('harvest', { baskets: 40 });
        await until('work under way', () => executionsIn(fixture.log).length >= wanted);
        const old = workers.shift();
        old?.signal('SIGTERM');
        assert.deepEqual(await old?.ended, { code: 0, signal: null }, old?.errors);
        assert.equal(old?.errors, '');
      }
      await fixture.allEnded();
      const histories = await checkAllDone(fixture.store);
      checkExecutions(histories, fixture.log);
      checkAnswered(histories, fixture.log);
      assert.equal(countEvents(histories, 'LeaseLost'), 0);
      assert.equal(countEvents(histories, 'TaskReleased'), 0);
    });
  }
});

test('a worker that is asked to end waits for the action under way', { timeout: 120_000 }, async (t) => {
  const fixture = await openFixture(t);
  const run = await fixture.start('guarded', null);
  const release = join(fixture.folder, 'release');
  const worker = fixture.spawn('worker', { release, drainMs: 60_000 });
  await untilHeld(fixture, run, 1);
  worker.signal('SIGTERM');
  await until('the end begun', () => worker.said.includes('ending'));
  writeFileSync(release, '');
  assert.deepEqual(await worker.ended, { code: 0, signal: null }, worker.errors);
  assert.equal(worker.said.at(-1), 'drained');
  const completed = await eventsOfType(fixture, run, 'TaskCompleted');
  assert.equal(completed.length, 1);
});

test('an action that takes longer than the drain is given back without an attempt', { timeout: 120_000 }, async (t) => {
  const fixture = await openFixture(t);
  const run = await fixture.start('guarded', null);
  const worker = fixture.spawn('worker', { workMs: 600_000, drainMs: 300 });
  await untilHeld(fixture, run, 1);
  worker.signal('SIGTERM');
  await until('the task given back', async () => (await eventsOfType(fixture, run, 'TaskReleased')).length > 0);
  await until('the worker drained', () => worker.said.includes('drained'));
  const { items } = await fixture.store.listTasks({ run }, { limit: 2 });
  assert.deepEqual(
    items.map(({ status, attempt, ready }) => ({ status, attempt, ready })),
    [{ status: 'pending', attempt: 0, ready: true }],
  );
  assert.deepEqual(await fixture.store.processes(), []);
  fixture.spawn('worker', { workMs: 10 });
  await until('the work done by another', async () => (await eventsOfType(fixture, run, 'TaskCompleted')).length > 0);
  assert.equal((await eventsOfType(fixture, run, 'LeaseLost')).length, 0);
});
