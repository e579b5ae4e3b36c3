// `signoff prd` at a real terminal, where its folder takes no file: what was answered is given again, not asked again.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { KEYS, noTerminal, Terminal } from '../support/terminal.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const HELD = /found a folder[\s\S]*What was answered is kept: retry gives it again[\s\S]*What now\?/;

test('prd3-D6: at the terminal retry gives again what was kept', { skip: noTerminal }, async (t) => {
  const project = newFolder(t);
  mkdirSync(join(project, '.git'));
  const screen = { cwd: project, home: join(project, '.signoff'), columns: 100, rows: 60 };
  using terminal = new Terminal(['prd', 'Readers can save articles for later.'], screen);
  await terminal.isAsked(/Who is it for\?/);
  terminal.types(KEYS.escape);
  await terminal.sees(/Feature brief[\s\S]*a approve[\s\S]*\? help/);
  const [feature = ''] = readdirSync(join(project, 'magi-sdd'));
  const path = (name: string): string => join(project, 'magi-sdd', feature, name);
  const isHeldAndMended = async (name: string): Promise<void> => {
    await terminal.sees(HELD);
    terminal.types('\r');
    await terminal.answers(/Reason/, 'Is it there?');
    await terminal.sees(/is still held[\s\S]*What now\?/);
    rmSync(path(name), { recursive: true });
    terminal.types('\r');
    await terminal.answers(/Reason/, 'It is mended.');
  };
  mkdirSync(path('feature-brief.md'));
  terminal.types('a');
  await isHeldAndMended('feature-brief.md');
  await terminal.sees(/REQ-001[\s\S]*\? help/);
  assert.match(readFileSync(path('feature-brief.md'), 'utf8'), /Readers/);
  mkdirSync(path('requirements.md'));
  terminal.types('a');
  await terminal.sees(/1 approved[\s\S]*S send/);
  terminal.types('S');
  await isHeldAndMended('requirements.md');
  await terminal.sees(/Gap analysis[\s\S]*q leave/);
  assert.match(readFileSync(path('requirements.md'), 'utf8'), /REQ-001/);
  terminal.types('q');
  assert.equal(await terminal.exitCode(), 3);
  assert.doesNotMatch(terminal.text, /not sent/);
  const [run = ''] = /run_\w+/.exec((await signoffHere(['runs', 'list'], screen)).out) ?? assert.fail('no run');
  const { out } = await signoffHere(['runs', 'events', run, '--json'], screen);
  assert.equal(out.match(/"reason": "It is mended\."/g)?.length, 2);
});
