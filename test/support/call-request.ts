// A request as an agent would send it, with what a test wants to be different.

import type { CallFacts, CallRequest } from '../../src/ports/provider.ts';

export const facts: CallFacts = {
  workflow: 'review',
  step: 'lint',
  title: 'review: lint',
  prompt: 'Look at the change.',
  input: { prNumber: 7 },
  item: null,
  data: {},
  runInput: {},
  schema: null,
};

export function callRequest(changes: Partial<CallRequest> = {}): CallRequest {
  return {
    model: null,
    system: 'You are careful.',
    messages: [{ from: 'caller', text: 'Look at the change.' }],
    schema: null,
    tools: [],
    parameters: { timeoutMs: 20_000 },
    idempotencyKey: 'call-1',
    signal: new AbortController().signal,
    facts,
    ...changes,
  };
}
