// The model server itself: streams as the AI SDK reads them, and the program that other processes use.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { type LanguageModel, streamText } from 'ai';
import { answers } from './model-answer.ts';
import { startModelServer } from './model-server.ts';

const TEXT = 'A reply long enough to come in more than one piece of the stream.';

test('a stream of each protocol brings the text in pieces, the tool calls and the usage', async () => {
  const server = await startModelServer();
  const settings = { baseURL: server.url, apiKey: 'k' };
  const models: readonly LanguageModel[] = [
    createAnthropic(settings)('claude-sonnet-4-5'),
    createOpenAI(settings).responses('gpt-4.1'),
    createOpenAI(settings).chat('gpt-4.1'),
  ];
  for (const model of models) {
    server.next({
      text: TEXT,
      toolCalls: [{ id: 'c1', name: 'look', input: { at: 'the door' } }],
      usage: { in: 12, out: 34, cached: 0 },
    });
    const result = streamText({ model, prompt: 'Go', maxRetries: 0 });
    const pieces: string[] = [];
    for await (const piece of result.textStream) pieces.push(piece);
    assert.ok(pieces.length > 1);
    assert.equal(pieces.join(''), TEXT);
    const [call] = await result.toolCalls;
    assert.deepEqual([call?.toolName, call?.input], ['look', { at: 'the door' }]);
    const usage = await result.usage;
    assert.deepEqual([usage.inputTokens, usage.outputTokens], [12, 34]);
    assert.ok(server.requests.at(-1)?.isStreaming);
  }
  await server.close();
});

test('the program prints its URL, answers by its script, and lists what it was asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-server-'));
  const script = join(folder, 'script.json');
  const broken = { when: 'lint', times: 1, answer: answers.overloaded() };
  writeFileSync(script, JSON.stringify({ rules: [broken, { when: 'lint', output: { ok: true } }], output: 'other' }));
  const program = fileURLToPath(new URL('model-server-program.ts', import.meta.url));
  const child = spawn(process.execPath, [program, script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];

  const ask = async (content: string) => {
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] });
    const response = await fetch(`${url}/chat/completions`, { method: 'POST', body });
    if (!response.ok) return response.status;
    const reply = (await response.json()) as { choices: [{ message: { content: string } }] };
    return JSON.parse(reply.choices[0].message.content).output;
  };
  assert.equal(await ask('please lint'), 529);
  assert.deepEqual(await ask('please lint'), { ok: true });
  assert.equal(await ask('please test'), 'other');
  const asked = (await (await fetch(new URL('/requests', url))).json()) as { texts: string[] }[];
  assert.deepEqual(
    asked.map(({ texts }) => texts),
    [['please lint'], ['please lint'], ['please test']],
  );

  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  rmSync(folder, { recursive: true });
});
