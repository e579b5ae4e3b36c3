// The SDD workflow, played: the revise loop with its counters, the person's verdict, and what fails.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, JsonObject } from '../../src/json.ts';
import { fails, gives, play, refused, rules, type Script, thrice } from '../support/play.ts';
import { sddCode } from './actions-sdd.ts';

const HERE = new URL('.', import.meta.url);
const BRIEF = 'A service that exports orders as files.';
const ROUND = ['draft_hld', 'draft_lld', 'design_database', 'review_doc', 'should_revise'];

const start = (input: JsonObject = {}, documents = new Map<string, string>()) =>
  play(HERE, 'sdd', { code: sddCode(documents), input: { project_brief: BRIEF, ...input } });

const part = (name: string) => gives(`${name}: ${'words that say how it is built '.repeat(5)}`);
const ISSUE = { category: 'security', severity: 'HIGH', description: 'No one may read the files of others.' };
const GOOD = { overall_score: 0.9, passes_validation: true, issues: [], strengths: ['clear'], needs_revision: false };
const good = gives(GOOD);
const bad = gives({ ...GOOD, issues: [ISSUE] });

/** Three drafts and a review. */
const round = (review = good, number = 1): Script => ({
  draft_hld: [part(`HLD ${number}`)],
  draft_lld: [part(`LLD ${number}`)],
  design_database: [part(`DB ${number}`)],
  review_doc: [review],
});

const approves = (accepted_issues: readonly string[] = []) =>
  rules('approve', { verdict: 'approve', accepted_issues: [...accepted_issues] });
const revises = (feedback: string) => rules('revise', { verdict: 'revise', feedback });

const COUNTERS = ['needs_revision', 'revision_count', 'human_revisions', 'document_status', 'approved'];

describe('the revise loop', () => {
  test('a document that passes at first is formatted, approved and final', async () => {
    const documents = new Map([
      ['orders.md', 'How orders are kept.'],
      ['cats.md', 'About cats.'],
    ]);
    const player = await start({}, documents);
    await player.go(round());
    assert.deepEqual(player.visited(), [...ROUND, 'format_doc', 'human_review']);
    assert.deepEqual(player.values('retrieved_context', 'document_status'), {
      retrieved_context: ['orders.md'],
      document_status: 'REVIEW',
    });
    await player.go({ human_review: [approves()] });
    assert.equal(player.status, 'completed');
    assert.deepEqual(player.visited(), [...ROUND, 'format_doc', 'human_review', 'done']);
    assert.deepEqual(player.values(...COUNTERS), {
      needs_revision: false,
      revision_count: 0,
      human_revisions: 0,
      document_status: 'FINAL',
      approved: true,
    });
    assert.match(String(player.values('final_document').final_document), /HLD 1[\s\S]*LLD 1[\s\S]*DB 1/);
  });

  test('a bad review sends it through all four again, each drafter with the feedback and the new parts', async () => {
    const player = await start();
    await player.go(round(bad));
    assert.deepEqual(player.values('needs_revision', 'revision_count'), { needs_revision: true, revision_count: 1 });
    assert.match(player.view('draft_hld').prompt ?? '', /No one may read the files of others/);
    await player.go({ draft_hld: [part('HLD 2')] });
    assert.match(player.view('draft_lld').prompt ?? '', /HLD 2[\s\S]*No one may read/);
    await player.go({ draft_lld: [part('LLD 2')] });
    assert.match(player.view('design_database').prompt ?? '', /HLD 2[\s\S]*LLD 2[\s\S]*No one may read/);
    await player.go({ design_database: [part('DB 2')], review_doc: [good] });
    assert.deepEqual(player.visited(), [...ROUND, ...ROUND, 'format_doc', 'human_review']);
    assert.deepEqual(player.values('needs_revision', 'revision_count'), { needs_revision: false, revision_count: 1 });
  });

  test('the third bad review forces it on, flagged, and the approver must accept what is open', async () => {
    const player = await start();
    for (const number of [1, 2, 3]) await player.go(round(bad, number));
    assert.deepEqual(player.visited(), [...ROUND, ...ROUND, ...ROUND, 'format_doc', 'human_review']);
    assert.deepEqual(player.values('needs_revision', 'revision_count'), { needs_revision: true, revision_count: 3 });
    const [last] = player.events('BranchTaken').slice(-1);
    assert.deepEqual(last?.reads, [
      { path: 'data.needs_revision', value: true },
      { path: 'data.revision_count', value: 3 },
      { path: 'data.max_revisions', value: 3 },
    ]);
    assert.match(String(player.values('final_document').final_document), /## Open issues\s+- No one may read/);
    const accepted = [ISSUE.description];
    await player.go({
      human_review: [refused('not-accepted', approves(), /not accepted: No one/), approves(accepted)],
    });
    assert.equal(player.status, 'completed');
    assert.deepEqual(player.values('needs_revision', 'document_status'), {
      needs_revision: false,
      document_status: 'FINAL',
    });
    assert.deepEqual((player.output() as JsonObject).accepted_issues, accepted);
  });

  test('max_revisions of the input is the limit', async () => {
    const player = await start({ max_revisions: 1 });
    await player.go(round(bad));
    assert.deepEqual(player.visited(), [...ROUND, 'format_doc', 'human_review']);
  });

  const reviews: readonly (readonly [string, Json])[] = [
    ['the reviewer says so', { ...GOOD, needs_revision: true }],
    ['a score below 0.7', { ...GOOD, overall_score: 0.69 }],
    ['what does not pass validation', { ...GOOD, passes_validation: false }],
    ['a critical issue', { ...GOOD, issues: [{ ...ISSUE, severity: 'CRITICAL' }] }],
  ];
  for (const [why, review] of reviews) {
    test(`revision is needed for ${why}`, async () => {
      const player = await start();
      await player.go(round(gives(review)));
      assert.deepEqual(player.visited().slice(-2), ['should_revise', 'draft_hld']);
    });
  }
});

describe("the person's review", () => {
  test('revise needs feedback, starts the counters again and goes back to the first draft', async () => {
    const player = await start();
    await player.go(round(bad));
    await player.go(round());
    await player.go({
      human_review: [refused('not-accepted', revises(''), /say what to change/), revises('Use queues.')],
    });
    assert.deepEqual(player.values(...COUNTERS, 'final_document'), {
      needs_revision: false,
      revision_count: 0,
      human_revisions: 1,
      document_status: 'DRAFT',
      approved: null,
      final_document: null,
    });
    assert.match(player.view('draft_hld').prompt ?? '', /Use queues\./);
    await player.go(round(bad, 3));
    assert.deepEqual(player.values('revision_count'), { revision_count: 1 });
    await player.go({ ...round(good, 4), human_review: [approves()] });
    assert.equal(player.status, 'completed');
    const reviewed = ['format_doc', 'human_review'];
    assert.deepEqual(player.visited(), [...ROUND, ...ROUND, ...reviewed, ...ROUND, ...ROUND, ...reviewed, 'done']);
    assert.deepEqual(
      player.events('VerdictBound').map(({ verdict }) => verdict),
      ['revise', 'approve'],
    );
  });

  test('while nobody has answered the run waits, and cancelling it ends it cancelled', async () => {
    const player = await start();
    await player.go(round());
    assert.equal(player.status, 'running');
    const by = { actor: 'user:ada', channel: 'studio' } as const;
    assert.ok(player.engine.send(player.run.id, { type: 'CancelRun', reason: 'Not needed.' }, by).ok);
    assert.equal(player.status, 'cancelled');
  });
});

describe('failures', () => {
  test('a draft that is too short fails the next step at once, with all reasons, and a person is asked', async () => {
    const player = await start();
    const short = { draft_hld: [gives('  short  ')], draft_lld: [refused('prepare-failed', part('LLD'))] };
    await player.go(short);
    assert.equal(player.status, 'on_hold');
    assert.equal(player.events('AttemptFailed').length, 1, 'it is not retried');
    const [hold] = player.events('HoldOpened');
    assert.deepEqual([hold?.step, hold?.code], ['draft_lld', 'step-failed']);
    assert.match(hold?.message ?? '', /hld_draft is required and must be at least 100 characters/);
    assert.ok(player.resolve('choose', 'design_database').ok);
    await player.go({ design_database: [refused('prepare-failed', part('DB'))] });
    assert.match(
      player.events('HoldOpened').at(-1)?.message ?? '',
      /hld_draft is required[^;]*; lld_draft is required/,
    );
    assert.ok(player.resolve('end').ok);
    assert.equal(player.status, 'failed');
  });

  test('a reviewer that fails three times counts as a review that asks for revision', async () => {
    const player = await start({ max_revisions: 2 });
    const down = { review_doc: thrice(fails('The model does not answer.')) };
    await player.go({ ...round(), ...down });
    assert.deepEqual(player.visited().slice(-2), ['should_revise', 'draft_hld']);
    assert.deepEqual(player.values('needs_revision', 'revision_count'), { needs_revision: true, revision_count: 1 });
    await player.go({ ...round(), ...down });
    assert.deepEqual(player.visited().slice(-2), ['format_doc', 'human_review']);
    assert.match(String(player.values('final_document').final_document), /- The document was not reviewed\./);
  });
});
