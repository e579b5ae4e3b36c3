// What holds over the rounds of a revision: the person's words, whose findings go out, and why revisions end.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { is_ready_for_end, should_continue_revision, should_revise } from 'signoff/sdd';
import { compareQuality, compareRounds } from '../../src/documents/design/compare-rounds.ts';
import { readReview } from '../../src/documents/design/review.ts';
import type { ReviewIssue } from '../../src/documents/design/state.ts';
import type { JsonObject } from '../../src/json.ts';
import { designReview } from '../../src/systems/sdd/gates/review-gate.ts';
import { BAD, GOOD, ISSUE, partText, ROUND, type SddRun, sddFixture } from './sdd-fixture.ts';
import { designText } from './sdd-model.ts';

const CHANGE = 'Use queues everywhere.';
const COMMENT = { section: 'HLD: Security', comment: 'Name the roles that may cancel.' };
const ELSEWHERE = { ...ISSUE, description: 'The mail sender has no retries at all.' };

/** The gate as a person sees it, with the files of the run. */
async function gateOf(run: SddRun) {
  const data = await run.data();
  const facts = { data, visit: 1, read: async () => null, versions: async () => [] };
  return designReview(facts as never);
}

describe('what a person asked for', () => {
  test('is told to every drafter in all rounds that answer it, and not in those of the next request', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [GOOD, BAD, GOOD] } });
    const run = await fixture.start();
    await run.says({ verdict: 'revise', feedback: CHANGE, comments: [COMMENT] });
    await run.atReview(2);
    const drafts = fixture.calls.filter(({ workflow }) => workflow !== 'sdd' && workflow !== 'sdd-review');
    const named = drafts.map(({ prompt }) => prompt.includes(CHANGE) && prompt.includes(COMMENT.comment));
    assert.deepEqual(named, [...Array(3).fill(false), ...Array(6).fill(true)]);
    for (const { prompt } of drafts.slice(6)) assert.ok(prompt.includes(ISSUE.description), 'with the last review');
    await run.says({ verdict: 'revise', feedback: 'Leave the queues out again.' }, 2);
    await run.atReview(3);
    const last = fixture.calls.filter(({ workflow }) => workflow === 'sdd-draft-hld').at(-1);
    assert.ok(last?.prompt.includes('Leave the queues out again.') && !last.prompt.includes(CHANGE));
  });

  test('findings that block are told as found by rules, not as comments of a person', async (t) => {
    const draft = (part: string, _: unknown, time: number): string =>
      part === 'database' && time === 1
        ? designText(part as 'hld').replace(/CREATE TABLE/i, 'CREATE TABEL')
        : designText(part as 'hld');
    const fixture = await sddFixture(t, { script: { reviews: [GOOD], draft } });
    const run = await fixture.start({ drafting: 'whole', rules: 'block' });
    await run.atReview();
    const [, second] = fixture.calls.filter(({ workflow }) => workflow === 'sdd-design-database');
    assert.match(second?.prompt ?? '', /Found by rules, and to be settled:\n- /);
    assert.doesNotMatch(second?.prompt ?? '', /Their comments on sections/);
  });
});

describe('an unscored round', () => {
  const review = (issues: readonly ReviewIssue[], overall_score?: number) =>
    readReview({ issues, needs_revision: true, ...(overall_score !== undefined && { overall_score }) } as never);
  const issue = ISSUE as ReviewIssue;
  const grave: ReviewIssue = { ...issue, severity: 'CRITICAL', description: 'All passwords are stored as plain text.' };

  test('is compared by its issues alone', () => {
    assert.ok(compareQuality(review([issue]), review([issue, grave], 0.6)) < 0, 'fewer issues, without a score');
    assert.ok(compareQuality(review([issue], 0.1), review([grave])) < 0, 'a low score does not count against none');
    assert.equal(compareQuality(review([issue]), review([issue], 0.9)), 0);
    assert.ok(compareQuality(review([issue, grave], 0.6), review([issue], 0.5)) < 0, 'two scores decide');
  });

  test('makes progress by the issues it closes, whatever the score before it', () => {
    const round = (number: number, own: ReturnType<typeof review>) => ({
      ...{ round: number, review: own, findings: [], human_revisions: 0 },
      texts: { hld: partText('hld', number), lld: '', database: '' },
    });
    const compared = (before: ReturnType<typeof review>, now: ReturnType<typeof review>) =>
      compareRounds(round(2, now), { earlier: [], before: round(1, before) }, (text) => text).is_without_progress;
    assert.equal(compared(review([issue, grave], 0.6), review([grave])), false, 'one is closed');
    assert.equal(compared(review([issue]), review([issue], 0.6)), true, 'a first score is no progress by itself');
    assert.equal(compared(review([issue], 0.5), review([issue], 0.6)), false, 'a better score is');
  });
});

test('with keep best and rules block the findings that go out are those of the best round', async (t) => {
  const broken = (table: string) => (text: string) => text.replace(/CREATE TABLE/i, `CREATE ${table}`);
  const draft = (part: string, _: unknown, time: number): string =>
    part === 'database' ? broken(time === 1 ? 'TABEL' : 'INDEKS')(designText('database')) : designText(part as 'hld');
  const reviews = [
    { ...BAD, overall_score: 0.6 },
    { ...BAD, overall_score: 0.2 },
  ];
  const fixture = await sddFixture(t, { script: { reviews, draft } });
  const run = await fixture.start({ drafting: 'whole', rules: 'block', max_revisions: 2, revision: { keep: 'best' } });
  await run.atReview();
  const { database_schema, rule_findings, final_document } = await run.data();
  assert.match(String(database_schema), /CREATE TABEL/);
  const said = JSON.stringify((rule_findings as JsonObject[]).map(({ message }) => message));
  assert.ok(/TABEL/i.test(said) && !/INDEKS/i.test(said), said);
  assert.match(String(final_document).split('## Architecture')[0] ?? '', /TABEL/i);
});

describe('with stop progress', () => {
  test('only rounds of the same request count', async (t) => {
    // What was closed before the request is open again after it: that is another request's business.
    const reviews = [BAD, GOOD, BAD, { ...BAD, issues: [ELSEWHERE] }, GOOD];
    const run = await (await sddFixture(t, { script: { reviews } })).start({ revision: { stop: 'progress' } });
    await run.says({ verdict: 'revise', feedback: CHANGE });
    await run.atReview(2);
    assert.deepEqual((await run.visited()).slice(11), [...ROUND, ...ROUND, ...ROUND, 'format_doc', 'human_review']);
    const rounds = (await run.data()).rounds as JsonObject[];
    assert.deepEqual(
      rounds.map(({ human_revisions, is_oscillating }) => [human_revisions, is_oscillating]),
      [0, 0, 1, 1, 1].map((request) => [request, false]),
    );
  });

  test('a document that ends there is forced for lack of progress: data, functions and words say so', async (t) => {
    const run = await (await sddFixture(t, { script: { reviews: [BAD] } })).start({ revision: { stop: 'progress' } });
    await run.atReview();
    const data = await run.data();
    assert.deepEqual([data.needs_revision, data.revision_count, data.max_revisions], [true, 2, 3]);
    assert.equal(data.forced_reason, 'no_progress');
    const state = data as unknown as Parameters<typeof is_ready_for_end>[0];
    assert.equal(should_revise(state), 'continue');
    assert.equal(should_continue_revision(state), false);
    assert.equal(is_ready_for_end(state), true);
    const { doubts } = await gateOf(run);
    for (const text of [String(data.final_document), doubts.join('\n')]) {
      assert.match(text, /the last round made no progress/);
      assert.doesNotMatch(text, /last allowed revision/);
    }
    await run.says({ verdict: 'revise', feedback: CHANGE });
    await run.atReview(2);
    assert.equal((await run.data()).revision_count, 2, 'the next request starts again');
  });

  test('one that reaches the limit says that', async (t) => {
    const run = await (await sddFixture(t, { script: { reviews: [BAD] } })).start({ max_revisions: 1 });
    await run.atReview();
    assert.equal((await run.data()).forced_reason, 'limit');
    assert.match((await gateOf(run)).doubts.join('\n'), /The last allowed revision was reached\./);
  });
});
