// What the tests of the model provider share: the protocols it speaks, and calls to make by them.

import assert from 'node:assert/strict';
import { type ModelProviderOptions, modelProvider } from '../../src/agents/providers/model-provider.ts';
import { CallFault } from '../../src/errors.ts';
import type { JsonObject } from '../../src/json.ts';
import type { CallRequest, Provider } from '../../src/ports/provider.ts';
import type { ModelServer } from '../support/model-server.ts';

export const KEY = 'sk-canary-0123456789abcdef';
export const NOW = Date.parse('2026-01-01T00:00:00Z');

export const REPLY_SCHEMA: JsonObject = {
  type: 'object',
  properties: { verdict: { type: 'string' } },
  required: ['verdict'],
  additionalProperties: false,
};

export const PROTOCOLS = [
  { title: 'Anthropic Messages', name: 'anthropic', model: 'claude-sonnet-4-5', protocol: 'messages' },
  { title: 'OpenAI Responses', name: 'openai', model: 'gpt-4.1', protocol: 'responses' },
  { title: 'OpenAI-compatible Chat Completions', name: null, model: 'qwen3', protocol: 'chat' },
] as const;

/** A name of null is that of a compatible server: its base URL. */
export function providerAt(
  server: ModelServer,
  { name, model }: { readonly name: string | null; readonly model: string },
  more: Partial<ModelProviderOptions> = {},
): Provider {
  const place = name === null ? { name: server.url } : { name, baseUrl: server.url };
  return modelProvider({ ...place, apiKey: KEY, defaultModel: model, keyVariable: 'THE_KEY', now: () => NOW, ...more });
}

export function asked(more: Partial<CallRequest> = {}): CallRequest {
  return {
    model: null,
    system: 'You review.',
    messages: [{ from: 'caller', text: 'Review it.' }],
    schema: null,
    tools: [],
    parameters: { timeoutMs: 20_000 },
    idempotencyKey: 'call-1',
    signal: new AbortController().signal,
    facts: {
      workflow: 'w',
      step: 's',
      title: 'S',
      prompt: 'Review it.',
      input: null,
      item: null,
      data: {},
      runInput: null,
      schema: null,
    },
    ...more,
  };
}

export async function faultOf(call: Promise<unknown>): Promise<CallFault> {
  const thrown = await call.then(
    (reply) => assert.fail(`Expected a fault, found ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof CallFault, String(thrown));
  return thrown;
}
