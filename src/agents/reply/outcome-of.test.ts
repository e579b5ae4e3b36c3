// Each line of the table of outcomes, and that an earlier line wins over a later one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Envelope, ReplyRules } from '../../ports/agent.ts';
import { outcomeOf } from './outcome-of.ts';

const RULES: ReplyRules = { schema: null, acceptPartial: true, reviewBelow: null };

function envelope(
  status: Envelope['status'],
  nextAction: Envelope['nextAction'],
  more: { nextActionReason?: string; confidence?: number | null; summary?: string } = {},
): Envelope {
  const { nextActionReason = null, confidence = 0.9, summary = 'Half is done.' } = more;
  const metadata = { confidence, suggestedTags: [], suggestedNextStage: 'elsewhere' };
  return { status, summary, output: { a: 1 }, nextAction, nextActionReason, metadata };
}

const codeOf = (...given: Parameters<typeof outcomeOf>): string => {
  const outcome = outcomeOf(...given);
  return 'code' in outcome ? `${outcome.kind} ${outcome.code}` : outcome.kind;
};

test('FAILED is a failure whatever should come next', () => {
  for (const next of ['COMPLETE', 'CONTINUE', 'ESCALATE', 'HOLD'] as const) {
    assert.equal(codeOf(envelope('FAILED', next), RULES, 1), 'fail agent-failed');
  }
  const outcome = outcomeOf(envelope('FAILED', 'ESCALATE', { nextActionReason: 'No access.' }), RULES, 1);
  assert.deepEqual(outcome, { kind: 'fail', code: 'agent-failed', message: 'The agent failed: No access.' });
});

test('BLOCKED holds whatever should come next, and keeps the draft', () => {
  for (const next of ['COMPLETE', 'CONTINUE', 'ESCALATE', 'HOLD'] as const) {
    assert.equal(codeOf(envelope('BLOCKED', next), RULES, 1), 'hold agent-blocked');
  }
  const message = 'The agent is blocked: Half is done. (confidence 0.9; suggested next stage "elsewhere")';
  const outcome = outcomeOf(envelope('BLOCKED', 'HOLD'), RULES, 1);
  assert.deepEqual(outcome, { kind: 'hold', code: 'agent-blocked', message, draft: { a: 1 } });
});

test('ESCALATE and HOLD hold even a success', () => {
  assert.equal(codeOf(envelope('SUCCESS', 'ESCALATE'), RULES, 1), 'hold agent-escalated');
  assert.equal(codeOf(envelope('PARTIAL', 'HOLD'), { ...RULES, acceptPartial: false }, 1), 'hold agent-waits');
  const silent = outcomeOf(envelope('SUCCESS', 'HOLD', { summary: '' }), RULES, 1);
  assert.equal(
    'message' in silent && silent.message,
    'The agent waits: it did not say why. (confidence 0.9; suggested next stage "elsewhere")',
  );
});

test('CONTINUE is another turn with its reason, until the third', () => {
  const more = envelope('PARTIAL', 'CONTINUE', { nextActionReason: 'the other half' });
  assert.deepEqual(outcomeOf(more, RULES, 1), { kind: 'continue', reason: 'the other half' });
  assert.deepEqual(outcomeOf(more, RULES, 2), { kind: 'continue', reason: 'the other half' });
  assert.equal(codeOf(more, RULES, 3), 'hold too-many-turns');
  assert.equal(codeOf(more, RULES, 4), 'hold too-many-turns');
});

test('PARTIAL completes with a warning, or holds where it is not accepted', () => {
  const warning = 'The agent did a part of the work: Half is done.';
  const outcome = outcomeOf(envelope('PARTIAL', 'COMPLETE'), RULES, 1);
  assert.deepEqual(outcome, { kind: 'complete', output: { a: 1 }, warning });
  assert.equal(codeOf(envelope('PARTIAL', 'COMPLETE'), { ...RULES, acceptPartial: false }, 1), 'hold agent-partial');
});

test('SUCCESS completes without a warning, and the suggested stage changes nothing', () => {
  const outcome = outcomeOf(envelope('SUCCESS', 'COMPLETE'), RULES, 1);
  assert.deepEqual(outcome, { kind: 'complete', output: { a: 1 }, warning: null });
});

test('a confidence below the limit, or none, sends the output to a person', () => {
  const rules = { ...RULES, reviewBelow: 0.7 };
  const sure = (confidence: number | null) => codeOf(envelope('SUCCESS', 'COMPLETE', { confidence }), rules, 1);
  assert.equal(sure(0.69), 'hold low-confidence');
  assert.equal(sure(0), 'hold low-confidence');
  assert.equal(sure(null), 'hold low-confidence');
  assert.equal(sure(0.7), 'complete');
  assert.equal(codeOf(envelope('SUCCESS', 'COMPLETE', { confidence: null }), RULES, 1), 'complete');
});
