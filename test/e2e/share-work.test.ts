// Two and three worker processes on one PostgreSQL database, and one that dies while it holds tasks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresOrSkip } from '../support/postgres.ts';
import { checkAllDone, checkAnswered, checkExecutions, countEvents } from './check-store.ts';
import { openFixture } from './open-fixture.ts';
import { executionsIn, until, untilHeld } from './wait-until.ts';

const TAKEN_OVER_MS_MAX = 15_000;
const TIMEOUT = { timeout: 180_000 };

for (const count of [2, 3]) {
  test(`${count} workers share the work in one database, and each does a part of it`, TIMEOUT, async (t) => {
    const postgres = await postgresOrSkip(t);
    if (postgres === undefined) return;
    const fixture = await openFixture(t, await postgres.createDatabase());
    const workers = Array.from({ length: count }, () => fixture.spawn('worker', { capacity: 3 }));
    await Promise.all(workers.map(({ ready }) => ready));
    for (let i = 0; i < 4; i++) await fixture.start('harvest', { baskets: 40 });
    fixture.spawn('person');
    fixture.spawn('agent');
    await fixture.allEnded();
    const histories = await checkAllDone(fixture.store);
    checkExecutions(histories, fixture.log);
    checkAnswered(histories, fixture.log);
    assert.equal(countEvents(histories, 'LeaseLost'), 0);
    assert.equal(countEvents(histories, 'ReportRefused'), 0);
    const pids = new Set(executionsIn(fixture.log).map(({ pid }) => pid));
    assert.equal(pids.size, count);
  });
}

test('what a killed worker held on another machine is taken over within 15 s', TIMEOUT, async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const fixture = await openFixture(t, await postgres.createDatabase());
  const run = await fixture.start('long', { pieces: [1, 2, 3, 4, 5, 6] });
  const doomed = fixture.spawn('worker', { workMs: 60_000, host: 'a machine far away' });
  await untilHeld(fixture, run, 6);
  const others = [1, 2].map(() => fixture.spawn('worker', { workMs: 10, host: 'a machine near by' }));
  await Promise.all(others.map(({ ready }) => ready));
  await doomed.kill();
  // Nobody can see that the process is gone: only its silence tells.
  const killedAt = performance.now();
  await until('all its tasks begun again', () => executionsIn(fixture.log).length >= 12);
  const tookMs = performance.now() - killedAt;
  t.diagnostic(`taken over after ${Math.round(tookMs)} ms`);
  assert.ok(tookMs < TAKEN_OVER_MS_MAX, `${tookMs} ms`);
  await fixture.allEnded();
  const histories = await checkAllDone(fixture.store);
  checkExecutions(histories, fixture.log);
  assert.equal(countEvents(histories, 'LeaseLost'), 6);
});
