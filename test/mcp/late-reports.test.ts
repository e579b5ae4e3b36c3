// Reports and forms that come after something else was decided: who was first is said, nothing is dropped in silence.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../src/json.ts';
import type { McpOptions } from '../../src/mcp/mcp-options.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { add, eventsOf } from '../runtime/engines-on-file.ts';
import { type ClientSide, connect, type McpConnection, mcpEngine, mcpOptions, type Talk } from './mcp-harness.ts';

const FLOW = `flowchart TD
  W[Write] --> R[Review]
  R --> S[Send]
%% @workflow: {"name": "signed"}
%% @W: {"agent": "agent:a"}
%% @R: {"execution": "manual", "verdicts": ["keep", "drop"], "shows": ["steps.W.output"]}
%% @S: {"agent": "agent:a"}`;

const ADA = { actor: 'user:ada', channel: 'cli' } as const;
const FORMS = { elicitation: { form: {} } };

interface AtGate extends McpConnection {
  readonly engine: Engine;
  readonly run: string;
  /** Reports the work: the gate is reached. */
  reach(): Promise<JsonObject>;
}

async function started(t: TestContext, side: ClientSide = {}, more: Partial<McpOptions> = {}): Promise<AtGate> {
  const engine = await mcpEngine(t);
  await add(engine, FLOW);
  const connected = await connect(t, mcpOptions(engine, more), side);
  const work = await connected.call('runs_start', { workflow: 'signed' });
  const reach = () => connected.call('tasks_submit', { task: String(work.task), output: 'a story' });
  return { ...connected, engine, run: String(work.run), reach };
}

async function answeredElsewhere(engine: Engine, run: string): Promise<void> {
  const shown = (await engine.view(run))?.state.tasks.get(2)?.shown;
  const answer = { output: { verdict: 'keep' }, verdict: 'keep', ...(shown !== undefined && { shown }) };
  assert.ok((await engine.answer(run, 2, answer, ADA)).ok);
}

const KEPT = /^"R" was already answered: keep, by user:ada at \d{4}-.*Z\./;

describe('an answer that comes after', () => {
  test('another one is not taken, and the model hears whose stands', async (t) => {
    const { call, reach, engine, run } = await started(t);
    const gate = await reach();
    await answeredElsewhere(engine, run);
    const late = await call('tasks_answer', { task: String(gate.task), verdict: 'drop' });
    assert.equal(late.step, 'S');
    assert.match(String(late.note), KEPT);
    assert.match(String(late.note), /What was given now was not taken; tell the person\.$/);
    const same = await call('tasks_answer', { task: String(gate.task), verdict: 'Keep' });
    assert.equal(same.note, 'That was reported before; nothing was changed.');
  });

  test('the run was cancelled says that it was, and by whom', async (t) => {
    const { call, reach, engine, run } = await started(t);
    const gate = await reach();
    assert.ok((await engine.send(run, { type: 'CancelRun', reason: 'Enough.' }, ADA)).ok);
    const late = await call('tasks_answer', { task: String(gate.task), verdict: 'drop' });
    assert.equal(late.next, 'concluded');
    assert.match(String(late.note), /cancelled.* by user:ada at .*was not taken; tell the person\.$/);
  });

  test('a pause is taken, and counts when the run is resumed', async (t) => {
    const { call, reach, engine, run } = await started(t);
    const gate = await reach();
    assert.ok((await engine.send(run, { type: 'PauseRun', reason: 'Lunch.' }, ADA)).ok);
    const held = await call('tasks_answer', { task: String(gate.task), verdict: 'drop' });
    assert.equal(held.next, 'hold');
    assert.match(String(held.note), /It was taken; it counts when the run, which is paused, is resumed\./);
  });
});

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  test(`a form answered after the gate was decided elsewhere is not dropped in silence (${talk})`, async (t) => {
    let gate: AtGate | null = null;
    const prepare = (client: Client): void => {
      client.setRequestHandler('elicitation/create', async () => {
        if (gate !== null) await answeredElsewhere(gate.engine, gate.run);
        return { action: 'accept', content: { verdict: 'drop' } };
      });
    };
    gate = await started(t, { talk, capabilities: FORMS, prepare });
    const next = await gate.reach();
    assert.equal(next.step, 'S');
    assert.match(String(next.note), KEPT);
  });
}

describe('torture3-D5: the history has', () => {
  const refusals = async ({ engine, run }: AtGate) =>
    (await eventsOf(engine, run)).flatMap(({ type, data, actor }) =>
      type === 'ReportRefused' ? [[data.task, data.code, data.verdict, actor]] : [],
    );

  test('each of eight answers to one gate: the one that counts, and the others as refused', async (t) => {
    const place = await started(t);
    const gate = await place.reach();
    const answer = (verdict: string) => place.call('tasks_answer', { task: String(gate.task), verdict });
    // At once, where each meets the others in the engine, and after it, where the task is gone.
    await Promise.all(['keep', 'drop', 'keep', 'drop'].map(answer));
    for (const verdict of ['keep', 'drop', 'keep', 'drop']) await answer(verdict);
    const events = await eventsOf(place.engine, place.run);
    const [won] = events.flatMap(({ type, data }) => (type === 'TaskCompleted' && data.task === 2 ? [data] : []));
    const losing = won?.verdict === 'keep' ? 'drop' : 'keep';
    const lost = (await refusals(place)).filter(([, , verdict]) => verdict === losing);
    assert.deepEqual(
      lost,
      Array.from({ length: 4 }, () => [2, 'task-not-open', losing, 'user:local']),
    );
  });

  test('the other result of a task whose result was taken, and not the same once more', async (t) => {
    const place = await started(t);
    await place.reach();
    const submit = (output: string) => place.call('tasks_submit', { task: `${place.run}#1`, output });
    assert.match(String((await submit('another story')).note), /A result of "W" was taken before/);
    assert.match(String((await submit('a story')).note), /reported before/);
    assert.deepEqual(await refusals(place), [[1, 'task-not-open', undefined, 'agent:client']]);
  });

  test('an answer that came after the run was cancelled', async (t) => {
    const place = await started(t);
    const gate = await place.reach();
    assert.ok((await place.engine.send(place.run, { type: 'CancelRun', reason: 'Enough.' }, ADA)).ok);
    await place.call('tasks_answer', { task: String(gate.task), verdict: 'drop' });
    assert.deepEqual(await refusals(place), [[2, 'run-ended', 'drop', 'user:local']]);
  });
});

describe('a form of the older protocol', () => {
  test('is withdrawn as soon as the gate is answered elsewhere', async (t) => {
    const withdrawn = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const prepare = (client: Client): void => {
      client.setRequestHandler('elicitation/create', async (_, { mcpReq }) => {
        mcpReq.signal.addEventListener('abort', () => withdrawn.resolve());
        asked.resolve();
        return new Promise(() => {});
      });
    };
    const { reach, engine, run } = await started(t, { capabilities: FORMS, prepare }, { waitMs: 60_000 });
    const reached = reach();
    await asked.promise;
    await answeredElsewhere(engine, run);
    const next = await reached;
    assert.equal(next.step, 'S');
    assert.match(String(next.note), /already answered: keep, by user:ada.*The form was withdrawn\.$/);
    await withdrawn.promise;
  });

  test('outlives the call that opened it: what is answered later counts when it comes', async (t) => {
    const later = Promise.withResolvers<JsonObject>();
    let forms = 0;
    const prepare = (client: Client): void => {
      client.setRequestHandler('elicitation/create', async () => {
        forms++;
        return { action: 'accept', content: await later.promise } as never;
      });
    };
    const { reach, call, engine, run } = await started(t, { capabilities: FORMS, prepare }, { waitMs: 300 });
    const gate = await reach();
    assert.deepEqual([gate.next, gate.step], ['gate', 'R']);
    assert.match(String(gate.note), /has a form open.*call again/);
    assert.equal((await call('tasks_next', { run })).step, 'R');
    assert.equal(forms, 1, 'the form that is open is not opened again');
    later.resolve({ verdict: 'drop', comment: 'dull' });
    const stop = AbortSignal.timeout(20_000);
    await engine.wait(run, ({ head }) => head > 0, stop);
    for (let look = 0; look < 100 && (await engine.view(run))?.state.tasks.has(2); look++)
      await new Promise((wake) => setTimeout(wake, 20));
    const verdict = (await eventsOf(engine, run)).find(
      ({ type, data }) => type === 'TaskCompleted' && 'verdict' in data,
    );
    assert.deepEqual([verdict?.actor, verdict?.channel], ['user:local', 'mcp']);
    assert.equal((await call('tasks_next', { run })).step, 'S');
  });
});
