// The model provider through the real AI SDK and real HTTP: every protocol it speaks, against a server on loopback.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, describe, test } from 'node:test';
import { modelProvider } from '../../src/agents/providers/model-provider.ts';
import type { JsonObject } from '../../src/json.ts';
import type { Provider } from '../../src/ports/provider.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { asked, faultOf, KEY, PROTOCOLS, providerAt, REPLY_SCHEMA } from './model-calls.ts';

const OPEN_SCHEMA: JsonObject = { type: 'object', properties: { output: {} }, required: ['output'] };
const SEARCH = {
  name: 'files/search.text',
  description: 'Finds text in files',
  input: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

const server = await startModelServer();
after(() => server.close());

for (const place of PROTOCOLS) {
  const { title, model, protocol } = place;
  const provider = (): Provider => providerAt(server, place);

  describe(`the model provider over ${title}`, () => {
    test('sends the prompt, the parameters and the keys, and gives back the text', async () => {
      server.next({ text: 'Fine.', model: 'answering-model', usage: { in: 100, out: 7, cached: 80 } });
      const reply = await provider().call(
        asked({ parameters: { temperature: 0.5, maxOutputTokens: 99, timeoutMs: 9_000 } }),
      );
      assert.deepEqual(reply, {
        text: 'Fine.',
        toolCalls: [],
        usage: { in: 100, out: 7, cached: 80 },
        model: 'answering-model',
        finish: 'stop',
      });
      const sent = lastRequest();
      assert.equal(sent.protocol, protocol);
      assert.equal(sent.model, model);
      assert.equal(sent.key, KEY);
      assert.equal(sent.headers['idempotency-key'], 'call-1');
      assert.equal(sent.system, 'You review.');
      assert.deepEqual(sent.texts, ['Review it.']);
      assert.deepEqual(sent.toolNames, []);
      assert.equal(sent.schema, null);
      assert.equal(sent.body.temperature, 0.5);
      assert.equal(sent.body.max_tokens ?? sent.body.max_output_tokens, 99);
    });

    test('names another model when the request does', async () => {
      await provider().call(asked({ model: 'other-model' }));
      assert.equal(lastRequest().model, 'other-model');
    });

    test('gives tool calls back under their own names, and takes their results in the next turn', async () => {
      const calls = [
        { id: 'call_a', name: 'files_search_text', input: { query: 'one' } },
        { id: 'call_b', name: 'files_search_text', input: { query: 'two' } },
      ];
      server.next({ text: 'I look.', toolCalls: calls }, answers.text('Found.'));
      const first = await provider().call(asked({ tools: [SEARCH] }));
      assert.equal(first.finish, 'tools');
      assert.deepEqual(
        first.toolCalls,
        calls.map((call) => ({ ...call, name: SEARCH.name })),
      );
      assert.deepEqual(lastRequest().toolNames, ['files_search_text']);

      const second = await provider().call(
        asked({
          tools: [SEARCH],
          messages: [
            { from: 'caller', text: 'Review it.' },
            { from: 'agent', text: first.text, toolCalls: first.toolCalls },
            { from: 'tool', call: 'call_a', name: SEARCH.name, result: 'line 7' },
            { from: 'tool', call: 'call_b', name: SEARCH.name, result: 'no such file', isError: true },
          ],
        }),
      );
      assert.equal(second.text, 'Found.');
      const wire = JSON.stringify(lastRequest().body);
      if (protocol === 'messages') {
        assert.equal(lastRequest().texts.length, 3, 'the results of one turn belong together');
        assert.equal(wire.split('"is_error":true').length, 2, 'one of them is an error');
      }
      for (const word of ['call_a', 'call_b', 'line 7', 'no such file', 'I look.'])
        assert.ok(wire.includes(word), word);
      assert.ok(!wire.includes(SEARCH.name));
    });

    test('gives back as an object what a schema held the model to', async () => {
      server.next(answers.json({ verdict: 'good' }));
      const reply = await provider().call(asked({ schema: REPLY_SCHEMA }));
      assert.deepEqual(reply.structured, { verdict: 'good' });
      assert.equal(reply.text, '{"verdict":"good"}');
      assert.equal(reply.finish, 'stop');
      assert.deepEqual(lastRequest().schema, REPLY_SCHEMA);
    });

    test('holds the model to a schema that leaves the output open', async () => {
      server.next(answers.json({ output: { any: ['thing'] } }));
      const reply = await provider().call(asked({ schema: OPEN_SCHEMA }));
      assert.deepEqual(reply.structured, { output: { any: ['thing'] } });
      assert.ok(lastRequest().schema);
      assert.ok(!JSON.stringify(lastRequest().body).includes('"strict":true'));
    });

    test('asks for no schema when there are tools, or when the whole reply is no object', async () => {
      await provider().call(asked({ schema: REPLY_SCHEMA, tools: [SEARCH] }));
      assert.equal(lastRequest().schema, null);
      await provider().call(asked({ schema: { type: 'array' } }));
      assert.equal(lastRequest().schema, null);
    });

    test('gives back the words of a reply that is not the JSON it should be', async () => {
      server.next({ text: 'Well, {"verdict": ', usage: { in: 5, out: 6, cached: 0 } });
      const reply = await provider().call(asked({ schema: REPLY_SCHEMA }));
      assert.equal(reply.text, 'Well, {"verdict": ');
      assert.ok(!('structured' in reply));
      assert.deepEqual(reply.usage, { in: 5, out: 6, cached: 0 });
    });

    test('says when the reply was cut off at its bound, with a schema and without', async () => {
      server.next(answers.cutOff('{"verdict": "go'), answers.cutOff('It begi'));
      const held = await provider().call(asked({ schema: REPLY_SCHEMA }));
      assert.deepEqual([held.text, held.finish, held.structured], ['{"verdict": "go', 'length', undefined]);
      const free = await provider().call(asked());
      assert.deepEqual([free.text, free.finish], ['It begi', 'length']);
    });

    test('gives back an empty reply as it is', async () => {
      server.next(answers.text(''), answers.text(''));
      assert.equal((await provider().call(asked())).text, '');
      const held = await provider().call(asked({ schema: REPLY_SCHEMA }));
      assert.deepEqual([held.text, held.structured], ['', undefined]);
    });

    test('takes a reply that comes byte by byte', async () => {
      server.next(answers.drip('slowly', 97, 2));
      assert.equal((await provider().call(asked())).text, 'slowly');
    });
  });
}

test('a model that writes broken arguments gets them back as an object', async () => {
  const provider = modelProvider({ name: server.url, apiKey: null, defaultModel: 'm' });
  server.next(answers.tools({ id: 'c1', name: 'look', input: '{"query": ' }, { id: 'c2', name: 'unknown', input: {} }));
  const tools = [{ ...SEARCH, name: 'look' }];
  const { toolCalls } = await provider.call(asked({ tools }));
  assert.deepEqual(toolCalls, [
    { id: 'c1', name: 'look', input: '{"query": ' },
    { id: 'c2', name: 'unknown', input: {} },
  ]);
  const results = toolCalls.map(({ id, name }) => ({ from: 'tool', call: id, name, result: 'No.' }) as const);
  const messages = [{ from: 'caller', text: 'Go' }, { from: 'agent', text: '', toolCalls }, ...results] as const;
  await provider.call(asked({ tools, messages }));
  assert.match(JSON.stringify(lastRequest().body), /\{\\"input\\":/);
});

test('a compatible server that refuses schemas is asked without one, then and later', async () => {
  const provider = modelProvider({ name: server.url, apiKey: null, defaultModel: 'm' });
  const requests = server.requests.length;
  server.next(
    answers.status(400, 'response_format type json_schema is unavailable'),
    answers.json({ verdict: 'good' }),
  );
  const reply = await provider.call(asked({ schema: REPLY_SCHEMA }));
  assert.deepEqual([reply.text, reply.structured], ['{"verdict":"good"}', undefined]);
  await provider.call(asked({ schema: REPLY_SCHEMA }));
  assert.deepEqual(
    server.requests.slice(requests).map(({ schema }) => schema !== null),
    [true, false, false],
  );
});

test('a compatible server without a key is sent none, and a usage it does not tell is unknown', async () => {
  const provider = modelProvider({ name: new URL(server.url).origin, apiKey: null, defaultModel: 'm' });
  assert.equal(provider.name, new URL(server.url).host);
  server.next(answers.usage('Hi', null));
  assert.equal((await provider.call(asked())).usage, null);
  assert.equal(lastRequest().headers.authorization, undefined);
});

test('the provider, not the environment, says where a request goes and with which key', async () => {
  const urls: string[] = [];
  const keys: (string | null)[] = [];
  const kept = { ...process.env };
  Object.assign(process.env, {
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/x',
    ANTHROPIC_API_KEY: 'other',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/x',
    OPENAI_API_KEY: 'other',
  });
  const noted: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    urls.push(request.url);
    keys.push(request.headers.get('x-api-key') ?? request.headers.get('authorization'));
    return new Response('{}', { status: 500 });
  };
  try {
    for (const name of ['anthropic', 'openai']) {
      await faultOf(modelProvider({ name, apiKey: KEY, defaultModel: 'm', fetch: noted }).call(asked()));
    }
  } finally {
    process.env = kept;
  }
  assert.deepEqual(urls, ['https://api.anthropic.com/v1/messages', 'https://api.openai.com/v1/responses']);
  assert.deepEqual(keys, [KEY, `Bearer ${KEY}`]);
});

test('the SDK prints no warnings of its own', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const provider = modelProvider({ name: 'anthropic', baseUrl: server.url, apiKey: KEY, defaultModel: 'unknown' });
  await provider.call(asked({ parameters: { temperature: 3, timeoutMs: 9_000 } }));
  await new Promise((next) => setImmediate(next));
  process.off('warning', note);
  assert.equal(lastRequest().body.temperature, 1, 'the SDK has nothing to warn of any more');
  assert.deepEqual(warnings, []);
});

test("a call does not go by Node's fetch, which ends after 300 seconds whatever timeoutMs says", async (context) => {
  context.mock.method(globalThis, 'fetch', () => assert.fail("Node's fetch was called"));
  const provider = modelProvider({ name: server.url, apiKey: null, defaultModel: 'm' });
  assert.equal((await provider.call(asked())).text, 'Review it.');
});

test('loading the provider and making one does not load the SDK', () => {
  const module = new URL('../../src/agents/providers/model-provider.ts', import.meta.url).href;
  const program = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve: (name, context, next) => { seen.push(name); return next(name, context); } });
    const { modelProvider } = await import('${module}');
    modelProvider({ name: 'anthropic', apiKey: 'k', defaultModel: null });
    console.log(seen.join(' '));`;
  const seen = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  assert.match(seen, /model-place/);
  assert.doesNotMatch(seen, /(^|\s)(ai|@ai-sdk|zod)/);
});

function lastRequest() {
  return server.requests.at(-1) ?? assert.fail('no request came');
}
