// A worker that was stopped for longer than its lease, and wakes up to report on a task that was done elsewhere.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresOrSkip } from '../support/postgres.ts';
import { checkAllDone, checkExecutions, countEvents } from './check-store.ts';
import { openFixture } from './open-fixture.ts';
import type { Program } from './spawn-program.ts';
import { eventsOfType, until, untilHeld } from './wait-until.ts';

// What a real lease costs in time is measured by share-work.test.ts.
const LEASES = { leaseMs: 1000, sweepMs: 150 };
const ADA = { actor: 'user:ada', channel: 'cli' } as const;

for (const kind of ['SQLite', 'PostgreSQL']) {
  const name = `a worker stopped past its lease is refused when it reports, and that is recorded, on ${kind}`;
  test(name, { timeout: 180_000 }, async (t) => {
    const postgres = kind === 'PostgreSQL' ? await postgresOrSkip(t) : null;
    if (postgres === undefined) return;
    const fixture = await openFixture(t, await postgres?.createDatabase());
    const run = await fixture.start('guarded', null);
    const release = join(fixture.folder, 'release');
    const zombie = fixture.spawn('worker', { release, ...LEASES });
    await untilHeld(fixture, run, 1);
    await stopBetweenWrites(zombie, postgres === null ? fixture.place : null);
    fixture.spawn('worker', { workMs: 10, ...LEASES });
    const completed = () => eventsOfType(fixture, run, 'TaskCompleted');
    await until('the task done elsewhere', async () => (await completed()).length > 0);
    writeFileSync(release, '');
    zombie.signal('SIGCONT');
    const refusals = () => eventsOfType(fixture, run, 'ReportRefused');
    await until('the late report on record', async () => (await refusals()).length > 0);
    const [refused] = await refusals();
    assert.deepEqual(
      [refused?.data.command, refused?.data.code, refused?.data.lease],
      ['CompleteTask', 'task-not-open', 1],
    );
    const [work] = await completed();
    const approve = (work?.data.task ?? 0) + 1;
    await fixture.engine.answer(run, approve, { output: null, verdict: 'approve' }, ADA);
    await fixture.allEnded();
    const histories = await checkAllDone(fixture.store);
    checkExecutions(histories, fixture.log);
    assert.equal(countEvents(histories, 'TaskCompleted'), 2);
    assert.equal(countEvents(histories, 'LeaseLost'), 1);
  });
}

const SETTLE_MS = 50;

/** In the middle of a write it would keep all others from writing to its file for as long as it is stopped. */
async function stopBetweenWrites(program: Program, file: string | null): Promise<void> {
  for (;;) {
    program.signal('SIGSTOP');
    await sleep(SETTLE_MS);
    if (file === null || isUnlocked(file)) return;
    program.signal('SIGCONT');
    await sleep(SETTLE_MS);
  }
}

function isUnlocked(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
