// Power lost after an answer: what was answered is on disk, by the live settings and by what is there.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Client } from 'pg';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { ownPostgresOrSkip, postgresOrSkip } from '../support/postgres.ts';
import { addFlow, answerGates } from './answer-gates.ts';

test('every live connection to SQLite writes through to the disk before a commit is answered', async (t) => {
  const live = new Set<DatabaseSync>();
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function noted(sql) {
    live.add(this);
    exec.call(this, sql);
  };
  t.after(() => {
    DatabaseSync.prototype.exec = exec;
  });
  const folder = mkdtempSync(join(tmpdir(), 'signoff-power-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const stores = [];
  for (let i = 0; i < 2; i++) stores.push(await openSqliteStore({ path: join(folder, 'signoff.db') }));
  const engine = await openEngine({ store: stores[0] as (typeof stores)[0], role: 'embedded' });
  await answerGates(engine, await addFlow(engine.store), 2, () => {});
  assert.equal(live.size, 2);
  for (const database of live) {
    assert.equal(database.prepare('PRAGMA synchronous').get()?.synchronous, 2, 'FULL');
    assert.equal(database.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
    if (process.platform === 'darwin') assert.equal(database.prepare('PRAGMA fullfsync').get()?.fullfsync, 1);
  }
  await engine.close();
  for (const store of stores) await store.close();
});

test('a copy of the files of SQLite taken at the moment of an answer opens and holds it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-power-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'signoff.db');
  const store = await openSqliteStore({ path });
  const engine = await openEngine({ store, role: 'embedded' });
  const workflow = await addFlow(store);
  const copies: { readonly copy: string; readonly answered: readonly string[] }[] = [];
  await answerGates(engine, workflow, 40, (answered) => {
    if (answered.length % 4 !== 0) return;
    // Nothing of this process can run between the answer and the copy.
    const copy = join(folder, `copy-${copies.length}.db`);
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    copies.push({ copy, answered: [...answered] });
  });
  await engine.close();
  await store.close();
  assert.equal(copies.length, 10);
  for (const { copy, answered } of copies) {
    const found = await openSqliteStore({ path: copy });
    for (const run of answered) assert.equal((await found.run(run))?.status, 'completed', `${run} in ${copy}`);
    assert.deepEqual((await verifyStore(found)).broken, []);
    await found.close();
  }
});

test('every live connection to PostgreSQL waits for the disk, though its database says otherwise', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const url = await postgres.createDatabase();
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
  await admin.end();
  const live = new Set<Client>();
  const { query } = Client.prototype;
  Client.prototype.query = function noted(this: Client, ...given: unknown[]) {
    live.add(this);
    return query.apply(this, given as never);
  } as typeof query;
  t.after(() => {
    Client.prototype.query = query;
  });
  const store = await openPostgresStore({ url, connections: 3 });
  const engine = await openEngine({ store, role: 'embedded' });
  await answerGates(engine, await addFlow(store), 4, () => {});
  let shown = 0;
  const show: (client: Client) => Promise<{ readonly rows: readonly { readonly synchronous_commit: string }[] }> = (
    client,
  ) => query.call(client, 'SHOW synchronous_commit', undefined as never, undefined as never) as never;
  for (const client of live) {
    const found = await show(client).catch(() => null);
    if (found === null) continue;
    assert.equal(found.rows[0]?.synchronous_commit, 'on');
    shown++;
  }
  assert.ok(shown > 0, 'a connection is open');
  await engine.close();
  await store.close();
});

test('a PostgreSQL that syncs and is killed at the moment of an answer holds it when it is back', {
  timeout: 120_000,
}, async (t) => {
  const postgres = await ownPostgresOrSkip(t);
  if (postgres === undefined) return;
  const url = await postgres.createDatabase();
  const store = await openPostgresStore({ url, connections: 3 });
  const engine = await openEngine({ store, role: 'embedded' });
  let killed: Promise<void> | null = null;
  let held: readonly string[] = [];
  const workflow = await addFlow(store);
  const answering = answerGates(engine, workflow, 40, (answered) => {
    if (answered.length !== 20) return;
    held = [...answered];
    killed = postgres.kill().then(() => postgres.start());
  });
  // What was under way when the server went has its own fate: only answers count.
  await answering.catch(() => {});
  await killed;
  assert.equal(held.length, 20);
  for (const run of held) assert.equal((await store.run(run))?.status, 'completed', run);
  assert.deepEqual((await verifyStore(store)).broken, []);
  await engine.close();
  await store.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  const settings = `SELECT name FROM pg_settings WHERE setting = 'on' AND name IN ('fsync', 'full_page_writes')`;
  const { rows } = await client.query(settings);
  await client.end();
  assert.equal(rows.length, 2, 'the server syncs');
});
