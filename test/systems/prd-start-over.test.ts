// "Start over with this feedback" at the two document reviews, with a model and with rules.

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

describe('with rules', () => {
  test('a new brief is written from the request and the feedback', async (t) => {
    const run = await (await prdFixture(t)).start();
    await run.answer('FBReview', { approved: false, userFeedback: 'Call it Files.', reviewSummary: 'No.' });
    const first = await nextBrief(run);
    assert.match(first, /^# Files/);
    await run.answer('FBReview', again('Accountants should see which files are new. Out of scope: printing.'));
    const text = await nextBrief(run);
    const { title, goals, inScope, outOfScope } = parseBrief(text);
    assert.notEqual(title, 'Files', 'nothing is kept for its own sake');
    assert.ok(goals.includes('Accountants can see which files are new'), text);
    assert.ok(inScope.some((point) => /which files are new/.test(point)) && inScope.length > 1, text);
    assert.deepEqual(outOfScope, ['Printing']);
    assert.doesNotMatch(text, /Open point from review|Whole document/);
    assert.match(text, /> Shop owners want to export .* is ready\.\n/);
  });

  test('a change that names a result answers the question for it', async (t) => {
    const run = await (await prdFixture(t)).start();
    assert.match(await nextBrief(run), /Open question: By which result/);
    const userFeedback = 'Success: 30 % of the shops export once a week.';
    await run.answer('FBReview', { approved: false, userFeedback, reviewSummary: 'No.' });
    assert.doesNotMatch(await nextBrief(run), /Open question: By which result/);
  });

  test('what they cannot read is asked, first among the open questions', async (t) => {
    const run = await (await prdFixture(t)).start();
    await run.answer('FBReview', again('The tone is too dry.'));
    const text = await nextBrief(run);
    assert.match(
      text,
      /### Open Questions\n\n- You said "The tone is too dry\." What should the brief say because of it\?\n/,
    );
    assert.doesNotMatch(text, /Open point from review|Whole document/);
  });

  test('feedback that can be read takes the place of a request that cannot', async (t) => {
    const run = await (await prdFixture(t)).start({ userUtterance: 'asdf' });
    await run.answer('FBReview', again('Nurses should see which beds are free'));
    const text = await nextBrief(run);
    assert.deepEqual(parseBrief(text).goals, ['Nurses can see which beds are free']);
    assert.match(text, /## User Utterance\n\n> asdf\n/);
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
