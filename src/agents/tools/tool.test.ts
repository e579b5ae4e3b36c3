// What every tool promises: bad input is answered, not thrown, and no result is too long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { capText, defineTool, RESULT_BYTES_MAX, ToolRefusal } from './tool.ts';

const never = new AbortController().signal;
const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  input: z.strictObject({ text: z.string(), times: z.int().min(1).default(1) }),
  work: async ({ text, times }) => {
    if (text === 'refuse') throw new ToolRefusal('Not this one.');
    if (text === 'break') throw new Error('it broke');
    return text.repeat(times);
  },
});

test('the spec is JSON Schema in which defaults need not be given', () => {
  assert.deepEqual(echo.spec.input.required, ['text']);
  assert.equal(echo.spec.input.additionalProperties, false);
});

test('bad input is a result that says what was expected and found', async () => {
  const { text, isError } = await echo.call({ text: 5, more: true }, never);
  assert.equal(isError, true);
  assert.match(text, /text: .*expected string, received number/);
  assert.match(text, /more/);
  for (const given of [null, 'text', 5, [], {}]) assert.equal((await echo.call(given, never)).isError, true);
});

test('what the work throws is a result, and so is an aborted signal', async () => {
  assert.deepEqual(await echo.call({ text: 'refuse' }, never), { text: 'Not this one.', isError: true });
  assert.deepEqual(await echo.call({ text: 'break' }, never), { text: 'echo failed: it broke', isError: true });
  const { text, isError } = await echo.call({ text: 'hello' }, AbortSignal.abort());
  assert.deepEqual([isError, /stopped/.test(text)], [true, true]);
});

test('a result is cut to its bound, with a gap that says how much is missing', async () => {
  const { text } = await echo.call({ text: 'ab', times: 100_000 }, never);
  assert.ok(Buffer.byteLength(text) <= RESULT_BYTES_MAX);
  const missing = Number(/\[\.\.\. (\d+) of 200000 bytes/.exec(text)?.[1]);
  assert.equal(text.replace(/\n\[.*\]\n/, '').length + missing, 200_000);
});

test('a cut never splits a character', () => {
  for (let bytesMax = 100; bytesMax < 140; bytesMax++) {
    const cut = capText('a€😀'.repeat(100), bytesMax);
    assert.ok(Buffer.byteLength(cut) <= bytesMax, `${Buffer.byteLength(cut)} > ${bytesMax}`);
    assert.ok(!cut.includes('\ufffd'));
  }
});
