// `signoff prd` by the real program, offline: from one sentence to a signed PRD, by a file, by lines, at a terminal.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { folderOf, type ProgramResult, type RunOptions } from '../support/run-signoff.ts';
import { signoffHere, signoffOrHere } from '../support/signoff-here.ts';
import { KEYS, noTerminal, Terminal } from '../support/terminal.ts';

const SENTENCE = 'Field technicians should read and sign inspection documents offline. They sync them later.';
const ALL = { FBReview: 'approve', RR: { rest: 'approve' }, GA: ['proceed'], PR: 'approve' };

/** A project with these answers in it, and a store of its own. */
function projectWith(files: Readonly<Record<string, unknown>>) {
  const texts = Object.entries(files).map(([name, json]) => [name, JSON.stringify(json)]);
  const made = folderOf({ ...Object.fromEntries(texts), 'package.json': '{}' });
  return { ...made, home: join(made.folder, '.signoff'), [Symbol.dispose]: () => made[Symbol.dispose]() };
}

function prd(cwd: string, args: readonly string[], more: RunOptions = {}): Promise<ProgramResult> {
  return signoffOrHere(['prd', ...args], { cwd, home: join(cwd, '.signoff'), ...more });
}

/** The program with lines on its stdin. */
function withLines(cwd: string, args: readonly string[], lines: readonly string[]): Promise<ProgramResult> {
  return prd(cwd, args, { input: lines.map((line) => `${line}\n`).join('') });
}

const fileIn = (folder: string, feature: string, name: string): string =>
  readFileSync(join(folder, 'magi-sdd', feature, name), 'utf8');

describe('signoff prd', { concurrency: 2 }, () => {
  test('goes from a sentence to a signed PRD with a file of answers', async () => {
    using project = projectWith({
      'answers.json': {
        FBReview: [{ approved: false, userFeedback: 'Add to the goals: nobody loses a signature' }, 'approve'],
        RR: [{ rest: 'approve', 'REQ-001': { verdict: 'reject', reason: 'too wide' } }, { rest: 'approve' }],
        GA: [{ requirements: ['Nobody loses a signature.'] }, 'refine'],
        PR: [{ prdApproved: true, reviewSummary: 'good' }],
      },
    });
    const { code, out, err } = await prd(project.folder, [SENTENCE, '--answers', 'answers.json', '--json']);
    assert.equal(code, 0, out + err);
    const result = JSON.parse(out);
    assert.equal(result.status, 'finalized');
    assert.deepEqual(
      result.decided.map(({ step }: { step: string }) => step),
      ['FBReview', 'FBReview', 'RR', 'GA', 'RR', 'GA', 'PR'],
    );
    assert.equal(result.counts.rejected, 1);
    assert.equal(result.score, null, 'nobody judged it');
    const written = fileIn(project.folder, result.featureId, 'PRD.md');
    assert.match(written, /\*\*Status\*\*: draft\n.*in a rehearsal: nobody signed this/);
    assert.doesNotMatch(written, /Signed\*\*: sha256/);
    assert.match(fileIn(project.folder, result.featureId, 'requirements.md'), /\*\*Reason\*\*: too wide/);
    assert.equal(written.includes('### REQ-001'), false);
    assert.ok(existsSync(join(project.folder, 'magi-sdd', result.featureId, 'feature-brief.md')));
    assert.match(err, /✓ Gap Requirements Generation {2}agent:prd/);
    assert.match(written, /### REQ-003: Nobody loses a signature\n/);
    assert.match(written, /\*\*Written By\*\*: without a model\n/);
  });

  test('killed in the middle, it goes on where it was, and nothing is done twice', async () => {
    using project = projectWith({ 'answers.json': ALL });
    const killed = await prd(project.folder, [SENTENCE, '--answers', 'answers.json'], {
      onOutput: (out, kill) => out.includes('✓ Initial Requirements') && kill('SIGKILL'),
    });
    assert.equal(killed.code, null);
    const { code, out } = await prd(project.folder, ['--resume', '--answers', 'answers.json']);
    assert.equal(code, 0, out);
    assert.match(out, /resumed\n\n ✓ Feature Brief Generation .*\n ✓ Feature Brief Review {2}user:local {2}approve/);
    assert.match(
      out,
      /You decided\n {3}Feature brief {2}approved\n {3}Requirements .*\n {3}Gap analysis .*\n {3}PRD +approved/,
    );
    const verified = await signoffHere(['store', 'verify'], { cwd: project.folder, home: project.home });
    assert.equal(verified.code, 0, verified.out);
  });

  test('is reviewed with lines on stdin, left in the middle, and gone on with', async () => {
    using project = projectWith({});
    const first = await withLines(
      project.folder,
      [SENTENCE],
      ['c Say that nobody loses a signature', 'approve', 'y', '# the first one is not wanted', 'r not now'],
    );
    assert.equal(first.code, 3, first.out + first.err);
    assert.match(first.out, /round 2, what changed since you saw it/);
    assert.match(first.out, /Nobody is here to decide on the requirements \(RR\)/);
    assert.match(first.out, /1 verdict kept, not sent\./);
    const second = await withLines(project.folder, ['--resume'], ['A', 'S', 'p', 'a', 'y']);
    assert.match(second.out, /The requirements are not judged\.[\s\S]*- Security: Who may see it/);
    assert.match(second.out, /p proceed {3}(?:d details {3})?m add requirements/);
    assert.match(second.out, /gap score +not judged/);
    assert.equal(second.code, 0, second.out + second.err);
    // The verdict that was given before the lines ended is still there.
    assert.match(second.out, /You decided 1 of them before/);
    assert.match(second.out, /Requirements +\d+ approved, 1 rejected/);
    assert.match(second.out, /✓ PRD signed off/);
  });

  test('without anyone to decide it stops at the first review and says how to go on', async () => {
    using project = projectWith({});
    const { code, out } = await prd(project.folder, [SENTENCE]);
    assert.equal(code, 3);
    assert.match(
      out,
      /Nobody is here to decide on the feature brief \(FBReview\)\. Go on at a terminal, with --answers\s+FILE/,
    );
    assert.match(out, /signoff prd --resume run_/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
    assert.doesNotMatch(out, /\u001b/);
  });

  test('an answer that the workflow refuses is reported, and the run is kept', async () => {
    const modifications = [{ section: 'Goals', modificationReason: 'r', requestedContent: 'c' }];
    using project = projectWith({
      'wrong.json': { FBReview: [{ approved: true, modifications }] },
      'short.json': { FBReview: 'approve', RR: [{ 'REQ-001': 'approve' }] },
      'answers.json': ALL,
    });
    const wrong = await prd(project.folder, [SENTENCE, '--answers', 'wrong.json']);
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.out,
      /The answer for the feature brief \(FBReview\) was refused\..*Approved together with modifications/s,
    );
    const short = await prd(project.folder, ['--resume', '--answers', 'short.json']);
    assert.equal(short.code, 1);
    assert.match(short.out, /The answer for the requirements \(RR\) was refused\..*REQ-002/s);
    assert.equal((await prd(project.folder, ['--resume', '--answers', 'answers.json'])).code, 0);
  });

  test('knows the unfinished runs of this project only, and lists them when there are several', async () => {
    using project = projectWith({});
    using other = projectWith({});
    const none = await prd(project.folder, ['--resume']);
    assert.deepEqual([none.code, /found none\. Start one with/.test(none.out)], [1, true]);
    await prd(project.folder, ['Nurses should see the beds that are free']);
    await prd(project.folder, [SENTENCE]);
    await prd(project.folder, ['Drivers should report a broken van', '--project', other.folder]);
    const several = await prd(project.folder, ['--resume']);
    assert.equal(several.code, 1);
    assert.match(several.out, /1 {2}run_[\s\S]*Field technicians[\s\S]*2 {2}run_[\s\S]*Nurses/);
    assert.match(several.out, /waits for your review of the feature brief/);
    assert.doesNotMatch(several.out, /broken van/);
    const theirs = await prd(project.folder, ['--resume', '--project', other.folder]);
    assert.match(theirs.out, /broken van/);
    assert.ok(existsSync(join(other.folder, 'magi-sdd')));
  });

  test('where nothing can be written is reported before anything is run', async () => {
    using project = projectWith({ 'magi-sdd': 'no folder' });
    using linked = projectWith({});
    using other = projectWith({});
    symlinkSync(other.folder, join(linked.folder, 'magi-sdd'));
    for (const [folder, expected] of [
      [project.folder, /magi-sdd as a folder of the project, found a file\. .* Nothing was run/],
      [linked.folder, /magi-sdd as a folder of the project, found a link that leads outside/],
    ] as const) {
      const { code, err } = await prd(folder, [SENTENCE]);
      assert.equal(code, 2, err);
      assert.match(err, expected);
      assert.equal(existsSync(join(folder, '.signoff')), false);
    }
  });

  test('a run that failed says how it is tried again, and is tried again', async () => {
    using project = projectWith({ 'answers.json': ALL });
    const started = JSON.parse((await prd(project.folder, [SENTENCE, '--json'])).out);
    const own = { cwd: project.folder, home: project.home };
    const task = `${started.run}#3`;
    assert.equal((await signoffHere(['tasks', 'claim', task], own)).code, 0);
    assert.equal((await signoffHere(['tasks', 'fail', task, 'no way', '--final'], own)).code, 0);
    const failed = await prd(project.folder, ['--resume']);
    assert.equal(failed.code, 1, failed.out);
    assert.match(failed.out, /✗ Failed[\s\S]*Next\n {3}signoff runs retry run_\w+\n {3}signoff prd --resume run_/);
    assert.doesNotMatch(failed.out, /Failure Node|Initialization|Iteration Control/);
    const again = await prd(project.folder, ['--resume']);
    assert.match(
      again.out,
      /found only one that failed: run_\w+ \(Field.*\nTry it again with: signoff runs retry run_/,
    );
    assert.equal((await signoffHere(['runs', 'retry', started.run], own)).code, 0);
    const done = await prd(project.folder, ['--resume', '--answers', 'answers.json']);
    assert.equal(done.code, 0, done.out);
    assert.doesNotMatch(done.out, /PRD signed off[\s\S]*no way/);
  });

  test('a sentence that begins with a dash goes behind two', async () => {
    using project = projectWith({});
    const taken = await prd(project.folder, ['- upload photos']);
    assert.deepEqual([taken.code, /behind "--": signoff prd -- "- \.\.\."/.test(taken.err)], [2, true]);
    const said = await prd(project.folder, ['--', '- upload photos']);
    assert.equal(said.code, 3, said.err);
    assert.match(said.out, /- upload photos/);
  });

  test('an edit of requirements.md by hand is shown at the gaps and at the PRD, and counted', async () => {
    using project = projectWith({ 'two.json': { FBReview: 'approve', RR: { rest: 'approve' } } });
    const first = await prd(project.folder, [SENTENCE, '--answers', 'two.json', '--json']);
    const { featureId, counts } = JSON.parse(first.out);
    const file = join(project.folder, 'magi-sdd', featureId, 'requirements.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/### REQ-002[\s\S]*?(?=\n### |\n## )/, ''));
    const done = await withLines(project.folder, ['--resume'], ['p', 'a', 'y']);
    assert.equal(done.code, 0, done.out + done.err);
    assert.equal(done.out.match(/requirements\.md was edited by hand: REQ-002 .* was removed/g)?.length, 2, done.out);
    assert.match(done.out, new RegExp(`In all\\n +requirements +${counts.approved - 1} approved\\n`));
  });

  test('PRD.md changed by hand is not signed, and the edit can be looked at', async () => {
    using project = projectWith({ 'three.json': { FBReview: 'approve', RR: { rest: 'approve' }, GA: 'proceed' } });
    const first = await prd(project.folder, [SENTENCE, '--answers', 'three.json', '--json']);
    const file = join(project.folder, 'magi-sdd', JSON.parse(first.out).featureId, 'PRD.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nMy own line.\n`);
    const { code, out } = await withLines(project.folder, ['--resume'], ['h', 'a', 'y', 'q']);
    assert.equal(code, 3, out);
    assert.match(out, /PRD\.md was edited by hand since this version was written[\s\S]*\+ My own line\./);
    assert.match(out, /> a\n[\s\S]*Not taken: PRD\.md was changed[\s\S]*\n\n a approve/);
    assert.doesNotMatch(out, /that its code accepts/);
  });

  test('wrong arguments are reported before anything happens', async () => {
    using project = projectWith({ 'strange.json': { RR: [], FBreview: [] }, 'list.json': [] });
    const cases: [string[], RegExp][] = [
      [[], /Expected what is wanted as a sentence/],
      [[SENTENCE, '--resume'], /Expected --resume alone, found a sentence/],
      [[SENTENCE, '--project', 'nowhere'], /There is no folder at .*nowhere\. Create it/],
      [[SENTENCE, '--answers', 'strange.json'], /only the gates FBReview, RR, GA, PR, found FBreview/],
      [[SENTENCE, '--answers', 'list.json'], /an object with FBReview/],
    ];
    for (const [args, expected] of cases) {
      const { code, err } = await prd(project.folder, args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, expected);
    }
    assert.equal(existsSync(join(project.folder, 'magi-sdd')), false);
  });
});

const where = { skip: noTerminal };

describe('signoff prd at a terminal', { concurrency: 2 }, () => {
  test('asks for the sentence, is reviewed key by key, left and resumed', where, async () => {
    using project = projectWith({});
    const screen = { cwd: project.folder, home: project.home, columns: 80, rows: 40 };
    {
      using terminal = new Terminal(['prd'], screen);
      await terminal.answers(/What do you want\?/, SENTENCE);
      await terminal.isAsked(/Who is it for\?/);
      terminal.types(KEYS.escape);
      await terminal.sees(/Feature brief[\s\S]*a approve/);
      terminal.types('c');
      await terminal.answers(/What should change\?/, 'Say that nobody loses a signature');
      await terminal.sees(/round 2[\s\S]*a approve/);
      terminal.types('a');
      await terminal.sees(/y approve it all the same/);
      terminal.types('y');
      await terminal.sees(/1 of \d+[\s\S]*\? help/);
      terminal.types('r');
      await terminal.answers(/Why is it rejected\?/, 'not now');
      await terminal.sees(/2 of \d+[\s\S]*\? help/);
      terminal.types(KEYS.interrupt);
      assert.equal(await terminal.exitCode(), 3);
      assert.match(terminal.text, /You left the run; nothing is lost/);
      // Prompts are drawn over, which is seen here as one long line; commands at the end are not broken.
      const lines = terminal.text.slice(0, terminal.text.indexOf('Left open')).split(/[\r\n]+/);
      for (const line of lines) assert.ok(line.length <= 80 || /[│◆◇]/.test(line), line);
    }
    using again = new Terminal(['prd', '--resume'], screen);
    await again.sees(/You decided 1 of them before[\s\S]*2 of \d+[\s\S]*\? help/);
    again.types('A');
    await again.sees(/Your review[\s\S]*S send/);
    again.types('S');
    await again.sees(/Gap analysis[\s\S]*p proceed/);
    again.types('p');
    await again.sees(/ PRD [\s\S]*a approve/);
    again.types('a');
    await again.sees(/have no answer\.[\s\S]*y approve it all the same/);
    again.types('y');
    assert.equal(await again.exitCode(), 0, again.text);
    assert.match(again.text, /✓ PRD signed off/);
  });

  test('what someone else moves on meanwhile is shown as it stands then', where, async () => {
    using project = projectWith({
      'back.json': { FBReview: [{ approved: false, userFeedback: 'Add to the goals: speed' }] },
    });
    using terminal = new Terminal(['prd', SENTENCE], { cwd: project.folder, home: project.home, columns: 80 });
    await terminal.isAsked(/Who is it for\?/);
    terminal.types(KEYS.escape);
    await terminal.sees(/Feature brief[\s\S]*a approve/);
    const other = await prd(project.folder, ['--resume', '--answers', 'back.json']);
    assert.equal(other.code, 3, other.out);
    await terminal.sees(/Someone else moved it on[\s\S]*round 2[\s\S]*a approve/);
    terminal.types('q');
    assert.equal(await terminal.exitCode(), 3);
  });
});
