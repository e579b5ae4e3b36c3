// The PRD sketch, played: its main path, its three loops, and its failure node.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, JsonObject } from '../../src/json.ts';
import {
  fails,
  gives,
  type Player,
  play,
  type Reply,
  refused,
  rules,
  type Script,
  talks,
  thrice,
} from '../support/play.ts';
import { prdCode } from './actions-prd.ts';

const HERE = new URL('.', import.meta.url);
const ASKED = { projectPath: 'shop', userUtterance: 'Let people export their orders.' };

async function start(userInput: JsonObject = ASKED, disk = new Map<string, string>()) {
  const player = await play(HERE, 'prd', { code: prdCode(disk), input: { userInput }, disk });
  return { player, disk };
}

const requirement = (id: string, description = `${id} in a few words.`) => ({
  id,
  title: `Title of ${id}`,
  description,
  priority: 'high',
  category: 'Data',
});

const itemText = (id: string) => `### ${id}: Title of ${id}\n\n- **Description**: ${id} in a few words.`;

const brief = (text: string) => gives({ featureBriefMarkdown: text, recommendedFeatureId: 'order-export' });
const updated = (text: string) => gives({ featureBriefMarkdown: text });
const approvesBrief = rules('approve', { approved: true, reviewSummary: 'Good.' });
const rejectsBrief = (userFeedback: string) =>
  rules('reject', { approved: false, userFeedback, reviewSummary: 'Not yet.' });
const proposes = (...ids: string[]) =>
  gives({ functionalRequirements: ids.map((id) => requirement(id)), summary: 'Proposed.' });
const closes = (id: string) =>
  gives({ functionalRequirements: [requirement(id)], summary: 'Closed.', gapsAddressed: ['GAP-001'] });

interface Decided {
  readonly approved?: readonly string[];
  readonly rejected?: readonly string[];
}

const decides = ({ approved = [], rejected = [] }: Decided): Reply =>
  gives({
    approvedRequirements: approved.map((id) => requirement(id)),
    modifiedRequirements: [],
    rejectedRequirements: rejected.map((id) => ({ ...requirement(id), reason: 'Not now.' })),
    reviewSummary: 'Reviewed.',
    userFeedback: '',
  });

const GAP = { id: 'GAP-001', title: 'No limits', severity: 'high' };

/** `wants`: what the person said when asked whether to keep refining. */
const finds = (gapAnalysisScore: Json, wants?: boolean) =>
  talks(['Here is what I found. Refine further?'], {
    gapAnalysisScore,
    identifiedGaps: [GAP],
    ...(wants !== undefined && { userWantsToContinueDespiteGaps: wants }),
  });

const writesPrd = gives(({ input }) => ({ prdContent: (input as JsonObject).prdDraft ?? null }));
const approvesPrd = rules('approve', { prdApproved: true });

const TO_REVIEW: Script = { FB: [brief('# Export')], FBReview: [approvesBrief], IR: [proposes('REQ-001')] };
const TO_GAPS: Script = { ...TO_REVIEW, RR: [decides({ approved: ['REQ-001'] })] };
const TO_END: Script = { PG: [writesPrd], PR: [approvesPrd] };

const round = (number: number): Script => ({
  GR: [closes(`REQ-${String(number + 1).padStart(3, '0')}`)],
  RR: [decides({ approved: [`REQ-${String(number + 1).padStart(3, '0')}`] })],
  GA: [finds(0.5)],
});

describe('the main path', () => {
  test('goes from the utterance to a finalized PRD, and keeps the verdict on it', async () => {
    const { player, disk } = await start();
    await player.go({ ...TO_GAPS, GA: [finds(0.85)], ...TO_END });
    assert.equal(player.status, 'completed');
    assert.deepEqual(player.visited(), ['Init', 'FB', 'FBReview', 'IR', 'RR', 'GA', 'IC', 'PG', 'PR', 'F', 'End']);
    assert.deepEqual(player.values('featureId', 'featureBriefPath', 'functionalRequirements', 'prdStatus', 'prdPath'), {
      featureId: 'order-export',
      featureBriefPath: 'shop/magi-sdd/order-export/feature-brief.md',
      functionalRequirements: [],
      prdStatus: { author: 'ada', lastModified: '2026-01-01', status: 'finalized' },
      prdPath: 'shop/magi-sdd/order-export/PRD.md',
    });
    assert.match(disk.get('shop/magi-sdd/order-export/PRD.md') ?? '', /\*\*Status:\*\* finalized/);
    const [kept] = player.events('VerdictKept');
    assert.deepEqual([kept?.step, kept?.by], ['PR', 'F']);
    assert.deepEqual(player.events('VerdictOutdated'), []);
  });

  test('a brief whose feature id is taken is refused, and the run does not move', async () => {
    const { player } = await start(ASKED, new Map([['shop/magi-sdd/order-export/PRD.md', '']]));
    await player.go({ FB: [refused('not-accepted', brief('# Export'), /order-export.*exists already/)] });
    assert.deepEqual(player.visited(), ['Init', 'FB']);
    assert.match(player.view('FB').prompt ?? '', /already taken: \[\s*"order-export"\s*\]/);
    await player.go({ FB: [gives({ featureBriefMarkdown: '# Export', recommendedFeatureId: 'order-export-2' })] });
    assert.deepEqual(player.values('featureId'), { featureId: 'order-export-2' });
  });
});

describe('the review of the brief', () => {
  test('twice rejected, the update gets the feedback and clears the three review fields each time', async () => {
    const { player, disk } = await start();
    await player.go({ FB: [brief('# One')], FBReview: [rejectsBrief('Say who.')] });
    const review = ['isFeatureBriefApproved', 'featureBriefUserFeedback', 'featureBriefModifications'];
    assert.deepEqual(player.values(...review), {
      isFeatureBriefApproved: false,
      featureBriefUserFeedback: 'Say who.',
      featureBriefModifications: null,
    });
    assert.match(player.view('FBUpdate').prompt ?? '', /# One[\s\S]*Feedback: Say who\./);
    await player.go({ FBUpdate: [updated('# Two')] });
    assert.deepEqual(Object.values(player.values(...review)), [null, null, null]);
    await player.go({ FBReview: [rejectsBrief('Say when.')], FBUpdate: [updated('# Three')] });
    assert.deepEqual(Object.values(player.values(...review)), [null, null, null]);
    assert.deepEqual(disk.size, 0, 'the brief is a file only once it is approved');
    await player.go({ FBReview: [approvesBrief] });
    assert.deepEqual(player.visited().slice(1), [
      'FB',
      'FBReview',
      'FBUpdate',
      'FBReview',
      'FBUpdate',
      'FBReview',
      'IR',
    ]);
    assert.equal(disk.get('shop/magi-sdd/order-export/feature-brief.md'), '# Three');
    assert.deepEqual(
      player.events('VerdictBound').map(({ verdict }) => verdict),
      ['reject', 'reject', 'approve'],
    );
  });

  test('approved together with modifications is refused, and the person is told', async () => {
    const { player } = await start();
    const modifications = [{ section: 'Scope', modificationReason: 'Too wide', requestedContent: 'Orders only' }];
    const both = rules('approve', { approved: true, reviewSummary: 'Good, but.', modifications });
    await player.go({ FB: [brief('# One')], FBReview: [refused('not-accepted', both, /together with modifications/)] });
    assert.deepEqual(player.values('isFeatureBriefApproved'), { isFeatureBriefApproved: null });
    assert.deepEqual(player.visited(), ['Init', 'FB', 'FBReview']);
  });
});

describe('the review of the requirements', () => {
  test('every proposed id must be decided once; what is rejected stays out of the PRD', async () => {
    const { player, disk } = await start();
    await player.go({
      ...TO_REVIEW,
      IR: [proposes('REQ-001', 'REQ-002')],
      RR: [
        refused('not-accepted', decides({ approved: ['REQ-001'] }), /decided once: REQ-002/),
        refused('invalid-output', gives({ approvedRequirements: [] })),
        decides({ approved: ['REQ-001'], rejected: ['REQ-002'] }),
      ],
      GA: [finds('Excellent')],
      PG: [
        refused('not-accepted', gives({ prdContent: '# PRD' }), /REQ-001 is missing/),
        refused('not-accepted', gives({ prdContent: itemText('REQ-002') }), /REQ-002 is in it/),
        writesPrd,
      ],
    });
    assert.match(
      disk.get('shop/magi-sdd/order-export/requirements.md') ?? '',
      /## Rejected Requirements\s+### REQ-002/,
    );
    const prd = disk.get('shop/magi-sdd/order-export/PRD.md') ?? '';
    assert.match(prd, /\| REQ-001 \| TBD \| TBD \|/);
    assert.doesNotMatch(prd, /REQ-002/);
  });
});

describe('the gap loop', () => {
  test('goes round while the score is below 0.80, in any of its spellings', async () => {
    const { player } = await start();
    await player.go({
      ...TO_GAPS,
      GR: [closes('REQ-002'), closes('REQ-003')],
      RR: [...(TO_GAPS.RR ?? []), decides({ approved: ['REQ-002'] }), decides({ approved: ['REQ-003'] })],
      GA: [finds('Good'), finds(79), finds(80)],
      ...TO_END,
    });
    assert.equal(player.status, 'completed');
    const loop = ['RR', 'GA', 'IC', 'GR', 'RR', 'GA', 'IC', 'GR', 'RR', 'GA', 'IC', 'PG'];
    assert.deepEqual(player.visited().slice(4, -3), loop);
    assert.deepEqual(player.values('gapAnalysisScore', 'shouldIterate', 'identifiedGaps'), {
      gapAnalysisScore: 0.8,
      shouldIterate: false,
      identifiedGaps: [GAP],
    });
    assert.match(String(player.values('prdContent').prdContent), /REQ-001[\s\S]*REQ-002[\s\S]*REQ-003/);
  });

  test("the person's word wins over the score, both ways, and is asked for anew each time", async () => {
    const { player } = await start();
    await player.go({ ...TO_GAPS, GA: [finds(0.95, true)] });
    assert.deepEqual(player.visited().slice(-2), ['IC', 'GR']);
    assert.deepEqual(player.values('userIterationOverride'), { userIterationOverride: true });
    await player.go({ GR: [closes('REQ-002')], RR: [decides({ approved: ['REQ-002'] })], GA: [finds(0.3, false)] });
    assert.deepEqual(player.visited().slice(-2), ['IC', 'PG']);
    const cleared = player.events('DataSet').filter(({ step, values }) => step === 'GA' && 'shouldIterate' in values);
    assert.deepEqual(
      cleared.map(({ values }) => values),
      [
        { userIterationOverride: null, shouldIterate: null },
        { userIterationOverride: null, shouldIterate: null },
      ],
    );
  });

  test('after five rounds the person is asked, who chooses the PRD', async () => {
    const player = await afterFiveRounds();
    assert.equal(player.status, 'on_hold');
    const [hold] = player.events('HoldOpened');
    assert.deepEqual([hold?.step, hold?.code], ['IC', 'no-branch']);
    assert.deepEqual(hold?.reads, [
      { path: 'data.userIterationOverride', value: null },
      { path: 'data.shouldIterate', value: true },
      { path: 'steps.GR.visits', value: 5 },
    ]);
    assert.ok(player.resolve('choose', 'PG').ok);
    await player.go(TO_END);
    assert.equal(player.status, 'completed');
  });

  test('who asked for a sixth round in the analysis itself is not asked once more', async () => {
    const player = await afterFiveRounds(true);
    assert.equal(player.status, 'running');
    assert.deepEqual(player.visited().slice(-2), ['IC', 'GR']);
    assert.deepEqual(player.events('HoldOpened'), []);
  });

  test('who chooses another round instead is asked again after it', async () => {
    const player = await afterFiveRounds();
    assert.ok(player.resolve('choose', 'GR').ok);
    await player.go(round(6));
    assert.equal(player.status, 'on_hold');
    assert.equal(player.visited().filter((step) => step === 'GR').length, 6);
  });
});

async function afterFiveRounds(wants?: boolean): Promise<Player> {
  const { player } = await start();
  await player.go({ ...TO_GAPS, GA: [finds(0.5)] });
  for (const number of [1, 2, 3, 4]) await player.go(round(number));
  await player.go({ ...round(5), GA: [finds(0.5, wants)] });
  return player;
}

describe('the review of the PRD', () => {
  test('rejected, it is generated again with the feedback; then approved and finalized', async () => {
    const { player } = await start();
    const rejects = rules('reject', { prdApproved: false, userFeedback: 'Name the formats.' });
    await player.go({ ...TO_GAPS, GA: [finds(0.9)], PG: [writesPrd], PR: [rejects] });
    assert.deepEqual(player.values('isPrdApproved'), { isPrdApproved: false });
    const again = gives(({ prompt, input }) => {
      assert.match(prompt ?? '', /Feedback on the last one: Name the formats\./);
      return { prdContent: `${(input as JsonObject).prdDraft}\n\nCSV and JSON.` };
    });
    await player.go({ PG: [again], PR: [approvesPrd] });
    assert.equal(player.status, 'completed');
    assert.deepEqual(player.visited().slice(-6), ['PG', 'PR', 'PG', 'PR', 'F', 'End']);
    assert.deepEqual(player.values('isPrdApproved'), { isPrdApproved: true });
    assert.match(String(player.values('prdContent').prdContent), /finalized[\s\S]*CSV and JSON\.$/);
    assert.deepEqual(
      player.events('VerdictOutdated').map(({ step }) => step),
      ['PR'],
      'the rejected text is gone',
    );
    assert.deepEqual(
      player.events('VerdictKept').map(({ step }) => step),
      ['PR'],
    );
  });
});

describe('the failure node', () => {
  test('a run without a project path ends there, failed, with the messages', async () => {
    const { player } = await start({ userUtterance: 'Export.' });
    await player.go();
    assert.deepEqual(player.visited(), ['Init', 'Error']);
    assert.equal(player.events('AttemptFailed').length, 1, 'what can never succeed is not tried again');
    await player.go({ Error: [gives({})] });
    assert.equal(player.status, 'failed');
    assert.deepEqual(player.visited(), ['Init', 'Error', 'End']);
    const messages = ['Init: projectPath missing'];
    assert.deepEqual(player.values('prdWorkflowFatalErrorMessages'), { prdWorkflowFatalErrorMessages: messages });
    assert.deepEqual(player.output(), { messages });
  });

  test('a later step that fails three times ends there too, with what was made kept', async () => {
    const { player, disk } = await start();
    await player.go({ ...TO_GAPS, GA: [finds(0.2)], GR: thrice(fails('The provider is down.')), Error: [gives({})] });
    assert.equal(player.status, 'failed');
    assert.deepEqual(player.visited().slice(-4), ['IC', 'GR', 'Error', 'End']);
    assert.equal(player.events('AttemptFailed').length, 3);
    assert.deepEqual(player.output(), { messages: ['GR: The provider is down.'] });
    assert.match(disk.get('shop/magi-sdd/order-export/requirements.md') ?? '', /REQ-001/);
  });

  test('a failed run that is retried goes on where it failed', async () => {
    const { player } = await start();
    await player.go({ ...TO_REVIEW, IR: thrice(fails('Down.')), Error: [gives({})] });
    const by = { actor: 'user:ada', channel: 'studio' } as const;
    assert.ok(player.engine.send(player.run.id, { type: 'RetryRun', reason: 'It is up again.' }, by).ok);
    await player.go({ IR: [proposes('REQ-001')] });
    assert.equal(player.status, 'running');
    assert.equal(player.view('RR').step, 'RR');
  });
});
