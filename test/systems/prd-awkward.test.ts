// Awkward runs of the PRD system: odd ids, many items, strange characters and line ends, restarts at every moment.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import { readValue } from '../../src/engine/value.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { approvesPrd, toGaps, toReview, withModel } from './prd-cast.ts';
import { ADA, newFolder, PRD, type PrdFixture, type PrdRun, prdFixture, review } from './prd-fixture.ts';
import { GAP, idOf, type PrdScript, proposal, requirement, sentence, writesPrd } from './prd-model.ts';

const POOR = { gapAnalysisScore: 0.4, identifiedGaps: [GAP] };

async function proposedBy(t: TestContext, ...lists: readonly (readonly Json[])[]) {
  const replies = lists.map((functionalRequirements) => ({ functionalRequirements, summary: 'S' }));
  const { fixture, model } = await withModel(t, { 'Initial Requirements Generation': replies });
  const run = await fixture.start();
  await toReview(run);
  return { run, model };
}

async function toTheEnd(run: PrdRun): Promise<string> {
  await run.approvesAll();
  await run.decides(false);
  await run.at('PR');
  await approvesPrd(run);
  assert.equal(await run.ended(), 'completed');
  return (await run.file('PRD.md')) ?? '';
}

describe('proposals', () => {
  test('out of order, with gaps and past REQ-999, come out by number', async (t) => {
    const numbers = [1000, 3, 999, 1];
    const list = numbers.map((number, at) => requirement(idOf(number), sentence(at + 1)));
    const { run } = await proposedBy(t, list);
    const prd = await toTheEnd(run);
    const ids = [...prd.matchAll(/^### (REQ-\d+)/gm)].map(([, id]) => id);
    assert.deepEqual(ids, ['REQ-001', 'REQ-003', 'REQ-999', 'REQ-1000']);
    const rows = [...prd.matchAll(/^\| (REQ-\d+) \|/gm)].map(([, id]) => id);
    assert.deepEqual(rows, ids);
  });

  test('with another way to write an id, or one id twice, go back', async (t) => {
    const odd = [requirement('REQ-0001', sentence(1)), requirement('REQ-002', sentence(2))];
    const twice = [requirement('REQ-001', sentence(1)), requirement('REQ-001', sentence(2))];
    const { model } = await proposedBy(t, odd, twice, [proposal(1)]);
    const [, second, third] = model.asked.filter(({ label }) => label === 'Initial Requirements Generation');
    assert.match(second?.prompt ?? '', /expected the id REQ-001, found REQ-0001/);
    assert.match(third?.prompt ?? '', /REQ-001 is there twice/);
  });

  test('that say the same as one another are shown once', async (t) => {
    const list = [proposal(1), requirement('REQ-002', sentence(1)), proposal(3)];
    const { run } = await proposedBy(t, list);
    const shown = (await run.data()).functionalRequirements as readonly JsonObject[];
    assert.deepEqual(
      shown.map(({ id }) => id),
      ['REQ-001', 'REQ-003'],
    );
    const [left] = (await run.outputOf('IR')).leftOut as readonly JsonObject[];
    assert.deepEqual([left?.id, left?.of], ['REQ-002', 'REQ-001']);
  });

  test('of any script, with Markdown in them, are in the PRD word for word', async (t) => {
    const words = [
      'Wenn die Händlerin „Export“ wählt, schreibt der Laden die Datei in höchstens 10 Sekunden. 🧾',
      '店主が出力を選ぶと、店は１０秒以内にＣＳＶを書き出す。',
      'عند بدء التصدير يكتب المتجر الملف خلال ١٠ ثوانٍ.',
      [
        'When `a | b` is <b>chosen</b>, the shop shall write:',
        '## Approved Requirements',
        '- **Status**: Rejected',
      ].join('\n\n'),
    ];
    const list = words.map((description, at) => requirement(idOf(at + 1), description, { title: `Nº ${at} | #` }));
    const { run } = await proposedBy(t, list);
    const prd = await toTheEnd(run);
    const { items, problems } = parseRequirements((await run.file('requirements.md')) ?? '');
    assert.deepEqual(problems, []);
    assert.deepEqual(
      items.map(({ description }) => description),
      words,
    );
    for (const text of words) for (const line of text.split('\n')) assert.ok(prd.includes(line), line);
  });

  test('300 of them are reviewed, analysed and put together', async (t) => {
    const list = Array.from({ length: 300 }, (_, at) =>
      requirement(idOf(at + 1), `When order${at} enters stage${at * 7}, the shop shall print label${at * 13} in 2 s.`),
    );
    const { run } = await proposedBy(t, list);
    assert.equal(((await run.data()).functionalRequirements as readonly Json[]).length, 300);
    const prd = await toTheEnd(run);
    assert.equal(prd.match(/^### REQ-/gm)?.length, 300);
    assert.equal(parseRequirements((await run.file('requirements.md')) ?? '').items.length, 300);
  });

  test('none from the gap step is a review of nothing, and the run goes on', async (t) => {
    const none = { functionalRequirements: [], summary: 'None.', gapsAddressed: [] };
    const { fixture } = await withModel(t, { 'Gap Analysis': [POOR], 'Gap Requirements Generation': [none] });
    const run = await fixture.start();
    await toGaps(run);
    await run.decides(true);
    await run.answer('RR', review());
    await run.decides(false);
    await run.at('PR');
    const { items, history } = parseRequirements((await run.file('requirements.md')) ?? '');
    assert.deepEqual([items.length, history.length], [3, 2]);
  });

  test('for a gap nobody found go back', async (t) => {
    const replies = ['GAP-009', 'GAP-001'].map((id) => {
      return { functionalRequirements: [proposal(4)], summary: 'S', gapsAddressed: [id] };
    });
    const script = { 'Gap Analysis': [POOR], 'Gap Requirements Generation': replies };
    const { fixture, model } = await withModel(t, script);
    const run = await fixture.start();
    await toGaps(run);
    await run.decides(true);
    await run.at('RR');
    assert.match(model.asked.at(-1)?.prompt ?? '', /there is no gap "GAP-009"/);
  });
});

describe('a review of requirements', () => {
  test('that approves other words than were proposed is refused', async (t) => {
    const { run } = await proposedBy(t, [proposal(1)]);
    const reworded = { ...proposal(1), description: sentence(5) };
    const why = await run.tries('RR', review({ approvedRequirements: [reworded] }));
    assert.match(why ?? '', /Expected REQ-001 as it was proposed, found other words/);
    const spaced = { ...proposal(1), description: `  ${sentence(1)}\r\n` };
    await run.answer('RR', review({ approvedRequirements: [spaced] }));
  });

  test('that rejects everything leads to a PRD that says so', async (t) => {
    const { run } = await proposedBy(t, [proposal(1), proposal(2)]);
    const rejectedRequirements = [proposal(1), proposal(2)].map((one) => ({ ...one, reason: 'No.' }));
    await run.answer('RR', review({ rejectedRequirements }));
    await run.decides(false);
    await run.at('PR');
    const prd = (await run.file('PRD.md')) ?? '';
    assert.match(prd, /No requirement is approved\./);
    // The model's brief stands as it was approved; what was decided against is told in requirements.md.
    assert.doesNotMatch(prd, /REQ-|[Dd]ecided [Aa]gainst/);
    assert.match(prd, /\n- Shop owners export their orders as a CSV file\.?\n/);
    assert.match((await run.file('requirements.md')) ?? '', /REQ-001[\s\S]*rejected/i);
    assert.equal((await run.outputOf('PG')).requirementsCount, 0);
  });

  test('may give one the words of one it rejects: the person decides', async (t) => {
    const { run } = await proposedBy(t, [proposal(1), proposal(2)]);
    const change = { description: sentence(1), originalId: 'REQ-002', modificationNotes: 'Better here.' };
    await run.answer(
      'RR',
      review({
        rejectedRequirements: [{ ...proposal(1), reason: 'The other one.' }],
        modifiedRequirements: [{ ...proposal(2), ...change }],
      }),
    );
    await run.decides(false);
    await run.at('PR');
    const prd = (await run.file('PRD.md')) ?? '';
    assert.ok(prd.includes(sentence(1)) && prd.includes('### REQ-002') && !prd.includes('### REQ-001'), prd);
  });
});

describe('a gap analysis', () => {
  test('may use the ids of the last one again, but none twice, and gives any score in its forms', async (t) => {
    const scored = (gapAnalysisScore: Json, identifiedGaps: Json = [GAP]): Json => ({
      gapAnalysisScore,
      identifiedGaps,
    });
    const replies = [scored(-1), scored(101), scored('excellent'), scored(0.9, [GAP, GAP]), scored(100), scored(1)];
    const { fixture, model } = await withModel(t, { 'Gap Analysis': replies });
    const run = await fixture.start();
    await toGaps(run);
    const repairs = model.asked.filter(({ label }) => label === 'Gap Analysis').map(({ prompt }) => prompt);
    assert.match(repairs[1] ?? '', /0 to 1, 0 to 100, or Excellent, Good, Fair, Poor, found -1/);
    assert.match(repairs[2] ?? '', /found 101/);
    const read: Json[] = [];
    for (let round = 0; round < 3; round++) {
      await run.decides(round < 2);
      if (round < 2) {
        await run.at('RR');
        read.push((await run.data()).gapAnalysisScore ?? null);
        await run.approvesAll();
      }
    }
    await run.at('PR');
    assert.ok(model.asked.some(({ prompt }) => prompt.includes('the gap GAP-001 is there twice')));
    assert.deepEqual([...read, (await run.data()).gapAnalysisScore], [0.9, 1, 1]);
  });
});

test('a PRD with Windows line ends is one document with one kind of them', async (t) => {
  const windows = (prompt: string): Json => {
    const written = writesPrd(prompt);
    return { ...written, prdContent: String(written.prdContent).replaceAll('\n', '\r\n') };
  };
  const { fixture } = await withModel(t, { 'PRD Generation': [windows] });
  const run = await fixture.start();
  await toReview(run);
  const prd = await toTheEnd(run);
  assert.doesNotMatch(prd, /\r/);
  assert.ok(prd.includes(sentence(1)) && /Status\*\*: finalized/.test(prd));
});

describe('a run that goes from process to process', () => {
  async function places(t: TestContext) {
    return { place: join(newFolder(t), 'store.db'), project: newFolder(t) };
  }

  test('is gone on with after a restart in every step', async (t) => {
    const where = await places(t);
    const script: PrdScript = { 'Gap Analysis': [POOR, POOR, POOR] };
    let { fixture } = await withModel(t, script, where);
    let run = await fixture.start();
    const restart = async (): Promise<void> => {
      await fixture.close();
      fixture = (await withModel(t, script, where)).fixture as PrdFixture;
      run = fixture.resume(run.id);
    };
    const steps: readonly (() => Promise<void>)[] = [
      () => run.answer('FBReview', { approved: false, userFeedback: 'More.', reviewSummary: 'No.' }),
      () => run.approvesBrief(),
      () => run.approvesAll(),
      () => run.decides(true),
      () => run.approvesAll(),
      () => run.decides(false),
      () => run.answer('PR', { prdApproved: false, userFeedback: 'More.' }),
      () => approvesPrd(run),
    ];
    for (const step of steps) {
      await restart();
      await step();
    }
    await restart();
    assert.equal(await run.ended(), 'completed');
    const { items, history } = parseRequirements((await run.file('requirements.md')) ?? '');
    assert.deepEqual([items.length, history.length], [4, 2]);
    assert.match((await run.file('PRD.md')) ?? '', /Status\*\*: finalized/);
  });

  test('keeps what a hand writes between the decision and its file', async (t) => {
    const where = await places(t);
    const first = await withModel(t, {}, where);
    const { id } = await first.fixture.start().then(async (run) => {
      await toReview(run);
      await first.fixture.engine.settled();
      return run;
    });
    await first.fixture.close();
    const sender = await withModel(t, {}, { ...where, isSender: true });
    await sender.fixture.resume(id).approvesAll();
    const path = sender.fixture.resume(id).path('order-export/requirements.md');
    assert.ok(!existsSync(path), 'decided, and not written yet');
    const outsideText =
      '# Requirements\n\nBefore anyone.\n\n## Approved Requirements\n\n### REQ-009: Mine\n\nMy own words.\n';
    writeFileSync(path, outsideText);
    await sender.fixture.close();
    const { fixture } = await withModel(t, {}, where);
    const run = fixture.resume(id);
    assert.equal(await run.ended(), 'on_hold');
    assert.equal(readFileSync(path, 'utf8'), outsideText, 'it was not overwritten');
    const skip = { type: 'ResolveHold', hold: 1, move: 'skip', reason: 'Mine stays.' } as const;
    assert.ok((await fixture.engine.send(id, skip, ADA)).ok);
    await run.at('GA');
    await run.decides(false);
    await run.at('PR');
    const text = (await run.file('requirements.md')) ?? '';
    const ids = parseRequirements(text).items.map((one) => one.id);
    assert.deepEqual(ids.sort(), ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-009']);
    assert.match(text, /Before anyone\./);
    assert.ok(((await run.file('PRD.md')) ?? '').includes('My own words.'));
  });
});

test('two projects in one store keep their files apart', async (t) => {
  const place = join(newFolder(t), 'store.db');
  const prds: string[] = [];
  for (const userUtterance of ['Users can export orders as CSV.', 'Guests can book a table by phone.']) {
    const fixture = await prdFixture(t, { place });
    const run = await fixture.start({ userUtterance });
    await run.approvesBrief();
    await run.at('RR');
    prds.push(await toTheEnd(run));
    assert.ok(String((await run.data()).prdPath).startsWith(fixture.project));
    await fixture.close();
  }
  assert.match(prds[0] ?? '', /orders/);
  assert.doesNotMatch(prds[1] ?? '', /orders/);
});

describe('what holds whatever is asked', () => {
  test('every prompt names the domain', () => {
    const folder = join(dirname(PRD), 'prompts');
    const names = readdirSync(folder);
    assert.equal(names.length, 10);
    for (const name of names)
      assert.match(readFileSync(join(folder, name), 'utf8'), /{{steps\.Init\.output\.domain}}/, name);
  });

  test('the drawing has every edge of the document, and the one it has in words', () => {
    const drawing = readFileSync(PRD, 'utf8');
    const edges = [...drawing.matchAll(/^ {4}(\w+)(?:\[[^\]]*\])? -->(?:\|([^|]*)\|)? (\w+)/gm)];
    const found = edges.map(([, from, label, to]) => `${from} ${label === undefined ? '' : `${label} `}${to}`);
    assert.deepEqual(found.sort(), EDGES.sort());
  });

  test('content is read when work is handed out, and its hash is in the record', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    await toGaps(run);
    const text = (await run.file('requirements.md')) ?? '';
    const { prepared } = await run.at('GA');
    const { payloads } = await run.view();
    const given = readValue(prepared, [], payloads) as JsonObject;
    assert.equal(given.requirementsContent, text);
    assert.equal(given.requirementsHash, `sha256:${hash('sha256', text, 'hex')}`);
  });

  test('each analysis begins without the decisions of the last', async (t) => {
    const { fixture } = await withModel(t, { 'Gap Analysis': [POOR] });
    const run = await fixture.start();
    await toGaps(run);
    await run.decides(true);
    await run.approvesAll();
    await run.at('GA');
    const { userIterationOverride, shouldIterate } = await run.data();
    assert.deepEqual([userIterationOverride, shouldIterate], [null, null]);
  });

  test('no agent gives a verdict at a gate', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    const { id: task, shown } = await run.at('FBReview');
    const answer = { output: { approved: true, reviewSummary: 'Mine.' }, ...(shown !== undefined && { shown }) };
    const answered = await fixture.engine.answer(run.id, task, answer, { actor: 'agent:prd', channel: 'cli' });
    assert.ok(!answered.ok);
    assert.equal((await run.data()).isFeatureBriefApproved ?? null, null);
  });
});

const EDGES = [
  ...['Start Init', 'Init FB', 'Init Invalid Error', 'FB FBReview', 'FBReview Not Approved FBUpdate'],
  ...['FBUpdate FBReview', 'FBReview Approved IR', 'IR RR', 'RR GA', 'GA IC', 'IC Continue GR', 'IC Stop PG', 'GR RR'],
  ...['PG PR', 'PR Approved F', 'PR Not Approved PG', 'F End', 'Error End'],
];
