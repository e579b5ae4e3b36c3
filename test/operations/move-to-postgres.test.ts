// A whole SQLite store moves to Postgres, runs included, and goes on there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveStore } from '../../src/operations/move-store.ts';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { atTheGate, openOffice } from '../support/operations.ts';
import { postgresOrSkip } from '../support/postgres.ts';

test('a store moved to Postgres proves the same history', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const office = await openOffice();
  const url = await postgres.createDatabase();
  const target = await openPostgresStore({ url });
  try {
    const run = await atTheGate(office);
    await office.store.seal(Date.now());
    const moved = await moveStore(office.store, target);
    assert.equal(moved.runs, 1);
    assert.equal((await target.run(run))?.hash, (await office.store.run(run))?.hash);
    assert.equal((await target.task(run, 2))?.assignee, 'user:bob');
    const { ok, seals } = await verifyStore(target);
    assert.deepEqual([ok, seals], [true, 1]);
  } finally {
    await target.close();
    await office.close();
  }
});
