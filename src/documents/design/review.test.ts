// What a review comes to: what it left out, several made one, and whether it asks for a revision.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clarifyBrief } from './clarify-brief.ts';
import type { DesignFinding } from './finding.ts';
import { feedbackText, isSameIssue, issueLine, mergeReviews, needsRevision, openIssues, readReview } from './review.ts';
import type { ReviewIssue } from './state.ts';

const issue = (description: string, severity: ReviewIssue['severity'] = 'MEDIUM'): ReviewIssue => ({
  ...{ category: 'data', severity, description },
});
const ADVISE = { when: 'strict', rules: 'advise' } as const;
const FINDING: DesignFinding = {
  ...{ rule: 'ddl-invalid', severity: 'HIGH', part: 'database', section: 'ddl', line: 3 },
  ...{ message: 'The SQL does not parse.', suggestion: 'Mend it.' },
};

test('nothing of a review is required: what is absent asks for nothing', () => {
  const empty = { passes_validation: true, issues: [], strengths: [], needs_revision: false };
  for (const given of [{}, null, [], 'text']) assert.deepEqual(readReview(given), empty);
  assert.equal(needsRevision(readReview({}), [], ADVISE), false);
});

describe('a revision is needed', () => {
  test('by score, validity or a grave issue only where that counts', () => {
    for (const given of [
      { overall_score: 0.69 },
      { passes_validation: false },
      { issues: [{ ...issue('x', 'HIGH') }] },
    ]) {
      assert.equal(needsRevision(readReview(given), [], ADVISE), true);
      assert.equal(needsRevision(readReview(given), [], { ...ADVISE, when: 'reviewer' }), false);
    }
    assert.equal(needsRevision(readReview({ overall_score: 0.7 }), [], ADVISE), false);
  });

  test('by grave findings only where they block', () => {
    assert.equal(needsRevision(readReview({}), [FINDING], ADVISE), false);
    assert.equal(needsRevision(readReview({}), [FINDING], { ...ADVISE, rules: 'block' }), true);
    assert.equal(
      needsRevision(readReview({}), [{ ...FINDING, severity: 'MEDIUM' }], { ...ADVISE, rules: 'block' }),
      false,
    );
  });
});

test('several reviews are one: the score by what each saw, the same issue once, the gravest word counts', () => {
  const one = readReview({
    overall_score: 1,
    issues: [{ ...issue('The cache has no limit for its size.') }],
    strengths: ['a'],
  });
  const two = readReview({
    overall_score: 0.5,
    issues: [...one.issues.map((each) => ({ ...each }))],
    strengths: ['a', 'b'],
  });
  const asks = readReview({ passes_validation: false, needs_revision: true });
  const merged = mergeReviews([one, two, asks].map((review, at) => ({ review, weight: at === 0 ? 300 : 100 })));
  assert.equal(merged.overall_score, 0.875);
  assert.equal(merged.issues.length, 1);
  assert.deepEqual([merged.strengths, merged.passes_validation, merged.needs_revision], [['a', 'b'], false, true]);
});

test('a document that was forced on never leaves nothing open', () => {
  assert.match(openIssues(readReview({ overall_score: 0.4 }))[0]?.description ?? '', /score is 0\.4, below 0\.7/);
  assert.match(openIssues(readReview({ needs_revision: true }))[0]?.description ?? '', /names no issue/);
  assert.equal(openIssues(null, [FINDING])[0]?.category, 'rule ddl-invalid');
});

test('issues are one line each, the gravest first, behind what the person said', () => {
  const text = feedbackText(readReview({ issues: [{ ...issue('Low\none.', 'LOW') }, { ...issue('High.', 'HIGH') }] }), {
    feedback: ' Do it. ',
    comments: [],
  });
  assert.match(
    text,
    /^The person who reviewed the document said:\nDo it\.\n\nIssues of the last review:\n- HIGH data: High\.\n- LOW/,
  );
  assert.equal(
    issueLine({ ...issue('A\n\n b'), location: 'LLD', suggestion: 'C' }),
    '- MEDIUM data (LLD): A b Suggestion: C',
  );
});

test('an issue in other words is the same where most words are', () => {
  assert.ok(isSameIssue(issue('The cache has no limit.'), issue('The cache still has no limit.')));
  assert.ok(!isSameIssue(issue('No cache.'), issue('No queue.')));
});

test('a short brief is asked four fixed questions; a long one is not', () => {
  const ids = (brief: string): readonly string[] => clarifyBrief(brief).map(({ id }) => id);
  assert.deepEqual(ids('Members book a wall.'), ['scale', 'access', 'data', 'around']);
  assert.deepEqual(ids('400 Mitglieder buchen eine Wand.'), ['scale', 'access', 'data', 'around']);
  assert.deepEqual(ids('word '.repeat(70)), []);
});
