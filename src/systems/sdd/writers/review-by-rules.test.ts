// The reviewer by rules: what a design lacks of its input costs it its score.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftPart } from './draft-part.ts';
import { reviewByRules } from './review-by-rules.ts';

function reviewOf(brief: string, change: (hld: string) => string = (hld) => hld) {
  const input = { brief, requirements: '' };
  const hld = change(draftPart('hld', input));
  const lld = draftPart('lld', { ...input, hld });
  const database = draftPart('database', { ...input, hld, lld });
  const whole = { hld, lld, database };
  const review = reviewByRules({ ...whole, findings: [], given: { ...input, whole, isFirst: true } });
  return { ...review, overall_score: review.overall_score ?? 1 };
}

const BRIEF = 'Members book courts for one hour. The club manager sees all bookings. Members can cancel a booking.';

test('a design that carries its brief passes', () => {
  const { overall_score, issues, needs_revision } = reviewOf(BRIEF);
  assert.deepEqual([overall_score, issues, needs_revision], [1, [], false]);
});

test('a design without use cases scores below 0.3 and names what is missing', () => {
  const { overall_score, issues, needs_revision } = reviewOf('Make the warehouse better');
  assert.ok(overall_score < 0.3, String(overall_score));
  assert.equal(needs_revision, true);
  const told = issues.map(({ severity, description }) => `${severity} ${description}`).join('\n');
  assert.match(told, /HIGH The design has no use case\./);
  assert.match(told, /HIGH "Make the warehouse better" is too vague to design from/);
  assert.match(told, /HIGH \d+ sections of lld hold nothing about this product/);
});

test('a statement that the design loses is a grave issue, and the score falls with each of them', () => {
  const without = (id: string) => (hld: string) => hld.replace(new RegExp(`### ${id}:[\\s\\S]*?(?=\\n###|\\n## )`), '');
  const one = reviewOf(`${BRIEF} Gulls circle noisy harbours.`);
  assert.match(one.issues[0]?.description ?? '', /^"Gulls circle noisy harbours" is carried by no use case/);
  assert.equal(one.issues[0]?.severity, 'HIGH');
  assert.equal(one.needs_revision, true);
  const two = reviewOf(`${BRIEF} Gulls circle noisy harbours. Trams rattle past old mills.`);
  assert.ok(two.overall_score < one.overall_score && one.overall_score < 1);
  assert.ok(reviewOf(BRIEF, without('UC-002')).issues.length > 0);
});
