// Workers are killed while agents are asked: what was answered and journalled is never paid for again, money adds up.

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { EngineEvent } from '../../src/engine/events.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { openPlace } from '../e2e/open-place.ts';
import { until } from '../e2e/wait-until.ts';
import { add, eventsOf } from '../runtime/engines-on-file.ts';
import { startModelServer } from '../support/model-server.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { seededRandom, soaked } from '../support/soak.ts';
import { envelope, KEY } from './agent-engine.ts';
import { checkMoney, USAGE } from './priced-agents.ts';

const KILLS = soaked(5);
/** Requests that come before a worker is killed; each task makes two. */
const REQUESTS_MAX = 12;
const ITEMS = KILLS * 8;
const IN_FLIGHT = 8;
const EACH = `flowchart TD
  E[[Each: item]] --> W[Work] --> J[Join]
%% @E: {"itemsPath": "run.input.items", "concurrency": 50}
%% @W: {"prompt": "Item {{item}}.", "assignee": "agent:w", "retry": {"attempts": 30, "wait": 0.01}}`;
const PROGRAM = fileURLToPath(new URL('agent-worker-program.ts', import.meta.url));

describe('workers killed while agents work pay for no journalled reply twice', () => {
  test('on SQLite', { timeout: soaked(180_000) }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'signoff-kill-agents-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    await surviveKills(t, join(folder, 'store.db'));
  });

  test('on Postgres', { timeout: soaked(180_000) }, async (t) => {
    const postgres = await postgresOrSkip(t);
    if (postgres !== undefined) await surviveKills(t, await postgres.createDatabase());
  });
});

async function surviveKills(t: TestContext, place: string): Promise<void> {
  const random = seededRandom(t);
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
    const wanted = server.requests.length + 1 + random.int(REQUESTS_MAX);
    await until('agents at work', () => server.requests.length >= wanted);
    await sleep(random.int(30));
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
  const last = await begun(place, server.url);
  const row = await starter.wait(started.run, ({ endedAt }) => endedAt !== null, AbortSignal.timeout(soaked(90_000)));
  last.kill('SIGKILL');
  assert.equal(row?.status, 'completed');
  const events = await eventsOf(starter, started.run);
  const completed = events.filter(({ type }) => type === 'TaskCompleted') as EngineEvent<'TaskCompleted'>[];
  assert.equal(new Set(completed.map(({ data }) => data.task)).size, completed.length, 'a task completed twice');
  const { length } = server.requests;
  assert.ok(length <= 2 * ITEMS + (KILLS + 1) * IN_FLIGHT, `${length} requests for ${ITEMS} items`);
  await checkMoney(store, events, 2);
}

async function begun(place: string, url: string): Promise<ChildProcess> {
  const worker = fork(PROGRAM, [place, url, KEY], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(worker, 'message');
  return worker;
}
