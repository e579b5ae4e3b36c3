// Writers without a model: which one is asked, what its output becomes, and how it fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasWriter, offlineProvider } from '../../src/agents/providers/offline-provider.ts';
import { CallFault } from '../../src/errors.ts';
import type { Json } from '../../src/json.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
import { callRequest, facts } from '../support/call-request.ts';

const ofAny: OfflineWriter = { workflow: null, step: 'lint', write: () => 'any' };
const ofReview: OfflineWriter = { workflow: 'review', step: 'lint', write: (given) => ({ got: given.input }) };

const writes = (write: (facts: CallFacts) => Json | Promise<Json>): OfflineWriter => ({ ...ofReview, write });

test('the writer for the workflow wins over one for any, wherever it stands', async () => {
  const provider = offlineProvider([ofAny, ofReview]);
  const reply = await provider.call(callRequest());
  assert.deepEqual(JSON.parse(reply.text), {
    status: 'SUCCESS',
    summary: 'Written without a model.',
    output: { got: { prNumber: 7 } },
    nextAction: 'COMPLETE',
    nextActionReason: null,
    metadata: { confidence: null, suggestedTags: [], suggestedNextStage: null },
  });
  assert.deepEqual(reply.structured, JSON.parse(reply.text));
  assert.deepEqual(reply.usage, { in: 0, out: 0, cached: 0 });
  assert.deepEqual([provider.kind, provider.name, reply.model, reply.finish], ['offline', 'offline', null, 'stop']);

  const other = await provider.call(callRequest({ facts: { ...facts, workflow: 'release' } }));
  assert.equal(JSON.parse(other.text).output, 'any');
});

test('a step without a writer is named, with what to do', async () => {
  const request = callRequest({ facts: { ...facts, step: 'design' } });
  await assert.rejects(offlineProvider([ofAny]).call(request), (error) => {
    assert.ok(error instanceof CallFault);
    assert.equal(error.code, 'no-writer');
    assert.match(error.message, /step "design" of workflow "review".*Let a person do the task/);
    return true;
  });
  assert.equal(hasWriter([ofAny], 'review', 'design'), false);
  assert.equal(hasWriter([ofAny], 'review', 'lint'), true);
  assert.equal(hasWriter([ofReview], 'release', 'lint'), false);
});

const failing: readonly (readonly [string, OfflineWriter, RegExp])[] = [
  [
    'throws',
    writes(() => {
      throw new Error('no diff given');
    }),
    /no diff given/,
  ],
  ['rejects', writes(() => Promise.reject(new Error('no diff given'))), /no diff given/],
  ['returns nothing', writes((() => undefined) as unknown as () => Json), /nothing that is JSON/],
  ['returns what is no JSON', writes((() => 1n) as unknown as () => Json), /BigInt/],
];
for (const [how, writer, said] of failing) {
  test(`a writer that ${how} fails the call with its message`, async () => {
    const fault = await offlineProvider([writer])
      .call(callRequest())
      .catch((error: unknown) => error);
    assert.ok(fault instanceof CallFault);
    assert.equal(fault.code, 'program-failed');
    assert.match(fault.message, said);
  });
}

test('a writer that never ends is given up: at the timeout, or when the call is aborted', async () => {
  const provider = offlineProvider([writes(() => new Promise(() => {}))]);
  await assert.rejects(provider.call(callRequest({ parameters: { timeoutMs: 20 } })), { code: 'timed-out' });
  const abort = new AbortController();
  const call = provider.call(callRequest({ signal: abort.signal }));
  abort.abort();
  await assert.rejects(call, { code: 'aborted' });
  await assert.rejects(offlineProvider([ofReview]).call(callRequest({ signal: abort.signal })), { code: 'aborted' });
});
