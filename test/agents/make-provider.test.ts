// From what an agent names to a provider that answers; wrong settings are said before anything is asked.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  DEFAULT_MODELS,
  makeProvider,
  modelOptions,
  type ProviderTools,
} from '../../src/agents/providers/make-provider.ts';
import { recordingKey } from '../../src/agents/providers/recorded-provider.ts';
import { CallFault, type CallFaultCode } from '../../src/errors.ts';
import type { AgentProvider } from '../../src/ports/agent.ts';
import { callRequest } from '../support/call-request.ts';
import { folderOf, root } from '../support/run-signoff.ts';

const FAKE = join(root, 'test/support/fake-claude.mjs');
const CANARY = 'sk-canary-0123456789';

function toolsWith(env: ProviderTools['env'], folder = root): ProviderTools {
  return { env, folder, writers: [{ workflow: null, step: 'lint', write: () => 'clean' }] };
}

test('offline and command providers are built with the writers, the folder and the environment', async () => {
  using place = folderOf({});
  const tools = toolsWith({ PATH: process.env.PATH, SEEN: 'yes', SIGNOFF_HOME: 'no' }, place.folder);
  const offline = await (await makeProvider({ kind: 'offline' }, tools)).call(callRequest());
  assert.equal(JSON.parse(offline.text).output, 'clean');

  const command = await makeProvider({ kind: 'command', command: [process.execPath, FAKE, 'echo'] }, tools);
  const { env } = JSON.parse((await command.call(callRequest())).text).output;
  assert.deepEqual([env.SEEN, env.SIGNOFF_HOME], ['yes', undefined]);
});

test('recordings are made over what is named besides, and replayed without it', async () => {
  using place = folderOf({});
  mkdirSync(place.path('kept'));
  const tools = toolsWith({ SIGNOFF_RECORDINGS: 'kept' }, place.folder);
  const over: AgentProvider = { kind: 'recorded', command: [process.execPath, FAKE, 'text'] };
  const made = await (await makeProvider(over, tools)).call(callRequest());
  const replay = await makeProvider({ kind: 'recorded' }, tools);
  assert.deepEqual(await replay.call(callRequest()), made);
  const elsewhere = await makeProvider({ kind: 'recorded' }, toolsWith({}, place.folder));
  await assert.rejects(elsewhere.call(callRequest()), (error) => {
    assert.ok(error instanceof CallFault);
    assert.ok(error.message.includes(join(place.folder, 'recordings', recordingKey(callRequest()))), error.message);
    return error.code === 'not-recorded';
  });
});

test('models are made with the key and the model that the environment names', () => {
  const env = { ANTHROPIC_API_KEY: CANARY, OPENAI_API_KEY: 'b', SIGNOFF_API_KEY: 'c', OPENAI_BASE_URL: 'http://h/v1/' };
  const tools = toolsWith(env);
  assert.deepEqual(modelOptions('anthropic', tools), {
    name: 'anthropic',
    apiKey: CANARY,
    defaultModel: DEFAULT_MODELS.anthropic,
  });
  assert.deepEqual(modelOptions('openai', { ...tools, model: 'found' }), {
    name: 'openai',
    apiKey: 'b',
    baseUrl: 'http://h/v1',
    defaultModel: 'found',
  });
  assert.deepEqual(
    modelOptions('http://h/v1', {
      ...tools,
      env: { ...env, SIGNOFF_MODEL: 'mine' },
      model: 'found',
      baseUrl: 'http://h/v2',
    }),
    {
      name: 'http://h/v1',
      apiKey: 'c',
      defaultModel: 'mine',
      keyVariable: 'SIGNOFF_API_KEY',
    },
  );
  assert.equal(modelOptions('http://h/v1', toolsWith({ SIGNOFF_API_KEY: '' })).apiKey, null);
});

test('what cannot work is said at once, and never with a key in it', async () => {
  const wrong: readonly (readonly [object, ProviderTools['env'], CallFaultCode, RegExp])[] = [
    [{ kind: 'model', name: 'anthropic' }, { OPENAI_API_KEY: CANARY }, 'bad-key', /ANTHROPIC_API_KEY/],
    [{ kind: 'model', name: 'openai' }, { OPENAI_API_KEY: ' ' }, 'bad-key', /OPENAI_API_KEY/],
    [{ kind: 'model', name: CANARY }, {}, 'bad-request', /base URL/],
    [{ kind: 'model' }, {}, 'bad-request', /base URL/],
    [{ kind: 'model', name: `http://a:${CANARY}@h/v1` }, {}, 'bad-request', /SIGNOFF_API_KEY/],
    [{ kind: 'recorded', name: 'anthropic' }, {}, 'bad-key', /ANTHROPIC_API_KEY/],
    [{ kind: 'command' }, {}, 'bad-request', /empty command/],
    [{ kind: 'magic' }, {}, 'bad-request', /kind model, command, offline, client or recorded/],
  ];
  for (const [wanted, env, code, said] of wrong) {
    await assert.rejects(makeProvider(wanted as AgentProvider, toolsWith(env)), (error) => {
      assert.ok(error instanceof CallFault, String(error));
      assert.equal(error.code, code);
      assert.match(error.message, said);
      return !error.message.includes(CANARY);
    });
  }
});

test('a base URL is asked in the OpenAI manner, with the key of SIGNOFF_API_KEY', async () => {
  let asked: { headers: IncomingHttpHeaders; model: string } | null = null;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      asked = { headers: request.headers, model: JSON.parse(body).model };
      const message = { role: 'assistant', content: 'Hello.' };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'local', choices }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const name = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const tools = { ...toolsWith({ SIGNOFF_API_KEY: CANARY }), model: 'local', baseUrl: name };
    const provider = await makeProvider({ kind: 'model', name }, tools);
    const reply = await provider.call(callRequest());
    assert.equal(reply.text, 'Hello.');
    const seen = asked as { headers: IncomingHttpHeaders; model: string } | null;
    assert.deepEqual([seen?.headers.authorization, seen?.model], [`Bearer ${CANARY}`, 'local']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
