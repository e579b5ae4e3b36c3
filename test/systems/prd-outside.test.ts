// What others do to a run's files while it goes on, at each moment: kept, reported, and never signed unseen.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { CodeCall } from '../../src/ports/action.ts';
import type { ProjectFiles } from '../../src/ports/project-files.ts';
import { prdCode } from '../../src/systems/prd/actions.ts';
import { approvesPrd, toGaps, toReview, withModel } from './prd-cast.ts';
import { NOW, type PrdRun, review } from './prd-fixture.ts';
import { GAP, idOf, type PrdModel, proposal, sentence } from './prd-model.ts';

const POOR = { gapAnalysisScore: 0.4, identifiedGaps: [GAP] };
const OUTSIDE_SENTENCE = 'The shop shall offer exports as XML within 3 seconds.';

function under(text: string, id: string): string {
  const heading = '## Approved Requirements\n';
  return text.replace(heading, `${heading}\n### ${id}: By hand\n\n${OUTSIDE_SENTENCE}\n`);
}

function promptOf(model: PrdModel, label: string): string {
  return model.asked.findLast((each) => each.label === label)?.prompt ?? assert.fail(`nobody was asked for ${label}`);
}

async function standings(run: PrdRun): Promise<readonly string[]> {
  const { items } = parseRequirements((await run.file('requirements.md')) ?? '');
  return items.map(({ id, standing }) => `${id} ${standing}`).sort();
}

/** One round of refining, so that the second review is open: REQ-004. */
async function toSecondReview(t: TestContext): Promise<{ run: PrdRun; model: PrdModel }> {
  const { fixture, model } = await withModel(t, { 'Gap Analysis': [POOR] });
  const run = await fixture.start();
  await toGaps(run);
  await run.decides(true);
  await run.at('RR');
  return { run, model };
}

async function toPrdReview(t: TestContext): Promise<PrdRun> {
  const { fixture } = await withModel(t);
  const run = await fixture.start();
  await toGaps(run);
  await run.decides(false);
  await run.at('PR');
  return run;
}

describe('requirements.md', () => {
  test('that someone wrote before the first review is kept, and its ids are taken', async (t) => {
    const { fixture, model } = await withModel(t);
    const run = await fixture.start();
    await toReview(run);
    await run.edit('requirements.md', () => '# Requirements\n\nOur own words.\n\n## Approved Requirements\n');
    await run.edit('requirements.md', (text) => under(text, 'REQ-007'));
    await run.approvesAll();
    await run.at('GA');
    assert.match((await run.file('requirements.md')) ?? '', /Our own words\./);
    assert.deepEqual(
      await standings(run),
      ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-007'].map((id) => `${id} approved`),
    );
    assert.match(promptOf(model, 'Gap Analysis'), /requirements\.md was there before the first review/);
  });

  test('with an item typed in by hand counts it, and the next id comes after it', async (t) => {
    const { fixture, model } = await withModel(t, {
      'Gap Analysis': [POOR, { gapAnalysisScore: 0.9, identifiedGaps: [] }],
      'Gap Requirements Generation': [{ functionalRequirements: [proposal(8)], summary: 'S', gapsAddressed: [] }],
    });
    const run = await fixture.start();
    await toGaps(run);
    await run.edit('requirements.md', (text) => under(text, 'REQ-007'));
    await run.decides(true);
    await run.approvesAll();
    assert.match(promptOf(model, 'Gap Requirements Generation'), /ids count up from REQ-008/);
    await run.decides(false);
    await run.at('PR');
    const prd = (await run.file('PRD.md')) ?? '';
    assert.ok(prd.includes(OUTSIDE_SENTENCE) && prd.includes('| REQ-007 | TBD | TBD |'), prd);
    await approvesPrd(run);
    assert.equal(await run.ended(), 'completed');
  });

  test('edited while its review is open is merged, and the edit is recorded and told to the next agent', async (t) => {
    const { run, model } = await toSecondReview(t);
    await run.edit('requirements.md', (text) => text.replace(sentence(1), sentence(7)));
    await run.approvesAll();
    await run.at('GA');
    assert.ok(((await run.file('requirements.md')) ?? '').includes(sentence(7)));
    const [noticed] = (await run.outputOf('RR')).outsideEdits as readonly string[];
    assert.match(noticed ?? '', /^REQ-001 .*the description was changed from/);
    assert.ok(promptOf(model, 'Gap Analysis').includes('the description was changed from'));
  });

  test('where a hand took the id of a proposal: the person is told what to do, and can go on', async (t) => {
    const { run } = await toSecondReview(t);
    await run.edit('requirements.md', (text) => under(text, 'REQ-004'));
    const proposed = (await run.data()).functionalRequirements as Json;
    const why = (await run.tries('RR', review({ approvedRequirements: proposed }))) ?? '';
    assert.match(why, /REQ-004 to be undecided, found it approved in the file.*give it another there/);
    assert.doesNotMatch(why, /\.\.|changed; .*changed\. Nothing/, 'one full stop, said once');
    await run.edit('requirements.md', (text) => text.replace('### REQ-004', '### REQ-005'));
    await run.approvesAll();
    await run.at('GA');
    assert.deepEqual(
      await standings(run),
      [1, 2, 3, 4, 5].map((number) => `${idOf(number)} approved`),
    );
  });

  test('rejected by hand is rejected: it is in no PRD and is not proposed again', async (t) => {
    const { fixture } = await withModel(t, {
      'Gap Analysis': [POOR],
      'Gap Requirements Generation': [
        {
          functionalRequirements: [{ ...proposal(2), id: 'REQ-004' }, proposal(5)],
          summary: 'S',
          gapsAddressed: [],
        },
      ],
    });
    const run = await fixture.start();
    await toGaps(run);
    await run.edit('requirements.md', (text) => {
      const item = /### REQ-002[\s\S]*?(?=### REQ-003)/.exec(text)?.[0] ?? '';
      const rejected = item.replace('Status**: Approved', 'Status**: Rejected\n- **Reason**: No mail.');
      return text.replace(item, '').replace('## Rejected Requirements\n', `## Rejected Requirements\n\n${rejected}`);
    });
    await run.decides(true);
    await run.at('RR');
    const shown = (await run.data()).functionalRequirements as readonly JsonObject[];
    assert.deepEqual(
      shown.map(({ id }) => id),
      ['REQ-005'],
    );
    await run.approvesAll();
    await run.decides(false);
    await run.at('PR');
    assert.ok(!((await run.file('PRD.md')) ?? '').includes(sentence(2)));
    assert.ok((await standings(run)).includes('REQ-002 rejected'));
  });

  test('superseded by hand stays in the file and leaves the PRD', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    await toGaps(run);
    await run.edit('requirements.md', (text) =>
      text.replace(/(### REQ-001[\s\S]*?Status\*\*: Approved)/, '$1\n- **Superseded by**: REQ-003'),
    );
    await run.decides(false);
    await run.at('PR');
    const prd = (await run.file('PRD.md')) ?? '';
    assert.ok(!prd.includes(sentence(1)) && prd.includes('is superseded by REQ-003'), prd);
    assert.ok((await standings(run)).includes('REQ-001 approved'));
  });

  test('removed as a whole is written again: nobody decided on what was in it', async (t) => {
    const { run, model } = await toSecondReview(t);
    await run.approvesAll();
    await run.at('GA');
    await run.file('requirements.md');
    rmSync(run.path('order-export/requirements.md'));
    await run.decides(true);
    await run.at('RR');
    assert.match(promptOf(model, 'Gap Requirements Generation'), /ids count up from REQ-005/);
    assert.deepEqual(
      await standings(run),
      [1, 2, 3, 4].map((number) => `${idOf(number)} approved`),
    );
  });

  test('an id whose item and history a hand took out is not given again', async (t) => {
    const again = { functionalRequirements: [proposal(3)], summary: 'S', gapsAddressed: [] };
    const fresh = { functionalRequirements: [proposal(4)], summary: 'S', gapsAddressed: [] };
    const { fixture, model } = await withModel(t, {
      'Gap Analysis': [POOR],
      'Gap Requirements Generation': [again, fresh],
    });
    const run = await fixture.start();
    await toGaps(run);
    await run.edit('requirements.md', (text) =>
      text.replace(/### REQ-003[\s\S]*?(?=## Modified)/, '').replaceAll(', REQ-003', ''),
    );
    await run.decides(true);
    await run.at('RR');
    assert.match(promptOf(model, 'Gap Requirements Generation'), /REQ-003 was given before/);
    assert.deepEqual(await standings(run), ['REQ-001 approved', 'REQ-002 approved']);
  });
});

describe('a file that is broken by hand', () => {
  test('with an unresolved merge takes no review until it is resolved', async (t) => {
    const { run } = await toSecondReview(t);
    const broken = (text: string) => text.replace('### REQ-002', '<<<<<<< HEAD\n=======\n>>>>>>> theirs\n### REQ-002');
    await run.edit('requirements.md', broken);
    const proposed = (await run.data()).functionalRequirements as Json;
    const why = await run.tries('RR', review({ approvedRequirements: proposed }));
    assert.match(why ?? '', /unresolved merge.*Resolve the merge/);
    await run.edit('requirements.md', (text) => text.replace(/<<<<<<< HEAD\n=======\n>>>>>>> theirs\n/, ''));
    await run.approvesAll();
  });

  test('by a comment that nobody closed does not lose its requirements unnoticed', async (t) => {
    const { fixture } = await withModel(t);
    const run = await fixture.start();
    await toGaps(run);
    await run.edit('requirements.md', (text) => text.replace('### REQ-002', '<!-- a note\n\n### REQ-002'));
    await run.decides(false);
    await run.at('PR');
    const why = await run.tries('PR', { prdApproved: true });
    assert.match(why ?? '', /requirements\.md cannot be read as a whole: .*comment that begins in line/);
    await run.edit('requirements.md', (text) => text.replace('<!-- a note', '<!-- a note -->'));
    await run.answer('PR', { prdApproved: false, userFeedback: 'I closed the comment.' });
    await approvesPrd(run);
    assert.equal(await run.ended(), 'completed');
    for (const number of [1, 2, 3]) assert.ok(((await run.file('PRD.md')) ?? '').includes(sentence(number)));
  });

  test('an item that reads otherwise than meant is told to the agent who looks for gaps', async (t) => {
    const { run, model } = await toSecondReview(t);
    await run.edit('requirements.md', (text) => under(text, 'REQ-07'));
    await run.approvesAll();
    await run.at('GA');
    assert.match(promptOf(model, 'Gap Analysis'), /Expected a heading like .*found .*REQ-07/);
  });
});

describe('while the PRD is reviewed', () => {
  const changes: readonly [string, string, (text: string) => string, RegExp][] = [
    ['a requirement', 'requirements.md', (text) => text.replace(sentence(1), sentence(7)), /REQ-001 Description/],
    ['a new requirement', 'requirements.md', (text) => under(text, 'REQ-007'), /REQ-007: expected/],
    ['the brief', 'feature-brief.md', (text) => text.replace('as a file', 'as two files'), /feature-brief\.md was/],
  ];
  for (const [what, file, change, wanted] of changes) {
    test(`${what} edited on disk: the PRD that does not say so is not signed, the next one is`, async (t) => {
      const run = await toPrdReview(t);
      await run.edit(file, change);
      assert.match((await run.tries('PR', { prdApproved: true })) ?? '', wanted);
      await run.answer('PR', { prdApproved: false, userFeedback: `I changed ${file}.` });
      await approvesPrd(run);
      assert.equal(await run.ended(), 'completed');
      const prd = (await run.file('PRD.md')) ?? '';
      assert.ok(
        [sentence(7), OUTSIDE_SENTENCE, 'as two files'].some((words) => prd.includes(words)),
        prd,
      );
    });
  }

  test('requirements.md removed or put back to an older version is written again with the signature', async (t) => {
    const { run } = await toSecondReview(t);
    const older = (await run.file('requirements.md')) ?? '';
    await run.approvesAll();
    await run.decides(false);
    await run.at('PR');
    await run.edit('requirements.md', () => older);
    await run.answer('PR', { prdApproved: false, userFeedback: 'Again.' });
    await run.at('PR');
    assert.equal((await standings(run)).length, 4);
    rmSync(run.path('order-export/requirements.md'));
    await approvesPrd(run);
    assert.equal(await run.ended(), 'completed');
    assert.equal((await standings(run)).length, 4);
  });

  test('blank space and notes in the other files are no reason against it', async (t) => {
    const run = await toPrdReview(t);
    await run.edit('requirements.md', (text) => text.replaceAll('\n', '\r\n').concat('\r\nA note.\r\n'));
    await run.edit('feature-brief.md', (text) => text.replaceAll('\n', '\r\n'));
    await approvesPrd(run);
    assert.equal(await run.ended(), 'completed');
    assert.match((await run.file('requirements.md')) ?? '', /A note\./);
  });
});

describe('around finalisation', () => {
  test('PRD.md edited after the approval and before the stamp is kept beside it', async () => {
    const edited = '# PRD\n\nMine.\n';
    const files: ProjectFiles = {
      holds: async () => true,
      read: async () => edited,
      folders: async () => [],
      list: async () => ({ files: [], isCut: false }),
      amend: async () => 'missing',
      hasParent: async () => true,
      makeFolder: async () => true,
      removeFolder: async () => {},
    };
    const finalize = prdCode({ files, now: () => NOW }).actions?.['prd.finalize'];
    const data = { featureBriefPath: '/p/magi-sdd/f/feature-brief.md', prdContent: '# PRD\n', prdStatus: {} };
    const call = { data, run: { id: 'run_1' }, read: () => undefined } as unknown as CodeCall;
    const { files: written = [] } = (await finalize?.(call as never)) ?? assert.fail('there is no such action');
    assert.equal(written.length, 2);
    assert.match(written[0]?.path ?? '', /\/PRD\.[0-9a-f]{8}\.md$/);
    assert.equal(written[0]?.text, edited);
    assert.match(written[1]?.text ?? '', /finalized/);
  });

  test('what is edited afterwards is left alone', async (t) => {
    const run = await toPrdReview(t);
    await approvesPrd(run);
    assert.equal(await run.ended(), 'completed');
    await run.file('PRD.md');
    const folder = run.path('order-export');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'Later.');
    await run.file('PRD.md');
    for (const name of readdirSync(folder)) assert.equal(readFileSync(join(folder, name), 'utf8'), 'Later.');
    assert.ok(existsSync(join(folder, 'requirements.md')));
  });
});
