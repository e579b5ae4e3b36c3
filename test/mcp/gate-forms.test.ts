// Gates of any workflow asked by a form, where the client can show one, and what happens when nobody answers it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../src/json.ts';
import { add, eventsOf } from '../runtime/engines-on-file.ts';
import { CHANGING, connect, mcpEngine, mcpOptions, type Talk } from './mcp-harness.ts';

const FLOW = `flowchart TD
  W[Write] --> R[Review]
  R --> S[Sign]
%% @workflow: {"name": "signed"}
%% @W: {"agent": "agent:a"}
%% @R: {"execution": "manual", "verdicts": ["keep", "drop"], "shows": ["steps.W.output"]}
%% @S: {"execution": "manual", "requireStudio": true}`;

type Answer = (message: string) => unknown;

const person = (answer: Answer) => (client: Client) => {
  client.setRequestHandler('elicitation/create', async ({ params }) => answer(params.message) as never);
};

const FORMS = { elicitation: {} };

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  describe(`over the ${talk} protocol`, () => {
    test('a verdict comes from the form, with its comment, in the call that reached the gate', async (t) => {
      const engine = await mcpEngine(t);
      await add(engine, FLOW);
      const shown: string[] = [];
      const prepare = person((message) => {
        shown.push(message);
        return { action: 'accept', content: { verdict: 'drop', comment: 'dull' } };
      });
      const { call } = await connect(t, mcpOptions(engine), { talk, capabilities: FORMS, prepare });
      const work = await call('runs_start', { workflow: 'signed', input: {}, by: 'client' });
      const next = await call('tasks_submit', { task: String(work.task), output: 'a long story' });
      assert.deepEqual([next.next, next.step, next.note], ['gate', 'S', undefined]);
      assert.match(String(next.prompt), /only when the person gives it in the studio/);
      assert.equal(shown.length, 1);
      assert.match(shown[0] ?? '', /a long story/);
      const events = await eventsOf(engine, String(work.run));
      const verdict = events.find(({ type, data }) => type === 'TaskCompleted' && 'verdict' in data);
      assert.deepEqual([verdict?.actor, verdict?.channel], ['user:local', 'mcp']);
      assert.match(JSON.stringify(verdict?.data), /"verdict":"drop".*dull|dull.*"verdict":"drop"/);
      assert.equal(events.filter(({ type }) => type === 'TaskCompleted').length, 2);
    });

    test('a form with a word that is none of the verdicts decides nothing', async (t) => {
      const engine = await mcpEngine(t);
      await add(engine, FLOW);
      const prepare = person(() => ({ action: 'accept', content: { verdict: 'perhaps' } }));
      const { call } = await connect(t, mcpOptions(engine), { talk, capabilities: FORMS, prepare });
      const work = await call('runs_start', { workflow: 'signed', input: {}, by: 'client' });
      const gate = await call('tasks_submit', { task: String(work.task), output: 'x' });
      assert.deepEqual([gate.next, gate.step], ['gate', 'R']);
      assert.match(String(gate.note), /Nothing was decided/);
      const answered: JsonObject = await call('tasks_answer', { task: String(gate.task), verdict: 'keep' });
      assert.equal(answered.step, 'S');
    });
  });
}

test('a form about something that changed while it was open is shown again with the new version', async (t) => {
  const engine = await mcpEngine(t);
  await add(engine, CHANGING);
  const shown: string[] = [];
  const prepare = (client: Client): void => {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      shown.push(params.message);
      if (shown.length === 1) await changes();
      return { action: 'accept', content: { verdict: 'approve' } };
    });
  };
  const changes = async (): Promise<void> => {
    const { items } = await engine.store.listTasks({ step: 'B' }, { limit: 1 });
    const [task] = items;
    assert.ok(task);
    const by = { actor: 'user:ada', channel: 'cli' } as const;
    assert.ok((await engine.answer(task.run, task.task, { output: 'red', verdict: 'red' }, by)).ok);
  };
  const { call } = await connect(t, mcpOptions(engine), { capabilities: FORMS, prepare });
  const done = await call('runs_start', { workflow: 'changing', input: {} });
  assert.equal(done.next, 'concluded', JSON.stringify(done));
  assert.equal(shown.length, 2);
  assert.match(shown[1] ?? '', /red/);
});

test('a form nobody answers is given up in time, and the person is asked in the chat', async (t) => {
  const engine = await mcpEngine(t);
  await add(engine, FLOW);
  const prepare = person(() => new Promise(() => {}));
  const { call } = await connect(t, mcpOptions(engine, { waitMs: 1200 }), { capabilities: FORMS, prepare });
  const work = await call('runs_start', { workflow: 'signed', input: {}, by: 'client' });
  const gate = await call('tasks_submit', { task: String(work.task), output: 'x' });
  assert.deepEqual([gate.next, gate.step], ['gate', 'R']);
  assert.match(String(gate.note), /has a form open/);
});
