import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AcceptCall } from '../../ports/action.ts';
import { acceptDraft } from './keep.ts';
import { tooLongBrief } from './too-long-brief.ts';

test('a part that the next step would refuse is refused at once; a section may be short', () => {
  const call = (step: string): AcceptCall => ({
    ...{
      step,
      attempt: 1,
      input: null,
      data: {},
      config: null,
      idempotencyKey: 'k',
      heartbeat: async () => undefined,
      by: 'agent:a',
      answer: '## Tables\n\nNone.',
    },
    run: { id: 'run_1', input: {}, startedAt: 0, startedBy: 'user:a' },
    read: () => undefined,
    signal: new AbortController().signal,
  });
  assert.deepEqual(acceptDraft(call('whole')), {
    refused: ['the part must have at least 100 characters, found 16'],
  });
  assert.equal('output' in acceptDraft(call('first')), true);
});

test('a brief over 200 KB is refused with its size', () => {
  assert.deepEqual(tooLongBrief('x'.repeat(200_000)), []);
  assert.deepEqual(tooLongBrief('ü'.repeat(140_000)), ['Expected a brief of at most 200 KB, found 280 KB']);
});
