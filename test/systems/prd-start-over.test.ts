// "Start over with this feedback" at the two document reviews, with a model and without one.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBrief } from '../../src/documents/prd/parse-brief.ts';
import { withModel } from './prd-cast.ts';
import { type PrdRun, prdFixture } from './prd-fixture.ts';
import { briefOf, draftIn } from './prd-model.ts';

const whole = (said: string) => [{ section: 'Whole document', modificationReason: said, requestedContent: '' }];
const again = (said: string) => ({
  approved: false,
  userFeedback: said,
  modifications: whole(said),
  reviewSummary: 'No.',
});

async function nextBrief(run: PrdRun): Promise<string> {
  await run.at('FBReview');
  return String((await run.data()).featureBriefContent);
}

describe('with a model', () => {
  test('the prompt of the brief says once what was said, and that it is started over', async (t) => {
    const { fixture, model } = await withModel(t, {
      'Feature Brief Update': [{ featureBriefMarkdown: briefOf('Refunds') }],
    });
    const run = await fixture.start();
    await run.answer('FBReview', again('It is about refunds, not exports.'));
    await run.at('FBReview');
    const prompt = model.asked.find(({ label }) => label === 'Feature Brief Update')?.prompt ?? '';
    assert.equal(prompt.split('It is about refunds, not exports.').length, 2, prompt);
    assert.match(prompt, /- Whole document, to be started over\n/);
  });

  test('the PRD is written from the approved parts, without what was said of earlier versions', async (t) => {
    const { fixture, model } = await withModel(t, {
      'PRD Generation': [(prompt: string) => ({ prdContent: draftIn(prompt) })],
    });
    const run = await fixture.start();
    await run.approvesBrief();
    await run.approvesAll();
    await run.decides(false);
    await run.answer('PR', { prdApproved: false, userFeedback: 'Name the shop.' });
    const said = 'Say who supports it.';
    await run.answer('PR', { prdApproved: false, userFeedback: said, modifications: whole(said) });
    await run.at('PR');
    const [, second = '', third = ''] = model.asked
      .filter(({ label }) => label === 'PRD Generation')
      .map(({ prompt }) => prompt);
    assert.match(second, /Name the shop\./);
    assert.doesNotMatch(third, /Name the shop\./);
    assert.equal(third.split(said).length, 2);
  });
});

describe('without a model', () => {
  test('the brief is filed again from the request, and the feedback as an open point, once', async (t) => {
    const run = await (await prdFixture(t)).start();
    const changes = [{ section: 'Title', modificationReason: 'Shorter.', requestedContent: 'Files' }];
    await run.answer('FBReview', { approved: false, modifications: changes, reviewSummary: 'No.' });
    assert.match(await nextBrief(run), /^# Files\n/);
    const said = 'Accountants should see which files are new.';
    await run.answer('FBReview', again(said));
    const text = await nextBrief(run);
    assert.match(text, /^# Shop owners want to export/, 'nothing is kept for its own sake');
    assert.equal(text.split(said).length, 2, text);
    assert.match(text, /### Open Points from Review\n\n- Open point from review: Accountants should see/);
    assert.doesNotMatch(text, /Whole document/);
    assert.match(text, /> Shop owners want to export .* is ready\.\n/);
  });

  test('an answer below a question of the brief takes its place', async (t) => {
    const run = await (await prdFixture(t)).start();
    const question = 'By which result will you see that it worked?';
    assert.ok((await nextBrief(run)).includes(`- open: ${question}`));
    const userFeedback = `${question}\n30 % of the shops export once a week.`;
    await run.answer('FBReview', { approved: false, userFeedback, reviewSummary: 'No.' });
    const text = await nextBrief(run);
    assert.match(text, /## Success Criteria\n\n- 30 % of the shops export once a week\.\n/);
    assert.ok(!text.includes(question), text);
  });

  test('words on a section are an open point of it, and the text given for one is taken', async (t) => {
    const run = await (await prdFixture(t)).start();
    const modifications = [
      { section: 'Goals', modificationReason: 'Name the format.', requestedContent: '' },
      { section: 'Success Criteria', modificationReason: 'Mine.', requestedContent: '- All orders of a month.' },
    ];
    await run.answer('FBReview', { approved: false, modifications, reviewSummary: 'No.' });
    const text = await nextBrief(run);
    assert.match(text, /## Goals\n\n- Shop owners .*\n- Open point from review: Name the format\.\n\n## Scope/);
    assert.match(text, /## Success Criteria\n\n- All orders of a month\.\n$/);
    assert.deepEqual(parseBrief(text).goals.length, 1, 'an open point is no goal');
  });

  test('a whole brief that is given is the brief', async (t) => {
    const run = await (await prdFixture(t)).start();
    const requestedContent = briefOf('Ours');
    const modifications = [{ section: 'Whole document', modificationReason: 'Mine.', requestedContent }];
    await run.answer('FBReview', { approved: false, modifications, reviewSummary: 'No.' });
    assert.match(await nextBrief(run), /^# Ours\n/);
  });

  test('of a PRD nothing is filed under "Whole document", nor twice', async (t) => {
    const run = await (await prdFixture(t)).start();
    await run.approvesBrief();
    await run.approvesAll();
    await run.decides(false);
    const said = 'The tone is too dry.';
    await run.answer('PR', { prdApproved: false, userFeedback: said, modifications: whole(said) });
    await run.at('PR');
    const text = String((await run.data()).prdContent);
    assert.doesNotMatch(text, /Whole document/);
    assert.equal(text.split(said).length, 2, text);
  });
});
