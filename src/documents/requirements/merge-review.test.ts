import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  handEdits,
  manyLines,
  merge,
  requirementOf,
  reviewFrom,
  writtenFile,
} from '../../../test/support/requirement-cases.ts';
import { decidedBy } from './decided-by.ts';
import { emptyRequirements, mergeReview, supersede } from './merge-review.ts';
import { parseRequirements } from './parse-requirements.ts';
import type { DecidedRequirement } from './requirement.ts';
import { textOf } from './requirement-text.ts';

const byId = (items: readonly DecidedRequirement[]) => items.toSorted((a, b) => a.id.localeCompare(b.id));

test('what a review decided reads back word for word', () => {
  fc.assert(
    fc.property(reviewFrom(1), (review) => {
      const text = merge(emptyRequirements('a-feature'), review, 1);
      const file = parseRequirements(text);
      assert.deepEqual(byId(file.items), byId(decidedBy(review)));
      assert.deepEqual(file.problems, []);
      assert.equal(file.featureId, 'a-feature');
      assert.equal(file.history.length, 1);
      assert.equal(file.history[0]?.summary, textOf(review.reviewSummary));
    }),
    { numRuns: 100 },
  );
});

test('the previous text of a modified requirement stays in the history, whatever it looks like', () => {
  fc.assert(
    fc.property(requirementOf('REQ-001'), manyLines, (proposed, description) => {
      const one = { ...proposed, description, originalId: 'REQ-001', modificationNotes: 'shorter' };
      const review = { ...NOTHING, modifiedRequirements: [one] };
      const file = parseRequirements(merge(emptyRequirements('a-feature'), review, 1, [proposed]));
      assert.deepEqual(file.history[0]?.previous, [{ id: 'REQ-001', description: textOf(proposed.description) }]);
    }),
  );
});

const NOTHING = {
  approvedRequirements: [],
  rejectedRequirements: [],
  modifiedRequirements: [],
  reviewSummary: 'Done.',
  userFeedback: '',
};

test('a merge into a hand-edited file keeps every line, item and verdict, or refuses', () => {
  let merged = 0;
  fc.assert(
    fc.property(writtenFile, handEdits('mark'), reviewFrom(31), (written, edit, review) => {
      const text = edit.apply(written);
      const before = parseRequirements(text);
      assert.equal(before.text, text);
      const result = mergeReview(text, review, { time: '2026-04-01T00:00:00.000Z', reviewer: 'user:local' });
      if ('refused' in result) return;
      merged += 1;
      assert.ok(isSubsequence(text, result.text));
      const after = parseRequirements(result.text);
      const now = new Map(after.items.map((one) => [one.id, one]));
      for (const one of before.items) assert.deepEqual(now.get(one.id), one);
      for (const one of decidedBy(review)) assert.deepEqual(now.get(one.id), one);
      for (const record of before.history) assert.ok(after.history.some((each) => each.at === record.at));
      const again = mergeReview(result.text, review, { time: '2026-04-01T00:00:00.000Z', reviewer: 'user:local' });
      assert.deepEqual(again, { text: result.text });
    }),
    { numRuns: 80 },
  );
  assert.ok(merged > 60, `Expected nearly every merge to go through, found ${merged} of 80`);
});

/** All lines of `text` in the same order in `longer`, byte for byte. */
function isSubsequence(text: string, longer: string): boolean {
  const lines = longer.split('\n');
  let at = 0;
  for (const line of text.split('\n')) {
    while (at < lines.length && lines[at] !== line && lines[at] !== `${line}\r`) at += 1;
    if (at === lines.length) return line.trim() === '';
    at += 1;
  }
  return true;
}

const SAVE = {
  id: 'REQ-001',
  title: 'Save',
  description: 'The app shall save.',
  priority: 'high',
  category: 'Data',
} as const;
const LOAD = { ...SAVE, id: 'REQ-002', title: 'Load', description: 'The app shall load.' } as const;
const AT = { time: '2026-03-01T01:00:00.000Z', reviewer: 'user:local' };
const written = merge(emptyRequirements('notes'), { ...NOTHING, approvedRequirements: [SAVE, LOAD] }, 1);

test('the file has the form that is agreed', () => {
  const review = {
    ...NOTHING,
    approvedRequirements: [SAVE],
    modifiedRequirements: [{ ...LOAD, originalId: 'REQ-002', modificationNotes: 'Clearer.' }],
    rejectedRequirements: [{ ...SAVE, id: 'REQ-003', reason: 'Too much.' }],
    outOfScopeRequirements: [{ ...SAVE, id: 'REQ-004', reason: 'Later.' }],
  };
  const text = merge(emptyRequirements('notes'), review, 1, [
    SAVE,
    { ...LOAD, title: 'Read', description: 'Load\nit.' },
  ]);
  assert.equal(text, FORM);
});

const FORM = `# Requirements

**Feature ID:** notes

## Approved Requirements

### REQ-001: Save

- **Priority**: high
- **Category**: Data
- **Description**: The app shall save.
- **Status**: Approved

## Modified Requirements

### REQ-002: Load

- **Priority**: high
- **Category**: Data
- **Description**: The app shall load.
- **Status**: Approved (Modified)
- **Original ID**: REQ-002
- **Modification Notes**: Clearer.

## Rejected Requirements

### REQ-003: Save

- **Priority**: high
- **Category**: Data
- **Description**: The app shall save.
- **Status**: Rejected
- **Reason**: Too much.

## Out-of-Scope Requirements

### REQ-004: Save

- **Priority**: high
- **Category**: Data
- **Description**: The app shall save.
- **Status**: Out of scope
- **Reason**: Later.

## Review History

### 2026-03-01T01:00:00.000Z

- **Summary**: Done.
- **Approved IDs**: REQ-001
- **Rejected IDs**: REQ-003
- **Modified IDs**: REQ-002
- **Out-of-scope IDs**: REQ-004
- **Reviewer**: user:local
- **Previous title of REQ-002**: Read
- **Previous text of REQ-002**: Load
  it.
`;

test('what the file decided before is not decided again, unless it is the same decision', () => {
  const rejects = { ...NOTHING, rejectedRequirements: [{ ...SAVE, reason: 'Changed my mind.' }] };
  assert.deepEqual(mergeReview(written, rejects, { ...AT, time: '2026-03-02T00:00:00.000Z' }), {
    refused: [
      'Expected REQ-001 to be undecided, found it approved in the file. If a hand gave that one its id, give it ' +
        'another there, then answer again. Nothing was changed.',
    ],
  });
  const same = { ...NOTHING, approvedRequirements: [SAVE] };
  const again = parseRequirements(merge(written, same, 5));
  assert.deepEqual(again.items, parseRequirements(written).items);
  assert.equal(again.history.length, 2);
});

test('an id that only the history knows is not used again', () => {
  const start = written.indexOf('### REQ-002');
  const deleted = written.slice(0, start) + written.slice(written.indexOf('## Modified'));
  const result = mergeReview(deleted, { ...NOTHING, approvedRequirements: [LOAD] }, { ...AT, time: 'later' });
  assert.deepEqual(result, {
    refused: [
      'Expected REQ-002 to be new, found it in the review of 2026-03-01T01:00:00.000Z; ids are not used ' +
        'again. Nothing was changed.',
    ],
  });
});

test('a superseded requirement stays and names its successor', () => {
  const once = supersede(written, 'REQ-001', 'REQ-002');
  assert.ok('text' in once);
  assert.equal(
    once.text,
    written.replace('Approved\n\n### REQ-002', 'Approved\n- **Superseded by**: REQ-002\n\n### REQ-002'),
  );
  assert.equal(parseRequirements(once.text).items[0]?.supersededBy, 'REQ-002');
  assert.deepEqual(supersede(once.text, 'REQ-001', 'REQ-002'), once);
  assert.deepEqual(supersede(once.text, 'REQ-002', 'REQ-001'), {
    refused: ['Expected REQ-001 to be in force, found it superseded by REQ-002 in the end. Nothing was changed.'],
  });
  assert.deepEqual(supersede(written, 'REQ-001', 'REQ-009'), {
    refused: ['Expected REQ-009 in the file, found no such requirement. Nothing was changed.'],
  });
  assert.ok('refused' in supersede(written, 'REQ-001', 'REQ-001'));
});
