// A store through what happens to its server: restarts, kills, dumps restored elsewhere, transactions that overlap.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StoreFault } from '../../src/errors.ts';
import type { Store } from '../../src/ports/store.ts';
import type { PostgresOptions } from '../../src/store/postgres/connections.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { ownPostgresOrSkip, postgresOrSkip } from '../support/postgres.ts';
import { addedWorkflow, SampleRun, sampleTask } from './samples.ts';

async function opened(t: TestContext, url: string, options: Partial<PostgresOptions> = {}): Promise<Store> {
  const store = await openPostgresStore({ url, ...options });
  t.after(() => store.close());
  return store;
}

async function client(t: TestContext, url: string): Promise<Client> {
  const made = new Client({ connectionString: url });
  made.on('error', () => {});
  await made.connect();
  await made.query('SET search_path = signoff');
  t.after(() => made.end());
  return made;
}

const isFault =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof StoreFault && error.code === code;

test('a store goes on after its server was stopped, killed and started again', async (t) => {
  const postgres = await ownPostgresOrSkip(t, { fsync: false });
  if (postgres === undefined) return;
  const store = await opened(t, await postgres.createDatabase(), { reachMs: 20_000 });
  const run = await new SampleRun(await addedWorkflow(store)).put(store);
  let heard = 0;
  const stop = store.listen(() => heard++);
  for (const mode of ['fast', 'immediate', 'kill'] as const) {
    await (mode === 'kill' ? postgres.kill() : postgres.stop(mode));
    const reading = store.run(run.run);
    const writing = putSurely(store, run);
    await sleep(150);
    await postgres.start();
    assert.equal((await reading)?.key, run.known);
    await writing;
    const before = heard;
    for (let i = 0; i < 100 && heard === before; i++) await sleep(50);
    assert.ok(heard > before, 'listening goes on');
  }
  stop();
  assert.equal((await store.run(run.run))?.head, run.head);
});

/** A backend may outlive its killed server by a moment, and take the write or not: only reading again tells. */
async function putSurely(store: Store, run: SampleRun): Promise<void> {
  const write = run.write();
  const fault = await store.append([write]).then(
    () => null,
    (error: unknown) => error,
  );
  if (fault !== null && !(fault instanceof StoreFault && fault.isOutcomeUnknown)) throw fault;
  const head = (await store.run(run.run))?.head;
  assert.ok(head === write.row.head || (fault !== null && head === run.head), `found head ${head}`);
  if (head === write.row.head) run.took(write, run.known);
}

test('a server that stays away is store-unreachable, and nothing is stored', async (t) => {
  const postgres = await ownPostgresOrSkip(t, { fsync: false });
  if (postgres === undefined) return;
  const store = await opened(t, await postgres.createDatabase(), { reachMs: 300 });
  const run = await new SampleRun(await addedWorkflow(store)).put(store);
  await postgres.stop();
  await assert.rejects(store.run(run.run), isFault('store-unreachable'));
  await assert.rejects(store.append([run.write()]), (error) => {
    assert.ok(error instanceof StoreFault);
    return error.code === 'store-unreachable' && !error.isOutcomeUnknown;
  });
  await postgres.start();
  await run.put(store);
});

test('a connection that breaks under an append leaves its outcome unknown', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const url = await postgres.createDatabase();
  // Longer than any wait for a busy machine: the break must come before the limit of a statement.
  const store = await opened(t, url, { statementMs: 300_000 });
  const other = await client(t, url);
  const run = await new SampleRun(await addedWorkflow(store)).put(store);
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM runs WHERE key = $1 FOR UPDATE', [run.known]);
  const waiting = assert.rejects(store.append([run.write()]), (error) => {
    assert.ok(error instanceof StoreFault);
    return error.code === 'store-unreachable' && error.isOutcomeUnknown;
  });
  const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  for (let i = 0; i < 3000 && (await other.query(ended)).rowCount === 0; i++) await sleep(10);
  await waiting;
  await other.query('ROLLBACK');
  assert.equal((await store.run(run.run))?.head, run.head);
  await run.put(store);
});

test('what cannot be a store is refused with a code', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const missing = new URL(postgres.url);
  missing.pathname = '/there_is_no_such_database';
  await assert.rejects(openPostgresStore({ url: missing.href }), isFault('store-unusable'));
  const nobody = { url: 'postgres://127.0.0.1:1/x', reachMs: 50 };
  await assert.rejects(openPostgresStore(nobody), isFault('store-unreachable'));
});

test('its place shows no password', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const url = new URL(await postgres.createDatabase());
  url.password = 'secret';
  const store = await opened(t, url.href);
  assert.ok(!store.place.includes('secret') && store.place.includes(url.host), store.place);
});

test('the feed waits for a transaction that began before, and loses nothing of it', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const url = await postgres.createDatabase();
  const store = await opened(t, url);
  const run = await new SampleRun(await addedWorkflow(store)).put(store);
  const slow = await client(t, url);
  await slow.query('BEGIN');
  const row = `INSERT INTO commits (run, first, last, at, actor, channel, text)
    VALUES ($1, 900, 900, 1, 'slow', 0, '[]')`;
  await slow.query(row, [run.known]);
  const [start, end] = ['0', await store.feedEnd()];
  await run.put(store, { texts: ['["fast",1]'] });
  const early = await store.feed(start, 100);
  assert.ok(
    early.commits.every(({ text }) => text !== '["fast",1]'),
    'it would stand before the slow one',
  );
  await slow.query('COMMIT');
  const late = await nextOf(store, early.cursor);
  assert.deepEqual(
    late.commits.map(({ actor }) => actor),
    ['slow', 'ada'],
  );
  assert.deepEqual((await store.feed(late.cursor, 100)).commits, []);
  const since = await nextOf(store, end);
  assert.deepEqual(since.commits, late.commits, 'neither was committed when the end was asked for');
});

/** A transaction of another test's database that ends just now is waited for, as its database is not known. */
async function nextOf(store: Store, cursor: string) {
  for (let i = 0; i < 500; i++) {
    const page = await store.feed(cursor, 100);
    if (page.commits.length > 0) return page;
    await sleep(10);
  }
  return assert.fail('The feed came to nothing new in 5 s.');
}

test('the end of the feed is after what was committed, whatever still runs', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const url = await postgres.createDatabase();
  const store = await opened(t, url);
  const slow = await client(t, url);
  await slow.query('BEGIN');
  await slow.query('SELECT pg_current_xact_id()');
  const run = await new SampleRun(await addedWorkflow(store)).put(store);
  const end = await store.feedEnd();
  await slow.query('COMMIT');
  assert.deepEqual((await store.feed(end, 9)).commits, []);
  await run.put(store, { texts: ['["next",1]'] });
  const { commits, cursor } = await nextOf(store, end);
  assert.deepEqual(
    commits.map(({ text }) => text),
    ['["next",1]'],
  );
  assert.deepEqual((await store.feed(cursor, 9)).commits, []);
});

test('a transaction of another database does not hold the feed up', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const elsewhere = await client(t, await postgres.createDatabase());
  await elsewhere.query('BEGIN');
  await elsewhere.query('SELECT pg_current_xact_id()');
  const store = await opened(t, await postgres.createDatabase());
  const end = await store.feedEnd();
  await new SampleRun(await addedWorkflow(store)).put(store);
  // One of yet another database that ends just now may hold it up, for that moment.
  let found = 0;
  for (let tries = 0; tries < 100 && found < 2; tries++) {
    if (tries > 0) await sleep(20);
    found = (await store.feed(end, 9)).commits.length;
  }
  assert.equal(found, 2);
  assert.ok(await store.seal(1));
});

test('commits restored from the dump of an older server are in the feed, and are sealed again', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const url = await postgres.createDatabase();
  const before = await openPostgresStore({ url });
  const run = await new SampleRun(await addedWorkflow(before)).put(before);
  await before.seal(1);
  await before.close();
  const dump = await client(t, url);
  await dump.query(`UPDATE commits SET xid = (xid::text::bigint + 1000000000)::text::xid8`);
  await dump.query(`UPDATE seals SET through = (split_part(through, '.', 1)::bigint + 1000000000) || '.9'`);
  const store = await opened(t, url);
  assert.equal((await store.feed('0', 9)).commits.length, 2);
  await run.put(store);
  assert.deepEqual(
    (await store.feed('0', 9)).commits.map(({ first }) => first),
    [1, 1, 3],
  );
  assert.ok((await store.seal(2))?.text.includes(run.hash));
});

test('processes share out what they may claim, and one alone gets the oldest', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const url = await postgres.createDatabase();
  const stores = [await opened(t, url), await opened(t, url)] as const;
  const tasks = Array.from({ length: 100 }, (_, i) => sampleTask(i + 1, { openedAt: 5 }));
  await new SampleRun(await addedWorkflow(stores[0])).put(stores[0], { tasks });
  const numbers = async (store: Store, limit: number): Promise<number[]> =>
    (await store.claimable(['action:test'], {}, limit)).map(({ task }) => task);
  assert.deepEqual(await numbers(stores[0], 3), [1, 2, 3]);
  const born = { role: 'work', host: 'h', pid: 1, bornAt: 'b', reads: 73, hosts: [], startedAt: 1 };
  for (const store of stores) await store.register(born);
  const [mine, theirs] = [await numbers(stores[0], 10), await numbers(stores[1], 10)];
  assert.deepEqual([mine.length, theirs.length, new Set([...mine, ...theirs]).size], [10, 10, 20]);
  assert.equal((await numbers(stores[0], 100)).length, 100, 'what others leave is taken too');
});

test('of two that keep the same request at once, one gets what the other was answered', async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return;
  const url = await postgres.createDatabase();
  const [one, two] = [await opened(t, url), await opened(t, url)];
  const workflow = await addedWorkflow(one);
  for (let i = 0; i < 20; i++) {
    const request = { actor: 'ada', operation: 'runs.start', key: `k${i}`, requestHash: 'h', at: 1 };
    const write = (answer: number) => new SampleRun(workflow).write({ request: { ...request, answer } });
    const results = (await Promise.all([one.append([write(1), write(2)]), two.append([write(3)])])).flat();
    const taken = results.filter((each) => each.ok);
    const known = results.flatMap((each) => (!each.ok && each.kind === 'known-request' ? [each.known.answer] : []));
    assert.deepEqual([taken.length, known.length, new Set(known).size], [1, 2, 1], JSON.stringify(results));
  }
});
