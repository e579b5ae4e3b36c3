// What a submission of stories must hold: every fault alone gives its one problem, and all are reported at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPEC, SUBMISSION } from '../../../test/support/backlog.ts';
import { checkStories, problemLines } from './check-stories.ts';

const [BOOK, CANCEL, HOST] = SUBMISSION.requirements;
type Fields = { readonly [field: string]: unknown };

/** The submission with one of its stories changed. */
const changed = (at: number, fields: Fields): Fields => ({
  ...SUBMISSION,
  requirements: SUBMISSION.requirements.map((story, index) => (index === at ? { ...story, ...fields } : story)),
});

const codes = (submission: unknown): string[] => {
  const { problems, passed } = checkStories(submission, SPEC);
  assert.equal(passed, problems.length === 0);
  return problems.map(({ rule, place }) => `${rule} ${place}`);
};

test('a whole submission passes without a warning', () => {
  assert.deepEqual(checkStories(SUBMISSION, SPEC), { passed: true, problems: [], warnings: [] });
});

test('each fault alone gives one problem at its place', () => {
  const criteria = 'requirements[1].acceptance_criteria';
  const cases: readonly (readonly [Fields, string])[] = [
    [{ ...SUBMISSION, analysis: ' ' }, 'story-submission analysis'],
    [{ ...SUBMISSION, platform: undefined }, 'story-submission platform'],
    [changed(1, { title: '' }), 'story-field requirements[1].title'],
    [changed(1, { description: 7 }), 'story-field requirements[1].description'],
    [changed(1, { dependencies: 'S-001' }), 'story-field requirements[1].dependencies'],
    ...[0, 6, 2.5, '3', null, undefined].map(
      (points) => [changed(1, { points }), 'story-points requirements[1].points'] as const,
    ),
    [changed(1, { story_type: 'chore' }), 'story-type requirements[1].story_type'],
    [changed(1, { dependencies: ['S-009', 'S-001'] }), 'story-unknown-dependency requirements[1].dependencies'],
    [changed(1, { covers: ['R-002', 'R-009'] }), 'story-covers requirements[1].covers'],
    [
      changed(1, { acceptance_criteria: [...(CANCEL?.acceptance_criteria ?? []), 'R-002.7: No such'] }),
      `story-trace ${criteria}[1]`,
    ],
    [{ ...SUBMISSION, requirements: [BOOK, HOST] }, 'story-uncovered requirements'],
    [
      { ...SUBMISSION, uncovered: [{ requirement: 'R-009', reason: 'later' }] },
      'story-excuse uncovered[0].requirement',
    ],
    [
      { ...SUBMISSION, uncovered: [{ requirement: 'R-001', reason: 'later' }] },
      'story-excuse uncovered[0].requirement',
    ],
  ];
  for (const [submission, expected] of cases)
    assert.deepEqual(codes(submission), [expected], JSON.stringify(submission));
});

test('ids that stand twice are named with both places', () => {
  const submission = { ...SUBMISSION, requirements: [...SUBMISSION.requirements, { ...HOST, covers: ['R-003'] }] };
  const [problem] = checkStories(submission, SPEC).problems;
  assert.equal(problem?.message, 'The id S-003 is that of requirements[2] too.');
  assert.equal(problem?.place, 'requirements[3].id');
});

test('a cycle is printed round to where it began', () => {
  const { problems } = checkStories(changed(2, { dependencies: ['S-002'] }), SPEC);
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['These stories wait for each other: S-001 -> S-003 -> S-002 -> S-001.'],
  );
  const two = { ...changed(0, { dependencies: ['S-002'] }) };
  assert.match(problemLines(checkStories(two, SPEC).problems).join('\n'), /S-001 -> S-002 -> S-001/);
  assert.match(
    problemLines(checkStories(changed(1, { dependencies: ['S-002'] }), SPEC).problems)[0] ?? '',
    /S-002 -> S-002/,
  );
});

test('a requirement or a single criterion may be left out for a reason', () => {
  const without = { ...SUBMISSION, requirements: [BOOK, HOST] };
  assert.deepEqual(codes({ ...without, uncovered: [{ requirement: 'r-002', reason: 'next year' }] }), []);
  assert.deepEqual(codes({ ...without, uncovered: [{ requirement: 'R-002', reason: ' ' }] }), [
    'story-excuse uncovered[0].reason',
  ]);
  const partly = changed(0, { acceptance_criteria: ['R-001.2: hidden'] });
  assert.deepEqual(codes({ ...partly, uncovered: [{ requirement: 'R-001.1', reason: 'next year' }] }), []);
});

test('a criterion begun with the id of another requirement covers that one too', () => {
  const both = [...(CANCEL?.acceptance_criteria ?? []), 'R-001.1: Elsewhere'];
  assert.deepEqual(codes(changed(1, { acceptance_criteria: both })), []);
});

test('covers is the requirement of the same number where it is left out', () => {
  assert.deepEqual(codes(changed(0, { covers: undefined })), []);
  const named = { ...HOST, id: 'hosting', covers: undefined };
  const found = codes({ ...SUBMISSION, requirements: [{ ...BOOK, dependencies: [] }, CANCEL, named] });
  assert.deepEqual(found, ['story-covers requirements[2].covers', 'story-uncovered requirements']);
});

test('a criterion in other words is nobody’s fault: what code cannot tell is a warning', () => {
  const warned = (text: string) => {
    const { passed, warnings } = checkStories(changed(1, { acceptance_criteria: [text] }), SPEC);
    assert.ok(passed, text);
    return warnings.map(({ rule }) => rule);
  };
  for (const text of ['cancelling frees the slot within 5 seconds', '**Cancelling** frees the slot, within 5 seconds!'])
    assert.deepEqual(warned(text), [], text);
  const other = [
    'Cancelling frees the slots within 5 seconds.',
    'Cancelling frees the slot within 50 seconds.',
    'Cancelling never frees the slot within 5 seconds.',
    'The member gets a message.',
  ];
  for (const text of other) assert.deepEqual(warned(text), ['story-criterion-missing'], text);
});

test('a dependency of the spec that no story has is a warning; the opposite one is a problem', () => {
  const lacking = checkStories(changed(1, { dependencies: [] }), SPEC);
  assert.equal(lacking.passed, true);
  assert.deepEqual(
    lacking.warnings.map(({ rule, message }) => `${rule}: ${message}`),
    ['story-order: R-002 depends on R-001 in the spec, and S-002 does not wait for S-001.'],
  );
  const turned = {
    ...SUBMISSION,
    requirements: [{ ...BOOK, dependencies: ['S-002'] }, { ...CANCEL, dependencies: [] }, HOST],
  };
  assert.deepEqual(codes(turned), ['story-order requirements[1].dependencies']);
  const through = {
    ...SUBMISSION,
    requirements: [
      { ...BOOK, dependencies: [] },
      { ...CANCEL, dependencies: ['S-003'] },
      { ...HOST, dependencies: ['S-001'] },
    ],
  };
  assert.deepEqual(checkStories(through, SPEC).warnings, [], 'through another story');
});

test('whatever is submitted gets problems and no fault', () => {
  const odd = [null, 7, 'stories', [], {}, { requirements: [null, 3, [], {}] }, { requirements: {}, uncovered: 7 }];
  for (const submission of odd) assert.equal(checkStories(submission, SPEC).passed, false);
  const problems = checkStories({ requirements: [{ id: 'S-001', points: 9 }] }, SPEC).problems;
  assert.ok(problems.length > 6, 'all at once');
  assert.ok(problems.every(({ message, fix }) => message !== '' && fix !== ''));
});
