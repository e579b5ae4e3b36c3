// A command in a run's mailbox whose sender died before anyone looked: it is decided by any working process, at its
// start and in its rounds, although nobody writes that run again.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import type { Json } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { until } from './wait-until.ts';

const ADA = { actor: 'user:ada', channel: 'cli' } as const;
const GATE = 'flowchart TD\n  G(Sign) --> D([END])\n%% @workflow: { "name": "gates" }\n';
const LONG_MS = 60_000;

/** A run that waits at its gate, written by a process that has gone. */
async function waitingRun(store: Store): Promise<string> {
  const stored = await addDiagram(store, 'gates.mmd', GATE, ADA);
  assert.ok(typeof stored !== 'string', String(stored));
  const engine = await openEngine({ store, role: 'cli' });
  const started = await engine.start(stored, {}, { by: ADA });
  await engine.close();
  return started.ok ? started.run : assert.fail(started.rejection.message);
}

/** As a process leaves it that is killed at the point `after-commands-queued`. */
async function leaveCommand(store: Store, run: string, id: string): Promise<void> {
  const row = (await store.run(run)) ?? assert.fail(`no run ${run}`);
  const command = { type: 'CompleteTask', task: 1, output: { verdict: 'approve' }, verdict: 'approve' } as Json;
  await store.mailbox?.post(row.key, [{ id, ...ADA, command, payloads: new Map() }]);
}

async function opened(t: TestContext): Promise<Store | null> {
  return (await openedAt(t))?.store ?? null;
}

async function openedAt(t: TestContext): Promise<{ readonly store: Store; readonly url: string } | null> {
  const postgres = await postgresOrSkip(t);
  if (postgres === undefined) return null;
  const url = await postgres.createDatabase();
  const store = await openPostgresStore({ url });
  t.after(() => store.close());
  return { store, url };
}

/** As no store writes it: altered behind its back. */
async function damage(url: string, keys: readonly number[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set search_path to signoff, public');
    await client.query('update commits set channel = 99 where run = any ($1::bigint[])', [keys]);
  } finally {
    await client.end();
  }
}

const isOver = async (store: Store, run: string): Promise<boolean> => (await store.run(run))?.status === 'completed';

test('a worker that starts decides what was left in a mailbox', { timeout: LONG_MS }, async (t) => {
  const store = await opened(t);
  if (store === null) return;
  const runs = [await waitingRun(store), await waitingRun(store)];
  for (const [at, run] of runs.entries()) await leaveCommand(store, run, `left-${at}`);
  const engine = await openEngine({ store, role: 'work', processesWork: true });
  try {
    for (const run of runs) await until(`${run} is over`, () => isOver(store, run));
    assert.deepEqual(await store.mailbox?.waiting(10), []);
  } finally {
    await engine.close();
  }
});

test('a worker that runs already finds it in its next round', { timeout: LONG_MS }, async (t) => {
  const store = await opened(t);
  if (store === null) return;
  const run = await waitingRun(store);
  const engine = await openEngine({ store, role: 'work', processesWork: true, sweepMs: 100 });
  try {
    await leaveCommand(store, run, 'left-0');
    await until(`${run} is over`, () => isOver(store, run));
  } finally {
    await engine.close();
  }
});

test('one that nobody can decide keeps no other from being decided', { timeout: LONG_MS }, async (t) => {
  const store = await opened(t);
  if (store === null) return;
  const [broken, run] = [await waitingRun(store), await waitingRun(store)];
  const row = (await store.run(broken)) ?? assert.fail(`no run ${broken}`);
  await store.mailbox?.post(row.key, [{ id: 'broken', ...ADA, command: null, payloads: new Map() }]);
  await leaveCommand(store, run, 'left-0');
  const engine = await openEngine({ store, role: 'work', processesWork: true, sweepMs: 100 });
  try {
    await until(`${run} is over`, () => isOver(store, run));
  } finally {
    await engine.close();
  }
});

test('a run that is damaged is skipped, reported once, and delays no other', { timeout: LONG_MS }, async (t) => {
  const { store, url } = (await openedAt(t)) ?? {};
  if (store === undefined || url === undefined) return;
  const [damaged, run] = [await waitingRun(store), await waitingRun(store)];
  for (const [at, each] of [damaged, run].entries()) await leaveCommand(store, each, `left-${at}`);
  await damage(url, [(await store.run(damaged))?.key ?? assert.fail(`no run ${damaged}`)]);
  const warnings: Error[] = [];
  const tell = (warning: Error): unknown => warning.message.includes(damaged) && warnings.push(warning);
  process.on('warning', tell);
  t.after(() => process.off('warning', tell));
  const engine = await openEngine({ store, role: 'work', processesWork: true, sweepMs: 50 });
  try {
    await until(`${run} is over`, () => isOver(store, run));
    const later = await waitingRun(store);
    await leaveCommand(store, later, 'left-later');
    await until(`${later} is over`, () => isOver(store, later));
    assert.equal((await store.run(damaged))?.status, 'running');
    assert.equal(warnings.length, 1);
    assert.equal((warnings[0] as { code?: string }).code, 'store-broken');
  } finally {
    await engine.close();
  }
});

test('a hundred runs that nobody can decide keep no other waiting', { timeout: LONG_MS }, async (t) => {
  const { store, url } = (await openedAt(t)) ?? {};
  if (store === undefined || url === undefined) return;
  const stored = await addDiagram(store, 'gates.mmd', GATE, ADA);
  assert.ok(typeof stored !== 'string', String(stored));
  const starter = await openEngine({ store, role: 'cli' });
  const started = await Promise.all(Array.from({ length: 101 }, () => starter.start(stored, {}, { by: ADA })));
  await starter.close();
  const damaged = started.map((each) => (each.ok ? each.run : assert.fail(each.rejection.message)));
  for (const [at, each] of damaged.entries()) await leaveCommand(store, each, `left-${at}`);
  const rows = await Promise.all(damaged.map((each) => store.run(each)));
  await damage(
    url,
    rows.map((row) => row?.key ?? assert.fail('no run')),
  );
  const run = await waitingRun(store);
  await leaveCommand(store, run, 'left-behind');
  const engine = await openEngine({ store, role: 'work', processesWork: true });
  try {
    await until(`${run} is over`, () => isOver(store, run));
  } finally {
    await engine.close();
  }
});
