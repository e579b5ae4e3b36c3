// The PRD system with a model: its main path, its loops, its gates and its files, on both stores.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { prdCode } from '../../src/systems/prd/actions.ts';
import { prd as prdSystem } from '../../src/systems/prd/system.ts';
import { noPostgres, postgresForTests } from '../support/postgres.ts';
import { approvesPrd, toGaps, toReview, withModel } from './prd-cast.ts';
import { review } from './prd-fixture.ts';
import { briefOf, draftOf, GAP, proposal, requirement, sentence } from './prd-model.ts';

const MAIN = ['Init', 'FB', 'FBReview', 'IR', 'RR', 'GA', 'IC', 'PG', 'PR', 'F'];
test('every name the diagram uses is loaded when it is asked for', () => {
  const code = prdCode({
    files: {
      holds: async () => true,
      read: async () => null,
      folders: async () => [],
      list: async () => ({ files: [], isCut: false }),
      amend: async () => 'missing',
      hasParent: async () => true,
      makeFolder: async () => true,
      removeFolder: async () => {},
    },
    now: () => 0,
  });
  const names = { actions: code.actions, prepares: code.prepares, accepts: code.accepts };
  for (const kind of ['actions', 'prepares', 'accepts'] as const) {
    assert.deepEqual(Object.keys(names[kind] ?? {}).sort(), [...(prdSystem.code?.[kind] ?? [])].sort(), kind);
  }
});

async function wholePath(t: TestContext, place?: string): Promise<void> {
  const { fixture, model } = await withModel(t, {}, place === undefined ? {} : { place });
  const run = await fixture.start({}, { domain: 'shops on the web' });
  await run.at('FBReview');
  assert.equal(await run.file('feature-brief.md'), null, 'the brief is no file before it is approved');
  await toGaps(run);
  await run.decides(null);
  await run.at('PR');
  assert.match((await run.file('PRD.md')) ?? '', /draft/);
  await approvesPrd(run);
  assert.equal(await run.ended(), 'completed');
  assert.deepEqual(await run.visited(), MAIN);
  const { hashes, ...result } = (await run.result()) as { readonly hashes: { readonly [path: string]: string } };
  const folder = 'magi-sdd/order-export';
  assert.deepEqual(Object.keys(hashes), [`${folder}/feature-brief.md`, `${folder}/PRD.md`]);
  for (const hash of Object.values(hashes)) assert.match(hash, /^sha256:[0-9a-f]{64}$/);
  assert.deepEqual(result, {
    ...{ featureId: 'order-export', folder },
    paths: {
      brief: `${folder}/feature-brief.md`,
      requirements: `${folder}/requirements.md`,
      prd: `${folder}/PRD.md`,
    },
    prdPath: run.path('order-export/PRD.md'),
    prdStatus: { author: 'ada', lastModified: '2026-03-05', status: 'finalized' },
    gapAnalysisScore: 0.85,
    notes: [],
  });
  const prd = (await run.file('PRD.md')) ?? '';
  for (const number of [1, 2, 3]) assert.ok(prd.includes(sentence(number)), prd);
  assert.match(prd, /finalized/);
  assert.match(prd, /\| REQ-001 \| TBD \| TBD \|/);
  assert.doesNotMatch(prd, /1999|a model|draft/);
  assert.equal(draftOf(await run.file('feature-brief.md')), briefOf('Export'));
  const types = (await run.events()).map(({ type }) => type);
  assert.ok(types.includes('VerdictKept'), 'finalising keeps the verdict on the PRD');
  assert.ok(!types.includes('VerdictOutdated'));
  for (const { prompt } of model.asked) assert.match(prompt, /Domain:\s+shops on the web\./);
}

describe('from one sentence to a signed PRD', () => {
  test('on SQLite', (t) => wholePath(t));
  test('on Postgres', { skip: noPostgres() }, async (t) => {
    await wholePath(t, await (await postgresForTests()).createDatabase());
  });

  test("the record holds the document's fields and no others, and no verdicts on requirements", async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    await toGaps(run);
    const data = await run.data();
    assert.deepEqual(Object.keys(data).sort(), STATE.sort());
    assert.deepEqual(data.functionalRequirements, []);
    assert.doesNotMatch(JSON.stringify(data), /REQ-001/);
  });
});

const STATE = [
  ...['userInput', 'projectPath', 'featureId', 'prdWorkspacePath', 'userUtterance', 'featureBriefPath'],
  ...['featureBriefContent', 'isFeatureBriefApproved', 'featureBriefUserFeedback', 'featureBriefModifications'],
  ...['functionalRequirements', 'gapAnalysisScore', 'identifiedGaps', 'userIterationOverride', 'shouldIterate'],
  ...['prdContent', 'prdPath', 'prdStatus', 'isPrdApproved', 'prdWorkflowFatalErrorMessages'],
];

describe('the brief', () => {
  test('twice rejected is updated with the feedback, and each update clears the review', async (t) => {
    const { fixture, model } = await withModel(t);
    const run = await fixture.start();
    const modifications = [{ section: 'Goals', modificationReason: 'vague', requestedContent: '- One goal.' }];
    for (const userFeedback of ['Say who.', 'Say when.']) {
      await run.answer('FBReview', { approved: false, userFeedback, reviewSummary: 'No.', modifications });
      await run.at('FBReview');
      const { isFeatureBriefApproved, featureBriefUserFeedback, featureBriefModifications } = await run.data();
      assert.deepEqual(
        [isFeatureBriefApproved, featureBriefUserFeedback, featureBriefModifications],
        [null, null, null],
      );
    }
    const updates = model.asked.filter(({ label }) => label === 'Feature Brief Update');
    assert.match(updates[0]?.prompt ?? '', /Say who\.[\s\S]*- One goal\./);
    assert.match(updates[1]?.prompt ?? '', /Say when\./);
    assert.equal(await run.file('feature-brief.md'), null);
    await run.approvesBrief();
    await run.at('RR');
    assert.equal(draftOf(await run.file('feature-brief.md')), briefOf('Export, again'));
  });

  test('approved together with modifications is not approved, and the person is told', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    const modifications = [{ section: 'Goals', modificationReason: 'r', requestedContent: 'c' }];
    const why = await run.tries('FBReview', { approved: true, reviewSummary: 'Yes, but.', modifications });
    assert.match(why ?? '', /^not-accepted: .*approved together with modifications/);
    assert.match((await run.tries('FBReview', { approved: false, reviewSummary: 'No.' })) ?? '', /without a word why/);
    const both = await run.tries('FBReview', { approved: true, reviewSummary: 'Yes.' }, { verdict: 'reject' });
    assert.match(both ?? '', /the answer says approve, the verdict beside it reject/);
    await run.approvesBrief();
  });

  test('a verdict on another version than the one shown is refused', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    const why = await run.tries('FBReview', { approved: true, reviewSummary: 'Yes.' }, { shown: 'sha256:other' });
    assert.match(why ?? '', /^stale-verdict: /);
    await run.approvesBrief();
  });

  test('whose id is taken, or whose sections are missing, goes back to the model', async (t) => {
    const taken = { featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'taken' };
    const short = { featureBriefMarkdown: '# Export\n\n## Goals\n\n- x\n', recommendedFeatureId: 'order-export' };
    const good = { featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' };
    const { fixture, model } = await withModel(t, { 'Feature Brief Generation': [taken, short, good] });
    mkdirSync(join(fixture.project, 'magi-sdd/taken'), { recursive: true });
    const run = await fixture.start();
    await run.at('FBReview');
    assert.equal((await run.data()).featureId, 'order-export');
    const asked = model.asked.filter(({ label }) => label === 'Feature Brief Generation');
    assert.equal(asked.length, 3);
    assert.match(asked[0]?.prompt ?? '', /Already taken:\s+taken\./);
    assert.match(asked[1]?.prompt ?? '', /the feature id "taken" exists already/);
    assert.match(asked[2]?.prompt ?? '', /Scope/);
  });

  test('a file of another at its place is not overwritten', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    await run.at('FBReview');
    const path = run.path('order-export/feature-brief.md');
    writeFileSync(path, 'Mine.');
    const why = await run.tries('FBReview', { approved: true, reviewSummary: 'Yes.' });
    assert.match(why ?? '', /holds something else already.*not overwritten/);
    assert.equal(await run.file('feature-brief.md'), 'Mine.');
  });
});

describe('requirements', () => {
  test('get a verdict each, which code writes down', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    await toReview(run);
    const [one, two, three] = (await run.data()).functionalRequirements as readonly JsonObject[];
    await run.answer(
      'RR',
      review({
        approvedRequirements: [one ?? null],
        rejectedRequirements: [{ ...two, reason: 'Not now.' }],
        modifiedRequirements: [
          { ...three, description: sentence(6), originalId: 'REQ-003', modificationNotes: 'Clearer.' },
        ],
      }),
    );
    await run.at('GA');
    const text = (await run.file('requirements.md')) ?? '';
    assert.match(text, /\*\*Feature ID:\*\* order-export/);
    assert.match(text, /## Approved Requirements\s+### REQ-001: /);
    assert.match(text, /## Modified Requirements\s+### REQ-003: [\s\S]*Modification Notes\*\*: Clearer\./);
    assert.match(text, /## Rejected Requirements\s+### REQ-002: [\s\S]*Reason\*\*: Not now\./);
    assert.match(text, /## Review History\s+### 2026-03-05T10:00:[\s\S]*Reviewer\*\*: ada/);
    assert.ok(text.includes(sentence(3)), 'the previous text stays in the history');
    await run.decides(false);
    await run.at('PR');
    const prd = (await run.file('PRD.md')) ?? '';
    assert.ok(prd.includes(sentence(6)) && !prd.includes(sentence(2)) && !prd.includes('### REQ-002'));
  });

  test('each proposed id must be there exactly once', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    await toReview(run);
    const [one, two] = (await run.data()).functionalRequirements as readonly JsonObject[];
    const why = await run.tries('RR', review({ approvedRequirements: [one ?? null, two ?? null, one ?? null] }));
    assert.match(why ?? '', /REQ-001/);
    assert.match(why ?? '', /REQ-003/);
    assert.doesNotMatch(why ?? '', /REQ-002/);
    assert.equal(await run.file('requirements.md'), null, 'nothing was changed');
  });

  test('that were rejected, or are out of scope, never come back in the same words', async (t) => {
    const again = [
      requirement('REQ-004', sentence(2), { title: 'Mail' }),
      requirement('REQ-005', sentence(1).toUpperCase()),
      proposal(6),
    ];
    const { fixture } = await withModel(t, {
      'Gap Analysis': [{ gapAnalysisScore: 50, identifiedGaps: [GAP] }],
      'Gap Requirements Generation': [{ functionalRequirements: again, summary: 'S', gapsAddressed: ['GAP-001'] }],
    });
    const run = await fixture.start();
    await toReview(run);
    const [one, two, three] = (await run.data()).functionalRequirements as readonly JsonObject[];
    await run.answer(
      'RR',
      review({
        approvedRequirements: [three ?? null],
        rejectedRequirements: [{ ...two, reason: 'No mail.' }],
        outOfScopeRequirements: [{ ...one, reason: 'Later.' }],
      }),
    );
    await run.decides(true);
    await run.at('RR');
    const shown = (await run.data()).functionalRequirements as readonly JsonObject[];
    assert.deepEqual(
      shown.map(({ id }) => id),
      ['REQ-006'],
    );
    const left = (await run.outputOf('GR')).leftOut as readonly JsonObject[];
    assert.deepEqual(
      left.map(({ id, of }) => [id, of]),
      [
        ['REQ-004', 'REQ-002'],
        ['REQ-005', 'REQ-001'],
      ],
    );
  });

  test('an id that was given before goes back to the model', async (t) => {
    const twice = { functionalRequirements: [requirement('REQ-001', sentence(4))], summary: 'S', gapsAddressed: [] };
    const { fixture, model } = await withModel(t, {
      'Gap Analysis': [{ gapAnalysisScore: 'Fair', identifiedGaps: [GAP] }],
      'Gap Requirements Generation': [
        twice,
        { functionalRequirements: [proposal(4)], summary: 'S', gapsAddressed: [] },
      ],
    });
    const run = await fixture.start();
    await toGaps(run);
    await run.decides(null);
    await run.at('RR');
    const repair = model.asked.findLast(({ label }) => label === 'Gap Requirements Generation')?.prompt ?? '';
    assert.match(repair, /the id REQ-001 was given before/);
    assert.equal((await run.data()).gapAnalysisScore, 0.6);
  });
});

describe('gap rounds', () => {
  const poor = { gapAnalysisScore: 0.4, identifiedGaps: [GAP] };

  test('the person decides, whatever the score; else the threshold does', async (t) => {
    const { fixture } = await withModel(t, { 'Gap Analysis': [{ ...poor, gapAnalysisScore: 95 }, poor, poor] });
    const run = await fixture.start();
    await toGaps(run);
    await run.decides(true);
    await run.approvesAll();
    await run.at('GA');
    assert.deepEqual((await run.data()).userIterationOverride, null, 'each analysis asks anew');
    await run.decides(null);
    await run.approvesAll();
    await run.decides(false);
    await run.at('PR');
    const visited = await run.visited();
    assert.deepEqual(visited.slice(4), ['RR', 'GA', 'IC', 'GR', 'RR', 'GA', 'IC', 'GR', 'RR', 'GA', 'IC', 'PG', 'PR']);
    const text = (await run.file('requirements.md')) ?? '';
    assert.equal(text.match(/^### REQ-/gm)?.length, 5);
    assert.equal(text.match(/^### 2026-/gm)?.length, 3);
  });

  test('after five rounds the threshold no longer decides: the person is asked', async (t) => {
    const rounds = [4, 5, 6, 7, 8].map((number) => {
      return { functionalRequirements: [proposal(number)], summary: 'S', gapsAddressed: ['GAP-001'] };
    });
    const { fixture } = await withModel(t, { 'Gap Analysis': [poor], 'Gap Requirements Generation': rounds });
    const run = await fixture.start();
    await toGaps(run);
    for (let round = 0; round < 5; round++) {
      await run.decides(null);
      await run.approvesAll();
      await run.at('GA');
    }
    const why = await run.tries('GA', await run.offer());
    assert.match(why ?? '', /5 rounds are done.*ask the person/);
    await run.decides(false);
    await run.at('PR');
  });
});
