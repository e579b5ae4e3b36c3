// Runs whose steps real agents do: the engine, the host, the SDK and a server that speaks a provider's protocol.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { EngineEvent, EventType } from '../../src/engine/events.ts';
import type { Json } from '../../src/json.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { ended, eventsOf, start, stateOf } from '../runtime/engines-on-file.ts';
import { answers } from '../support/model-answer.ts';
import { agentEngine, envelope, KEY, typesIn } from './agent-engine.ts';

const WRITE = 'flowchart TD\n  A[Write it]\n%% @A: {"prompt": "Write about {{run.input.about}}."';
const one = (more = ''): string => `${WRITE}${more}}`;
const SHAPE = ', "output": {"type": "object", "required": ["n"], "properties": {"n": {"type": "number"}}}';
const FAST = ', "retry": {"attempts": 2, "wait": 0.05}';

async function only<T extends EventType>(engine: Engine, run: string, type: T): Promise<EngineEvent<T>[]> {
  return (await eventsOf(engine, run)).filter((event) => event.type === type) as EngineEvent<T>[];
}

async function held(engine: Engine, run: string): Promise<string> {
  const row = await engine.wait(run, ({ status }) => status === 'on_hold', AbortSignal.timeout(60_000));
  assert.equal(row?.status, 'on_hold');
  const [hold] = [...(await stateOf(engine, run)).holds.values()];
  return hold?.message ?? '';
}

async function output(engine: Engine, run: string): Promise<Json> {
  assert.equal(await ended(engine, run), 'completed');
  return (await engine.result(run, AbortSignal.timeout(60_000)))?.output ?? null;
}

describe('an agent', () => {
  test('does a step: five layers in, a checked output out, the call journalled with what it cost', async (t) => {
    const { engine, server } = await agentEngine(t, {
      agents: { writer: { displayName: 'Writer', agentPrompt: 'You write plainly.', model: 'claude-sonnet-4-5' } },
    });
    server.next(answers.usage(envelope({ n: 7 }), { in: 1000, out: 100, cached: 200 }));
    const run = await start(engine, one(`${SHAPE}, "assignee": "agent:writer"`), { about: 'tea' });
    assert.deepEqual(await output(engine, run), { n: 7 });
    const [request] = server.requests;
    assert.match(request?.system ?? '', /^You are a task automation agent/);
    assert.match(request?.system ?? '', /\n\n---\n\n## Agent Context\nYou write plainly\./);
    assert.match(request?.texts[0] ?? '', /## Workflow Step: Write it\nWrite about tea\./);
    assert.match(request?.texts[0] ?? '', /## Task Context\n\*\*Title:\*\* flow: Write it/);
    const types = typesIn(await eventsOf(engine, run)).filter((type) => /^(Call|Task)/.test(type));
    assert.deepEqual(types, ['TaskOpened', 'TaskClaimed', 'CallBegun', 'CallEnded', 'TaskCompleted']);
    const [{ data }] = (await only(engine, run, 'CallEnded')) as [EngineEvent<'CallEnded'>];
    assert.deepEqual(data.usage, { in: 1000, out: 100, cached: 200 });
    // 800 at 3, 200 cached at 0.3 and 100 out at 15 dollars a million.
    assert.equal(data.cost, (800 * 3 + 200 * 0.3 + 100 * 15) / 1e6);
    const [spent] = await engine.store.spent({});
    assert.deepEqual([spent?.agent, spent?.calls, spent?.cost], ['writer', 1, data.cost]);
  });

  test('gets what was wrong, twice, and then it was an attempt', async (t) => {
    const { engine, server } = await agentEngine(t);
    server.next(answers.text('no'), answers.json({ status: 'SUCCESS' }), answers.text(envelope({ n: 'x' })));
    server.next(answers.text(envelope({ n: 1 })));
    const run = await start(engine, one(SHAPE + FAST));
    assert.deepEqual(await output(engine, run), { n: 1 });
    const [failed] = await only(engine, run, 'AttemptFailed');
    assert.equal(failed?.data.failure.code, 'invalid-reply');
    const begun = await only(engine, run, 'CallBegun');
    assert.deepEqual(
      begun.map(({ data }) => [data.attempt, data.purpose]),
      [
        [1, 'turn'],
        [1, 'repair'],
        [1, 'repair'],
        [2, 'turn'],
      ],
    );
    assert.match(server.requests[2]?.texts.at(-1) ?? '', /n/);
  });

  test('goes on when it says so, and is held when it goes on too long', async (t) => {
    const { engine, server } = await agentEngine(t, {
      reply: () => envelope(null, { nextAction: 'CONTINUE', nextActionReason: 'the second half' }),
    });
    const run = await start(engine, one());
    assert.match(await held(engine, run), /turn|CONTINUE|half/i);
    assert.equal(server.requests.length, 3);
    assert.match(server.requests[1]?.texts.at(-1) ?? '', /the second half/);
  });

  test('that escalates is held for a person, with its draft', async (t) => {
    const { engine, server } = await agentEngine(t);
    server.next(answers.text(envelope({ draft: 1 }, { nextAction: 'ESCALATE', nextActionReason: 'Not mine to say.' })));
    const run = await start(engine, one());
    assert.match(await held(engine, run), /Not mine to say/);
    const [task] = [...(await stateOf(engine, run)).tasks.values()];
    assert.equal(task?.status, 'on_hold');
    assert.match(JSON.stringify(task?.draft), /draft/);
  });

  test('whose confidence is low goes to a person', async (t) => {
    const { engine, server } = await agentEngine(t);
    server.next(answers.text(envelope('x', { metadata: { confidence: 0.3 } })));
    const run = await start(engine, one(', "reviewBelow": 0.5'));
    assert.match(await held(engine, run), /0\.3|confiden/i);
  });

  test('with a wrong key is held at once, and the key is nowhere', async (t) => {
    const { engine, server, folder } = await agentEngine(t);
    server.next(answers.wrongKey());
    const run = await start(engine, one());
    const message = await held(engine, run);
    assert.match(message, /ANTHROPIC_API_KEY/);
    assert.equal(server.requests[0]?.key, KEY);
    assert.ok(!JSON.stringify(await eventsOf(engine, run)).includes(KEY));
    for (const file of readdirSync(folder)) assert.ok(!readFileSync(join(folder, file)).includes(KEY), file);
    assert.equal((await only(engine, run, 'AttemptFailed')).length, 0);
  });

  test('that is asked to come back later is not asked before', async (t) => {
    const { engine, server } = await agentEngine(t);
    server.next(answers.rateLimited({ 'retry-after': '1' }), answers.text(envelope('late')));
    const run = await start(engine, one(FAST));
    assert.equal(await output(engine, run), 'late');
    const [first, second] = await only(engine, run, 'CallBegun');
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 950, 'asked again too early');
  });

  test('whose context is too long is asked once more with less of it', async (t) => {
    const { engine, server } = await agentEngine(t);
    const text = `flowchart TD
  A[Gather] --> B[Write]
%% @A: {"prompt": "Gather."}
%% @B: {"prompt": "Write.", "context": "all", "contextTokens": 4000}`;
    server.next(answers.text(envelope('x '.repeat(6000))), answers.contextTooLong(), answers.text(envelope('short')));
    const run = await start(engine, text);
    assert.equal(await output(engine, run), 'short');
    const [, long, short] = server.requests.map(({ texts }) => texts[0]?.length ?? 0);
    assert.ok((short ?? 0) < (long ?? 0), `expected less than ${long}, found ${short}`);
  });

  test('whose context cannot be shortened any more is held', async (t) => {
    const { engine, server } = await agentEngine(t);
    server.next(answers.contextTooLong());
    assert.match(await held(engine, await start(engine, one())), /too long|context/i);
    assert.equal(server.requests.length, 1);
  });

  test('that is down leaves its tasks waiting, no attempt used up, and they go on by themselves', async (t) => {
    const { engine, server } = await agentEngine(t, { reply: () => envelope('back') });
    // More faults than a task has attempts; the last two meet the probes of the breaker.
    server.next(...Array.from({ length: 5 }, () => answers.overloaded()));
    const each = `flowchart TD
  E[[Each: item]] --> A[Work] --> J[Join]
%% @E: {"itemsPath": "run.input.items"}
%% @A: {"prompt": "{{item}}", "retry": {"attempts": 3, "wait": 0.01}}`;
    const run = await start(engine, each, { items: [1, 2, 3, 4, 5, 6] });
    const row = await engine.wait(run, ({ endedAt }) => endedAt !== null, AbortSignal.timeout(60_000));
    assert.equal(row?.status, 'completed');
    const events = await eventsOf(engine, run);
    assert.equal(events.filter(({ type }) => type === 'TaskFailed').length, 0);
    const released = events.filter(({ type }) => type === 'TaskReleased').length;
    assert.ok(released < 60, `expected tasks to wait, found them given back ${released} times`);
  });
});

describe('a budget', () => {
  const priced = { prices: { anthropic: { asOf: '2026-01-01', models: { '*': { in: 1000, cached: 0, out: 1000 } } } } };
  const bounded = (then: string, more = ''): string => one(`, "budget": {"cost": 0.001, "onBudget": "${then}"}${more}`);

  test('holds the step before the call that would break it, until it is raised', async (t) => {
    const { engine, server } = await agentEngine(t, { config: priced, reply: () => envelope('paid') });
    const run = await start(engine, bounded('hold'));
    assert.match(await held(engine, run), /^The budget of the step "A" is \$0\.001; with this call it could cost \$/);
    assert.equal(server.requests.length, 0);
    const [hold] = [...(await stateOf(engine, run)).holds.values()];
    const raised = {
      type: 'ResolveHold',
      hold: hold?.id ?? 0,
      move: 'raise',
      reason: 'Worth it.',
      limit: 100,
    } as const;
    const sent = await engine.send(run, raised, { actor: 'user:ada', channel: 'cli' });
    assert.ok(sent.ok, JSON.stringify(sent));
    assert.equal(await output(engine, run), 'paid');
  });

  test('fails the step, or ends the run with what it has, where it says so', async (t) => {
    const { engine, server } = await agentEngine(t, { config: priced });
    const failed = await start(engine, bounded('fail', ', "onFailure": "fail"'));
    assert.equal(await ended(engine, failed), 'failed');
    const finished = await start(engine, bounded('finish'));
    assert.equal(await output(engine, finished), null);
    assert.equal(server.requests.length, 0);
  });

  test('is not overrun, however many calls are under way, in one process or in two', async (t) => {
    const config = { prices: { anthropic: { asOf: '2026-01-01', models: { m: { in: 0, cached: 0, out: 1000 } } } } };
    const first = await agentEngine(t, {
      config,
      agents: { w: { model: 'm', limits: { maxOutputTokens: 100 } } },
      reply: () => ({ text: envelope('ok'), usage: { in: 10, out: 100, cached: 0 } }),
    });
    await agentEngine(t, { beside: first, config });
    const each = `flowchart TD
  E[[Each: item]] --> A[Work] --> J[Join]
%% @workflow: {"budget": {"cost": 0.75}}
%% @E: {"itemsPath": "run.input.items", "concurrency": 20}
%% @A: {"prompt": "{{item}}", "assignee": "agent:w"}`;
    const run = await start(first.engine, each, { items: Array.from({ length: 20 }, (_, item) => item) });
    assert.match(await held(first.engine, run), /is \$0\.75;/);
    // Each call costs 0.1, as reserved: seven fit.
    assert.equal(first.server.requests.length, 7);
    const state = await stateOf(first.engine, run);
    assert.ok(state.cost <= 0.75);
    const [hold] = [...state.holds.keys()];
    const raise = { type: 'ResolveHold', hold: hold ?? 0, move: 'raise', limit: 5, reason: 'Go on.' } as const;
    assert.ok((await first.engine.send(run, raise, { actor: 'user:ada', channel: 'cli' })).ok);
    assert.equal(await ended(first.engine, run), 'completed', 'one raise frees all that stood at the bound');
    assert.equal(first.server.requests.length, 20);
  });

  test('of an agent counts all runs of the day', async (t) => {
    const { engine, server } = await agentEngine(t, {
      config: { prices: { anthropic: { asOf: '2026-01-01', models: { '*': { in: 1, cached: 0, out: 1 } } } } },
      agents: { writer: { model: 'cheap', limits: { costPerDay: 0.011, maxOutputTokens: 5000 } } },
      reply: () => ({ text: envelope('ok'), usage: { in: 9000, out: 1000, cached: 0 } }),
    });
    const diagram = one(', "assignee": "agent:writer"');
    assert.equal(await output(engine, await start(engine, diagram)), 'ok');
    assert.match(await held(engine, await start(engine, diagram)), /is \$0\.011 a day;/);
    assert.equal(server.requests.length, 1);
  });

  test('of the day counts all agents', async (t) => {
    const { engine, server } = await agentEngine(t, {
      config: { costPerDay: 0.014, ...priced },
      agents: { one: { model: 'm', limits: { maxOutputTokens: 1 } }, two: { model: 'm' } },
      reply: () => ({ text: envelope('ok'), usage: { in: 10, out: 4, cached: 0 } }),
    });
    assert.match(
      await held(engine, await start(engine, one(', "assignee": "agent:two"'))),
      /budget of all agents is \$0\.014 a day;/,
    );
    assert.equal(server.requests.length, 0);
  });

  test('with a price that nobody knows lets no call through', async (t) => {
    const { engine, server } = await agentEngine(t, { env: { SIGNOFF_MODEL: 'nobody-knows' } });
    assert.match(await held(engine, await start(engine, bounded('hold'))), /There is no price for /);
    assert.equal(server.requests.length, 0);
  });
});
