// A run whose history cannot be read keeps no other from being taken over from a process that died.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import type { Store, StoredWorkflow } from '../../src/ports/store.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { dyingStore } from '../support/dying-store.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { openPlace } from './open-place.ts';
import { until } from './wait-until.ts';

const ADA = { actor: 'user:ada', channel: 'cli' } as const;
const FLOW = 'flowchart TD\n  A[Work] --> B([END])\n%% @workflow: { "name": "works" }\n%% @A: { "action": "work" }\n';
const LONG_MS = 60_000;

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  test(`a damaged run keeps no lease of the dead from being lost, on ${kind}`, { timeout: LONG_MS }, async (t) => {
    const place = await placeOf(t, kind);
    if (place === null) return;
    const store = await openPlace(place);
    t.after(() => store.close());
    const stored = await addDiagram(store, 'works.mmd', FLOW, ADA);
    assert.ok(typeof stored !== 'string', String(stored));
    const damaged = await heldByTheDead(store, stored);
    const whole = await heldByTheDead(store, stored);
    await damage(place, (await store.run(damaged))?.key ?? assert.fail(`no run ${damaged}`));
    const warnings: string[] = [];
    const tell = ({ message }: Error): unknown => message.includes(damaged) && warnings.push(message);
    process.on('warning', tell);
    t.after(() => process.off('warning', tell));
    let reads = 0;
    const { store: counted } = dyingStore(store, ({ name, args, make }) => {
      if (name === 'run' && args[0] === damaged) reads++;
      return make();
    });
    const code = { actions: { work: () => ({ output: 'done' }) } };
    const pace = { leaseMs: 100, sweepMs: 20 };
    const engine = await openEngine({ store: counted, role: 'work', processesWork: true, code, ...pace });
    try {
      await until(`${whole} is over`, async () => (await store.run(whole))?.status === 'completed');
      await until('the dead are gone', async () => (await store.processes()).length === 1);
      const before = reads;
      const { beat: first = 0 } = (await store.processes())[0] ?? {};
      await until('five rounds are over', async () => ((await store.processes())[0]?.beat ?? 0) >= first + 5);
      assert.equal(reads, before, 'it is not read again in each round');
      assert.equal((await store.run(damaged))?.status, 'running');
      assert.equal(warnings.length, 1);
    } finally {
      await engine.close(0);
    }
  });

async function placeOf(t: TestContext, kind: 'SQLite' | 'PostgreSQL'): Promise<string | null> {
  if (kind === 'PostgreSQL') return (await (await postgresOrSkip(t))?.createDatabase()) ?? null;
  const folder = mkdtempSync(join(tmpdir(), 'signoff-damaged-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'store.db');
}

/** A run whose only task is held by a process of its own that died. */
async function heldByTheDead(inner: Store, stored: StoredWorkflow): Promise<string> {
  const { store, kill } = dyingStore(inner, ({ make }) => make());
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const work = (): Promise<never> => {
    resolve();
    return new Promise(() => {});
  };
  const engine = await openEngine({ store, role: 'work', processesWork: true, code: { actions: { work } } });
  const started = await engine.start(stored, {}, { by: ADA });
  await begun;
  kill();
  // Only its clocks are stopped: nothing it asks for is answered any more.
  void engine.close(0);
  return started.ok ? started.run : assert.fail(started.rejection.message);
}

/** As no store writes it: altered behind its back. */
async function damage(place: string, key: number): Promise<void> {
  if (!place.startsWith('postgres://')) {
    const file = new DatabaseSync(place);
    file.prepare('update commits set channel = 99 where run = ?').run(key);
    file.close();
    return;
  }
  const client = new Client({ connectionString: place });
  await client.connect();
  await client.query('update signoff.commits set channel = 99 where run = $1', [key]);
  await client.end();
}
