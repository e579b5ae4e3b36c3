import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, holdInterview } from '../../../../test/support/hold-interview.ts';
import type { JsonObject } from '../../../json.ts';
import type { Decision } from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { architectAnswer } from './spec-gates.ts';

const SPEC = draftOf(holdInterview('Members book a court.', () => null));

const answerTo = (section: string, text: string, more: JsonObject) => {
  const runInput = { request: { metadata: { spec_markdown: SPEC } }, ...more };
  const decision: Decision = { kind: 'document', verdict: 'change', changes: [{ section, reason: 'Why.', text }] };
  return architectAnswer({ runInput } as unknown as GateFacts, decision);
};

test('an edit that would fail the seven checks is refused at the gate of the architect', async () => {
  const answer = await answerTo('Requirements', 'None.', { takes_edits: true });
  assert.match(JSON.stringify(answer), /"refused":\["Line \d+: .*requirement/i);
});

test('runs of before have no place for an edit: it stays in the feedback', async () => {
  assert.deepEqual(await answerTo('Users', '- Members.', {}), {
    output: { verdict: 'spec_feedback', spec_feedback: { feedback: 'Users: Why.\n\n- Members.' } },
    verdict: 'spec_feedback',
  });
});
