// Random workflows in real stores by seed, the engine thrown away after commits: 12 s a store, more in `npm run soak`.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { postgresOrSkip } from '../../support/postgres.ts';
import { soaked } from '../../support/soak.ts';
import { type MakeStore, postgresMaker, runStoreSeeds, sqliteMaker, storeSummaryOf } from './run-store-seeds.ts';

const STORE_MS = soaked(12_000);

describe('every row of a store is the fold of its events, however often the engine dies', () => {
  test('in a SQLite file', async (t) => {
    await passes('sqlite', sqliteMaker, (line) => t.diagnostic(line));
  });

  test('in PostgreSQL', async (t) => {
    const postgres = await postgresOrSkip(t);
    if (postgres === undefined) return;
    await passes('postgres', postgresMaker(postgres), (line) => t.diagnostic(line));
  });
});

async function passes(kind: 'sqlite' | 'postgres', make: MakeStore, say: (line: string) => void): Promise<void> {
  const totals = await runStoreSeeds(kind, make, 1, STORE_MS);
  for (const line of storeSummaryOf(totals).split('\n')) say(line);
  assert.equal(totals.failures.length, 0, totals.failures.join('\n\n'));
  assert.ok(totals.played > 0 && totals.deaths > 0, 'engines lived and died');
}
