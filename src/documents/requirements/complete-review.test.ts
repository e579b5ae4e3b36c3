// A review that gives ids alone is completed word for word from what was proposed, and checked as if it were typed out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeReview } from './complete-review.ts';
import { checkReview } from './merge-review.ts';
import type { Requirement } from './requirement.ts';

const proposed: readonly Requirement[] = [1, 2, 3, 4].map((number) => ({
  ...{ id: `REQ-00${number}`, title: `Title  ${number}`, description: `The shop shall keep ${number} files.\nGiven x` },
  ...{ priority: 'high', category: 'Data' },
}));
const words = { reviewSummary: 'Read.', userFeedback: '' };
const [one, two, three, four] = proposed as [Requirement, Requirement, Requirement, Requirement];

test('prd3-D13: ids alone are completed word for word, in each list', () => {
  const review = completeReview(proposed, {
    approvedRequirements: ['REQ-001'],
    rejectedRequirements: [{ id: 'REQ-002', reason: 'No.' }],
    modifiedRequirements: [{ id: 'REQ-003', priority: 'low', modificationNotes: 'Less urgent.' }],
    outOfScopeRequirements: [{ id: 'REQ-004', reason: 'Later.' }],
    ...words,
  });
  assert.deepEqual(review, {
    approvedRequirements: [one],
    rejectedRequirements: [{ ...two, reason: 'No.' }],
    modifiedRequirements: [{ ...three, priority: 'low', originalId: 'REQ-003', modificationNotes: 'Less urgent.' }],
    outOfScopeRequirements: [{ ...four, reason: 'Later.' }],
    ...words,
  });
  assert.deepEqual(checkReview(proposed, review), []);
  const objects = completeReview([one], { approvedRequirements: [{ id: 'REQ-001' }], ...words });
  assert.deepEqual(objects.approvedRequirements, [one]);
});

test('prd3-D13: a changed text without modification is refused, and so are unknown ids and empty modifications', () => {
  const reasons = (lists: object): string =>
    checkReview(
      [one],
      completeReview([one], { rejectedRequirements: [], modifiedRequirements: [], ...lists, ...words }),
    ).join();
  assert.match(
    reasons({ approvedRequirements: [{ id: 'REQ-001', title: 'Other' }] }),
    /as it was proposed, found other/,
  );
  assert.match(
    reasons({
      rejectedRequirements: [{ id: 'REQ-001', description: 'Other', reason: 'No.' }],
      approvedRequirements: [],
    }),
    /as it was proposed, found other/,
  );
  assert.match(reasons({ approvedRequirements: ['REQ-001', 'REQ-009'] }), /found decisions on REQ-009/);
  assert.match(reasons({ approvedRequirements: [] }), /no decision on REQ-001/);
  const same = { approvedRequirements: [], modifiedRequirements: [{ id: 'REQ-001', modificationNotes: 'x' }] };
  assert.match(reasons(same), /Expected a change in the modified REQ-001/);
});
