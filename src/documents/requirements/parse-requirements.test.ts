import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { handEdits, manyLines, writtenFile } from '../../../test/support/requirement-cases.ts';
import { emptyRequirements } from './merge-review.ts';
import { SECTION_HEADINGS } from './outline-requirements.ts';
import { parseRequirements } from './parse-requirements.ts';
import { type DecidedRequirement, type ReviewRecord, STANDINGS } from './requirement.ts';
import { writeItem, writeRecord } from './write-requirement.ts';

test('any text at all is read without a fault, and kept', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), manyLines), (text) => {
      const file = parseRequirements(text);
      assert.equal(file.text, text);
      const lines = text.split(/\r\n|\r|\n/).length;
      for (const { line } of file.problems) assert.ok(line >= 1 && line <= lines);
    }),
    { numRuns: 300 },
  );
});

test('what was read from a hand-edited file, written afresh, reads the same', () => {
  fc.assert(
    fc.property(writtenFile, handEdits('mark'), (written, edit) => {
      const { items, history } = parseRequirements(edit.apply(written));
      const again = parseRequirements(afresh(items, history));
      const inOrder = (list: readonly DecidedRequirement[]) => list.toSorted((a, b) => a.id.localeCompare(b.id));
      assert.deepEqual(inOrder(again.items), inOrder(items));
      assert.deepEqual(again.history, history);
    }),
    { numRuns: 80 },
  );
});

function afresh(items: readonly DecidedRequirement[], history: readonly ReviewRecord[]): string {
  const sections = STANDINGS.map((standing) =>
    [`## ${SECTION_HEADINGS[standing]}`, ...items.filter((one) => one.standing === standing).map(writeItem)].join(
      '\n\n',
    ),
  );
  return ['# Requirements', '**Feature ID:** x', ...sections, '## Review History', ...history.map(writeRecord)].join(
    '\n\n',
  );
}

test('an empty file of ours has no problem', () => {
  const file = parseRequirements(emptyRequirements('my-feature'));
  assert.deepEqual({ ...file, text: '' }, { text: '', featureId: 'my-feature', items: [], history: [], problems: [] });
});

test('every problem says what was expected, what was found and what counts', () => {
  const text =
    '# Requirements\n\n## Approved Requirements\n\n### REQ-001: Save\n\n- **Priority**: soon\n- **Status**: Rejected\n';
  assert.deepEqual(parseRequirements(text).problems, [
    {
      code: 'feature-id-missing',
      message: 'Expected a line "**Feature ID:** my-feature" before the first section, found none. Add it.',
      line: 1,
    },
    {
      code: 'field-missing',
      message: 'Expected REQ-001 to have a Description and a Category, found none. Add them.',
      line: 5,
    },
    {
      code: 'priority-unknown',
      message: 'Expected the priority of REQ-001 to be high, medium, low, found "soon"; it counts as medium.',
      line: 7,
    },
    {
      code: 'requirement-misplaced',
      message:
        'Expected the status of REQ-001 to be Approved, as it stands under "Approved Requirements", ' +
        'found Rejected; the section counts. Correct the status, or move it.',
      line: 8,
    },
  ]);
});
