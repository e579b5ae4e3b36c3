// Nothing grows with history: a long loop, and a large value that is handed on and on.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Action } from '../../src/ports/action.ts';
import type { StoredCommit } from '../../src/ports/store.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { ADA, onBothStores } from '../guarantees/on-both-stores.ts';

const STEPS = 10_000;
const RECORD = { type: 'object', properties: { n: { type: 'integer', default: 0 } } };
const LOOP = `flowchart TD
    A[Count] -->|"data.n < ${STEPS}"| A
    A -->|default| B([END])
%% @workflow: { "limits": { "visits": ${STEPS} }, "data": ${JSON.stringify(RECORD)} }
%% @A: { "action": "count", "set": { "n": "data.n + 1" } }`;
/** Windows of as many steps, after the code has warmed up and at the end. */
const WINDOW = 1000;
const EARLY = 1000;
const CPU_RATIO_MAX = 2.5;

// What a step writes is decided above the store: one is enough. In memory that looks like a disk, so that 10,000 syncs
// cost nothing; how long a step takes on a disk is for the benchmark (bench/).
test('10,000-step loop as fast at the end as at the start', { timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'signoff-growth-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const store = await openSqliteStore({ path: join(folder, 'signoff.db') });
  const cpuAt: number[] = [];
  let done = 0;
  const count: Action = async () => {
    if (done++ % WINDOW === 0) {
      const { user, system } = process.cpuUsage();
      cpuAt.push(user + system);
    }
    return { output: done };
  };
  const engine = await openEngine({ store, role: 'embedded', processesWork: true, code: { actions: { count } } });
  t.after(async () => {
    await engine.close(0);
    await store.close();
  });
  const workflow = await addDiagram(store, 'loop.mmd', LOOP, ADA);
  if (typeof workflow === 'string') assert.fail(workflow);
  const started = await engine.start(workflow, {}, { by: ADA });
  assert.ok(started.ok);
  const result = await engine.result(started.run, AbortSignal.timeout(100_000));
  assert.deepEqual([result?.status, done], ['completed', STEPS]);

  const row = await store.run(started.run);
  const commits: StoredCommit[] = [];
  for (let after = 0; ; after = commits.at(-1)?.last ?? 0) {
    const page = await store.commitsOf(row?.key ?? 0, after, 1000);
    commits.push(...page);
    if (page.length < 1000) break;
  }
  assert.equal(commits.length, STEPS + 2, 'one commit a step, and two to begin with');
  const bytesOf = (from: number): number => {
    return commits.slice(from, from + WINDOW).reduce((sum, { text }) => sum + (text?.length ?? 0), 0) / WINDOW;
  };
  const [early, late] = [bytesOf(EARLY), bytesOf(STEPS - WINDOW)];
  assert.ok(Math.abs(early - late) < 15, `bytes a step: ${early} at first, ${late} at last`);
  const snapshot = await store.snapshotOf(row?.key ?? 0);
  const kept = [...(snapshot?.parts.values() ?? [])].reduce((sum, text) => sum + text.length, 0);
  assert.ok(kept > 0 && kept < 20_000, `a snapshot of ${kept} characters after ${STEPS} steps`);
  const cpu = cpuAt.slice(1).map((at, i) => at - (cpuAt[i] as number));
  const [first = 0, last = 0] = [cpu[EARLY / WINDOW], cpu.at(-1)];
  t.diagnostic(`CPU a step: ${first / WINDOW} µs at first, ${last / WINDOW} µs at last`);
  assert.ok(last < first * CPU_RATIO_MAX, `CPU of ${WINDOW} steps: ${first} µs at first, ${last} µs at last`);
});

const LARGE = 1_000_000;
const CHAIN_STEPS = Array.from({ length: 20 }, (_, i) => `S${i}`);
const CHAIN = `flowchart TD
    ${CHAIN_STEPS.map((step) => `${step}[Hand it on]`).join(' --> ')}
${CHAIN_STEPS.map((step) => `%% @${step}: { "action": "forward" }`).join('\n')}`;

onBothStores('1 MB output through 20 steps stored once', async (site) => {
  const workflow = await site.add('chain', CHAIN);
  const text = 'x'.repeat(LARGE);
  const seen: number[] = [];
  const forward: Action = async ({ input, step }) => {
    if (step === 'S0') return { output: { text } };
    seen.push((input as { text: string }).text.length);
    return { output: input };
  };
  const engine = await site.engine({ code: { actions: { forward } } });
  const run = await site.start(engine, workflow);
  const result = await engine.result(run, AbortSignal.timeout(60_000));
  assert.equal((result?.output as { text?: string } | undefined)?.text, text);
  assert.deepEqual(
    seen,
    CHAIN_STEPS.slice(1).map(() => LARGE),
    'each step read it whole',
  );
  const { payloads, payloadBytes } = await site.store.stats();
  assert.equal(payloads, 1);
  assert.ok(payloadBytes < LARGE * 1.01, `${payloadBytes} bytes of payloads`);
  const commits = await site.store.commitsOf((await site.row(run)).key, 0, 100);
  const written = commits.reduce((sum, each) => sum + (each.text?.length ?? 0), 0);
  assert.ok(written < 30_000, `${written} bytes of events`);
});
