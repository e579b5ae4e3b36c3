// A client's own model, asked by the server: its work is reported as if it had called, and never for the person.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../src/json.ts';
import { add, eventsOf } from '../runtime/engines-on-file.ts';
import { connect, mcpEngine, mcpOptions, type Talk } from './mcp-harness.ts';

const CHAIN = (steps: number): string => {
  const names = Array.from({ length: steps }, (_, at) => `S${at}`);
  const edges = names.slice(1).map((name, at) => `  ${names[at]}[Step ${at}] --> ${name}[Step ${at + 1}]`);
  const output = '{"type": "object", "required": ["n"], "properties": {"n": {"type": "number"}}}';
  const config = names.map((name) => `%% @${name}: {"agent": "agent:a", "prompt": "Do ${name}.", "output": ${output}}`);
  return ['flowchart TD', ...edges, '%% @workflow: {"name": "chain"}', ...config].join('\n');
};

interface Model {
  readonly prompts: string[];
  prepare(client: Client): void;
}

function modelThat(says: (at: number) => string): Model {
  const prompts: string[] = [];
  return {
    prompts,
    prepare(client) {
      client.setRequestHandler('sampling/createMessage', async ({ params }) => {
        const [message] = params.messages as unknown as readonly { content: { text: string } }[];
        prompts.push(message?.content.text ?? '');
        return { model: 'm', role: 'assistant', content: { type: 'text', text: says(prompts.length) } };
      });
    },
  };
}

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  describe(`sampling over the ${talk} protocol`, () => {
    test('does the steps of a run, and a bounded number of them in one call', async (t) => {
      const engine = await mcpEngine(t);
      await add(engine, CHAIN(7));
      const model = modelThat((at) => (at % 2 === 0 ? `\`\`\`json\n{"n": ${at}}\n\`\`\`` : `Here: {"n": ${at}}`));
      const side = { talk, capabilities: { sampling: {} }, prepare: model.prepare };
      const { call } = await connect(t, mcpOptions(engine), side);
      const first = await call('runs_start', { workflow: 'chain', input: {}, by: 'sampling' });
      assert.equal(model.prompts.length, 5);
      assert.deepEqual([first.next, first.step], ['work', 'S5']);
      assert.match(model.prompts[0] ?? '', /^Do S0\.[\s\S]*JSON Schema/);
      const rest = await call('tasks_next', { run: String(first.task), by: 'sampling' });
      assert.deepEqual([rest.next, rest.output], ['concluded', { n: 7 }]);
      const started = (await eventsOf(engine, String(first.run))).filter(({ type }) => type === 'RunStarted');
      assert.equal(started.length, 1);
    });

    test('that comes to nothing leaves the work handed out', async (t) => {
      const engine = await mcpEngine(t);
      await add(engine, CHAIN(2));
      const words = ['I would rather not.', '{"n": "many"}'];
      const model = modelThat((at) => words[at - 1] ?? '{"n": 1}');
      const side = { talk, capabilities: { sampling: {} }, prepare: model.prepare };
      const { call } = await connect(t, mcpOptions(engine), side);
      const first = await call('runs_start', { workflow: 'chain', input: {}, by: 'sampling' });
      assert.deepEqual([first.next, first.step], ['work', 'S0']);
      assert.match(String(first.note), /without readable JSON/);
      const second = await call('tasks_next', { run: String(first.run), by: 'sampling' });
      assert.equal(second.task, first.task);
      assert.match(String(second.note), /refused/);
    });

    test('is not asked of a client that has none', async (t) => {
      const engine = await mcpEngine(t);
      await add(engine, CHAIN(2));
      const { call } = await connect(t, mcpOptions(engine), { talk });
      const first: JsonObject = await call('runs_start', { workflow: 'chain', input: {}, by: 'sampling' });
      assert.deepEqual([first.next, first.step, first.note], ['work', 'S0', undefined]);
    });
  });
}

test('a step without a schema takes what the model says; a refusal is reported in a sentence', async (t) => {
  const engine = await mcpEngine(t);
  await add(engine, 'flowchart TD\n  A[Draft]\n%% @workflow: {"name": "plain"}\n%% @A: {"agent": "agent:a"}');
  const model = modelThat((at) => {
    if (at === 1) throw new Error('User rejected');
    return 'Old pond: a [frog] leaps in.';
  });
  const side = { capabilities: { sampling: {} }, prepare: model.prepare };
  const { call } = await connect(t, mcpOptions(engine), side);
  const first = await call('runs_start', { workflow: 'plain', input: {}, by: 'sampling' });
  assert.match(String(first.note), /^Your model was asked and did not answer: .*User rejected\.$/);
  const done = await call('tasks_next', { run: String(first.run), by: 'sampling' });
  assert.equal(done.next, 'concluded');
  assert.doesNotMatch(model.prompts[1] ?? '', /JSON/);
  const events = await eventsOf(engine, String(first.run));
  const completed = events.find(({ type }) => type === 'TaskCompleted');
  assert.match(JSON.stringify(completed?.data), /Old pond: a \[frog\] leaps in\./);
});

test('a model that takes too long is not waited for longer than a call may take', async (t) => {
  const engine = await mcpEngine(t);
  await add(engine, CHAIN(2));
  const prepare = (client: Client): void => {
    client.setRequestHandler('sampling/createMessage', () => new Promise(() => {}));
  };
  const side = { capabilities: { sampling: {} }, prepare };
  const { call } = await connect(t, mcpOptions(engine, { waitMs: 1500 }), side);
  const first = await call('runs_start', { workflow: 'chain', input: {}, by: 'sampling' });
  assert.equal(first.next, 'work');
  assert.match(String(first.note), /timed out/);
});
