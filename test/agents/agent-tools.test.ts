// What agents may use and how often: files of the project, a bound of tool calls, limits that processes share, outages.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '../../src/engine/events.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { until } from '../e2e/wait-until.ts';
import { ended, eventsOf, start } from '../runtime/engines-on-file.ts';
import { answers } from '../support/model-answer.ts';
import { agentEngine, envelope } from './agent-engine.ts';

const READ = 'flowchart TD\n  A[Read]\n%% @A: {"prompt": "Read it.", "assignee": "agent:reader"}';
const AGENTS = { reader: { tools: ['read_file', 'list_files'] } };
const use = (id: string, path: string) => answers.tools({ id, name: 'read_file', input: { path } });

describe('tools', () => {
  test('are called for the agent, journalled, and end at the project’s edge', async (t) => {
    const project = mkdtempSync(join(tmpdir(), 'signoff-project-'));
    t.after(() => rmSync(project, { recursive: true, force: true }));
    writeFileSync(join(project, 'notes.md'), 'The answer is 42.');
    symlinkSync('/etc/hostname', join(project, 'link'));
    const { engine, server } = await agentEngine(t, { agents: AGENTS, project });
    server.next(use('t1', 'notes.md'), use('t2', '../outside'), use('t3', 'link'), answers.text(envelope(42)));
    const run = await start(engine, READ);
    assert.equal(await ended(engine, run), 'completed');
    const used = (await eventsOf(engine, run)).flatMap((event) => (event.type === 'ToolUsed' ? [event.data] : []));
    assert.deepEqual(
      used.map(({ id, name, isError = false }) => [id, name, isError]),
      [
        ['t1', 'read_file', false],
        ['t2', 'read_file', true],
        ['t3', 'read_file', true],
      ],
    );
    assert.deepEqual(server.requests[0]?.toolNames, ['list_files', 'read_file']);
    assert.match(JSON.stringify(server.requests[1]?.body), /The answer is 42/);
    assert.doesNotMatch(JSON.stringify(server.requests.map(({ body }) => body)), /hostname"?:? ?"?vm/);
  });

  test('are bounded: an agent that never stops using them is stopped', async (t) => {
    let calls = 0;
    const { engine, server } = await agentEngine(t, {
      agents: AGENTS,
      reply: () => ({ toolCalls: [{ id: `t${calls++}`, name: 'list_files', input: {} }] }),
    });
    const run = await start(engine, READ.replace('reader"', 'reader", "onFailure": "fail"'));
    assert.equal(await ended(engine, run), 'failed');
    assert.ok(server.requests.length <= 60, `${server.requests.length} requests`);
    const used = (await eventsOf(engine, run)).filter(({ type }) => type === 'ToolUsed');
    const good = used.filter((event) => event.type === 'ToolUsed' && event.data.isError !== true);
    assert.equal(good.length, 25);
  });
});

describe('limits', () => {
  test('of calls a minute are shared by all processes of a store', async (t) => {
    const agents = { reader: { limits: { requestsPerMinute: 3 } } };
    const first = await agentEngine(t, { agents, reply: () => envelope('ok') });
    const second = await agentEngine(t, { beside: first });
    const runs: string[] = [];
    for (const engine of [first.engine, second.engine, first.engine, second.engine, first.engine, second.engine]) {
      runs.push(await start(engine, READ));
    }
    const having = async (wanted: EventType): Promise<number> => {
      const found = await Promise.all(runs.map((run) => eventsOf(first.engine, run)));
      return found.filter((events) => events.some(({ type }) => type === wanted)).length;
    };
    await until('three done', async () => (await having('RunCompleted')) === 3);
    // Who was refused gives the task back, and begins nothing until the minute is over.
    await until('one given back', async () => (await having('TaskReleased')) > 0);
    await Promise.all([first, second].map(({ engine }) => engine.idle()));
    assert.equal(first.server.requests.length, 3);
  });

  test('of calls at once hold for each agent, whichever process makes them', async (t) => {
    let [now, most] = [0, 0];
    const first = await agentEngine(t, {
      sweepMs: 50,
      agents: { reader: { limits: { concurrency: 2 } } },
      reply: async () => {
        most = Math.max(most, ++now);
        await sleep(30);
        now--;
        return envelope('ok');
      },
    });
    await agentEngine(t, { beside: first });
    const { engine } = first;
    await untilMet(engine);
    const each = `flowchart TD
  E[[Each: item]] --> A[Read] --> J[Join]
%% @E: {"itemsPath": "run.input.items"}
%% @A: {"prompt": "{{item}}", "assignee": "agent:reader"}`;
    const run = await start(engine, each, { items: Array.from({ length: 12 }, (_, item) => item) });
    assert.equal(await ended(engine, run), 'completed');
    assert.equal(most, 2);
  });
});

/** In each of its rounds a process beats, then hears of the others. */
async function untilMet({ store, process }: Engine): Promise<void> {
  const beat = async (): Promise<number> => (await store.processes()).find(({ key }) => key === process)?.beat ?? 0;
  const before = await beat();
  await until('two rounds', async () => (await beat()) >= before + 2);
}

test('A provider that several agents and processes share has no more calls under way than it is to have', async (t) => {
  let [now, most] = [0, 0];
  const config = { providers: { anthropic: { concurrency: 2 } } };
  const first = await agentEngine(t, {
    config,
    reply: async () => {
      most = Math.max(most, ++now);
      await sleep(20);
      now--;
      return envelope('ok');
    },
  });
  const each = `flowchart TD
  E[[Each: item]] --> A[Read] --> B[Read again] --> J[Join]
%% @E: {"itemsPath": "run.input.items"}
%% @A: {"prompt": "{{item}}"}
%% @B: {"prompt": "{{item}}", "assignee": "agent:other"}`;
  await agentEngine(t, { beside: first, config });
  const { engine } = first;
  await engine.store.putRecord('agent', 'other', {}, { at: 0, actor: 'user:ada', channel: 'cli', text: '[["A",{}]]' });
  const run = await start(engine, each, { items: Array.from({ length: 8 }, (_, item) => item) });
  const row = await engine.wait(run, ({ endedAt }) => endedAt !== null, AbortSignal.timeout(60_000));
  assert.equal(row?.status, 'completed');
  assert.equal(most, 2);
});

test('An outage can be seen by other processes, and is gone when the provider is back', async (t) => {
  const { engine, server } = await agentEngine(t, { reply: () => envelope('back') });
  server.next(...Array.from({ length: 3 }, () => answers.overloaded()));
  const run = await start(
    engine,
    'flowchart TD\n  A[One]\n%% @A: {"prompt": "1", "retry": {"attempts": 5, "wait": 0.01}}',
  );
  let seen: unknown = null;
  await until('an outage', async () => {
    [seen = null] = await engine.store.shared('outage/');
    return seen !== null;
  });
  assert.match(JSON.stringify(seen), /"name":"outage\/anthropic".*"reason":"overloaded"/);
  assert.equal(await ended(engine, run), 'completed');
  assert.deepEqual(await engine.store.shared('outage/'), []);
});
