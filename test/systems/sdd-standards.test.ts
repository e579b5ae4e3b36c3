// The folder of standards: what was read of it is reported, and it is not a feature.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder, type SddRun, sddFixture } from './sdd-fixture.ts';

async function notes(run: SddRun): Promise<readonly string[]> {
  await run.atReview();
  const completed = (await run.events()).flatMap(({ type, data }) => (type === 'TaskCompleted' ? [data.output] : []));
  return ((completed[0] as JsonObject).notes ?? []) as readonly string[];
}

function withRules(t: TestContext): string {
  const project = newFolder(t);
  const elsewhere = newFolder(t);
  mkdirSync(join(project, 'rules'));
  writeFileSync(join(project, 'rules/api.md'), 'Every endpoint MUST name its errors.\n');
  writeFileSync(join(elsewhere, 'secret.md'), 'Nobody MUST read this.\n');
  symlinkSync(elsewhere, join(project, 'rules/linked'));
  return project;
}

test('what was read of the standards is told when the run begins; links are not followed', async (t) => {
  const project = withRules(t);
  const { start } = await sddFixture(t, { project });
  assert.deepEqual(await notes(await start({ standards: 'rules' })), [
    'Standards: 1 lines that say MUST, in 1 files of rules: api.md.',
  ]);
});

test('standards that nothing was read of are told, too', async (t) => {
  const { start } = await sddFixture(t, { project: withRules(t) });
  assert.deepEqual(await notes(await start({ standards: '/company/rules' })), [
    'No standards were read from /company/rules: it lies outside the project; copy it into the project.',
  ]);
  assert.deepEqual(await notes(await start({ standards: 'none' })), [
    'No standards were read from none: no Markdown or text file is there.',
  ]);
});

test('the folder of standards is no feature', async (t) => {
  const folder = newFolder(t);
  mkdirSync(join(folder, 'magi-sdd/standards'), { recursive: true });
  writeFileSync(join(folder, 'magi-sdd/standards/api.md'), 'Every endpoint MUST name its errors.\n');
  const listed = await signoffHere(['documents', 'list'], { cwd: folder, home: join(folder, '.signoff') });
  assert.match(listed.out, /^No documents in /);
});
