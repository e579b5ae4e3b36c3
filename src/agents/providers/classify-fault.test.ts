// Errors as they are thrown by fetch and the AI SDK, and what becomes of each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFault } from '../../errors.ts';
import { classifyFault } from './classify-fault.ts';

const CONTEXT = { provider: 'anthropic', model: 'm', secrets: ['top/secret+key'] };

function codeOf(error: unknown): string {
  return classifyFault(error, CONTEXT, 0).code;
}

function answer(statusCode: number, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { name: 'AI_APICallError', statusCode, responseHeaders: {}, ...more });
}

function system(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

test('whatever is thrown becomes a CallFault, even what is no error', () => {
  const loop = new Error('round and round');
  loop.cause = loop;
  for (const thrown of [undefined, null, 'words', 7, {}, [], loop, Object.create(null)]) {
    assert.equal(codeOf(thrown), 'bad-request');
  }
});

test('a CallFault stays what it is, however deep it is wrapped', () => {
  const fault = new CallFault('network', 'Too long');
  assert.equal(classifyFault(new Error('a', { cause: new Error('b', { cause: fault }) }), CONTEXT, 0), fault);
});

test('codes of the system and of undici are distinguished by what they mean', () => {
  const network = ['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EPIPE', 'EAI_AGAIN', 'UND_ERR_SOCKET'];
  const certificates = ['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];
  for (const code of [...network, ...certificates]) assert.equal(codeOf(system(code)), 'network', code);
  const late = ['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'];
  for (const code of late) assert.equal(codeOf(system(code)), 'timed-out', code);
  assert.equal(codeOf(new TypeError('terminated')), 'network');
  assert.equal(codeOf(AbortSignal.abort().reason), 'aborted');
  assert.equal(codeOf(new DOMException('late', 'TimeoutError')), 'timed-out');
  assert.equal(codeOf(new TypeError('Invalid URL')), 'bad-request');
});

test('words that mean a context too long are known from many providers, and others are not taken for them', () => {
  const tooLong = [
    'prompt is too long: 210000 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    'the request exceeds the available context size. try increasing it',
    'Please reduce the length of the messages or completion.',
  ];
  for (const words of tooLong) assert.equal(codeOf(answer(400, words)), 'context-too-long', words);
  const others = [
    'max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens',
    'Your credit balance is too low',
    "Invalid type for 'input[0].content'",
  ];
  for (const words of others) assert.equal(codeOf(answer(400, words)), 'bad-request', words);
});

test('the body of an answer is read in the shapes in which servers write it', () => {
  const bodies = [
    ['{"error":{"message":"no such model"}}', /no such model/],
    ['{"error":"no such model"}', /no such model/],
    ['{"detail":"no such model"}', /no such model/],
    ['[{"error":{"message":"no such model"}}]', /no such model/],
    ['{"message":"no such model"}', /no such model/],
    ['no such\n   model', /no such model/],
    ['', /Not Found/],
  ] as const;
  for (const [responseBody, expected] of bodies) {
    const fault = classifyFault(answer(404, 'Not Found', { responseBody }), CONTEXT, 0);
    assert.equal(fault.code, 'bad-request');
    assert.match(fault.message, expected, responseBody);
  }
});

test('a secret is hidden as it is, in a URL and in JSON', () => {
  const { message } = classifyFault(
    new Error(`top/secret+key ${encodeURIComponent('top/secret+key')} "top/secret+key"`),
    { ...CONTEXT, secrets: ['', 'top/secret+key'] },
    0,
  );
  assert.match(message, /\*\*\* \*\*\* "\*\*\*"/);
});
