// `signoff run` on a store: what is left can be gone on with, whatever became of the program that began it.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { folderOf, signoff } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { KEYS, noTerminal, Terminal } from '../support/terminal.ts';

const FILES = {
  'main.mmd': 'flowchart TD\n  A[Draft] --> P[[Run: pay]] --> B(Sign)\n',
  // Drawn by the name of its file; it calls itself otherwise.
  'pay.mmd': 'flowchart TD\n  Book[Book it]\n%% @workflow: {"name":"payment"}\n',
  'all.json': '{"A": {"output": {"n": 1}}, "payment/Book": {"output": "booked"}, "B": {"output": "approve"}}',
  'first.json': '{"A": {"output": {"n": 1}}}',
};

const where = { skip: noTerminal };
const runIn = (out: string): string => /--resume (run_\w+)/.exec(out)?.[1] ?? assert.fail(out);

describe('a run in the store', { concurrency: 2 }, () => {
  test('runs to its end, subflows included, and is there afterwards', async () => {
    using files = folderOf(FILES);
    const options = { cwd: files.folder, home: files.path('home') };
    const args = ['run', 'main.mmd', '--answers', 'all.json', '--title', 'First', '--json'];
    const { code, out } = await signoffHere([...args, '--assign', 'B=user:ada'], options);
    assert.equal(code, 0, out);
    const { run, status, output } = JSON.parse(out);
    assert.deepEqual([status, output.verdict], ['completed', 'approve']);
    const again = await signoffHere(['run', '--resume', run, '--json'], options);
    assert.deepEqual([again.code, JSON.parse(again.out)], [0, JSON.parse(out)]);
    const shown = JSON.parse((await signoffHere(['runs', 'show', run, '--json'], options)).out);
    assert.deepEqual([shown.title, shown.assign], ['First', { B: 'user:ada' }]);
    await signoffHere(args, options);
    const { versions } = JSON.parse((await signoffHere(['workflows', 'versions', 'main', '--json'], options)).out);
    assert.deepEqual([versions.length, versions[0].runs], [1, 2]);
  });

  test('stops where nobody does its tasks, says what it waits for, and goes on by how its id begins', async () => {
    using files = folderOf(FILES);
    const options = { cwd: files.folder, home: files.path('home') };
    const { code, out } = await signoffHere(['run', 'main.mmd'], options);
    assert.equal(code, 3);
    assert.match(
      out,
      /Left open[\s\S]*Nobody is here to do its tasks: it waits for task "A" of main, which no process here does\./,
    );
    const run = runIn(out);
    assert.match(out, new RegExp(`signoff runs cancel ${run}`));
    const next = await signoffHere(['run', '--resume', run.slice(0, 20), '--answers', 'first.json'], options);
    assert.equal(next.code, 3, next.out);
    assert.match(next.out, /✓ A[\s\S]*Expected an answer for step "payment\/Book"/);
    const last = await signoffHere(['run', '--resume', run, '--answers', 'all.json'], options);
    assert.equal(last.code, 0, last.out);
    assert.match(last.out, /✓ A[\s\S]*✓ P[\s\S]*✓ Book[\s\S]*✓ B[\s\S]*Completed/);
  });

  test('waits between attempts for real, and does not wait for a far timer', async () => {
    using files = folderOf({
      'flow.mmd':
        'flowchart TD\n  A[Work] --> W[Wait for payment]\n%% @W: {"stepType":"wait","signal":"x","timeout":"3d"}\n',
      'answers.json': '{"A": [[{"fail": "busy"}, {"output": 1}]]}',
    });
    const { code, out } = await signoffHere(['run', 'flow.mmd', '--answers', 'answers.json'], { cwd: files.folder });
    assert.equal(code, 3);
    assert.match(out, /✓ A[^\n]*\d s\n +attempt 1 failed: busy; again in 2 s/);
    assert.match(out, /Nothing moves before \S+, 3 d from now: the timeout timer is due then\./);
    assert.doesNotMatch(out, /skipped/);
  });

  test('is left open by an interrupt', async () => {
    using files = folderOf({
      'loop.mmd':
        'flowchart TD\n  A[Again] --> D{Enough?}\n  D -->|output < 0| B[End]\n  D -->|default| A\n' +
        '%% @workflow: {"limits":{"visits":10000000}}\n',
      'answers.json': '{"A": {"output": 1}}',
    });
    let isSent = false;
    const { code, out } = await signoff(['run', 'loop.mmd', '--answers', 'answers.json'], {
      cwd: files.folder,
      onOutput: (text, kill) => {
        if (!isSent && text.includes('Again')) kill('SIGTERM');
        isSent ||= text.includes('Again');
      },
    });
    assert.equal(code, 3, out);
    assert.match(out, /Left open[\s\S]*You left the run; nothing is lost\./);
  });

  test('an unknown run is reported, and options that do not go together are bad use', async () => {
    using files = folderOf(FILES);
    const unknown = await signoffHere(['run', '--resume', 'run_01zzzzzzzzzz'], { cwd: files.folder });
    assert.equal(unknown.code, 1);
    assert.match(unknown.out, /unknown-run: There is no run in this store/);
    for (const args of [
      ['main.mmd', '--resume', 'run_0'],
      ['--resume', 'run_0', '--memory'],
      ['main.mmd', '--memory', '--store', 'x.db'],
      [],
      ['main.mmd', '--assign', 'Nobody=user:ada'],
      ['main.mmd', '--assign', 'A'],
    ]) {
      const { code, err } = await signoffHere(['run', ...args], { cwd: files.folder });
      assert.equal(code, 2, args.join(' '));
      assert.match(err, /^signoff: Expected /);
    }
  });
});

describe('a run in the store, at the terminal', { concurrency: 2 }, () => {
  test('is left with Ctrl-C and gone on with', where, async () => {
    using files = folderOf(FILES);
    const screen = { cwd: files.folder, home: files.path('home') };
    using first = new Terminal(['run', 'main.mmd'], screen);
    await first.answers(/main: Draft/, 'drafted');
    await first.isAsked(/payment: Book it/);
    first.types(KEYS.interrupt);
    assert.equal(await first.exitCode(), 3);
    // The task is given back: it is open, not at work.
    assert.match(first.text.slice(first.text.lastIndexOf('P  pay')), /○ Book[\s\S]*Left open/);
    using second = new Terminal(['run', '--resume', runIn(first.text)], screen);
    await second.answers(/payment: Book it/, 'booked');
    await second.chooses(/Your verdict/, 'approve');
    await second.answers(/Comment/, 'fine');
    assert.equal(await second.exitCode(), 0, second.text);
    assert.match(second.text, /✓ A +Draft[\s\S]*Completed/);
  });

  test('goes on at once after kill -9, and the task that was asked is asked again', where, async () => {
    using files = folderOf(FILES);
    const screen = { cwd: files.folder, home: files.path('home') };
    using first = new Terminal(['run', 'main.mmd'], screen);
    await first.isAsked(/main: Draft/);
    const run = await onlyRun(screen);
    process.kill(await pidIn(screen.home), 'SIGKILL');
    await first.exitCode();
    using second = new Terminal(['run', '--resume', run], screen);
    await second.isAsked(/main: Draft/);
    second.types(KEYS.interrupt);
    assert.equal(await second.exitCode(), 3);
    assert.doesNotMatch(second.text, /Waiting for others/);
  });

  test('sees what another process does to the task it asks for', where, async () => {
    using files = folderOf(FILES);
    const screen = { cwd: files.folder, home: files.path('home') };
    using terminal = new Terminal(['run', 'main.mmd'], screen);
    await terminal.answers(/main: Draft/, 'drafted');
    await terminal.answers(/payment: Book it/, 'booked');
    await terminal.isAsked(/Your verdict/);
    const run = await onlyRun(screen);
    const done = await signoffHere(
      ['tasks', 'complete', `${run}#3`, '--output', '"approve"', '--verdict', 'approve', '--as', 'user:ada'],
      screen,
    );
    assert.equal(done.code, 0, done.err);
    await terminal.sees(/"B" was moved on by someone else\./);
    assert.equal(await terminal.exitCode(), 0, terminal.text);
    assert.match(terminal.text, /✓ B +Sign +approve[\s\S]*Completed/);
  });
});

interface Place {
  readonly cwd: string;
  readonly home: string;
}

/** The root run of a store that has one. */
async function onlyRun(place: Place): Promise<string> {
  const { runs } = JSON.parse((await signoffHere(['runs', 'list', '--workflow', 'main', '--json'], place)).out);
  return runs[0].run;
}

/** The process that runs something in the store. */
async function pidIn(home: string): Promise<number> {
  const store = await openSqliteStore({ path: join(home, 'signoff.db') });
  try {
    const [found, ...others] = (await store.processes()).filter(({ role }) => role === 'run');
    assert.equal(others.length, 0);
    return found?.pid ?? assert.fail('no process is registered');
  } finally {
    await store.close();
  }
}
