// PostgreSQL crashes and comes back while people, agents and workers use it, and while a worker recovers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownPostgresOrSkip } from '../support/postgres.ts';
import { seededRandom, soaked } from '../support/soak.ts';
import { checkAllDone, checkAnswered, checkExecutions, countEvents } from './check-store.ts';
import { openFixture } from './open-fixture.ts';
import { executionsIn, until, untilHeld } from './wait-until.ts';

const STOPS = soaked(3);
const STOP_MS_MAX = 1500;
/** Of the work that is begun for each stop, about half. */
const ACTIONS_MAX = 60;

describe('a server', () => {
  test('that crashes again and again loses nothing, and nothing is done twice', {
    timeout: soaked(240_000),
  }, async (t) => {
    const random = seededRandom(t);
    const postgres = await ownPostgresOrSkip(t);
    if (postgres === undefined) return;
    const fixture = await openFixture(t, await postgres.createDatabase());
    const programs = [fixture.spawn('worker', { capacity: 4 }), fixture.spawn('worker', { capacity: 4 })];
    programs.push(fixture.spawn('person'), fixture.spawn('agent'));
    await Promise.all(programs.map(({ ready }) => ready));
    for (let stop = 0; stop < STOPS; stop++) {
      for (let i = 0; i < 2; i++) await fixture.start('harvest', { baskets: 60 });
      const wanted = executionsIn(fixture.log).length + 1 + random.int(ACTIONS_MAX);
      await until('work under way', () => executionsIn(fixture.log).length >= wanted);
      await postgres.stop('immediate');
      await sleep(random.int(STOP_MS_MAX));
      await postgres.start();
    }
    await fixture.allEnded();
    for (const program of programs) assert.ok(program.isRunning, program.errors);
    for (const program of programs) assert.equal(program.errors, '');
    const histories = await checkAllDone(fixture.store);
    checkAnswered(histories, fixture.log);
    const ran = checkExecutions(histories, fixture.log);
    t.diagnostic(`${countEvents(histories, 'TaskCompleted')} tasks, ${ran} executions`);
  });

  test('that crashes while a worker takes over from a dead one delays it, no more', {
    timeout: 180_000,
  }, async (t) => {
    const random = seededRandom(t);
    const postgres = await ownPostgresOrSkip(t);
    if (postgres === undefined) return;
    const fixture = await openFixture(t, await postgres.createDatabase());
    const run = await fixture.start('long', { pieces: Array.from({ length: 200 }, (_, i) => i) });
    const doomed = fixture.spawn('worker', { workMs: 60_000, capacity: 100 });
    await untilHeld(fixture, run, 100);
    await doomed.kill();
    const heir = fixture.spawn('worker', { workMs: 10, capacity: 100 });
    // A process that finds no store when it starts ends at once: the first crash comes after its registration.
    const isRegistered = async () => (await fixture.store.processes()).some(({ pid }) => pid === heir.child.pid);
    await until('the new worker registered', isRegistered);
    for (let crash = 0; crash < 3; crash++) {
      if (crash > 0) await sleep(random.int(400));
      await postgres.stop('immediate');
      await sleep(random.int(500));
      await postgres.start();
    }
    await fixture.allEnded();
    assert.ok(heir.isRunning, heir.errors);
    const histories = await checkAllDone(fixture.store);
    checkExecutions(histories, fixture.log);
    assert.equal(countEvents(histories, 'TaskCompleted'), 202);
  });
});
