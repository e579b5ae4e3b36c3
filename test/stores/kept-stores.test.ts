// Stores that earlier versions wrote, with runs at every gate and calls under way: opened, verified and finished.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Store } from '../../src/ports/store.ts';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { openPlace } from '../e2e/open-place.ts';
import { holdFolder } from '../support/fixed-folder.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { loadPostgres } from '../support/postgres-dump.ts';
import { finishRuns } from './finish-runs.ts';
import { PROJECT } from './flows.ts';
import { unpackFolder } from './pack-folder.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const VERSIONS = readdirSync(HERE).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
const TIMEOUT = { timeout: 120_000 };

for (const version of VERSIONS) {
  const kept = (name: string): Buffer => gunzipSync(readFileSync(join(HERE, version, name)));

  test(`a SQLite store of version ${version} opens, verifies and finishes`, TIMEOUT, async (t) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-kept-')));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const place = join(folder, 'store.db');
    writeFileSync(place, kept('store.db.gz'));
    await opensAndFinishes(t, place, JSON.parse(kept('project-sqlite.json.gz').toString()));
  });

  test(`a PostgreSQL store of version ${version} opens, verifies and finishes`, TIMEOUT, async (t) => {
    const postgres = await postgresOrSkip(t);
    if (postgres === undefined) return;
    const place = await postgres.createDatabase();
    await loadPostgres(place, kept('store.sql.gz').toString());
    await opensAndFinishes(t, place, JSON.parse(kept('project-postgres.json.gz').toString()));
  });
}

async function opensAndFinishes(t: TestContext, place: string, project: { [path: string]: string }): Promise<void> {
  t.after(await holdFolder(PROJECT));
  unpackFolder(project, PROJECT);
  const store = await openPlace(place);
  t.after(() => store.close());
  await proved(store);
  const { items: before } = await store.listRuns({}, { limit: 100 });
  const open = before.filter(({ endedAt }) => endedAt === null);
  assert.ok(open.length >= 15, `${open.length} runs are open`);
  const finished = await finishRuns(store);
  assert.equal(finished.length, open.length);
  for (const { run, status } of finished) assert.equal(status, 'completed', run);
  await proved(store);
}

async function proved(store: Store): Promise<void> {
  const { ok, broken } = await verifyStore(store);
  assert.ok(ok, JSON.stringify(broken, null, 2));
}
