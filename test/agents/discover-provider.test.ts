// Who answers prompts when nobody said so: the order, the reasons, the looking around, and no key in any of it.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, relative } from 'node:path';
import { test } from 'node:test';
import {
  CLAUDE_ARGUMENTS,
  discoverProvider,
  type ProviderDiscovery,
} from '../../src/agents/providers/discover-provider.ts';
import { lookAround } from '../../src/agents/providers/look-around.ts';
import { parseCommand, parseProvider } from '../../src/agents/providers/parse-provider.ts';
import { CallFault } from '../../src/errors.ts';
import { folderOf } from '../support/run-signoff.ts';

const CANARY = 'sk-canary-0123456789';
const everything: ProviderDiscovery = {
  env: { SIGNOFF_PROVIDER: 'offline', ANTHROPIC_API_KEY: true, OPENAI_API_KEY: true },
  ollama: { url: 'http://127.0.0.1:11434', models: ['nomic-embed-text:latest', 'qwen3:8b'] },
  claude: '/opt/bin/claude',
};
const none: ProviderDiscovery = { env: {}, ollama: null, claude: null };
const { SIGNOFF_PROVIDER: _, ...keys } = everything.env;
const refused = (): never => {
  throw new TypeError('fetch failed');
};

test('the order is: what was asked for, Anthropic, OpenAI, Ollama, claude, offline', () => {
  const steps: readonly (readonly [ProviderDiscovery, object])[] = [
    [everything, { kind: 'offline' }],
    [
      { ...everything, env: keys },
      { kind: 'model', name: 'anthropic' },
    ],
    [
      { ...everything, env: { OPENAI_API_KEY: true } },
      { kind: 'model', name: 'openai' },
    ],
    [
      { ...everything, env: {} },
      { kind: 'model', name: 'http://127.0.0.1:11434/v1' },
    ],
    [
      { ...none, claude: '/opt/bin/claude' },
      { kind: 'command', command: ['/opt/bin/claude', ...CLAUDE_ARGUMENTS] },
    ],
    [none, { kind: 'offline' }],
  ];
  for (const [found, provider] of steps) assert.deepEqual(discoverProvider(found).provider, provider);
});

test('the choice says why, and why not the others', () => {
  const choice = discoverProvider({ ...everything, env: { OPENAI_API_KEY: true } });
  assert.equal(choice.why, 'OPENAI_API_KEY is set.');
  assert.deepEqual(choice.others, [
    { what: 'SIGNOFF_PROVIDER', why: 'It is not set.' },
    { what: 'Anthropic', why: 'ANTHROPIC_API_KEY is not set.' },
    { what: 'Ollama', why: 'It answers at http://127.0.0.1:11434. OpenAI comes first.' },
    { what: 'claude', why: 'The program is at /opt/bin/claude. OpenAI comes first.' },
    { what: 'offline', why: 'It needs neither a model nor a key. OpenAI comes first.' },
  ]);
});

test('an Ollama is used with a model that writes, and not at all without one', () => {
  const { ollama } = everything;
  assert.equal(discoverProvider({ ...none, ollama }).model, 'qwen3:8b');
  assert.equal(discoverProvider({ ...none, env: { SIGNOFF_MODEL: 'mine' }, ollama }).model, 'mine');
  const empty = discoverProvider({ ...none, ollama: { url: 'http://127.0.0.1:11434', models: [] } });
  assert.deepEqual(empty.provider, { kind: 'offline' });
  assert.match(JSON.stringify(empty.others), /ollama pull/);
});

test('SIGNOFF_PROVIDER names every kind of provider', () => {
  assert.deepEqual(parseProvider('anthropic'), { kind: 'model', name: 'anthropic' });
  assert.deepEqual(parseProvider(' http://127.0.0.1:8000/v1/ '), { kind: 'model', name: 'http://127.0.0.1:8000/v1' });
  assert.deepEqual(parseProvider('command:claude -p'), { kind: 'command', command: ['claude', '-p'] });
  assert.deepEqual(parseProvider('recorded'), { kind: 'recorded' });
  assert.deepEqual(parseProvider('recorded:openai'), { kind: 'recorded', name: 'openai' });
  assert.deepEqual(parseProvider('recorded:command:a'), { kind: 'recorded', command: ['a'] });
});

test('a command is words, quoted words or a JSON list, and nothing in it is expanded', () => {
  assert.deepEqual(parseCommand(` a  "b c" 'd "e"' f"g h"i '' `), ['a', 'b c', 'd "e"', 'fg hi', '']);
  assert.deepEqual(parseCommand('a $(b) ;c *'), ['a', '$(b)', ';c', '*']);
  assert.deepEqual(parseCommand('["a b", ""]'), ['a b', '']);
  for (const text of ['', '  ', '"a', "a 'b", '[1]', '[]', '["a"', '""']) {
    assert.throws(() => parseCommand(text), CallFault, text);
  }
});

test('what SIGNOFF_PROVIDER cannot mean is refused without repeating it', () => {
  const urls = [`https://user:${CANARY}@host/v1`, `https://${CANARY}@host/v1`, 'https://'];
  for (const text of [CANARY, ...urls, `recorded:${CANARY}`, 'recorded:offline']) {
    assert.throws(
      () => discoverProvider({ ...none, env: { SIGNOFF_PROVIDER: text } }),
      (error) => error instanceof CallFault && error.code === 'bad-request' && !error.message.includes(CANARY),
      text,
    );
  }
  assert.throws(() => parseProvider('antropic'), /found "antropic"/);
});

test('keys and addresses are noticed and their values never taken along', async () => {
  const env = { ANTHROPIC_API_KEY: CANARY, OPENAI_API_KEY: ' ', OPENAI_BASE_URL: `https://${CANARY}@host`, PATH: '' };
  const found = await lookAround({ ...env, SIGNOFF_MODEL: 'm' }, refused);
  assert.deepEqual(found, {
    env: { ANTHROPIC_API_KEY: true, OPENAI_BASE_URL: true, SIGNOFF_MODEL: 'm' },
    ollama: null,
    claude: null,
  });
  assert.ok(!JSON.stringify(discoverProvider(found)).includes(CANARY));
});

test('a claude is found on the PATH: a program, in a folder named in full', async () => {
  using place = folderOf({});
  for (const name of ['plain', 'folder/claude', 'good', 'later']) mkdirSync(place.path(name), { recursive: true });
  for (const name of ['plain', 'good', 'later']) writeFileSync(place.path(`${name}/claude`), '#!/bin/sh\n');
  for (const name of ['good', 'later']) chmodSync(place.path(`${name}/claude`), 0o755);
  const near = relative(process.cwd(), place.path('later'));
  const folders = ['', near, ...['gone', 'plain', 'folder', 'good', 'later'].map((name) => place.path(name))];
  const found = await lookAround({ PATH: folders.join(delimiter) }, refused);
  assert.equal(found.claude, place.path('good/claude'));
  assert.equal((await lookAround({}, refused)).claude, null);
});

/** A server that answers as configured, and a fetch that finds it where Ollama would be. */
async function withServer<T>(answer: string | null, use: (asking: typeof fetch) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    assert.equal(request.url, '/api/tags');
    if (answer !== null) response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await use((url, options) => fetch(String(url).replace(':11434', `:${port}`), options));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('an Ollama is asked for its models; anything else on that port is none', async () => {
  const asked = (answer: string | null) => withServer(answer, async (asking) => (await lookAround({}, asking)).ollama);
  assert.deepEqual(await asked('{"models":[{"name":"qwen3:8b"},{"other":1}]}'), {
    url: 'http://127.0.0.1:11434',
    models: ['qwen3:8b'],
  });
  for (const answer of ['{}', '[]', '<html>', '{"models":3}']) assert.equal(await asked(answer), null, answer);
});

test('a server that accepts and says nothing, and a fetch that never ends, do not hold anybody up', async () => {
  assert.equal(await withServer(null, async (asking) => (await lookAround({}, asking)).ollama), null);
  assert.equal((await lookAround({}, () => new Promise(() => {}))).ollama, null);
});
