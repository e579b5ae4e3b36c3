// The PRD system without a model: rule-based writers do every agent step, through all loops, on both stores.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { lintRequirements } from '../../src/documents/lint/lint-requirements.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import type { Requirement } from '../../src/documents/requirements/requirement.ts';
import type { JsonObject } from '../../src/json.ts';
import { noPostgres, postgresForTests } from '../support/postgres.ts';
import { type PrdRun, prdFixture, review } from './prd-fixture.ts';

async function proposed(run: PrdRun): Promise<readonly Requirement[]> {
  await run.at('RR');
  return (await run.data()).functionalRequirements as unknown as readonly Requirement[];
}

/** Brief rejected twice, one requirement rejected and one out of scope, two gap rounds, the PRD rejected once. */
async function allLoops(run: PrdRun): Promise<void> {
  await run.answer('FBReview', {
    approved: false,
    userFeedback: 'Add export to JSON. Import is out of scope.',
    reviewSummary: 'More.',
  });
  const goals = '- Shop owners download orders as a CSV file.\n- Shop owners download orders as a JSON file.';
  const modifications = [{ section: 'Goals', modificationReason: 'Two goals.', requestedContent: goals }];
  await run.answer('FBReview', { approved: false, reviewSummary: 'Goals.', modifications });
  await run.approvesBrief();
  const [first, second, ...rest] = await proposed(run);
  assert.ok(first !== undefined && second !== undefined && rest.length > 0, 'more than two were proposed');
  await run.answer(
    'RR',
    review({
      approvedRequirements: rest as never,
      rejectedRequirements: [{ ...first, reason: 'Not wanted.' }] as never,
      outOfScopeRequirements: [{ ...second, reason: 'Later.' }] as never,
    }),
  );
  for (let round = 0; round < 2; round++) {
    await run.decides(true);
    const again = await proposed(run);
    for (const { description } of again) {
      assert.notEqual(description, first.description);
      assert.notEqual(description, second.description);
    }
    await run.approvesAll();
  }
  await run.decides(false);
  await run.answer('PR', { prdApproved: false, userFeedback: 'Say who supports it.' });
  await run.answer('PR', { prdApproved: true });
  assert.equal(await run.ended(), 'completed');
}

async function playAll(t: TestContext, place?: string): Promise<void> {
  const run = await (await prdFixture(t, place === undefined ? {} : { place })).start();
  await allLoops(run);
  const visits = new Map<string, number>();
  for (const step of await run.visited()) visits.set(step, (visits.get(step) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(visits), {
    ...{ Init: 1, FB: 1, FBReview: 3, FBUpdate: 2, IR: 1, RR: 3, GA: 3, IC: 3, GR: 2, PG: 2, PR: 2, F: 1 },
  });
  const brief = (await run.file('feature-brief.md')) ?? '';
  assert.match(brief, /JSON/);
  assert.match(brief, /Open question/);
  assert.match(brief, /rules/i, 'it says that rules wrote it');
  const { items, problems, history } = parseRequirements((await run.file('requirements.md')) ?? '');
  assert.deepEqual(problems, []);
  assert.equal(history.length, 3);
  const standings = items.map(({ standing }) => standing);
  assert.ok(standings.includes('rejected') && standings.includes('out-of-scope'));
  const kept = items.filter(({ standing }) => standing === 'approved');
  assert.deepEqual(lintRequirements(kept, {}), [], 'rules write what the lint does not complain of');
  const prd = (await run.file('PRD.md')) ?? '';
  for (const { id, description } of kept)
    assert.ok(prd.includes(`${id}:`) && prd.includes(description.replaceAll('\n', '\n  ')), id);
  assert.match(prd, /finalized/);
  assert.match(prd, /Approver\*\*: user:ada\n- \*\*Approved\*\*: 2026-03-05T10:/);
  assert.match(prd, /Say who supports it/);
}

describe('all loops offline', () => {
  test('on SQLite', (t) => playAll(t));
  test('on Postgres', { skip: noPostgres() }, async (t) => {
    await playAll(t, await (await postgresForTests()).createDatabase());
  });
});

test('what is no request goes to the end without an invented requirement, if a person says so', async (t) => {
  const run = await (await prdFixture(t)).start({ userUtterance: 'asdf qwer zxcv' });
  await run.approvesBrief();
  assert.deepEqual(await proposed(run), []);
  await run.approvesAll();
  assert.equal(Number((await run.offer()).gapAnalysisScore), 0);
  await run.decides(false);
  await run.at('PR');
  const prd = (await run.file('PRD.md')) ?? '';
  assert.match(prd, /No requirement is approved\./);
  assert.match(prd, /could not be read as a request/);
});

test('refining closes gaps: the score rises and no critical or high gap is left', async (t) => {
  const run = await (await prdFixture(t)).start();
  await run.approvesBrief();
  await run.approvesAll();
  const scores: number[] = [];
  for (let round = 0; round < 5; round++) {
    const offer = await run.offer();
    scores.push(Number(offer.gapAnalysisScore));
    const serious = (offer.identifiedGaps as readonly JsonObject[]).filter(({ severity }) =>
      ['critical', 'high'].includes(String(severity)),
    );
    if (Number(offer.gapAnalysisScore) >= 0.8 && serious.length === 0) break;
    await run.decides(true);
    await run.approvesAll();
    await run.at('GA');
  }
  assert.deepEqual(scores, [...scores].sort(), 'it never falls');
  assert.ok((scores.at(-1) ?? 0) >= 0.8, scores.join(', '));
});

test('the same sentence gives the same documents', async (t) => {
  const texts: (string | null)[] = [];
  for (let time = 0; time < 2; time++) {
    const run = await (await prdFixture(t)).start();
    await run.approvesBrief();
    await run.approvesAll();
    await run.decides(false);
    await run.at('PR');
    texts.push(await run.file('PRD.md'));
  }
  assert.equal(texts[0], texts[1]);
});
