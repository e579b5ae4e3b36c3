// Opening: what is a store and what is not, who may read its files, migrations however often and by however many.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { migrate, migrationSql, migrations } from './migrate.ts';
import { openSqliteStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'signoff-open-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const SCHEMA = new URL('./schema.sql', import.meta.url);
const note = { at: 1, actor: 'ada', channel: 'cli', text: '[["Noted",{}]]' } as const;

describe('opening a store in SQLite', () => {
  it('makes .signoff and files that nobody else may read', async () => {
    const path = join(folder, '.signoff', 'signoff.db');
    const store = await openSqliteStore({ path });
    await store.putRecord('k', 'n', {}, note);
    const mode = (name: string): string => (statSync(name).mode & 0o777).toString(8);
    assert.deepEqual([mode(path), mode(`${path}-wal`), mode(join(folder, '.signoff'))], ['600', '600', '700']);
    await store.close();
  });

  it('refuses a place without a store when it may not make one', async () => {
    const path = join(folder, 'missing.db');
    await assert.rejects(openSqliteStore({ path, create: false }), { code: 'store-unusable' });
    await assert.rejects(openSqliteStore({ path, readOnly: true }), { code: 'store-unusable' });
    assert.equal(statSync(path, { throwIfNoEntry: false }), undefined);
  });

  it('refuses a file that is no database, and one of another program, and leaves both as they were', async () => {
    const text = join(folder, 'text.db');
    writeFileSync(text, 'This is a letter, and a long one at that. '.repeat(200));
    const foreign = join(folder, 'foreign.db');
    const database = new DatabaseSync(foreign);
    database.exec('CREATE TABLE letters (text TEXT)');
    database.close();
    for (const path of [text, foreign]) {
      const before = readFileSync(path);
      await assert.rejects(openSqliteStore({ path }), { code: 'store-unusable' });
      assert.deepEqual(readFileSync(path), before);
    }
    await assert.rejects(openSqliteStore({ path: folder }), { code: 'store-unusable' });
  });

  it('refuses a newer schema and says so', async () => {
    const path = join(folder, 'newer.db');
    await (await openSqliteStore({ path })).close();
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 999');
    database.close();
    await assert.rejects(openSqliteStore({ path }), { code: 'store-newer', message: /found schema 999/ });
  });

  it('opens twice what it made once, also only for reading', async () => {
    const path = join(folder, 'twice.db');
    const first = await openSqliteStore({ path });
    await first.putRecord('k', 'n', { a: 1 }, note);
    const second = await openSqliteStore({ path, create: false });
    const reader = await openSqliteStore({ path, readOnly: true });
    assert.deepEqual([await second.record('k', 'n'), await reader.record('k', 'n')], [{ a: 1 }, { a: 1 }]);
    await assert.rejects(reader.putRecord('k', 'n', {}, note), { code: 'store-unusable' });
    for (const store of [first, second, reader]) await store.close();
    await assert.rejects(first.record('k', 'n'), { code: 'store-unusable', message: /closed/ });
    await first.close();
  });

  it('is migrated once by many processes that start together', { timeout: 60_000 }, async () => {
    const path = join(folder, 'parallel.db');
    const source = JSON.stringify(new URL('./open-store.ts', import.meta.url).href);
    const program = `import { openSqliteStore } from ${source};
      const store = await openSqliteStore({ path: process.argv[1] });
      await store.putRecord('process', String(process.pid), {}, ${JSON.stringify(note)});
      await store.close();`;
    const exits = Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], { stdio: 'inherit' });
      return (await once(child, 'exit'))[0] as number;
    });
    assert.deepEqual(await Promise.all(exits), [0, 0, 0, 0, 0, 0]);
    const store = await openSqliteStore({ path });
    assert.equal((await store.records('process')).length, 6);
    assert.equal((await store.heads(-1, 1))[0]?.head, 6);
    await store.close();
  });

  it('never waits for a lock inside SQLite', async () => {
    const path = join(folder, 'locked.db');
    const store = await openSqliteStore({ path });
    const other = new DatabaseSync(path, { timeout: 0 });
    other.exec('BEGIN IMMEDIATE');
    const start = performance.now();
    const writing = store.putRecord('k', 'n', {}, note);
    const askedMs = performance.now() - start;
    other.exec('COMMIT');
    await writing;
    assert.ok(askedMs < 1_000, `asking alone took ${askedMs} ms`);
    other.close();
    await store.close();
  });

  it('works in memory', async () => {
    const store = await openSqliteStore({ path: ':memory:' });
    await store.putRecord('k', 'n', { a: 1 }, note);
    assert.deepEqual(await store.record('k', 'n'), { a: 1 });
    await store.close();
  });
});

describe('migrations', () => {
  it('change nothing the second time', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, ':memory:');
    const before = dumpOf(database);
    migrate(database, ':memory:');
    assert.equal(dumpOf(database), before);
  });

  it('are numbered without a gap, and their text can be executed as it is printed', () => {
    assert.deepEqual(
      migrations().map((each) => each.number),
      migrations().map((_, i) => i + 1),
    );
    const [made, printed] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')];
    migrate(made, ':memory:');
    printed.exec(migrationSql());
    assert.equal(dumpOf(printed), dumpOf(made));
    assert.equal(migrationSql(migrations().length), '');
  });

  it('make the schema that schema.sql shows', () => {
    const database = new DatabaseSync(':memory:');
    migrate(database, ':memory:');
    const found = dumpOf(database);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(SCHEMA, found);
    assert.equal(found, readFileSync(SCHEMA, 'utf8'), 'UPDATE_GOLDEN=1 rewrites it');
  });
});

function dumpOf(database: DatabaseSync): string {
  const sql = `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
    ORDER BY tbl_name, type DESC, name`;
  const head = '-- What the migrations make, for reading. Written by open-store.test.ts with UPDATE_GOLDEN=1.\n\n';
  const version = database.prepare('PRAGMA user_version').get()?.user_version;
  const texts = database
    .prepare(sql)
    .all()
    .map((row) => `${row.sql};\n`);
  return `${head}-- schema ${version}\n\n${texts.join('\n')}`;
}
