// How the model provider fails: every way a server or the network can, through the real AI SDK and real HTTP.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { modelProvider } from '../../src/agents/providers/model-provider.ts';
import { CallFault } from '../../src/errors.ts';
import type { JsonObject } from '../../src/json.ts';
import type { CallRequest } from '../../src/ports/provider.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { asked, faultOf, KEY, NOW, PROTOCOLS, providerAt, REPLY_SCHEMA } from './model-calls.ts';

const server = await startModelServer();
after(() => server.close());

for (const place of PROTOCOLS) {
  const { title, protocol } = place;
  const fault = (request: Partial<CallRequest> = {}) => faultOf(providerAt(server, place).call(asked(request)));

  describe(`a call that fails over ${title}`, () => {
    test('tells a rate limit with the time to wait, in each of the ways it is written', async () => {
      const cases: readonly [Record<string, string>, number | null][] = [
        [{ 'retry-after': '7' }, 7_000],
        [{ 'retry-after': '0.5' }, 500],
        [{ 'retry-after': new Date(NOW + 90_000).toUTCString() }, 90_000],
        [{ 'retry-after': new Date(NOW - 90_000).toUTCString() }, 0],
        [{ 'retry-after-ms': '1250', 'retry-after': '7' }, 1_250],
        [{ 'retry-after': 'soon' }, null],
        [{}, null],
      ];
      for (const [headers, retryAfterMs] of cases) {
        server.next(answers.rateLimited(headers));
        const found = await fault();
        assert.deepEqual([found.code, found.retryAfterMs], ['rate-limited', retryAfterMs], JSON.stringify(headers));
      }
    });

    test('never sends a request again by itself', async () => {
      for (const status of [500, 502, 503, 504, 529, 520]) {
        const before = server.requests.length;
        server.next(answers.overloaded(status));
        assert.equal((await fault()).code, 'overloaded', String(status));
        assert.equal(server.requests.length, before + 1);
      }
    });

    test('names the variable of a key that is refused, and never the key', async () => {
      for (const status of [401, 403]) {
        server.next(answers.wrongKey(status));
        const found = await fault();
        assert.equal(found.code, 'bad-key');
        assert.match(found.message, /Set THE_KEY/);
        assertNoKey(found);
      }
    });

    test('takes the key out of whatever the provider says, and shortens it', async () => {
      server.next(answers.status(400, `You sent {key} and ${'x'.repeat(2_000)}`));
      const found = await fault();
      assert.equal(found.code, 'bad-request');
      assert.match(found.message, /You sent \*\*\* and xxx/);
      assert.ok(found.message.length < 700);
      assertNoKey(found);
      server.next(answers.status(404, `${'y'.repeat(490)}{key}`));
      assertNoKey(await fault());
    });

    test('tells a prompt that is too long from other bad requests', async () => {
      server.next(
        answers.contextTooLong(400),
        answers.contextTooLong(413),
        answers.status(400, 'Unknown parameter foo'),
      );
      assert.equal((await fault()).code, 'context-too-long');
      assert.equal((await fault()).code, 'context-too-long');
      const other = await fault();
      assert.equal(other.code, 'bad-request');
      assert.match(other.message, /Unknown parameter foo/);
    });

    test('tells what was refused for its content, with what it cost', async () => {
      server.next({ text: 'No.', finish: 'refused', usage: { in: 9, out: 3, cached: 1 } }, answers.filtered());
      const finished = await fault();
      assert.equal(finished.code, 'content-refused');
      assert.deepEqual(finished.usage, { in: 9, out: 3, cached: 1 });
      assert.equal((await fault()).code, 'content-refused');
      server.next(answers.refused());
      assert.equal((await fault({ schema: REPLY_SCHEMA })).code, 'content-refused');
    });

    test('calls what breaks on the way a fault of the network', async () => {
      server.next(answers.broken('cut'), answers.broken('cut-before-headers'), answers.broken('garbage'));
      for (const way of ['cut', 'cut-before-headers', 'garbage']) assert.equal((await fault()).code, 'network', way);
      server.next({ status: 200, body: '' }, { status: 200, body: '{"hello":"world"}' });
      assert.equal((await fault()).code, 'network');
      // Of a response without output the SDK says that the status was 500.
      assert.equal((await fault()).code, protocol === 'responses' ? 'overloaded' : 'network');
      server.next({ status: 502, body: '<html><h1>Bad gateway</h1></html>' });
      const gateway = await fault();
      assert.equal(gateway.code, 'overloaded');
      assert.match(gateway.message, /Bad gateway/);
    });

    test('stops reading a reply that is longer than 10 MB', async () => {
      server.next(answers.broken('huge'));
      const found = await fault();
      assert.equal(found.code, 'network');
      assert.match(found.message, /10 MB/);
    });

    test('times out when no answer comes, and when an answer does not end', async () => {
      for (const way of ['never', 'never-ending-body'] as const) {
        server.next(answers.broken(way));
        const found = await fault({ parameters: { timeoutMs: 150 } });
        assert.equal(found.code, 'timed-out', way);
      }
      server.next(answers.status(408, 'Too slow'));
      assert.equal((await fault()).code, 'timed-out');
    });

    test('ends the request when it is aborted, whatever the reason given', async () => {
      for (const way of ['never', 'never-ending-body'] as const) {
        const controller = new AbortController();
        const left = server.leftEarly();
        const came = server.requests.length;
        server.next(answers.broken(way));
        const call = fault({ signal: controller.signal });
        await until(() => server.requests.length > came);
        controller.abort(new Error('the run was cancelled'));
        assert.equal((await call).code, 'aborted');
        await until(() => server.leftEarly() > left);
      }
      const requests = server.requests.length;
      assert.equal((await fault({ signal: AbortSignal.abort() })).code, 'aborted');
      assert.equal(server.requests.length, requests);
    });

    test('follows no redirect, which could carry the key elsewhere, whichever fetch is used', async () => {
      for (const provider of [providerAt(server, place), providerAt(server, place, { fetch })]) {
        const requests = server.requests.length;
        server.next({ status: 307, headers: { location: `${server.url}/chat/completions` }, body: '' });
        assert.equal((await faultOf(provider.call(asked()))).code, 'bad-request');
        assert.equal(server.requests.length, requests + 1);
      }
    });
  });
}

test('without a key nothing is sent, and the fault names the variable', async () => {
  for (const [name, variable] of [
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'OPENAI_API_KEY'],
  ] as const) {
    const never: typeof fetch = () => assert.fail('a request was sent');
    const provider = modelProvider({ name, apiKey: null, defaultModel: 'm', fetch: never });
    assert.equal(provider.name, name);
    const found = await faultOf(provider.call(asked()));
    assert.equal(found.code, 'bad-key');
    assert.match(found.message, new RegExp(variable));
  }
});

test('a server that is not there, and a name that is none, are faults of the network', async () => {
  const gone = await startModelServer();
  await gone.close();
  for (const name of [gone.url, 'http://no-such-host.invalid/v1']) {
    const found = await faultOf(modelProvider({ name, apiKey: KEY, defaultModel: 'm' }).call(asked()));
    assert.equal(found.code, 'network', found.message);
  }
});

test('without a model or a provider there is a bad request', async () => {
  const unnamed = await faultOf(modelProvider({ name: server.url, apiKey: null, defaultModel: null }).call(asked()));
  assert.deepEqual([unnamed.code, /name of a model/.test(unnamed.message)], ['bad-request', true]);
  for (const name of ['claude', 'ftp://x.invalid']) {
    assert.throws(() => modelProvider({ name, apiKey: null, defaultModel: null }), CallFault);
  }
});

test('an error inside a response that came as OK is recognised by its code', async () => {
  const provider = modelProvider({ name: 'openai', baseUrl: server.url, apiKey: KEY, defaultModel: 'gpt-4.1' });
  const wrapped = (error: JsonObject) => ({
    status: 200,
    body: JSON.stringify({ id: 'r', error: { type: 'e', ...error } }),
  });
  server.next(
    wrapped({ code: 'rate_limit_exceeded', message: 'Slow down' }),
    wrapped({ code: 'server_error', message: 'Oh' }),
    wrapped({ code: 'invalid_prompt', message: 'Your prompt was flagged as potentially violating our usage policy' }),
    { status: 200, body: '{"id":"r","incomplete_details":{"reason":"content_filter"}}' },
  );
  for (const expected of ['rate-limited', 'overloaded', 'content-refused', 'content-refused']) {
    assert.equal((await faultOf(provider.call(asked()))).code, expected);
  }
});

test('credentials in a base URL are sent, and named in no message', async () => {
  const url = server.url.replace('http://', 'http://someone:hunter2secret@');
  const provider = modelProvider({ name: url, apiKey: null, defaultModel: 'm' });
  assert.equal(provider.name, new URL(server.url).host);
  server.next(answers.status(400, 'someone:hunter2secret is wrong'));
  const found = await faultOf(provider.call(asked()));
  assert.match(found.message, /\*\*\*:\*\*\* is wrong/);
  assert.match(String(server.requests.at(-1)?.headers.authorization), /^Basic /);
});

function assertNoKey(fault: CallFault): void {
  assert.ok(!`${fault.stack} ${JSON.stringify(fault)}`.includes('canary'), fault.message);
}

async function until(isDone: () => boolean): Promise<void> {
  for (let turns = 0; turns < 1_000 && !isDone(); turns += 1) await new Promise((next) => setTimeout(next, 10));
  assert.ok(isDone());
}
