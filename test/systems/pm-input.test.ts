// What a PM run is started with: bounds, what begins by itself, strict, and the values that signals bring.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pmFixture, question, SPEC } from './pm-fixture.ts';

describe('the input', () => {
  test('takes 1 to 100 turns, and nothing else', async (t) => {
    const { tries } = await pmFixture(t);
    assert.match((await tries({ max_turns: 0 })) ?? '', /\/max_turns must be >= 1/);
    assert.match((await tries({ max_turns: 101 })) ?? '', /\/max_turns must be <= 100/);
    assert.match((await tries({ max_turns: 1.5 })) ?? '', /\/max_turns must be integer/);
    assert.deepEqual([await tries({ max_turns: 1 }), await tries({ max_turns: 100 })], [null, null]);
  });

  test('max_turns ends the interview: the agent gives its result with its last turn', async (t) => {
    const turn = (_: unknown, number: number): string =>
      number < 3 ? question('Which ones?') : '```result\n{"summary": "An export."}\n```';
    const { start } = await pmFixture(t, { script: { turn } });
    const run = await start({ begin: 'interview', max_turns: 2 });
    await run.says('An export of orders.');
    await run.task('preview');
    assert.deepEqual(await run.visited(), ['WAITING', 'INTERVIEWING', 'DRAFTING']);
    assert.equal((await run.data()).summary, 'An export.');
  });

  test('a PRD, a design and a specification begin by themselves; nothing else does', async (t) => {
    const { start, project } = await pmFixture(t);
    const folder = join(project, 'magi-sdd/order-export');
    mkdirSync(join(folder, 'design'), { recursive: true });
    writeFileSync(join(folder, 'PRD.md'), PRD);
    writeFileSync(
      join(folder, 'design/design.md'),
      '---\ntitle: Order export\nstatus: REVIEW\n---\n\n# Order export\n',
    );
    const fromPrd = await start({ from_prd: folder, draft: true });
    await fromPrd.task('INTERVIEWING');
    assert.match(JSON.stringify((await fromPrd.data()).conversation), /REQ-001: Export orders/);
    const fromDesign = await start({ from_design: folder, draft: true });
    await fromDesign.inState('INTERVIEWING');
    const upload = await start({ upload: SPEC, architect: 'person' });
    await upload.inState('WAITING', 2);
    const plain = await start({ idea: 'An export.' });
    assert.deepEqual(await plain.visited(), ['WAITING']);
  });

  test('strict: false submits what only checks 5, 7 or the title find, with warnings', async (t) => {
    const { start } = await pmFixture(t);
    const loose = SPEC.replace('priority: must', 'priority: maybe').replace('- Export of orders as CSV\n', '');
    const run = await start({ upload: loose, strict: false, architect: 'person' });
    await run.inState('WAITING', 2);
    assert.deepEqual(await run.visited(), ['WAITING', 'SUBMITTING', 'WAITING']);
    const strict = await start({ upload: loose, architect: 'person' });
    await strict.inState('INTERVIEWING');
    assert.deepEqual(
      ((await strict.data()).validation_errors as readonly { check: number }[]).map(({ check }) => check).sort(),
      [5, 7],
    );
  });
});

describe('the values of signals', () => {
  test('an unknown expertise is refused, a known one is kept', async (t) => {
    const { start } = await pmFixture(t);
    const run = await start();
    assert.equal((await run.tries('interview_request', { expertise: 'WIZARD' }))?.code, 'illegal-signal');
    assert.equal((await run.data()).expertise, 'BASIC');
    await run.sends('interview_request', { expertise: 'EXPERT' });
    assert.equal((await run.data()).expertise, 'EXPERT');
  });

  test('an upload is no text, or none at all: refused, and nothing changes', async (t) => {
    const { start } = await pmFixture(t);
    const run = await start();
    const events = (await run.events()).length;
    assert.equal((await run.tries('spec_upload'))?.code, 'illegal-signal');
    assert.equal((await run.tries('spec_upload', { markdown: 5 }))?.code, 'invalid-data');
    assert.equal((await run.events()).length, events);
  });

  test('a summary given with an upload is the content of the REQUEST; without one code writes it', async (t) => {
    const { start } = await pmFixture(t);
    const run = await start({ architect: 'person' });
    await run.sends('spec_upload', { markdown: SPEC, summary: 'Orders as a file.' });
    await run.inState('WAITING', 2);
    assert.equal(((await run.data()).request as { content: string }).content, 'Orders as a file.');
    await run.sends('spec_upload', { markdown: SPEC });
    await run.inState('WAITING', 3);
    assert.match(((await run.data()).request as { content: string }).content, /^Order export: 1 requirement/);
  });

  test('an interview while a request is pending does not take over feedback of the spec that waits', async (t) => {
    const { start } = await pmFixture(t);
    const run = await start({ architect: 'person' });
    await run.sends('interview_request', { feedback: 'Keep it short.' });
    await run.submits();
    await run.inState('WAITING', 2);
    await run.sends('interview_request');
    assert.equal((await run.data()).feedback, null);
  });
});

const PRD = [
  ...['# PRD: Order export', '', '## Document Status', '', '- **Status**: draft', ''],
  ...['## Original User Utterance', '', '> Export orders', '', '## Functional Requirements', ''],
  ...['### REQ-001: Export orders', '', '- **Priority**: high', '- **Category**: Data'],
  ...['- **Description**: The system shall export orders.', ''],
].join('\n');
