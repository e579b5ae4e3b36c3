// Models that say nothing for long: noticed token by token, where a step or an agent asks for it.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CallRequest } from '../../src/ports/provider.ts';
import { answers, type ModelAnswer } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { asked, faultOf, PROTOCOLS, providerAt, REPLY_SCHEMA } from './model-calls.ts';

const PATIENT = { timeoutMs: 20_000, silenceMs: 10_000 };
const SHORT = { timeoutMs: 20_000, silenceMs: 150 };

for (const place of PROTOCOLS) {
  describe(`silence over ${place.title}`, async () => {
    const server = await startModelServer();
    after(() => server.close());
    const call = (request: Partial<CallRequest>) => providerAt(server, place).call(asked(request));

    test('a reply that is read token by token is the reply that comes at once', async () => {
      const tools = [{ name: 'read', description: 'Reads.', input: { type: 'object', properties: {} } }];
      const cases: readonly [ModelAnswer, Partial<CallRequest>][] = [
        [answers.usage('A long answer, in pieces.', { in: 90, out: 30, cached: 10 }), {}],
        [answers.json({ verdict: 'approve' }), { schema: REPLY_SCHEMA }],
        [answers.tools({ id: 'c1', name: 'read', input: { path: 'a.md' } }), { tools }],
        [answers.cutOff('Half of it'), {}],
      ];
      for (const [answer, request] of cases) {
        server.next(answer, answer);
        const whole = await call(request);
        const pieces = await call({ ...request, parameters: PATIENT });
        assert.equal(server.requests.at(-2)?.isStreaming, false);
        assert.equal(server.requests.at(-1)?.isStreaming, true);
        assert.deepEqual(pieces, whole);
      }
    });

    test('a model that says nothing, or nothing more, has timed out, and its connection is ended', async () => {
      for (const way of ['never', 'silent', 'pings'] as const) {
        const left = server.leftEarly();
        server.next(answers.broken(way));
        assert.equal((await faultOf(call({ parameters: SHORT }))).code, 'timed-out', way);
        for (let turns = 0; turns < 1_000 && server.leftEarly() === left; turns++)
          await new Promise((next) => setTimeout(next, 5));
        assert.ok(server.leftEarly() > left, way);
      }
    });

    test('a model that goes on speaking may take longer than that', async () => {
      const text = 'word '.repeat(100);
      server.next(answers.drip(text, 400, 100));
      const began = performance.now();
      assert.equal((await call({ parameters: { timeoutMs: 60_000, silenceMs: 800 } })).text, text);
      assert.ok(performance.now() - began > 800);
    });

    test('a stream without an end, a refusal and a limit are reported as elsewhere', async () => {
      server.next(answers.broken('cut-stream'), answers.rateLimited(), answers.refused());
      assert.equal((await faultOf(call({ parameters: PATIENT }))).code, 'network');
      const limited = await faultOf(call({ parameters: PATIENT }));
      assert.deepEqual([limited.code, limited.retryAfterMs], ['rate-limited', 7_000]);
      assert.equal((await faultOf(call({ parameters: PATIENT }))).code, 'content-refused');
    });
  });
}
