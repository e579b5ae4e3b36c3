// `signoff pm` with lines on stdin: an interview, the preview, stories, and what a run that lives on is told later.

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';

const IDEA = 'A rota that nurses can change on their phone';

function place(t: TestContext) {
  const folder = newFolder(t);
  const run = (args: readonly string[], lines: readonly string[] = []) =>
    signoffHere(args, {
      ...{ cwd: folder, home: join(folder, '.signoff'), input: lines.map((line) => `${line}\n`).join('') },
      env: { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada' },
    });
  return { folder, run };
}

test('an interview leads to stories; the run rests, tells how it stands, and is shut down by a command', async (t) => {
  const { folder, run } = place(t);
  const made = await run(['pm', IDEA], ['Nurses.', '/checklist', '/done', 'a']);
  assert.equal(made.code, 0, made.out + made.err);
  assert.match(made.out, /Checklist {2}1 of 9\n {3}✓ vision/);
  assert.match(made.out, /turn 3: "Nurses\."/);
  assert.match(made.out, /The architect approved the specification: 1 story[\s\S]*S-001[\s\S]*The run lives on/);
  assert.ok(existsSync(join(folder, 'magi-sdd/rota-nurses-change-phone/stories/S-001.md')));
  assert.match((await run(['pm', 'status'])).out, /state +WAITING[\s\S]*stories +1/);
  const again = await run(['pm', '--expertise', 'expert'], ['/quit']);
  assert.match(again.out, /, resumed/);
  const { runs } = JSON.parse((await run(['pm', 'status', '--json'])).out);
  assert.equal(runs[0].state, 'INTERVIEWING');
  assert.equal(runs[0].facts.expertise, 'EXPERT');
  const ended = await run(['pm', 'close']);
  assert.match(ended.out, /closed for new interviews and ends: run_/);
  const none = await run(['pm', 'status']);
  assert.match(none.err, /Expected a live Specification run/);
  assert.notEqual(none.code, 0);
});

test('options that say nothing usable are refused before anything is begun', async (t) => {
  const { folder, run } = place(t);
  writeFileSync(join(folder, 'notes.md'), '# Notes\n');
  const refused = async (...args: string[]) => (await run(['pm', ...args])).err;
  assert.match(await refused('--expertise', 'wizard'), /one of non-technical, basic, expert, found "wizard"/);
  assert.match(await refused('--max-turns', '101'), /from 1 to 100, found "101"/);
  assert.match(await refused('--architect', 'robot'), /agent or person, found "robot"/);
  assert.match(await refused('--upload', join(folder, 'notes.md')), /Expected a specification at .*# Feature/);
});
