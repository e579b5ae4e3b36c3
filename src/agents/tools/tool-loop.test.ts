// Tool calls of one reply: their order, how many at once, how many at all, and what becomes of those that go wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import type { ToolCall } from '../../ports/provider.ts';
import { okResult, type Tool, type ToolResult } from './tool.ts';
import { runTools, type ToolBudget } from './tool-loop.ts';

const spec = (name: string) => ({ name, description: '', input: {} });
const calls = (count: number, name = 'wait'): ToolCall[] =>
  Array.from({ length: count }, (_, index) => ({ id: `call-${index}`, name, input: index }));

function setting(budget: ToolBudget = { left: 25 }, signal = new AbortController().signal) {
  const reported: [string, ToolResult][] = [];
  const onCall = async (call: ToolCall, result: ToolResult, ms: number) => {
    assert.ok(ms >= 0);
    reported.push([call.id, result]);
  };
  return { reported, options: { signal, budget, onCall } };
}

test('results come in the order of the calls, eight at once at most', async () => {
  let running = 0;
  let most = 0;
  const wait: Tool = {
    spec: spec('wait'),
    call: async (input) => {
      most = Math.max(most, ++running);
      await after(20 - Number(input));
      running--;
      return okResult(`done ${input}`);
    },
  };
  const { reported, options } = setting();
  const messages = await runTools(calls(20), [wait], options);
  assert.deepEqual(
    messages,
    calls(20).map(({ id, name, input }) => ({ from: 'tool', call: id, name, result: `done ${input}` })),
  );
  assert.deepEqual([most, running, reported.length, options.budget.left], [8, 0, 20, 5]);
});

test('calls beyond the budget are answered with a request to finish, whatever they ask for', async () => {
  let ran = 0;
  const count: Tool = { spec: spec('count'), call: async () => okResult(String(++ran)) };
  const { reported, options } = setting({ left: 2 });
  const first = await runTools(calls(3, 'count'), [count], options);
  const second = await runTools(calls(1, 'count'), [count], options);
  assert.deepEqual([ran, options.budget.left, reported.length], [2, 0, 4]);
  for (const message of [first[2], second[0]]) {
    assert.ok(message?.from === 'tool' && message.isError);
    assert.match(message.result, /finish with what you have/);
  }
});

test('an unknown tool is answered with the names there are, a tool that throws with what it threw', async () => {
  const broken: Tool = { spec: spec('broken'), call: () => Promise.reject(new Error('boom')) };
  const { options } = setting();
  const messages = await runTools([...calls(1, 'other'), ...calls(1, 'broken')], [broken], options);
  const results = messages.map((message) => (message.from === 'tool' ? message.result : ''));
  assert.match(results[0] ?? '', /no tool "other".*There are: broken/);
  assert.match(results[1] ?? '', /broken failed: boom/);
});

test('a task that is stopped waits for no tool', async () => {
  const stop = new AbortController();
  const deaf: Tool = { spec: spec('deaf'), call: () => new Promise(() => undefined) };
  const { options, reported } = setting({ left: 25 }, stop.signal);
  const running = runTools(calls(12, 'deaf'), [deaf], options);
  stop.abort();
  assert.equal((await running).length, 12);
  assert.ok(reported.every(([, result]) => result.isError));
});

test('what cannot be journalled is thrown, once all calls have ended', async () => {
  let ended = 0;
  const slow: Tool = {
    spec: spec('slow'),
    call: async (input) => {
      await after(Number(input));
      return okResult(String(++ended));
    },
  };
  const options = { ...setting().options, onCall: () => Promise.reject(new Error('store is gone')) };
  await assert.rejects(runTools(calls(4, 'slow'), [slow], options), /store is gone/);
  assert.equal(ended, 4);
});
