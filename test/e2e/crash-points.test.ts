// A process kills itself at each point at which it may die, at the first visit and at a later one, on both stores.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CRASH_POINTS, type CrashPoint } from '../../src/runtime/crash-points.ts';
import { envelope } from '../agents/agent-engine.ts';
import { checkMoney, USAGE } from '../agents/priced-agents.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { checkAllDone, checkExecutions, checkStore, countEvents } from './check-store.ts';
import { noteText } from './note-text.ts';
import { type Fixture, openFixture } from './open-fixture.ts';
import { CAPACITY, openOrders } from './open-orders.ts';
import { openPlace } from './open-place.ts';
import type { ProgramSettings } from './program-settings.ts';

type Crash = NonNullable<ProgramSettings['crash']>;

const ORDERS = 8;
/** On a busy machine timers become due together: with fewer a third visit is not certain. */
const ORDERS_OF: Partial<Record<CrashPoint, number>> = { 'before-timers': 24 };
const LATER = 3;
/** Requests of a process that died which nobody heard the reply to. */
const UNHEARD = CAPACITY * 3;
const ADA = { actor: 'user:ada', channel: 'cli' } as const;
const NOTE = { at: 0, ...ADA, text: '[["AgentAdded",{}]]' };
const STILL_MS = 150;
const OF_THE_INBOX = /^after-(?:commands-)?queued/;

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  describe(`kill -9 at every named point loses nothing and does nothing twice, on ${kind}`, () => {
    const points = CRASH_POINTS.filter((point) => kind === 'PostgreSQL' || !OF_THE_INBOX.test(point));
    for (const point of points) {
      test(point, { timeout: 120_000 }, async (t) => {
        const postgres = kind === 'PostgreSQL' ? await postgresOrSkip(t) : null;
        if (postgres !== undefined) await survive(t, crashesAt(point), await postgres?.createDatabase());
      });
    }
  });
}

/** Each in a process of its own, one after the other. */
function crashesAt(point: CrashPoint): readonly Crash[] {
  if (point !== 'after-leases-lost') return [1, LATER].map((visit) => ({ point, visit }));
  // Leases are taken away from those who died before: from one, then from two.
  return [
    { point: 'before-report', visit: 1 },
    { point, visit: 1 },
    { point, visit: 2 },
  ];
}

async function survive(t: TestContext, crashes: readonly Crash[], place?: string): Promise<void> {
  const server = await startModelServer(() => ({ text: envelope('go ahead'), usage: USAGE }));
  t.after(() => server.close());
  const fixture = await openFixture(t, place, ['packing', 'orders']);
  await fixture.store.putRecord('agent', 'adviser', {}, NOTE);
  const workspace = join(fixture.folder, 'workspace');
  mkdirSync(workspace);
  const settings = { place: fixture.place, log: fixture.log, workspace, model: server.url };
  const orders = Math.max(...crashes.map(({ point }) => ORDERS_OF[point] ?? ORDERS));
  const run = await fixture.start('orders', { orders: Array.from({ length: orders }, (_, order) => order) });
  for (const crash of crashes) {
    const program = fixture.spawn('orders', { ...settings, crash });
    if (OF_THE_INBOX.test(crash.point)) await disturb(fixture, run, program.ended);
    const name = `${crash.point}, visit ${crash.visit}`;
    const { signal } = await Promise.race([program.ended, fixture.allEnded().then(() => ({ signal: null }))]);
    assert.equal(signal, 'SIGKILL', `${name} was never reached. ${program.errors}`);
    assert.equal(program.errors, '', name);
    await untilStill(fixture);
    await checkStore(fixture.store);
  }
  const store = await openPlace(fixture.place);
  const engine = await openOrders(store, settings);
  try {
    await fixture.allEnded();
    await engine.idle();
  } finally {
    await engine.close(0);
    await store.close();
  }
  await checkOrders({ ...fixture, orders }, run, server, crashes.length);
}

/** A server may still commit what it was sent before the process died. */
async function untilStill({ store }: Fixture): Promise<void> {
  const heads = async (): Promise<string> => {
    const { items } = await store.listRuns({}, { limit: 10 });
    return items.map(({ run, head }) => `${run} ${head}`).join();
  };
  for (let before = '', now = await heads(); before !== now; before = now, now = await heads()) await sleep(STILL_MS);
}

/** Others write the run too, so that its commands go through its mailbox. */
async function disturb({ engine }: Fixture, run: string, ended: Promise<unknown>): Promise<void> {
  let isEnded = false;
  void ended.then(() => {
    isEnded = true;
  });
  while (!isEnded) {
    const { ok } = await engine.send(run, { type: 'AddCost', cost: 0, tokens: 0, by: 'others' }, ADA);
    if (!ok) return;
  }
}

async function checkOrders(
  { store, folder, log, orders }: Fixture & { readonly orders: number },
  run: string,
  server: ModelServer,
  deaths: number,
) {
  const histories = await checkAllDone(store);
  assert.equal(histories.length, 2, 'one run and one child');
  checkExecutions(histories, log);
  assert.equal(countEvents(histories, 'TaskCompleted'), 2 * orders + 5);
  assert.equal(countEvents(histories, 'FileWritten'), orders);
  assert.equal(countEvents(histories, 'FileRefused'), 0);
  const names = Array.from({ length: orders }, (_, order) => `${order}.md`).sort();
  const written = join(folder, 'workspace', 'orders');
  assert.deepEqual(readdirSync(written).sort(), names, 'nothing half written is left');
  for (const name of names) assert.equal(readFileSync(join(written, name), 'utf8'), noteText(run));
  const events = histories.find(({ row }) => row.run === run)?.events ?? [];
  await checkMoney(store, events, 1);
  const { length } = server.requests;
  assert.ok(length >= orders && length <= orders + deaths * UNHEARD, `${length} requests for ${orders} orders`);
}
