// The questions that decide the way of a design, each over all states that matter to it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  can_finalize,
  check_approval,
  type DocumentStatus,
  is_ready_for_end,
  should_continue_revision,
  should_revise,
  validate_state,
} from '../../src/documents/design/state.ts';

const COUNTS = [0, 1, 2, 3, 4];
const STATUSES: readonly DocumentStatus[] = ['DRAFT', 'REVIEW', 'FINAL'];
const LONG = 'words that say how it is built '.repeat(4);

/** Every mix of document, status, need and count; three revisions are allowed. */
const STATES = [null, 'The document.'].flatMap((final_document) =>
  STATUSES.flatMap((document_status) =>
    [true, false].flatMap((needs_revision) =>
      COUNTS.map((revision_count) => ({
        ...{ final_document, document_status, needs_revision, revision_count },
        max_revisions: 3,
      })),
    ),
  ),
);

describe('a design is revised', () => {
  test('while its reviewer asks for it and revisions are left', () => {
    for (const state of STATES) {
      const isWanted = state.needs_revision && state.revision_count < 3;
      assert.equal(should_continue_revision(state), isWanted);
      assert.equal(should_revise(state), isWanted ? 'revise' : 'continue');
    }
    assert.ok(STATES.some(should_continue_revision));
  });

  test('no more once the limit is reached, even where the reviewer asks for it', () => {
    assert.equal(should_revise({ needs_revision: true, revision_count: 3, max_revisions: 3 }), 'continue');
    assert.equal(should_revise({ needs_revision: true, revision_count: 1, max_revisions: 1 }), 'continue');
  });
});

describe('a design is ready', () => {
  test('to end when it is formatted, in review, and no revision is to follow', () => {
    const ready = STATES.filter(is_ready_for_end);
    assert.equal(ready.length, 7);
    for (const { final_document, document_status, needs_revision, revision_count } of ready) {
      assert.deepEqual([final_document, document_status], ['The document.', 'REVIEW']);
      assert.ok(!needs_revision || revision_count >= 3);
    }
  });

  test('to become final only where nothing asks for a revision any more', () => {
    const final = STATES.filter(can_finalize);
    assert.equal(final.length, COUNTS.length);
    for (const state of final) assert.ok(!state.needs_revision && is_ready_for_end(state));
  });
});

test('approval is approved, revise or waiting', () => {
  const answers = [
    [true, false, 'approved'],
    [true, true, 'approved'],
    [false, true, 'revise'],
    [null, true, 'revise'],
    [null, false, 'waiting'],
    [false, false, 'waiting'],
  ] as const;
  for (const [approved, human_revision_requested, expected] of answers)
    assert.equal(check_approval({ approved, human_revision_requested }), expected);
});

describe('an agent checks what it needs before it begins', () => {
  const state = { project_brief: 'Members book a wall.', hld_draft: LONG, lld_draft: LONG, database_schema: LONG };

  test('all that is missing or too short is named at once', () => {
    const bare = { ...state, hld_draft: null, lld_draft: '', database_schema: `${'x'.repeat(99)}   ` };
    const shortText = (name: string): string => `${name} is required and must be at least 100 characters`;
    assert.deepEqual(validate_state('SystemArchitectAgent', bare), []);
    assert.deepEqual(validate_state('APIDataAgent', bare), [shortText('hld_draft')]);
    assert.deepEqual(validate_state('DatabaseDesignerAgent', bare), [shortText('hld_draft'), shortText('lld_draft')]);
    assert.deepEqual(validate_state('ReviewerAgent', bare), []);
    assert.deepEqual(validate_state('WriterFormatterAgent', bare), [
      ...[shortText('hld_draft'), shortText('lld_draft'), shortText('database_schema')],
    ]);
  });

  test('a hundred characters are enough, and a brief has ten', () => {
    assert.deepEqual(validate_state('WriterFormatterAgent', { ...state, hld_draft: 'x'.repeat(100) }), []);
    assert.deepEqual(validate_state('SystemArchitectAgent', { ...state, project_brief: '  too thin ' }), [
      'project_brief is required and must be at least 10 characters',
    ]);
  });
});
