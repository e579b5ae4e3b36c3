// `signoff pm` with lines on stdin: an interview, the preview, stories, and what is sent later to a run that lives on.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
  const made = await run(['pm', IDEA], ['Nurses.', '/checklist', '/done', 'a', 'a']);
  assert.equal(made.code, 0, made.out + made.err);
  assert.match(made.out, /Checklist {2}1 of 9\n {3}· vision[\s\S]*✓ requirements/);
  assert.match(made.out, /✓ vision +covered\n +turn 3: "Nurses\."/);
  assert.match(made.out, /Not judged: no model read this specification\. You are its architect\./);
  assert.match(made.out, /Nobody answered these questions:[\s\S]*open: How will one see that R-001 is done\?/);
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
  assert.match(await refused('--from-prd', 'rota'), /Expected a PRD in rota, found no PRD\.md there\. Give its folder/);
  assert.match(await refused('--max-turns', '101'), /from 1 to 100, found "101"/);
  assert.match(await refused('--architect', 'robot'), /agent or person, found "robot"/);
  assert.match(await refused('--upload', join(folder, 'notes.md')), /Expected a specification at .*# Feature/);
});

test('the interview of a second feature begins with its idea, and has nothing of the first', async (t) => {
  const { folder, run } = place(t);
  assert.equal((await run(['pm', IDEA], ['/done', 'a', 'a'])).code, 0);
  writeFileSync(join(folder, 'notes.md'), 'A guest can cancel a booking.\n');
  const second = await run(
    ['pm', 'Guests can book a meeting room', '--attach', 'notes.md'],
    ['/history', '/done', 'a', 'a'],
  );
  assert.equal(second.code, 0, second.out + second.err);
  assert.doesNotMatch(second.out, /Feedback|The review says/);
  assert.match(second.out, /\n you\n {3}Guests can book a meeting room\n/);
  assert.match(second.out, /R-001: Guests can book a meeting room[\s\S]*R-002: A guest can cancel a booking\n/);
  assert.ok(existsSync(join(folder, 'magi-sdd/guests-book-meeting-room/stories/S-001.md')));
});

test('at the preview the words are submit and continue; of the choices that are not there none is sent', async (t) => {
  const { run } = place(t);
  const made = await run(
    ['pm', IDEA],
    ['1a 2b', '/done', 'continue Patients see it too.', '/done', 'submit', 'approve'],
  );
  assert.equal(made.code, 0, made.out + made.err);
  assert.match(made.out, /"1a 2b" is not one of the choices: no question has choices/);
  assert.match(made.out, / a submit {3}c continue the interview /);
  assert.match(made.out, /What is to be added for "Patients see it too"\?[\s\S]*what changed since you saw it/);
  assert.match(made.out, /\+ - open: Patients see it too\./);
  assert.match(made.out, /Preview +interview continued: Patients see it too\.[\s\S]*Preview +submitted\n/);
});

test('who leaves at the review of the architect comes back to it with the bare command', async (t) => {
  const { run } = place(t);
  const left = await run(['pm', IDEA, '--architect', 'person'], ['/done', 'a']);
  assert.match(left.out, /Architect's review/);
  const again = await run(['pm'], ['c Say who may change it.', '/quit']);
  assert.match(
    again.out,
    /Architect's review[\s\S]*The architect did not approve the specification and asks for changes/,
  );
});

test('the state of a run is shown in words, with commands that work from another folder', async (t) => {
  const { folder, run } = place(t);
  const elsewhere = newFolder(t);
  const from = (...args: string[]) =>
    signoffHere(args, {
      cwd: elsewhere,
      home: join(folder, '.signoff'),
      env: { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada' },
    });
  await run(['pm', IDEA, '--architect', 'person'], ['/done']);
  assert.match((await run(['pm', 'status'])).out, /DRAFTING\n +waits for +your look at the specification\n/);
  await run(['pm'], ['submit']);
  assert.match(
    (await run(['pm', 'status'])).out,
    /WAITING\n +waits for +your review of the specification, as the architect\n/,
  );
  await run(['pm'], ['approve']);
  const rests = await from('pm', 'status', '--project', folder);
  assert.match(rests.out, /waits for +the next interview or specification; nothing is under way/);
  assert.doesNotMatch(rests.out, /checklist|interview_request/);
  const next = [...rests.out.matchAll(/^ {3}signoff (.+)$/gm)].map(([, words = '']) => words.split(' '));
  assert.deepEqual(
    next.map(([first, second]) => `${first} ${second}`),
    ['stories next', 'stories list', 'pm --project', 'pm shutdown'],
  );
  const [stories = [], , , shutdown = []] = next;
  assert.match((await from(...stories)).out, /Can start now/);
  assert.match((await from(...shutdown)).out, /told to shut down/);
});

test('another version says which stories are others now, and what of the spec no story covers', async (t) => {
  const { folder, run } = place(t);
  await run(['pm', 'Nurses can swap a shift', '--architect', 'person'], ['/done', 'submit', 'approve']);
  const at = join(folder, 'magi-sdd/nurses-swap-shift');
  const story = readFileSync(join(at, 'stories/S-001.md'), 'utf8');
  writeFileSync(join(at, 'stories/S-001.md'), story.replace('status: todo', 'status: done'));
  const spec = readFileSync(join(at, 'spec.md'), 'utf8');
  const more = spec
    .replaceAll(/(?<!# Feature: Nurses can )swap a shift/g, 'swap a whole shift')
    .replace(
      /(### R-001[\s\S]*?)(?=\n## Constraints)/,
      (all) => `${all}\n${all.replaceAll('R-001', 'R-002').replaceAll('whole shift', 'night shift')}`,
    );
  writeFileSync(join(folder, 'next.md'), more);
  await run(['pm', '--upload', 'next.md']);
  const waiting = await run(['stories', 'list']);
  assert.match(
    waiting.out,
    /! magi-sdd\/nurses-swap-shift\/spec\.md: no story covers R-002\. .*signoff pm status/,
    waiting.err,
  );
  const approved = await run(['pm'], ['approve']);
  assert.match(approved.out, /S-001 is another now \(title, content.*\); work on it has begun, so look at it again/);
  assert.doesNotMatch((await run(['stories', 'list'])).out, /no story covers/);
});
