// Workers are killed while agents are asked: what was answered and journalled is never paid for again, money adds up.

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { EngineEvent, EventType } from '../../src/engine/events.ts';
import type { Store } from '../../src/ports/store.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { openPlace } from '../e2e/open-place.ts';
import { add, eventsOf } from '../runtime/engines-on-file.ts';
import { startModelServer } from '../support/model-server.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { envelope, KEY } from './agent-engine.ts';

const ITEMS = 60;
const KILLS = 10;
const IN_FLIGHT = 8;
const USAGE = { in: 900, out: 100, cached: 0 };
const EACH = `flowchart TD
  E[[Each: item]] --> W[Work] --> J[Join]
%% @E: {"itemsPath": "run.input.items", "concurrency": 50}
%% @W: {"prompt": "Item {{item}}.", "assignee": "agent:w", "retry": {"attempts": 30, "wait": 0.01}}`;
const PROGRAM = fileURLToPath(new URL('agent-worker-program.ts', import.meta.url));

test('workers killed while agents work pay for no journalled reply twice, on SQLite', {
  timeout: 180_000,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-kill-agents-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  await surviveKills(t, join(folder, 'store.db'));
});

test('and on Postgres', { timeout: 180_000 }, async (t) => {
  const postgres = await postgresOrSkip(t);
  if (postgres !== undefined) await surviveKills(t, await postgres.createDatabase());
});

async function surviveKills(t: TestContext, place: string): Promise<void> {
  let uses = 0;
  const server = await startModelServer(async ({ body }) => {
    await sleep(10 + Math.random() * 40);
    // Each task looks at the files first, then answers.
    if (JSON.stringify(body).includes('tool_result')) return { text: envelope('done'), usage: USAGE };
    return { toolCalls: [{ id: `t${uses++}`, name: 'list_files', input: {} }], usage: USAGE };
  });
  const store = await openPlace(place);
  const starter = await openEngine({ store, role: 'test' });
  t.after(async () => {
    await starter.close();
    await store.close();
    await server.close();
  });
  const note = { at: 0, actor: 'user:ada', channel: 'cli', text: '[["AgentAdded",{}]]' } as const;
  await store.putRecord('agent', 'w', { tools: ['list_files'] }, note);
  const items = Array.from({ length: ITEMS }, (_, item) => item);
  const stored = await add(starter, EACH);
  const started = await starter.start(stored, { items }, { by: { actor: 'user:ada', channel: 'cli' } });
  assert.ok(started.ok);
  for (let kill = 0; kill < KILLS; kill++) {
    const worker = await begun(place, server.url);
    await sleep(30 + Math.random() * 220);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
  const last = await begun(place, server.url);
  const row = await starter.wait(started.run, ({ endedAt }) => endedAt !== null, AbortSignal.timeout(90_000));
  last.kill('SIGKILL');
  assert.equal(row?.status, 'completed');
  await checkMoney(store, await eventsOf(starter, started.run), server.requests.length);
}

async function begun(place: string, url: string): Promise<ChildProcess> {
  const worker = fork(PROGRAM, [place, url, KEY], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(worker, 'message');
  return worker;
}

async function checkMoney(store: Store, events: Awaited<ReturnType<typeof eventsOf>>, requests: number): Promise<void> {
  const of = <T extends EventType>(type: T) => events.filter((event) => event.type === type) as EngineEvent<T>[];
  const [ended, completed] = [of('CallEnded'), of('TaskCompleted')];
  const answered = ended.filter(({ data }) => data.reply !== undefined);
  const perTask = Map.groupBy(answered, ({ data }) => data.task);
  assert.equal(new Set(completed.map(({ data }) => data.task)).size, completed.length, 'a task completed twice');
  for (const [task, calls] of perTask) assert.equal(calls.length, 2, `task ${task} was paid for ${calls.length} times`);
  assert.ok(requests <= 2 * ITEMS + (KILLS + 1) * IN_FLIGHT, `${requests} requests for ${ITEMS} items`);
  const cost = answered.length * ((USAGE.in + USAGE.out) / 1e6);
  const spent = (await store.spent({})).reduce((sum, row) => sum + row.cost, 0);
  assert.ok(Math.abs(spent - cost) < 1e-9, `spent ${spent}, the calls say ${cost}`);
}
