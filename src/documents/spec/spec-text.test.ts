// Reading, writing and editing specifications with anything around and inside them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { headingsOf } from '../markdown/headings-of.ts';
import { lineDiff } from '../markdown/line-diff.ts';
import { checkSpec } from './check-spec.ts';
import { editSpec, type SpecEdit } from './edit-spec.ts';
import { markLines } from './mark-lines.ts';
import { isWholeSpec, readSpec } from './read-spec.ts';
import type { Spec } from './spec.ts';

const PIECES = [
  ...['---', 'version: 1.0', 'priority: must', 'owner: "Eva: office"', '# a remark', 'created: 2026-03-02', '...'],
  ...['# Feature: Court booking', '## Vision', 'Members book courts.', '## Scope', '### In Scope', '### Out of Scope'],
  ...[
    '- one point',
    '* another',
    '  - below it',
    '1. numbered',
    '**In Scope:** booking',
    '## Requirements',
    '## Notes',
  ],
  ...['### R-001: Book a court', '### R-002: Cancel #', '#### R-003: Pay', '### R-1: short', '## r-005', '### No id'],
  ...['**Type:** functional', '**Priority:** must', 'Priority: should', '**Dependencies:** [R-001, R-002]', '# R-004'],
  ...[
    '**Source:** REQ-007',
    '- **Dependencies:** R-002 and R-003',
    '**Description:** It shall \\*be\\* free.',
    '\\# no',
  ],
  ...[
    '**Owner:** Eva',
    '**Acceptance Criteria:**',
    '#### Acceptance Criteria',
    '- [ ] It is seen.',
    '- [x] Done',
    '* [ ]',
  ],
  ...[
    '  which wraps',
    '```',
    '~~~',
    '<!-- hidden',
    '-->',
    '<!-- remark -->',
    '> quoted',
    '> # R-009: quoted',
    '    code',
  ],
  ...['| a | b |', '| - | - |', 'Setext', '=====', '\ttab', 'plain words', 'Type: of prose', '', '', '', '', '🎾 ä'],
];
const messy = fc
  .tuple(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, eol, hasFront]) =>
    [...(hasFront ? ['---', 'version: 1.0', 'priority: must', '---', ''] : []), ...lines].join(eol),
  );
const RUNS = { numRuns: 400 };

test('no text makes reading or checking fail, and every problem has a place in it', () => {
  fc.assert(
    fc.property(fc.oneof(messy, fc.string({ unit: 'grapheme' })), (text) => {
      const count = text.split(/\r\n|\r|\n/).length;
      isWholeSpec(text);
      for (const { line, column, message, fix } of checkSpec(text).blocking) {
        assert.ok(line >= 1 && line <= count && column >= 1, `${line}:${column}`);
        assert.ok(message.startsWith('Expected ') && fix !== '');
      }
    }),
    RUNS,
  );
});

test('the headings found line by line are those of the Markdown parser', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (lines) => {
      const text = lines.join('\n');
      const found = markLines(text).filter(({ kind }) => kind === 'heading');
      assert.deepEqual(
        found.map(({ start, text: line, depth }) => [start + (line.length - line.trimStart().length), depth]),
        headingsOf(text).map(({ start, depth }) => [start, depth]),
      );
    }),
    RUNS,
  );
});

const TEXT = `---
version: 1.0   # of the form
owner: Eva
priority: must
---
# Feature: Court booking
<!-- kept -->
## Vision
Members book courts.

## Scope
### In Scope
*  Booking

## Requirements

Some words about them.

### R-001: Book a court

**Type:** functional
**Priority:** must <!-- ask Eva -->
**Owner:** Eva
**Dependencies:** [R-002]

**Description:** The club system shall let a member book a court.

**Acceptance Criteria:**
* [x] The court is taken.

  More about it.
* [ ] The calendar shows it.

A remark below.

### R-002: Sign in ###

The club system shall let a member sign in.

- [ ] The member is greeted.

## Appendix

The end.
`;
/** The edit, the lines it removes and those it adds. */
const EDITS: readonly (readonly [SpecEdit, readonly string[], readonly string[]])[] = [
  [
    { kind: 'front', name: 'version', value: '2.0' },
    ['version: 1.0   # of the form'],
    ['version: 2.0   # of the form'],
  ],
  [{ kind: 'front', name: 'note', value: 'a: b' }, [], ['note: "a: b"']],
  [
    { kind: 'priority', id: 'R-001', value: 'could' },
    ['**Priority:** must <!-- ask Eva -->'],
    ['**Priority:** could <!-- ask Eva -->'],
  ],
  [{ kind: 'priority', id: 'R-002', value: 'could' }, [], ['', '**Priority:** could']],
  [{ kind: 'dependencies', id: 'R-001', ids: [] }, ['**Dependencies:** [R-002]'], ['**Dependencies:** []']],
  [
    { kind: 'criteria', id: 'R-001', criteria: ['The court is taken. More about it.', 'Another.', 'Third.'] },
    ['* [ ] The calendar shows it.'],
    ['* [ ] Another.', '* [ ] Third.'],
  ],
  [
    { kind: 'criteria', id: 'R-002', criteria: ['Hello is said.'] },
    ['- [ ] The member is greeted.'],
    ['- [ ] Hello is said.'],
  ],
];

for (const eol of ['\n', '\r\n'])
  test(`an edit changes only its own lines, with line ends of ${eol.length} characters`, () => {
    const text = TEXT.replaceAll('\n', eol);
    for (const [edit, removed, added] of EDITS) {
      const now = editSpec(text, edit) ?? '';
      assert.equal(now.replaceAll(eol, '').match(/[\r\n]/), null);
      const lines = (kind: 'added' | 'removed'): readonly string[] =>
        lineDiff(text, now)
          .filter((line) => line.kind === kind)
          .map((line) => line.text)
          .sort();
      assert.deepEqual(lines('removed'), removed.toSorted(), JSON.stringify(edit));
      assert.deepEqual(lines('added'), added.toSorted(), JSON.stringify(edit));
    }
  });

test('an edit is read back, and what is not there cannot be edited', () => {
  const read = (edit: SpecEdit): Spec => readSpec(editSpec(TEXT, edit) ?? '');
  assert.deepEqual(read({ kind: 'criteria', id: 'R-002', criteria: ['a', 'b'] }).requirements[1]?.criteria, ['a', 'b']);
  assert.equal(read({ kind: 'front', name: 'version', value: '3' }).version, '3');
  assert.equal(editSpec(TEXT, { kind: 'criteria', id: 'R-009', criteria: [] }), null);
});

test('criteria that are replaced in any text are read back, and no other line that says something changes', () => {
  fc.assert(
    fc.property(messy, (text) => {
      const own = readSpec(text).requirements.find(({ id }) => id === 'R-001');
      fc.pre(own !== undefined && own.criteria.length === 0);
      const now = editSpec(text, { kind: 'criteria', id: 'R-001', criteria: ['It is seen at once.'] }) ?? '';
      const said = (all: string): readonly string[] => all.split(/\r?\n/).filter((line) => line.trim() !== '');
      const kept = said(now);
      for (const line of said(text)) assert.ok(kept.includes(line), line);
    }),
    RUNS,
  );
});

test('a whole specification has front matter and the title, however they are written', () => {
  assert.ok(isWholeSpec(TEXT));
  assert.ok(isWholeSpec('\uFEFF---\r\nversion: 1\r\n---\r\n# feature: x'));
  for (const text of [
    '',
    '# Feature: x',
    '---\nversion: 1\n---\n# Court',
    '---\nversion: 1\n# Feature: x',
    '```\n---\n```',
  ])
    assert.equal(isWholeSpec(text), false, text);
});
