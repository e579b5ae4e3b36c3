import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkReview } from './merge-review.ts';
import type { ItemVerdict, Requirement } from './requirement.ts';
import { reviewOf } from './review-of.ts';

const proposed: readonly Requirement[] = ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004'].map((id) => ({
  id,
  title: `Title of ${id}`,
  description: `The app shall do ${id}.`,
  priority: 'medium',
  category: 'Data',
}));
const approve: ItemVerdict = { verdict: 'approve' };

test('one verdict for all that were not named', () => {
  const made = reviewOf(
    proposed,
    {
      'REQ-002': { verdict: 'reject', reason: 'no' },
      'REQ-003': { verdict: 'modify', notes: 'sooner', change: { priority: 'high' } },
      'REQ-004': { verdict: 'out-of-scope', reason: 'later' },
    },
    approve,
    {},
  );
  assert.ok('review' in made);
  const { review } = made;
  assert.deepEqual(review.approvedRequirements, [proposed[0]]);
  assert.deepEqual(review.rejectedRequirements, [{ ...proposed[1], reason: 'no' }]);
  assert.deepEqual(review.modifiedRequirements, [
    { ...proposed[2], priority: 'high', originalId: 'REQ-003', modificationNotes: 'sooner' },
  ]);
  assert.deepEqual(review.outOfScopeRequirements, [{ ...proposed[3], reason: 'later' }]);
  assert.equal(review.reviewSummary, '1 approved, 1 modified, 1 rejected, 1 out of scope.');
  assert.deepEqual(checkReview(proposed, review), []);
});

test('what is missing is named, all at once', () => {
  assert.deepEqual(reviewOf(proposed, { 'REQ-001': approve, 'REQ-009': approve }, null, {}), {
    refused: [
      'Expected verdicts on proposed requirements, found verdicts on REQ-009.',
      'Expected a verdict on every proposed requirement, found none on REQ-002, REQ-003, REQ-004.',
    ],
  });
});

test('a rejection needs a reason, a modification notes and a change', () => {
  const made = reviewOf(
    proposed,
    { 'REQ-001': { verdict: 'reject', reason: ' ' }, 'REQ-002': { verdict: 'modify', notes: '', change: {} } },
    approve,
    {},
  );
  assert.deepEqual(made, {
    refused: [
      'Expected notes on what changed in REQ-002, found none.',
      'Expected a change in the modified REQ-002, found it as proposed. Approve it, or change it.',
      'Expected a reason why REQ-001 is rejected, found none.',
    ],
  });
});

test('a review decides every proposed requirement once, in the words that were proposed', () => {
  const [one, two, three] = proposed as [Requirement, Requirement, Requirement];
  const review = {
    approvedRequirements: [one, { ...two, description: 'Something else.' }, { ...one, id: 'REQ-077' }],
    rejectedRequirements: [{ ...one, reason: 'both' }],
    modifiedRequirements: [{ ...three, title: 'New', originalId: 'REQ-001', modificationNotes: 'x' }],
    reviewSummary: '',
    userFeedback: '',
  };
  assert.deepEqual(checkReview(proposed, review), [
    'Expected every proposed requirement to be decided, found no decision on REQ-004.',
    'Expected one decision on each requirement, found several on REQ-001.',
    'Expected decisions on proposed requirements only, found decisions on REQ-077.',
    'Expected REQ-002 as it was proposed, found other words. Leave it as it was, or list it as modified.',
    'Expected the modified REQ-003 to keep its id, found the original id "REQ-001".',
  ]);
});
