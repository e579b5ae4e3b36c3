// The PRD of the system and its files: made again, edited by others, never lost.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Json } from '../../src/json.ts';
import { approvesPrd, toGaps, withModel } from './prd-cast.ts';
import { briefOf, GAP, sentence, writesPrd } from './prd-model.ts';

describe('the PRD', () => {
  test('rejected, it is made again with the feedback', async (t) => {
    const { fixture, model } = await withModel(t);
    const run = await fixture.start();
    await toGaps(run);
    await run.decides(false);
    await run.answer('PR', { prdApproved: false, userFeedback: 'Name the owner.' });
    await run.answer('PR', { prdApproved: false, userFeedback: 'Name the date.' });
    await run.at('PR');
    const [, again, last] = model.asked.filter(({ label }) => label === 'PRD Generation');
    assert.match(again?.prompt ?? '', /earlier versions said\n\n```text\n- Name the owner\.\n```\n/);
    assert.match(last?.prompt ?? '', /earlier versions said\s[^#]*- Name the owner\.\n- Name the date\.\n/);
    await approvesPrd(run);
    assert.equal(await run.ended(), 'completed');
  });

  test('that leaves a requirement out or says it in other words goes back with the differences', async (t) => {
    const altered = (prompt: string): Json => {
      const written = writesPrd(prompt);
      return { ...written, prdContent: String(written.prdContent).replace('within 10 seconds', 'soon') };
    };
    const { fixture, model } = await withModel(t, { 'PRD Generation': [altered, writesPrd] });
    const run = await fixture.start();
    await toGaps(run);
    await run.decides(false);
    await run.at('PR');
    const repair = model.asked.findLast(({ label }) => label === 'PRD Generation')?.prompt ?? '';
    assert.match(repair, /REQ-001/);
    assert.ok(((await run.file('PRD.md')) ?? '').includes(sentence(1)));
  });

  test('edited outside, it is not approved unseen, and the edited one is kept beside the next', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    await toGaps(run);
    await run.decides(false);
    await run.at('PR');
    await run.edit('PRD.md', (text) => `${text}\nMy own line.\n`);
    const why = await run.tries('PR', { prdApproved: true });
    assert.match(why ?? '', /PRD\.md was changed outside/);
    await run.answer('PR', { prdApproved: false, userFeedback: 'See my line.' });
    await run.at('PR');
    assert.doesNotMatch((await run.file('PRD.md')) ?? '', /My own line/);
    const folder = run.path('order-export');
    const aside = readdirSync(folder).find((name) => /^PRD\.[0-9a-f]{8}\.md$/.test(name)) ?? '';
    assert.match(readFileSync(join(folder, aside), 'utf8'), /My own line/);
    await approvesPrd(run);
    assert.equal(await run.ended(), 'completed');
  });
});

describe('requirements.md edited outside', () => {
  test('is kept, told to the agent, and merged with the next review', async (t) => {
    const { fixture, model } = await withModel(t, {
      'Gap Analysis': [{ gapAnalysisScore: 0.4, identifiedGaps: [GAP] }],
    });
    const run = await fixture.start();
    await toGaps(run);
    await run.edit('requirements.md', (text) => text.replace(sentence(1), sentence(7)).concat('\nA note by hand.\n'));
    await run.decides(true);
    await run.approvesAll();
    await run.at('GA');
    const text = (await run.file('requirements.md')) ?? '';
    assert.ok(text.includes(sentence(7)) && text.includes('A note by hand.') && text.includes('### REQ-004'), text);
    const gaps = model.asked.filter(({ label }) => label === 'Gap Requirements Generation')[0]?.prompt ?? '';
    assert.ok(gaps.includes(sentence(7)));
    await run.decides(false);
    await run.at('PR');
    assert.ok(((await run.file('PRD.md')) ?? '').includes(sentence(7)));
  });
});

describe('two runs at once', () => {
  test('in one project never take the same feature id', async (t) => {
    const [first, second] = ['order-export', 'order-export-2'].map((recommendedFeatureId) => {
      return { featureBriefMarkdown: briefOf('Export'), recommendedFeatureId };
    });
    const replies = [first ?? null, first ?? null, second ?? null];
    const { fixture } = await withModel(t, { 'Feature Brief Generation': replies });
    const runs = await Promise.all([fixture.start(), fixture.start()]);
    const ids = await Promise.all(runs.map(async (run) => (await run.at('FBReview')) && (await run.data()).featureId));
    assert.deepEqual(ids.sort(), ['order-export', 'order-export-2']);
  });
});
