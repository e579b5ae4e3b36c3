// A store behind a pooler: refused where sessions are passed on between transactions, used where they are kept.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { hasPgBouncer, pgBouncer } from '../support/pgbouncer.ts';
import { type PoolMode, poolingProxy } from '../support/pooling-proxy.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { signoffHere } from '../support/signoff-here.ts';

const BY = { actor: 'user:ada', channel: 'cli' } as const;
const FLOW = `flowchart TD
  S[[Each: item]] --> W[Work] --> J[Join]
%% @workflow: { "name": "each" }
%% @S: { "itemsPath": "run.input.items", "itemVariable": "item", "concurrency": 10 }
%% @W: { "action": "work" }`;
const REFUSED =
  /store-unusable: .*transaction pooling.*session mode, or the server's own address\. Nothing was changed\./;
const ENDED_MS = 30_000;

async function proxied(t: TestContext, mode: PoolMode) {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return null;
  const server = await postgres.createDatabase();
  const proxy = await poolingProxy(server, mode);
  t.after(() => proxy.close());
  return { server, ...proxy };
}

async function asked(url: string, ...texts: readonly string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found: unknown[] = [];
    for (const text of texts) found.push(Object.values((await client.query(text)).rows[0] ?? {})[0]);
    return found;
  } finally {
    await client.end();
  }
}

const LEFT = ['SHOW search_path', 'SHOW statement_timeout', "SELECT to_regnamespace('signoff')::text"] as const;

/** Nothing is there, and who has the connection next finds it as it was. */
async function assertUntouched(url: string, server: string): Promise<void> {
  for (const at of [url, server]) assert.deepEqual(await asked(at, ...LEFT), ['"$user", public', '0', null]);
}

/** A run with tasks is worked to its end. */
async function assertWorks(url: string): Promise<void> {
  const store = await openPostgresStore({ url });
  let done = 0;
  const work = async () => ({ output: ++done });
  const engine = await openEngine({ store, role: 'test', processesWork: true, code: { actions: { work } } });
  try {
    const workflow = await addDiagram(store, 'each.mmd', FLOW, BY);
    if (typeof workflow === 'string') assert.fail(workflow);
    const started = await engine.start(workflow, { items: [...'abcdefghij'] }, { by: BY });
    if (!started.ok) assert.fail(started.rejection.message);
    for (const end = performance.now() + ENDED_MS; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
      if ((await store.run(started.run))?.status === 'completed') break;
      assert.ok(performance.now() < end, 'the run goes on');
    }
    assert.equal(done, 10);
  } finally {
    await engine.close();
    await store.close();
  }
}

test('torture3-D1: behind transaction pooling each command is refused, and leaves nothing', async (t) => {
  const pooler = await proxied(t, 'transaction');
  if (pooler === null) return;
  const folder = mkdtempSync(join(tmpdir(), 'signoff-pooler-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'each.mmd'), FLOW);
  // A list first: a server that was let in would not end.
  const commands = [
    'runs list',
    'workflows add each.mmd',
    'run each.mmd --input items=[1]',
    'work',
    'serve --port 0',
    'mcp',
  ];
  for (const command of commands) {
    const { code, out, err } = await signoffHere([...command.split(' '), '--store', pooler.url], { cwd: folder });
    assert.deepEqual([command, code, out], [command, 4, '']);
    assert.match(err, REFUSED);
  }
  const { code, out, err } = await signoffHere(['doctor', '--store', pooler.url], { cwd: folder });
  assert.equal(code, 1);
  assert.match(out.replaceAll(/\s+/g, ' '), new RegExp(`bad store ${REFUSED.source}`));
  assert.doesNotMatch(out + err, /went wrong/);
  await assertUntouched(pooler.url, pooler.server);
});

test('torture3-D1: behind session pooling a run is worked to its end', async (t) => {
  const pooler = await proxied(t, 'session');
  if (pooler !== null) await assertWorks(pooler.url);
});

test('torture3-D1: a server that is reached directly is asked for no further connection', async (t) => {
  const pooler = await proxied(t, 'none');
  if (pooler === null) return;
  const store = await openPostgresStore({ url: pooler.url });
  assert.equal(pooler.clients(), 1);
  await store.close();
  await assertWorks(pooler.url);
});

if (hasPgBouncer()) {
  for (const mode of ['transaction', 'statement'])
    test(`torture3-D1: PgBouncer in ${mode} mode is found, and nothing is left in its connections`, async (t) => {
      const server = await (await postgresOrSkip(t))?.createDatabase();
      if (server === undefined) return;
      const url = await pgBouncer(t, server, mode);
      await assert.rejects(openPostgresStore({ url }), { code: 'store-unusable', message: /transaction pooling/ });
      await assertUntouched(url, server);
    });
  test('torture3-D1: behind PgBouncer in session mode a run is worked to its end', async (t) => {
    const server = await (await postgresOrSkip(t))?.createDatabase();
    if (server !== undefined) await assertWorks(await pgBouncer(t, server, 'session'));
  });
} else {
  process.stdout.write(
    'There is no pgbouncer on this machine: poolers are tested with test/support/pooling-proxy.ts alone.\n',
  );
}
