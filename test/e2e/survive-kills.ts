// Tasks for actions, people and agents while workers are killed at random moments: the test of both stores.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { seededRandom, soaked } from '../support/soak.ts';
import { checkAllDone, checkAnswered, checkExecutions, checkStore, countEvents } from './check-store.ts';
import { killWorkers } from './kill-workers.ts';
import { type Fixture, openFixture } from './open-fixture.ts';

const ROUNDS = soaked(2);
const KILLS_IN_ROUND = 10;
const RUNS_IN_ROUND = 3;
const BASKETS = 60;
const TASKS_MIN = ROUNDS * RUNS_IN_ROUND * BASKETS;

export async function surviveKills(t: TestContext, place?: string): Promise<void> {
  const random = seededRandom(t);
  const fixture = await openFixture(t, place);
  await warmUp(fixture);
  let killed = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    for (let i = 0; i < RUNS_IN_ROUND; i++) await fixture.start('harvest', { baskets: BASKETS });
    const others = [fixture.spawn('person'), fixture.spawn('agent'), fixture.spawn('person', { actor: 'user:bo' })];
    killed += await killWorkers(fixture, { kills: KILLS_IN_ROUND, workers: 2, lifeMsMax: 300, random });
    // With everyone dead the rows must be what the events say, in the middle of the work as at its end.
    await Promise.all(others.map((program) => program.kill()));
    if (round < ROUNDS) await checkStore(fixture.store);
  }
  const last = [fixture.spawn('person'), fixture.spawn('agent'), fixture.spawn('worker')];
  await fixture.allEnded();
  await Promise.all(last.map((program) => program.kill()));
  const histories = await checkAllDone(fixture.store);
  const completed = countEvents(histories, 'TaskCompleted');
  const ran = checkExecutions(histories, fixture.log);
  const answered = checkAnswered(histories, fixture.log);
  const lost = countEvents(histories, 'LeaseLost');
  t.diagnostic(`${killed} kills, ${completed} tasks, ${ran} executions, ${answered} answers, ${lost} leases lost`);
  assert.ok(killed >= ROUNDS * KILLS_IN_ROUND);
  assert.ok(completed >= TASKS_MIN, `${completed} tasks`);
  assert.ok(lost > 0, 'no worker was killed while it held a task');
}

/** A process that ends by itself leaves its compiled code for the ones that will be killed. */
async function warmUp(fixture: Fixture): Promise<void> {
  const worker = fixture.spawn('worker');
  await worker.ready;
  await worker.kill('SIGTERM');
}
