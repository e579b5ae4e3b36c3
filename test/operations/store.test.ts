// Operations on the store: stats, retention, pruning, proving, copying, erasing, moving. And the doctor.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { atTheGate, type Office, openOffice } from '../support/operations.ts';

const DAY_MS = 86_400_000;

async function withOffice(work: (office: Office) => Promise<void>): Promise<void> {
  const office = await openOffice();
  try {
    await work(office);
  } finally {
    await office.close();
  }
}

/** Some ended runs, some under way, sealed twice. */
async function filled(office: Office): Promise<{ ended: string; open: string }> {
  const ended = await atTheGate(office);
  await office.done('tasks.complete', { task: `${ended}#2`, verdict: 'approve' }, { actor: 'user:bob' });
  await office.store.seal(Date.now());
  await office.done('runs.skip', { task: `${ended}#3`, output: 'sent' });
  const open = await atTheGate(office);
  await office.store.seal(Date.now());
  return { ended, open };
}

/** Changes the file behind the store's back. */
function meddle(office: Office, sql: string): void {
  const database = new DatabaseSync(join(office.folder, 'signoff.db'));
  database.exec(sql);
  database.close();
}

describe('store', () => {
  test('stats tell what is in it', () =>
    withOffice(async (office) => {
      await filled(office);
      const stats = await office.done('store.stats');
      assert.deepEqual(stats.runs, { running: 1, completed: 1 });
      assert.equal(stats.kind, 'sqlite');
      assert.ok(stats.bytes > 0 && stats.commits > 5);
    }));

  test('prune goes by what is retained for each workflow, or by the age given', () =>
    withOffice(async (office) => {
      const { ended, open } = await filled(office);
      const later = { now: Date.now() + 10 * DAY_MS };
      assert.deepEqual((await office.done('store.prune', {}, later)).workflows, []);
      await office.done('store.retain', { workflow: 'letters', keep: '30d' });
      assert.equal((await office.done('store.prune', {}, later)).runs, 0);
      await office.done('store.retain', { workflow: 'letters', keep: 'forever' });
      assert.deepEqual((await office.done('store.prune', {}, later)).workflows, []);
      await office.done('store.retain', { workflow: 'letters', keep: '7d' });
      assert.equal((await office.done('store.prune', { workflow: 'others' }, later)).runs, 0);
      const pruned = await office.done('store.prune', {}, later);
      assert.deepEqual([pruned.runs, pruned.workflows], [1, [{ workflow: 'letters', runs: 1 }]]);
      await office.refused('unknown-run', 'runs.show', { run: ended });
      assert.equal((await office.done('runs.show', { run: open })).status, 'running');
      await office.done('runs.cancel', { run: open });
      assert.equal((await office.done('store.prune', { olderThan: '1d' }, later)).runs, 1);
      assert.equal((await office.done('store.verify')).ok, true);
      assert.match(await office.refused('invalid-request', 'store.prune', { olderThan: 'old' }), /duration/);
    }));

  test('erased data leaves a history that is still proved', () =>
    withOffice(async (office) => {
      const { ended, open } = await filled(office);
      await office.refused('run-not-ended', 'store.erase', { run: open, yes: true });
      assert.equal((await office.done('store.erase', { run: ended })).done, false);
      assert.equal((await office.done('store.verify')).erased, 0);
      const erased = await office.done('store.erase', { run: ended, reason: 'asked to', yes: true });
      assert.ok(erased.commits >= 4);
      const verified = await office.done('store.verify');
      assert.deepEqual([verified.ok, verified.erased], [true, erased.commits]);
    }));

  test('backup copies to a file that opens and is proved', () =>
    withOffice(async (office) => {
      await filled(office);
      const file = join(office.folder, 'copy.db');
      assert.ok((await office.done('store.backup', { file })).bytes > 0);
      const copy = await openSqliteStore({ path: file });
      assert.equal((await verifyStore(copy)).ok, true);
      await copy.close();
      await office.refused('invalid-request', 'store.backup', { file: 'x' }, { readsFiles: false });
    }));

  test('migrate-to moves everything and proves it; a store at work or one that is not empty is refused', () =>
    withOffice(async (office) => {
      const { open } = await filled(office);
      const place = join(office.folder, 'other.db');
      const process = await office.store.register({
        ...{ role: 'work', host: 'h', pid: 1, bornAt: '1', reads: 74, hosts: [], startedAt: 0 },
      });
      assert.match(
        await office.refused('store-in-use', 'store.migrate-to', { place }),
        /in use by other processes: 1\./,
      );
      assert.equal(existsSync(place), false);
      await office.store.unregister(process);
      const moved = await office.done('store.migrate-to', { place });
      assert.equal(moved.runs, 2);
      const other = await openSqliteStore({ path: place });
      assert.equal((await other.run(open))?.hash, (await office.store.run(open))?.hash);
      assert.equal((await other.workflow('letters'))?.name, 'letters');
      await other.close();
      await assert.rejects(office.done('store.migrate-to', { place }), /empty store/);
    }));

  test('a copy of an altered store is not called proved, by backup or by migrate-to', () =>
    withOffice(async (office) => {
      await filled(office);
      meddle(office, "UPDATE tasks SET verdict = 'reject' WHERE verdict = 'approve'");
      const [file, place] = [join(office.folder, 'copy.db'), join(office.folder, 'other.db')];
      const says = /The copy at .* did not verify: 1 break\..*task 2 to say verdict "approve"/;
      for (const [name, input] of [
        ['store.backup', { file }],
        ['store.migrate-to', { place }],
      ] as const) {
        const message = await office.refused('store-not-verified', name, input);
        assert.match(message, says);
        assert.match(message, /The copy was written but is broken; the original store was not changed\.$/);
      }
      const copied = await office.done('store.backup', { file: join(office.folder, 'only.db'), unproved: true });
      assert.deepEqual([copied.runs, copied.commits], [null, null]);
    }));

  test('verify takes the seal it printed, and looks only at chains when asked to be quick', () =>
    withOffice(async (office) => {
      await filled(office);
      const { lastSeal } = await office.done('store.verify');
      assert.equal((await office.done('store.verify', { seal: `sha256:${lastSeal.hash}` })).keptSeal, lastSeal.number);
      assert.equal((await office.done('store.verify', { seal: 'a'.repeat(64) })).ok, false);
      assert.match(await office.refused('invalid-request', 'store.verify', { seal: 'abc' }), /64 hex digits/);
      meddle(office, "UPDATE tasks SET verdict = 'reject' WHERE verdict = 'approve'");
      const quick = await office.done('store.verify', { quick: true });
      assert.deepEqual([quick.ok, quick.database], [true, null]);
      assert.equal((await office.done('store.verify')).ok, false);
    }));

  test('migrate prints its SQL or says where the schema is', () =>
    withOffice(async (office) => {
      assert.match((await office.done('store.migrate', { printSql: true })).sql, /CREATE TABLE runs/);
      assert.equal((await office.done('store.migrate')).sql, null);
    }));
});

describe('verify', () => {
  const cases: readonly { readonly what: string; readonly sql: string; readonly says: RegExp }[] = [
    {
      what: 'a changed word in a commit',
      sql: "UPDATE commits SET text = replace(text, 'promise', 'premise') WHERE text LIKE '%promise%'",
      says: /run_\w+ at \d+: Expected the (sealed )?hash/,
    },
    {
      what: 'a commit taken out',
      sql: 'DELETE FROM commits WHERE id = (SELECT id FROM commits WHERE run = 1 ORDER BY id LIMIT 1 OFFSET 1)',
      says: /run_\w+ at \d+: Expected event \d+ next/,
    },
    {
      what: 'the last commit taken out',
      sql: 'DELETE FROM commits WHERE id = (SELECT max(id) FROM commits WHERE run = 1)',
      says: /Expected events up to \d+, found the last one to be/,
    },
    {
      what: 'a run taken out whole',
      sql: 'DELETE FROM commits WHERE run = 1; DELETE FROM runs WHERE key = 1',
      says: /Expected the run with key 1, sealed up to event/,
    },
    {
      what: 'a changed seal',
      sql: "UPDATE seals SET text = replace(text, ',', ', ') WHERE id = 1",
      says: /seals at 1/,
    },
    { what: 'a seal taken out', sql: 'DELETE FROM seals WHERE id = 1', says: /Expected seal 1, found seal 2/ },
    {
      what: 'a change to what happened outside runs',
      sql: 'UPDATE commits SET at = at + 1 WHERE run = 0 AND first = 1',
      says: /system at \d+/,
    },
  ];
  for (const { what, sql, says } of cases) {
    test(`finds ${what} and names the place`, () =>
      withOffice(async (office) => {
        await filled(office);
        assert.equal((await office.done('store.verify')).ok, true);
        meddle(office, sql);
        const { ok, broken } = await office.done('store.verify');
        assert.equal(ok, false);
        const sentences = broken.map(({ run, number, message }: BrokenRun) => `${run} at ${number}: ${message}`);
        assert.match(sentences.join('\n'), says);
      }));
  }

  interface BrokenRun {
    readonly run: string;
    readonly number: number;
    readonly message: string;
  }

  test('finds the same with room for one run at a time', () =>
    withOffice(async (office) => {
      await filled(office);
      const whole = await verifyStore(office.store);
      assert.deepEqual(await verifyStore(office.store, { headsMax: 1 }), whole);
      meddle(office, 'DELETE FROM commits WHERE run = 1; DELETE FROM runs WHERE key = 1');
      const few = await verifyStore(office.store, { headsMax: 1 });
      assert.deepEqual([few.ok, few.brokenCount], [false, (await verifyStore(office.store)).brokenCount]);
    }));
});

test('the doctor looks at Node, store, workers, runs and who answers agents', () =>
  withOffice(async (office) => {
    await atTheGate(office);
    const { run } = await office.done('runs.start', { workflow: 'letters' });
    const { ok, findings } = await office.done('doctor');
    assert.equal(ok, true);
    const states = findings.map(({ what, state }: { what: string; state: string }) => `${what} ${state}`);
    assert.deepEqual(states, ['node good', 'store good', 'workers warning', 'runs good', 'provider good']);
    const stuck = await office.done('doctor', {}, { now: Date.now() + DAY_MS });
    assert.ok(run !== '' && stuck.findings.length === 5);
  }));
