import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { additions, handEdits, merge, reviewFrom, writtenFile } from '../../../test/support/requirement-cases.ts';
import { decidedBy } from './decided-by.ts';
import { emptyRequirements } from './merge-review.ts';
import { parseRequirements } from './parse-requirements.ts';
import { outsideEdits, reconcileRequirements } from './reconcile-requirements.ts';

const RUNS = { numRuns: 50 };

test('a side that changed nothing leaves the other as it is, byte for byte', () => {
  fc.assert(
    fc.property(writtenFile, handEdits('mine'), (base, edit) => {
      const changed = edit.apply(base);
      assert.deepEqual(reconcileRequirements(base, base, changed).text, changed);
      const { text, conflicts } = reconcileRequirements(base, changed, base);
      assert.deepEqual({ text, conflicts }, { text: changed, conflicts: [] });
      assert.equal(outsideEdits(base, changed).length > 0, base !== changed);
    }),
    RUNS,
  );
});

test('a review merged while someone edited the file: both are in it, or the decision is shown as a conflict', () => {
  fc.assert(
    fc.property(writtenFile, handEdits('theirs'), reviewFrom(31), (base, edit, review) => {
      const ours = merge(base, review, 20);
      const theirs = edit.apply(base);
      const { text, conflicts } = reconcileRequirements(base, ours, theirs);
      for (const line of theirs.split(/\r?\n/)) assert.ok(text.includes(line.trim()), line);
      const now = parseRequirements(text).items;
      for (const one of parseRequirements(theirs).items) {
        assert.deepEqual(
          now.find(({ id }) => id === one.id),
          one,
        );
      }
      const shown = conflicts.map((each) => each.ours ?? '').join('\n');
      for (const one of decidedBy(review)) {
        const found = now.find(({ id }) => id === one.id);
        if (found === undefined) assert.ok(shown.includes(one.id), one.id);
        else assert.deepEqual(found, one);
      }
    }),
    RUNS,
  );
});

test('two sides that add at the same time lose nothing', () => {
  let clean = 0;
  fc.assert(
    fc.property(writtenFile, additions('ours'), additions('theirs'), (base, mine, yours) => {
      const { text, conflicts } = reconcileRequirements(base, mine.apply(base), yours.apply(base));
      const shown = conflicts.map((each) => each.ours ?? '').join('\n');
      for (const mark of yours.marks) assert.ok(text.includes(`Note ${mark}`), mark);
      for (const mark of mine.marks) assert.ok(text.includes(`Note ${mark}`) || shown.includes(`Note ${mark}`), mark);
      if (conflicts.length === 0) clean += 1;
    }),
    RUNS,
  );
  assert.ok(clean > 5, `Expected many to go without a conflict, found ${clean}`);
});

test('two sides that edit anything at all: what either wrote is in the result or shown', () => {
  fc.assert(
    fc.property(writtenFile, handEdits('ours'), handEdits('theirs'), (base, mine, yours) => {
      const [ours, theirs] = [mine.apply(base), yours.apply(base)];
      const { text, conflicts } = reconcileRequirements(base, ours, theirs);
      const shown = conflicts.map((each) => each.ours ?? '').join('\n');
      for (const mark of mine.marks)
        assert.ok(!ours.includes(mark) || text.includes(mark) || shown.includes(mark), mark);
      for (const mark of yours.marks) assert.ok(!theirs.includes(mark) || text.includes(mark), mark);
    }),
    RUNS,
  );
});

test('two reviews of different requirements are both in the result', () => {
  fc.assert(
    fc.property(reviewFrom(1), reviewFrom(21), reviewFrom(41), (first, second, third) => {
      const base = merge(emptyRequirements('a-feature'), first, 1);
      const { text, conflicts } = reconcileRequirements(base, merge(base, second, 2), merge(base, third, 3));
      assert.deepEqual(conflicts, []);
      const file = parseRequirements(text);
      const all = [first, second, third].flatMap(decidedBy);
      for (const one of all)
        assert.deepEqual(
          file.items.find(({ id }) => id === one.id),
          one,
        );
      assert.equal(file.items.length, all.length);
      assert.equal(file.history.length, 3);
      assert.deepEqual(file.problems, []);
    }),
    RUNS,
  );
});

const FILE = `# Requirements

**Feature ID:** notes

## Approved Requirements

### REQ-001: Save

- **Priority**: high
- **Category**: Data
- **Description**: The system shall save.
- **Status**: Approved

### REQ-002: Load

- **Priority**: low
- **Category**: Data
- **Description**: The system shall load.
- **Status**: Approved

## Modified Requirements

## Rejected Requirements

## Review History
`;

test('both sides changed one requirement: the file keeps its own, ours is shown', () => {
  const ours = FILE.replace('shall save', 'shall save at once');
  const theirs = FILE.replace('shall save', 'must save').replace('shall load', 'must load');
  const { text, conflicts } = reconcileRequirements(FILE, ours, theirs);
  assert.equal(text, theirs);
  assert.equal(conflicts.length, 1);
  assert.equal(conflicts[0]?.id, 'REQ-001');
  assert.match(conflicts[0]?.ours ?? '', /save at once/);
  assert.match(conflicts[0]?.theirs ?? '', /must save/);
  assert.equal(conflicts[0]?.message, `REQ-001 "Save" was changed here and changed in the file; the file's stays.`);
});

test('each side changed another requirement: both changes are in the result', () => {
  const ours = FILE.replace('shall save', 'shall save at once');
  const theirs = FILE.replace('shall load', 'must load').replaceAll('\n', '\r\n');
  const { text, conflicts } = reconcileRequirements(FILE, ours, theirs);
  assert.deepEqual(conflicts, []);
  assert.equal(
    text,
    FILE.replace('shall save', 'shall save at once').replace('shall load', 'must load').replaceAll('\n', '\r\n'),
  );
});

test('what we changed and someone removed is a conflict, and stays removed', () => {
  const start = FILE.indexOf('### REQ-002');
  const theirs = FILE.slice(0, start) + FILE.slice(FILE.indexOf('## Modified'));
  const { text, conflicts } = reconcileRequirements(FILE, FILE.replace('shall load', 'loads'), theirs);
  assert.equal(text, theirs);
  assert.equal(conflicts[0]?.theirs, null);
});

test('a file with an unresolved merge is left alone', () => {
  const theirs = FILE.replace(
    '- **Priority**: high',
    '<<<<<<< HEAD\n- **Priority**: high\n=======\n- **Priority**: low\n>>>>>>> b',
  );
  const ours = FILE.replace('shall load', 'loads');
  const { text, conflicts } = reconcileRequirements(FILE, ours, theirs);
  assert.equal(text, theirs);
  assert.equal(conflicts[0]?.ours, ours);
});

test('outside edits are told in plain words', () => {
  const start = FILE.indexOf('### REQ-002');
  const second = FILE.slice(start, FILE.indexOf('## Modified'));
  const moved = FILE.replace(second, '').replace(
    '## Rejected Requirements\n\n',
    `## Rejected Requirements\n\n${second}`,
  );
  const said = (after: string) => outsideEdits(FILE, after).map(({ kind, id, message }) => `${kind} ${id}: ${message}`);
  assert.deepEqual(said(moved), [
    'moved REQ-002: REQ-002 "Load" was moved; it stood under "Approved Requirements" and is under "Rejected ' +
      'Requirements" now.',
  ]);
  assert.deepEqual(
    said(FILE.replace('**Priority**: high', '**Priority**: low').replace('### REQ-001: Save', '### REQ-001: Keep')),
    [
      'changed REQ-001: REQ-001 "Save": the title was changed from "Save" to "Keep"; the priority was changed ' +
        'from "high" to "low".',
    ],
  );
  assert.deepEqual(said(FILE.replace(second, '')), [
    'removed REQ-002: REQ-002 "Load" was removed; it stood under "Approved Requirements".',
  ]);
  assert.deepEqual(said(FILE.replace('## Modified Requirements\n', '## Modified Requirements\n\nAsk first.\n')), [
    'prose null: The text right under "Modified Requirements" was changed.',
  ]);
  assert.deepEqual(said(FILE.replaceAll('\n', '\r\n')), [
    'prose null: White space or line ends were changed; every word is the same.',
  ]);
  assert.deepEqual(said(`${FILE}\n### 2026-01-01\n\n- **Reviewer**: me\n`), [
    'prose null: The review of 2026-01-01 was added.',
  ]);
  assert.deepEqual(
    said(
      FILE.replace('- **Status**: Approved\n\n### REQ-002', '- **Status**: Approved\n- **Owner**: me\n\n### REQ-002'),
    ),
    ['changed REQ-001: REQ-001 "Save": the owner "me" was added.'],
  );
  assert.deepEqual(said(FILE.replace('- **Status**: Approved', '- **Status**: Done')), [
    'changed REQ-001: REQ-001 "Save": the status was changed from "Approved" to "Done".',
  ]);
  assert.deepEqual(said(FILE.replace('## Approved Requirements', '## Approved')), [
    'prose null: The section "Approved Requirements" is called "Approved" now.',
  ]);
  assert.deepEqual(said(FILE.replace('- **Status**: Approved', '* **Status**: Approved')), [
    'changed REQ-001: REQ-001 "Save": text beside its fields, or how it is written, changed.',
  ]);
});
