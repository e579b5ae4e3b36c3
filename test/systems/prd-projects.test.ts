// Processes of different projects on one store: each works in its own, and leaves the runs of others alone.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { noPostgres, postgresForTests } from '../support/postgres.ts';
import { newFolder, type PrdRun, prdFixture } from './prd-fixture.ts';

async function signed(run: PrdRun): Promise<void> {
  await run.approvesBrief();
  await run.approvesAll();
  await run.decides(false);
  await run.answer('PR', { prdApproved: true });
  assert.equal(await run.ended(), 'completed', JSON.stringify(await run.data()));
}

async function sideBySide(t: TestContext, place: string): Promise<void> {
  const fixtures = [await prdFixture(t, { place }), await prdFixture(t, { place })];
  const things = ['orders', 'invoices', 'customers', 'parcels', 'returns', 'coupons'];
  const runs = await Promise.all(
    things.map((thing, at) => {
      const userUtterance = `Shop owners can export their ${thing} as a CSV file.`;
      return fixtures[at % 2]?.start({ userUtterance }) ?? assert.fail();
    }),
  );
  await Promise.all(runs.map(signed));
  for (const run of runs) assert.ok(existsSync(run.path(join(String((await run.data()).featureId), 'PRD.md'))));
  const failures = (await Promise.all(runs.map((run) => run.events())))
    .flat()
    .filter(({ type }) => type === 'AttemptFailed');
  assert.deepEqual(failures, []);
}

test('on SQLite', async (t) => {
  await sideBySide(t, join(newFolder(t), 'store.db'));
});

test('on Postgres', { skip: noPostgres() }, async (t) => {
  await sideBySide(t, await (await postgresForTests()).createDatabase());
});

test('a process of another project hands nothing of it out, and says where it is', async (t) => {
  const place = join(newFolder(t), 'store.db');
  const own = await prdFixture(t, { place });
  const run = await own.start();
  await run.at('FBReview');
  const other = await prdFixture(t, { place });
  const feedback = { approved: false, userFeedback: 'Say who.', reviewSummary: 'No.' };
  const before = (await run.events()).length;
  for (const approved of [true, false]) {
    const why = await other.resume(run.id).tries('FBReview', { ...feedback, approved });
    assert.match(why ?? '', /^project-elsewhere: .*--project/);
  }
  assert.equal((await run.events()).length, before);
  await run.answer('FBReview', feedback);
  await run.at('FBReview');
});
