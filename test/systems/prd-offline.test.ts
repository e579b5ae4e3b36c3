// The PRD system without a model: what people say is filed through all loops, on both stores; nobody judges.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { parseBrief } from '../../src/documents/prd/parse-brief.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import type { Requirement } from '../../src/documents/requirements/requirement.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { gapAnswer } from '../../src/systems/prd/gates/gap-gate.ts';
import { noPostgres, postgresForTests } from '../support/postgres.ts';
import { type PrdRun, prdFixture, review } from './prd-fixture.ts';

const SAID = [
  'Shop owners export their orders as a CSV file.',
  'They filter them by date.',
  'An e-mail says it is ready.',
];
const ADDED = ['An export ends after 10 minutes.', 'Nobody exports the orders of another shop.'];

async function proposed(run: PrdRun): Promise<readonly Requirement[]> {
  await run.at('RR');
  return (await run.data()).functionalRequirements as unknown as readonly Requirement[];
}

const adds = async (run: PrdRun, addedRequirements: readonly string[]): Promise<void> =>
  run.answer('GA', {
    ...(await run.offer()),
    userWantsToContinueDespiteGaps: true,
    addedRequirements: [...addedRequirements],
  });

/** Brief rejected twice, one requirement rejected and one out of scope, one gap round, the PRD rejected once. */
async function allLoops(run: PrdRun): Promise<void> {
  await run.answer('FBReview', { approved: false, userFeedback: 'Name the columns.', reviewSummary: 'More.' });
  const modifications = [
    { section: 'Success Criteria', modificationReason: 'It is known.', requestedContent: '- 30 %.' },
  ];
  await run.answer('FBReview', { approved: false, reviewSummary: 'Known.', modifications });
  await run.approvesBrief();
  const [first, second, third, ...rest] = await proposed(run);
  assert.ok(first !== undefined && second !== undefined && third !== undefined && rest.length === 0);
  assert.deepEqual(
    [first, second, third].map(({ description }) => description),
    SAID,
  );
  assert.deepEqual(first, {
    ...{ id: 'REQ-001', title: 'Shop owners export their orders as a CSV file', description: SAID[0] },
    ...{ priority: 'medium', category: 'UI/UX' },
  });
  await run.answer(
    'RR',
    review({
      approvedRequirements: [first] as never,
      rejectedRequirements: [{ ...second, reason: 'Not wanted.' }] as never,
      outOfScopeRequirements: [{ ...third, reason: 'Later.' }] as never,
      userFeedback: 'Ask support.',
    }),
  );
  // What was decided before is not proposed again.
  await adds(run, [`${ADDED.join(' ')} ${SAID[1]?.toUpperCase()}`]);
  const again = await proposed(run);
  assert.deepEqual(
    again.map(({ id, description }) => [id, description]),
    [
      ['REQ-004', ADDED[0]],
      ['REQ-005', ADDED[1]],
    ],
  );
  await run.approvesAll();
  await run.decides(false);
  await run.answer('PR', { prdApproved: false, userFeedback: 'Say who supports it.' });
  await run.answer('PR', { prdApproved: true });
  assert.equal(await run.ended(), 'completed');
}

async function playAll(t: TestContext, place?: string): Promise<void> {
  const fixture = await prdFixture(t, place === undefined ? {} : { place });
  const run = await fixture.start({ userUtterance: SAID.join(' ') });
  await allLoops(run);
  const visits = new Map<string, number>();
  for (const step of await run.visited()) visits.set(step, (visits.get(step) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(visits), {
    ...{ Init: 1, FB: 1, FBReview: 3, FBUpdate: 2, IR: 1, RR: 2, GA: 2, IC: 2, GR: 1, PG: 2, PR: 2, F: 1 },
  });
  const brief = (await run.file('feature-brief.md')) ?? '';
  assert.match(brief, /## Status\n\nApproved; written without a model\.\n/);
  assert.match(brief, /- Open point from review: Name the columns\.\n/);
  const { goals, inScope, successCriteria } = parseBrief(brief);
  assert.deepEqual([goals, inScope, successCriteria], [SAID.map((said) => said.replace(/\.$/, '')), [], ['30 %']]);
  const file = (await run.file('requirements.md')) ?? '';
  const { items, problems, history } = parseRequirements(file);
  assert.deepEqual(problems, []);
  assert.match(file, /\*\*Feature ID:\*\* .*\n\n\*\*Written By:\*\* without a model\n\n## Approved/);
  assert.equal(history.length, 2);
  assert.deepEqual(
    items.map(({ id, standing, category }) => [id, standing, category]),
    [
      ['REQ-001', 'approved', 'not sorted'],
      ['REQ-004', 'approved', 'not sorted'],
      ['REQ-005', 'approved', 'not sorted'],
      ['REQ-002', 'rejected', 'not sorted'],
      ['REQ-003', 'out-of-scope', 'not sorted'],
    ],
  );
  const prd = (await run.file('PRD.md')) ?? '';
  assert.match(prd, /\*\*Status\*\*: finalized\n[\s\S]*\*\*Approver\*\*: user:ada\n- \*\*Approved\*\*: 2026-03-05T10:/);
  assert.match(prd, /- \*\*Written By\*\*: without a model\n/);
  for (const said of ['Name the columns.', 'Ask support.', 'Say who supports it.'])
    assert.equal(prd.split(`- Open point from review: ${said}\n`).length, 2, said);
  assert.match(prd, /- They filter them by date\. \(decided against: REQ-002 was rejected\)\n/);
  assert.equal(((await run.result()) as JsonObject).gapAnalysisScore, 0);
}

describe('all loops without a model', () => {
  test('on SQLite', (t) => playAll(t));
  test('on Postgres', { skip: noPostgres() }, async (t) => {
    await playAll(t, await (await postgresForTests()).createDatabase());
  });
});

test('what is no request is filed like any other, and the person decides', async (t) => {
  const run = await (await prdFixture(t)).start({ userUtterance: 'asdf qwer zxcv' });
  await run.approvesBrief();
  assert.deepEqual(
    (await proposed(run)).map(({ description }) => description),
    ['asdf qwer zxcv'],
  );
});

test('answers to the fixed questions stand under their headings, in any language', async (t) => {
  const clarifications = [
    { id: 'who', question: 'Who is it for?', answer: 'Infirmières de nuit. 看護師。' },
    { id: 'out', question: 'What is left out?', answer: 'Drucken' },
    { id: 'budget', question: 'What may it cost?', answer: 'Nothing.' },
  ];
  const run = await (await prdFixture(t)).start({ clarifications });
  await run.at('FBReview');
  const brief = String((await run.data()).featureBriefContent);
  assert.match(brief, /### Users\n\n- Infirmières de nuit\.\n- 看護師。\n/);
  assert.match(brief, /### Out of Scope\n\n- Drucken\n/);
  assert.match(brief, /### Further Answers\n\n- What may it cost\?\n {2}- Nothing\.\n/);
  assert.match(brief, /### Problem\n\n- open: Why is it wanted/);
});

test('a question that somebody skips, or cannot answer, stays open', async (t) => {
  const clarifications = [
    { id: 'who', question: 'Who is it for?', answer: "I don't know" },
    { id: 'out', question: 'What is left out?', answer: 'skip' },
    { id: 'result', question: 'By which result will you see that it worked?', answer: 'わかりません。' },
  ];
  const run = await (await prdFixture(t)).start({ clarifications });
  await run.at('FBReview');
  const before = String((await run.data()).featureBriefContent);
  assert.equal(before.match(/^- open: /gm)?.length, 5);
  const userFeedback = 'Who is it for?\nI don’t know.\n\nWhat is left out?\nPrinting.';
  await run.answer('FBReview', { approved: false, userFeedback, reviewSummary: 'Answers.' });
  await run.at('FBReview');
  const after = String((await run.data()).featureBriefContent);
  assert.equal(after, before.replace('- open: What is left out?', '- Printing.'));
});

describe('the gap analysis without a model', () => {
  const toGaps = async (t: TestContext): Promise<PrdRun> => {
    const run = await (await prdFixture(t)).start();
    await run.approvesBrief();
    await run.approvesAll();
    return run;
  };

  test('is 0 on the wire, finds nothing, and waits for a person', async (t) => {
    const run = await toGaps(t);
    const { gapAnalysisScore, identifiedGaps } = await run.offer();
    assert.deepEqual([gapAnalysisScore, identifiedGaps], [0, []]);
    assert.match((await run.tries('GA', await run.offer())) ?? '', /nobody judged the requirements/);
    const refine = { ...(await run.offer()), userWantsToContinueDespiteGaps: true };
    assert.match((await run.tries('GA', refine)) ?? '', /nobody proposes requirements/);
    await run.decides(false);
    await run.at('PR');
    assert.equal('assessment' in (await run.outputOf('GA')), false, 'no assessment is made up');
  });

  test("takes a person's own requirements as a list of texts, as many as can be filed, or says why not", async (t) => {
    const run = await toGaps(t);
    const many = Array.from({ length: 501 }, (_, at) => `Say ${at}.`);
    const cases: readonly (readonly [Json, boolean, RegExp])[] = [
      [[' ', '\n'], true, /nobody proposes requirements/],
      [['Guests pay.', 1], true, /as a list of texts/],
      ['Guests pay.', true, /as a list of texts/],
      [['Guests pay.'], false, /requirements were added, so the PRD cannot be next/],
      [many, true, /at most 500 added requirements at once, a sentence each, found 501/],
      [[many.join('\n\n')], true, /at most 500 added requirements at once, a sentence each, found 501/],
      [['a'.repeat(100_001)], true, /at most 100000 characters of added requirements at once, found 100001/],
    ];
    for (const [addedRequirements, decision, expected] of cases) {
      const answer = { ...(await run.offer()), userWantsToContinueDespiteGaps: decision, addedRequirements };
      assert.match((await run.tries('GA', answer)) ?? '', expected);
    }
    await adds(run, many.slice(1));
    assert.equal((await proposed(run)).length, 500);
  });
});

test("requirements that an agent put into its offer are not taken for a person's", async () => {
  const offer = { gapAnalysisScore: 0.5, identifiedGaps: [], addedRequirements: ['Forged.'] };
  for (const option of ['refine', 'proceed', 'threshold']) {
    const answer = await gapAnswer({ offer } as never, { kind: 'choice', option });
    assert.ok('output' in answer && !('addedRequirements' in (answer.output as JsonObject)), option);
  }
});

test('of a request with thousands of sentences the documents can be read, and none is lost', async (t) => {
  const userUtterance = Array.from({ length: 2_500 }, (_, at) => `${at}!`).join('\n\n');
  const run = await (await prdFixture(t)).start({ userUtterance });
  await run.approvesBrief();
  const all = await proposed(run);
  assert.ok(all.length > 500 && all.length <= 1_000, String(all.length));
  assert.equal(all.map(({ description }) => description).join(' '), userUtterance.replaceAll('\n\n', ' '));
});

test('what somebody adds again is named as left out, beside what is new or alone', async (t) => {
  const run = await (await prdFixture(t)).start({ userUtterance: SAID.join(' ') });
  await run.approvesBrief();
  await run.approvesAll();
  for (const [again, fresh] of [[SAID[0], []] as const, [SAID[1], ADDED] as const]) {
    await adds(run, [`${again} ${fresh.join(' ')}`]);
    const texts = (await proposed(run)).map(({ description }) => description);
    assert.deepEqual(texts, fresh);
    const { leftOut } = (await run.outputOf('GR')) as { leftOut: { title: string; of: string }[] };
    const of = again === SAID[0] ? 'REQ-001' : 'REQ-002';
    assert.deepEqual(
      leftOut.map((each) => [each.title, each.of]),
      [[again?.replace(/\.$/, ''), of]],
    );
    await run.approvesAll();
  }
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
