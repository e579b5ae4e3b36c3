// A file that several change at once: no change is lost, and nothing outside of the project is touched.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const adding = (line: string) => (text: string) => (text.includes(`${line}\n`) ? text : `${text}${line}\n`);

test('forty changes at once all stay, and leave no other file', async (t) => {
  const folder = newFolder(t);
  writeFileSync(join(folder, 'list.md'), '');
  const writers = [workspaceFiles([folder]), workspaceFiles([folder])];
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  const outcomes = await Promise.all(
    lines.map((line, at) => writers[at % 2]?.amend(join(folder, 'list.md'), adding(line))),
  );
  assert.deepEqual(new Set(outcomes), new Set(['changed']));
  assert.deepEqual(readFileSync(join(folder, 'list.md'), 'utf8').trim().split('\n').toSorted(), lines.toSorted());
  assert.deepEqual(readdirSync(folder), ['list.md']);
});

test('what somebody wrote in between is kept, and one who never stops is reported', async (t) => {
  const folder = newFolder(t);
  const path = join(folder, 'a.md');
  writeFileSync(path, 'one\n');
  const files = workspaceFiles([folder]);
  let count = 0;
  const outcome = await files.amend(path, (text) => {
    if (count++ < 2) writeFileSync(path, `${text}theirs ${count}\n`);
    return adding('ours')(text);
  });
  assert.deepEqual([outcome, readFileSync(path, 'utf8')], ['changed', 'one\ntheirs 1\ntheirs 2\nours\n']);
  assert.equal(await files.amend(path, adding('ours')), 'unchanged');
  assert.equal(await files.amend(join(folder, 'none.md'), adding('ours')), 'missing');
  const restless = files.amend(path, (text) => {
    writeFileSync(path, `${text}again\n`);
    return `${text}ours too\n`;
  });
  await assert.rejects(restless, /others change it all the time/);
});

test('nothing outside of the project is changed', async (t) => {
  const [folder, outside] = [newFolder(t), newFolder(t)];
  writeFileSync(join(outside, 'a.md'), 'one\n');
  symlinkSync(join(outside, 'a.md'), join(folder, 'link.md'));
  const files = workspaceFiles([folder]);
  for (const path of [join(outside, 'a.md'), join(folder, 'link.md'), 'a.md', join(folder, '../a.md')])
    await assert.rejects(files.amend(path, adding('ours')));
  assert.equal(readFileSync(join(outside, 'a.md'), 'utf8'), 'one\n');
});
