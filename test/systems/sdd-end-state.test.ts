// Every statement of the source document on the end state that can be tested, by its own words and names.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  can_finalize,
  check_approval,
  type DocumentState,
  is_ready_for_end,
  should_continue_revision,
  should_revise,
  validate_state,
} from 'signoff/sdd';
import type { JsonObject } from '../../src/json.ts';
import { BAD, BRIEF, GOOD, ISSUE, partText, ROUND, type SddRun, sddFixture } from './sdd-fixture.ts';

const STATE: DocumentState = {
  ...{ project_brief: BRIEF, additional_context: '', user_clarifications: [] },
  requirements: { functional: [], 'non-functional': [], constraints: [], assumptions: [] },
  ...{ hld_draft: 'h'.repeat(100), lld_draft: 'l'.repeat(100), database_schema: 'd'.repeat(100) },
  ...{ review_feedback: null, revision_feedback: '', needs_revision: false, revision_count: 0, max_revisions: 3 },
  ...{ final_document: '# Design', document_status: 'REVIEW', approved: null, human_revision_requested: false },
  ...{ human_revisions: 0, accepted_issues: [], forced_reason: null },
  ...{ rule_findings: [], retrieved_context: [], processing_metadata: { visits: [] } },
};
const NO_DRAFTS = { ...STATE, hld_draft: null, lld_draft: null, database_schema: null };

const stateOf = async (run: SddRun): Promise<DocumentState> => (await run.data()) as unknown as DocumentState;

describe('testing the end state', () => {
  test('the usage example: a state that is ready for the END node, and one that needs more processing', () => {
    const said = (state: DocumentState): string =>
      is_ready_for_end(state) ? 'State is ready for END node' : 'State needs more processing';
    assert.equal(said(STATE), 'State is ready for END node');
    assert.equal(said({ ...STATE, final_document: null }), 'State needs more processing');
    assert.equal(said({ ...STATE, document_status: 'DRAFT' }), 'State needs more processing');
    assert.equal(said({ ...STATE, needs_revision: true, revision_count: 2 }), 'State needs more processing');
    assert.equal(said({ ...STATE, needs_revision: true, revision_count: 3 }), 'State is ready for END node');
    const { final_document: _, ...without } = STATE;
    assert.equal(said(without as DocumentState), 'State needs more processing', 'a document that was left out');
    assert.equal(said({ ...STATE, final_document: ' ' }), 'State needs more processing', 'an empty one');
    assert.equal(can_finalize(without as DocumentState), false);
  });

  test('can_finalize: a final document, status REVIEW, and no revision needed', () => {
    assert.equal(can_finalize(STATE), true);
    assert.equal(can_finalize({ ...STATE, final_document: null }), false);
    assert.equal(can_finalize({ ...STATE, document_status: 'FINAL' }), false);
    assert.equal(can_finalize({ ...STATE, needs_revision: true }), false);
  });

  test('should_continue_revision: a revision is needed and the limit is not reached', () => {
    assert.equal(should_continue_revision({ ...STATE, needs_revision: true, revision_count: 2 }), true);
    assert.equal(should_continue_revision({ ...STATE, needs_revision: true, revision_count: 3 }), false);
    assert.equal(should_continue_revision({ ...STATE, needs_revision: false }), false);
  });

  test('should_revise returns "revise" or "continue", and "continue" is forced at the limit', () => {
    assert.equal(should_revise({ ...STATE, needs_revision: true, revision_count: 1 }), 'revise');
    assert.equal(should_revise({ ...STATE, needs_revision: true, revision_count: 3 }), 'continue');
    assert.equal(should_revise({ ...STATE, needs_revision: false }), 'continue');
  });

  test('_check_approval with a person in the loop: approved, revise, or waiting', () => {
    assert.equal(check_approval({ ...STATE, approved: true }), 'approved');
    assert.equal(check_approval({ ...STATE, approved: false, human_revision_requested: true }), 'revise');
    assert.equal(check_approval({ ...STATE, approved: null }), 'waiting');
  });

  test('a missing draft fails the validation of the agent that needs it, all at once', () => {
    const required = (name: string): string => `${name} is required and must be at least 100 characters`;
    assert.deepEqual(validate_state('SystemArchitectAgent', NO_DRAFTS), []);
    assert.deepEqual(validate_state('APIDataAgent', NO_DRAFTS), [required('hld_draft')]);
    const both = [required('hld_draft'), required('lld_draft')];
    assert.deepEqual(validate_state('DatabaseDesignerAgent', NO_DRAFTS), both);
    assert.deepEqual(validate_state('WriterFormatterAgent', NO_DRAFTS), [...both, required('database_schema')]);
    assert.deepEqual(validate_state('ReviewerAgent', NO_DRAFTS), [], 'the review refuses nothing');
    const blank = { ...STATE, hld_draft: ` ${'h'.repeat(99)} ` };
    assert.deepEqual(validate_state('APIDataAgent', blank), [required('hld_draft')], 'blanks around it do not count');
    const brief = 'project_brief is required and must be at least 10 characters';
    assert.deepEqual(validate_state('APIDataAgent', {}), [brief, required('hld_draft')], 'what is left out is missing');
    assert.throws(() => validate_state('PoetAgent' as never, STATE), /Expected an agent of .*, found "PoetAgent"/);
  });
});

describe('the path to END', () => {
  test('draft_hld, draft_lld, design_database, review_doc, format_doc, human_review, END', async (t) => {
    const run = await (await sddFixture(t)).start();
    await run.atReview();
    assert.deepEqual(await run.visited(), ['intake', ...ROUND, 'format_doc', 'human_review']);
    await run.says({ verdict: 'approve' });
    assert.equal(await run.ended(), 'completed');
  });

  test('when should_revise says revise, it loops back to draft_hld, and all four agents run again', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [BAD, GOOD] } });
    const run = await fixture.start();
    await run.atReview();
    assert.deepEqual((await run.visited()).slice(1, 9), [...ROUND, ...ROUND]);
    const agents = fixture.calls.slice(4, 8).map(({ workflow }) => workflow);
    assert.deepEqual(agents, ['sdd-draft-hld', 'sdd-draft-lld', 'sdd-design-database', 'sdd-review']);
  });

  test('human_review that asks for a revision loops back to draft_hld too', async (t) => {
    const run = await (await sddFixture(t)).start();
    await run.says({ verdict: 'revise', feedback: 'Say more about reminders.' });
    await run.atReview(2);
    assert.deepEqual((await run.visited()).slice(7, 11), ROUND);
  });

  test('after format_doc final_document is populated and document_status is REVIEW', async (t) => {
    const run = await (await sddFixture(t)).start();
    await run.atReview();
    const state = await stateOf(run);
    assert.ok((state.final_document ?? '').length > 0);
    assert.equal(state.document_status, 'REVIEW');
    assert.equal(is_ready_for_end(state), true);
    assert.equal(check_approval(state), 'waiting', 'it waits for the person');
  });

  test('the end state checklist: drafts, revision check, status, approval', async (t) => {
    const run = await (await sddFixture(t)).start();
    await run.atReview();
    const state = await stateOf(run);
    for (const text of [state.hld_draft, state.lld_draft, state.database_schema, state.final_document])
      assert.ok((text ?? '').length > 100);
    assert.ok(!state.needs_revision || state.revision_count >= state.max_revisions);
    assert.equal(state.document_status, 'REVIEW');
    assert.equal(state.project_brief, BRIEF);
    assert.equal(state.max_revisions, 3, 'the default');
    await run.says({ verdict: 'approve' });
    assert.equal(await run.ended(), 'completed');
    assert.equal(check_approval(await stateOf(run)), 'approved');
    assert.equal((await stateOf(run)).document_status, 'FINAL');
  });
});

describe('the reviewer and the limit', () => {
  test('revision_count is incremented before the loop, only when a revision is needed', async (t) => {
    const run = await (await sddFixture(t, { script: { reviews: [BAD, GOOD] } })).start();
    await run.atReview();
    const counts = (await run.events()).flatMap(({ type, data }) =>
      type === 'DataSet' && 'revision_count' in data.values ? [data.values.revision_count] : [],
    );
    assert.deepEqual(counts, [1, 1], 'after each review');
    assert.equal((await stateOf(run)).revision_count, 1);
  });

  test('at max_revisions it is forced to format_doc, and the quality below the threshold is told', async (t) => {
    const run = await (await sddFixture(t, { script: { reviews: [BAD] } })).start({ max_revisions: 2 });
    await run.atReview();
    const state = await stateOf(run);
    assert.deepEqual([state.needs_revision, state.revision_count], [true, 2]);
    assert.equal(is_ready_for_end(state), true);
    assert.equal(can_finalize(state), false);
    assert.match(state.final_document ?? '', new RegExp(ISSUE.description));
  });

  test('review_feedback, retrieved_context and processing_metadata are in the state', async (t) => {
    const run = await (await sddFixture(t, { script: { reviews: [BAD, GOOD] } })).start();
    await run.atReview();
    const data = await run.data();
    assert.deepEqual((data.review_feedback as JsonObject).strengths, ['clear']);
    assert.ok(Array.isArray(data.retrieved_context));
    assert.equal(((data.processing_metadata as JsonObject).visits as []).length, 9);
  });

  test('agents receive revision_feedback: the HLD first, the LLD the new HLD, the database both', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [BAD, GOOD] } });
    const run = await fixture.start();
    await run.atReview();
    const [hld, lld, database] = fixture.calls.slice(4, 7).map(({ prompt }) => prompt);
    for (const prompt of [hld, lld, database]) assert.ok(prompt?.includes(ISSUE.description));
    assert.ok(lld?.includes(`Sentinel of hld in round 2`));
    assert.ok(database?.includes('Sentinel of hld in round 2') && database.includes('Sentinel of lld in round 2'));
  });

  test('a missing hld_draft makes APIDataAgent fail, without another attempt', async (t) => {
    const draft = (part: string) => (part === 'hld' ? 'none' : partText(part, 1));
    const run = await (await sddFixture(t, { script: { draft } })).start();
    assert.equal(await run.ended(), 'on_hold');
    const [hold] = await run.holds();
    assert.deepEqual([hold?.step, hold?.code], ['draft_lld', 'step-failed']);
    assert.match(hold?.message ?? '', /after 1 attempt.*hld_draft is required and must be at least 100 characters/);
  });
});
