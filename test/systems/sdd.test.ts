// The design system played on a store: to its end, round its loops, by a person's verdicts, and cancelled.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { ADA, BAD, GOOD, ISSUE, partText, ROUND, sddFixture } from './sdd-fixture.ts';

const FEATURE = 'members-book-meeting-rooms';
const DECIDED = ['document_status', 'approved', 'needs_revision', 'revision_count', 'human_revision_requested'];

describe('the flow', () => {
  test('a design that passes at first is formatted, approved and final', async (t) => {
    const fixture = await sddFixture(t);
    const run = await fixture.start();
    await run.atReview();
    assert.deepEqual(await run.visited(), ['intake', ...ROUND, 'format_doc', 'human_review']);
    assert.deepEqual(await run.values('document_status', 'approved'), { document_status: 'REVIEW', approved: null });
    await run.says({ verdict: 'approve' });
    assert.equal(await run.ended(), 'completed');
    assert.deepEqual(await run.values(...DECIDED), {
      ...{ document_status: 'FINAL', approved: true, needs_revision: false, revision_count: 0 },
      human_revision_requested: false,
    });
    const design = run.read(`${FEATURE}/design/design.md`);
    assert.match(design, /^---\ntitle: "Meeting Rooms"\nstatus: FINAL\napprover: "user:ada"\napproved_at: "20/);
    for (const part of ['hld', 'lld', 'database']) assert.ok(design.includes(run.read(`${FEATURE}/design/${part}.md`)));
    assert.equal((await run.data()).final_document, design);
    const verdicts = (await run.events()).filter(({ type }) => type === 'VerdictBound' || type === 'VerdictOutdated');
    assert.deepEqual(
      verdicts.map(({ type }) => type),
      ['VerdictBound'],
      'the verdict stays bound when the front matter is rewritten',
    );
  });

  test('a bad review sends it through all four again, each drafter with the feedback and the new parts', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [BAD, GOOD] } });
    const run = await fixture.start();
    await run.atReview();
    assert.deepEqual(await run.visited(), ['intake', ...ROUND, ...ROUND, 'format_doc', 'human_review']);
    const { revision_count, needs_revision } = await run.data();
    assert.deepEqual([revision_count, needs_revision], [1, false]);
    const [hld, lld, database, review] = fixture.calls.slice(4, 8).map(({ prompt }) => prompt);
    for (const prompt of [hld, lld, database, review])
      assert.match(prompt ?? '', /Nobody may read the bookings of others/);
    assert.match(hld ?? '', /Sentinel of hld in round 1/, 'its own last draft');
    assert.doesNotMatch(hld ?? '', /Sentinel of (?:lld|database)/);
    assert.match(lld ?? '', /Sentinel of hld in round 2[\s\S]*Sentinel of lld in round 1/);
    assert.doesNotMatch(lld ?? '', /Sentinel of (?:hld in round 1|database)/);
    assert.match(
      database ?? '',
      /Sentinel of hld in round 2[\s\S]*Sentinel of lld in round 2[\s\S]*database in round 1/,
    );
    for (const part of ['hld', 'lld', 'database'])
      assert.ok(review?.includes(`Sentinel of ${part} in round 2`), `the reviewer sees ${part}`);
  });

  test('at the last allowed draft it is forced on, flagged, and the approver must accept what is open', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [BAD] } });
    const run = await fixture.start();
    await run.atReview();
    assert.deepEqual(await run.visited(), ['intake', ...ROUND, ...ROUND, ...ROUND, 'format_doc', 'human_review']);
    assert.deepEqual(await run.values('needs_revision', 'revision_count'), { needs_revision: true, revision_count: 3 });
    assert.match(
      run.read(`${FEATURE}/design/design.md`),
      /## Open Issues[\s\S]*Nobody may read the bookings of others/,
    );
    assert.match((await run.tries({ verdict: 'approve' })) ?? '', /open, and not accepted: Nobody may read/);
    assert.match((await run.tries({ verdict: 'approve', accepted_issues: ['Another.'] })) ?? '', /not accepted/);
    await run.says({ verdict: 'approve', accepted_issues: [ISSUE.description] });
    assert.equal(await run.ended(), 'completed');
    assert.deepEqual(await run.values('needs_revision', 'document_status', 'accepted_issues'), {
      ...{ needs_revision: false, document_status: 'FINAL', accepted_issues: [ISSUE.description] },
    });
  });

  test('max_revisions is the limit, and one that is none is refused at the start', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [BAD] } });
    const run = await fixture.start({ max_revisions: 1 });
    await run.atReview();
    assert.deepEqual(await run.visited(), ['intake', ...ROUND, 'format_doc', 'human_review']);
    await run.says({ approved: true, accepted_issues: true });
    assert.equal(await run.ended(), 'completed');
    for (const max_revisions of [0, 11]) await assert.rejects(fixture.start({ max_revisions }), /max_revisions/);
    await assert.rejects(fixture.start({ project_brief: 'Too short' }), /project_brief/);
  });

  const REVIEWS: readonly (readonly [string, JsonObject, boolean])[] = [
    ['the reviewer says so', { ...GOOD, needs_revision: true }, true],
    ['a score below 0.7', { ...GOOD, overall_score: 0.69 }, true],
    ['what does not pass validation', { ...GOOD, passes_validation: false }, true],
    ['a critical issue', { ...GOOD, issues: [{ ...ISSUE, severity: 'CRITICAL' }] }, true],
    ['nothing at all, which is a review that passes', {}, false],
    ['an issue of medium severity alone', { issues: [{ ...ISSUE, severity: 'MEDIUM' }] }, false],
  ];
  for (const [why, review, isNeeded] of REVIEWS)
    test(`${isNeeded ? 'a revision is needed for' : 'no revision is needed for'} ${why}`, async (t) => {
      const fixture = await sddFixture(t, { script: { reviews: [review] } });
      const run = await fixture.start({ max_revisions: 1 });
      await run.atReview();
      assert.equal((await run.data()).needs_revision, isNeeded);
    });

  test('with revision.when reviewer only the reviewer’s own word counts', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [{ ...BAD, needs_revision: false }] } });
    const run = await fixture.start({ revision: { when: 'reviewer' } });
    await run.atReview();
    assert.deepEqual(await run.values('needs_revision', 'revision_count'), {
      needs_revision: false,
      revision_count: 0,
    });
  });

  test('a reviewer whose reviews cannot be read counts as one that asks for a revision', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [{ overall_score: 'high' }] } });
    const run = await fixture.start({ max_revisions: 1 });
    await run.atReview();
    const { needs_revision, review_feedback } = await run.data();
    assert.equal(needs_revision, true);
    assert.equal((review_feedback as JsonObject).overall_score, 0);
    assert.match(run.read(`${FEATURE}/design/design.md`), /The document was not reviewed/);
  });
});

describe("the person's review", () => {
  test('a revision needs feedback, starts the counters again and goes back to the first draft', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [BAD, GOOD, BAD, GOOD] } });
    const run = await fixture.start();
    assert.match((await run.tries({ verdict: 'revise' })) ?? '', /a revision needs feedback/);
    assert.match((await run.tries({ approved: false })) ?? '', /a revision needs feedback/);
    const before = fixture.calls.length;
    await run.says({
      approved: false,
      feedback: 'Use queues.',
      comments: [{ section: 'HLD: Security', comment: 'Name the roles.' }],
    });
    const events = await run.events();
    const asked = events.find(
      ({ type, data }) => type === 'DataSet' && 'human_revisions' in (data as { values: JsonObject }).values,
    );
    const { values } = (asked?.data ?? {}) as { values: JsonObject };
    const { approved, human_revision_requested, document_status, final_document, ...rest } = values;
    assert.deepEqual(
      [approved, human_revision_requested, document_status, final_document],
      [false, true, 'DRAFT', null],
    );
    assert.deepEqual([rest.needs_revision, rest.revision_count, rest.human_revisions], [false, 0, 1]);
    await run.atReview(2);
    const [hld] = fixture.calls.slice(before);
    assert.match(hld?.prompt ?? '', /Use queues\.[\s\S]*HLD: Security[\s\S]*Name the roles\./);
    const state = await run.data();
    assert.deepEqual([state.approved, state.human_revision_requested, state.revision_count], [null, false, 1]);
    assert.match(String(state.final_document), /\nversion: 2\n/);
    await run.says({ verdict: 'approve' }, 2);
    assert.equal(await run.ended(), 'completed');
    const reviewed = ['format_doc', 'human_review'];
    const expected = ['intake', ...ROUND, ...ROUND, ...reviewed, ...ROUND, ...ROUND, ...reviewed];
    assert.deepEqual(await run.visited(), expected);
  });

  test('an approval with a wish beside it is refused, and so are two verdicts', async (t) => {
    const run = await (await sddFixture(t)).start();
    assert.match(
      (await run.tries({ verdict: 'approve', feedback: 'And more.' })) ?? '',
      /approves and asks for a change/,
    );
    assert.match((await run.tries({ verdict: 'approve', approved: false })) ?? '', /one verdict/);
  });

  test('a text of a person for a section that is not there is refused, not lost', async (t) => {
    const run = await (await sddFixture(t)).start();
    for (const section of ['Nowhere', 'Glossary']) {
      const comments = [{ section, comment: 'Ours.', text: 'Walls are numbered.' }];
      const refused = (await run.tries({ verdict: 'revise', comments })) ?? '';
      assert.match(refused, new RegExp(`section of the design for each text, found "${section}"`));
    }
  });

  test('cancelling at the gate leaves status and files as they are', async (t) => {
    const fixture = await sddFixture(t);
    const run = await fixture.start();
    await run.atReview();
    const before = run.read(`${FEATURE}/design/design.md`);
    const sent = await fixture.engine.send(run.id, { type: 'CancelRun', reason: 'Not needed.' }, ADA);
    assert.ok(sent.ok);
    assert.equal(await run.ended(), 'cancelled');
    assert.equal((await run.data()).document_status, 'REVIEW');
    assert.equal(run.read(`${FEATURE}/design/design.md`), before);
  });
});

describe('what a step needs', () => {
  test('a draft that is too short fails the next step at once, and a person is asked', async (t) => {
    const draft = (part: string) => (part === 'hld' ? '  short  ' : partText(part, 1));
    const fixture = await sddFixture(t, { script: { draft } });
    const run = await fixture.start();
    assert.equal(await run.ended(), 'on_hold');
    const [hold] = await run.holds();
    assert.deepEqual([hold?.step, hold?.code], ['draft_lld', 'step-failed']);
    assert.match(hold?.message ?? '', /hld_draft is required and must be at least 100 characters/);
    assert.deepEqual(
      fixture.calls.map(({ workflow }) => workflow),
      ['sdd-draft-hld'],
      'no agent was asked for the LLD',
    );
  });

  test('answers to questions about the brief are in the record, and every drafter is told', async (t) => {
    const fixture = await sddFixture(t);
    const answers = [{ question: 'Who signs in?', answer: 'Only clerks sign in.' }];
    const run = await fixture.start({ user_clarifications: answers });
    await run.atReview();
    assert.deepEqual((await run.data()).user_clarifications, answers);
    for (const { prompt } of fixture.calls.slice(0, 3)) assert.match(prompt, /Only clerks sign in\./);
  });

  test('all that is missing is said at once', async (t) => {
    const draft = (part: string, _: unknown, time: number) => (part === 'database' ? 'none' : partText(part, time));
    const fixture = await sddFixture(t, { script: { draft } });
    const run = await fixture.start();
    assert.equal(await run.ended(), 'on_hold');
    const [hold] = await run.holds();
    assert.deepEqual([hold?.step], ['format_doc']);
    assert.match(hold?.message ?? '', /database_schema is required and must be at least 100 characters/);
    const reviewed = fixture.calls.find(({ workflow }) => workflow === 'sdd-review');
    assert.match(reviewed?.prompt ?? '', /none/, 'the review refuses nothing');
  });
});

test('two designs of one brief that begin at the same time get a folder each', async (t) => {
  const fixture = await sddFixture(t);
  const runs = await Promise.all([fixture.start(), fixture.start()]);
  await Promise.all(runs.map((run) => run.atReview()));
  const ids = await Promise.all(runs.map(async (run) => (await run.data()).feature_id));
  assert.deepEqual(ids.sort(), ['members-book-meeting-rooms', 'members-book-meeting-rooms-2']);
});
