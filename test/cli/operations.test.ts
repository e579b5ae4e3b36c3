// Operations through the real program: tables for people, JSON for programs, exit codes, a worker process.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DRAFT_AND_APPROVE } from '../support/operations.ts';
import { folderOf, type RunOptions } from '../support/run-signoff.ts';
import { signoffHere, signoffOrHere } from '../support/signoff-here.ts';

/** A folder with a diagram and a store of its own. */
function workshop(files: Readonly<Record<string, string>> = { 'letters.mmd': DRAFT_AND_APPROVE }) {
  const made = folderOf(files);
  mkdirSync(made.path('.signoff'));
  const env = { DATABASE_URL: '', SIGNOFF_HOME: '' };
  const say = (args: readonly string[], options: RunOptions = {}) =>
    signoffOrHere(args, { cwd: made.folder, ...options, env: { ...env, ...options.env } });
  return { ...made, say, json: async (args: readonly string[]) => JSON.parse((await say([...args, '--json'])).out) };
}

describe('signoff GROUP VERB', { concurrency: 2 }, () => {
  test('a run is started, claimed, answered and read; an empty list says what to do next', async () => {
    using shop = workshop();
    const { say, json } = shop;
    assert.match((await say(['workflows', 'list'])).out, /No workflows\. Add one with: signoff workflows add/);
    assert.match((await say(['workflows', 'add', 'letters.mmd'])).out, /Added letters/);
    assert.match((await say(['runs', 'list'])).out, /No runs\. Start one with/);
    const start = ['runs', 'start', 'letters', '--input', 'topic=7', '--key', 'k', '--assign'];
    assert.match(
      (await say([...start, 'B=user:cleo'])).err,
      /^assignee-fixed: "B" is assigned to user:bob in the diagram/,
    );
    const started = [...start, 'A=agent:writer'];
    const { run } = await json(started);
    assert.equal((await json(started)).run, run);
    const shown = await json(['runs', 'show', run]);
    assert.deepEqual([shown.input, shown.assign], [{ topic: '7' }, { A: 'agent:writer' }]);
    const writer = ['--as', 'agent:writer'];
    const { lease } = await json(['tasks', 'claim', `${run}#1`, ...writer]);
    await say(['tasks', 'complete', `${run}#1`, '--output', '"A draft"', '--lease', String(lease), ...writer]);
    const list = await say(['tasks', 'list', '--people', '--status', 'pending,on_hold']);
    assert.match(list.out, new RegExp(`${run}#2 +pending +! letters: Approve the draft +user:bob +.* +in 1 d`));
    assert.ok(!list.out.includes('\u001b'));
    await say(['tasks', 'comment', `${run}#2`, 'Mind the tone.']);
    assert.match(
      (await say(['tasks', 'show', `${run}#2`])).out,
      /A draft[\s\S]*Mind the tone\.[\s\S]*--verdict approve\n +or: .*--verdict reject/,
    );
    const answered = await say(['tasks', 'complete', `${run}#2`, '--verdict', 'approve', '--as', 'user:bob']);
    assert.match(
      answered.out,
      /it is completed; its run is running\.\nNo process works on it now\. Go on with: .* work\b/,
    );
    assert.match((await say(['runs', 'events', run.slice(0, 30)])).out, /TaskCommented +user:local/);
  });

  test('exit codes: 1 rejected, 2 bad use, 3 on hold, 4 no store to be had', async () => {
    using shop = workshop();
    const { say, json } = shop;
    const unknown = await say(['runs', 'show', 'run_0123456789']);
    assert.deepEqual([unknown.code, unknown.out], [1, '']);
    assert.match(unknown.err, /^unknown-run: There is no run/);
    const asJson = await say(['runs', 'show', 'run_0123456789', '--json']);
    assert.deepEqual([asJson.code, JSON.parse(asJson.out).error.code], [1, 'unknown-run']);
    assert.equal((await say(['runs', 'start'])).code, 2);
    assert.equal((await say(['runs', 'list', '--limit', '0'])).code, 2);
    assert.equal((await say(['runs', 'list', '--sttus', 'x'])).code, 2);
    await say(['workflows', 'add', 'letters.mmd']);
    const { run } = await json(['runs', 'start', 'letters']);
    await say(['tasks', 'claim', `${run}#1`, '--as', 'agent:w']);
    await say(['tasks', 'hold', `${run}#1`, 'Which one?', '--lease', '1', '--as', 'agent:w']);
    assert.equal((await say(['runs', 'wait', run, '--timeout', '5s'])).code, 3);
    assert.match((await say(['runs', 'show', run])).out, /On hold at A[\s\S]*runs resolve/);
    await say(['runs', 'cancel', run]);
    assert.equal((await say(['runs', 'wait', run])).code, 1);
    const nowhere = { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } };
    const gone = await say(['runs', 'list'], nowhere);
    assert.equal(gone.code, 4);
    assert.match(gone.err, /^store-unreachable:/);
    const sick = await say(['doctor'], nowhere);
    assert.equal(sick.code, 1);
    assert.match(sick.out, /bad +store/);
    const unread = await say(['doctor'], { env: { SIGNOFF_PROVIDER: 'sk-Canary-7' } });
    assert.equal(unread.code, 1);
    assert.match(unread.out, /bad +provider +Expected SIGNOFF_PROVIDER to be anthropic/);
    assert.doesNotMatch(unread.out, /Canary/);
  });

  test('the store is the one given, else of SIGNOFF_HOME, else of the project around the folder', async () => {
    using shop = workshop();
    mkdirSync(shop.path('inner'));
    const place = async (options: RunOptions, ...more: string[]) =>
      JSON.parse((await shop.say(['store', 'stats', '--json', ...more], options)).out).place as string;
    const own = join(shop.folder, '.signoff', 'signoff.db');
    assert.equal(await place({ cwd: shop.path('inner') }), own);
    assert.equal(await place({ env: { SIGNOFF_HOME: shop.path('home') } }), shop.path('home/signoff.db'));
    const given = ['--store', shop.path('x.db')];
    const missing = await shop.say(['store', 'stats', ...given]);
    assert.match(missing.err, /^store-unusable: There is no store at .*x\.db\./);
    await shop.say(['workflows', 'add', 'letters.mmd', ...given]);
    assert.equal(await place({ env: { SIGNOFF_HOME: shop.path('home') } }, ...given), shop.path('x.db'));
  });

  test('a new store of a project stays out of its repository', async () => {
    using project = folderOf({ 'package.json': '{}' });
    await signoffHere(['store', 'stats'], { cwd: project.folder, env: { DATABASE_URL: '', SIGNOFF_HOME: '' } });
    assert.equal(readFileSync(project.path('.signoff/.gitignore'), 'utf8'), '*\n');
    assert.ok(existsSync(project.path('.signoff/signoff.db')));
  });

  test('an export is imported from its file; store verify and migrate-to prove what they did', async () => {
    using shop = workshop();
    const { say } = shop;
    await say(['workflows', 'add', 'letters.mmd']);
    writeFileSync(shop.path('out.json'), (await say(['workflows', 'export', 'letters'])).out);
    const imported = await say(['workflows', 'import', 'out.json', '--store', 'second.db']);
    assert.match(imported.out, /Imported letters/);
    assert.match((await say(['store', 'verify'])).out, /^Proved: 1 history/);
    const elsewhere = await say(['store', 'verify', '--seal', 'ab'.repeat(32)]);
    assert.equal(elsewhere.code, 1);
    assert.match(elsewhere.out, /^Broken in 1 place.*\n {2}seals: Expected the seal abababababab, which was kept/);
    assert.match((await say(['store', 'migrate-to', 'third.db'])).out, /Copied .* to .*third\.db/);
    assert.match((await say(['store', 'migrate', '--print-sql'])).out, /CREATE TABLE runs/);
  });

  test('an agent is made when a diagram names it, described, changed and tried; its prompt is shown', async () => {
    using shop = workshop();
    const { say, json } = shop;
    assert.match((await say(['agents', 'list'])).out, /No agents\. Add one with: signoff agents add/);
    assert.match(
      (await say(['workflows', 'add', 'letters.mmd'])).out,
      /Created agent:writer without a prompt\. Configure it: /,
    );
    const limits = ['--cost-per-day', '2', '--timeout', '90s', '--tools', 'read_file,mail/*'];
    const edited = await say(['agents', 'edit', 'writer', '--prompt', 'You write.', '--model', 'm-1', ...limits]);
    assert.match(edited.out, /^Changed agent:writer, by whatever is found, m-1\.$/m);
    await say(['agents', 'edit', 'writer', '--no-model', '--no-cost-per-day', '--command', 'cat -u -']);
    const { model, limits: left, tools, provider } = await json(['agents', 'show', 'writer']);
    assert.deepEqual([model, left, tools], [null, { timeoutMs: 90_000 }, ['read_file', 'mail/*']]);
    assert.deepEqual(provider, { kind: 'command', command: ['cat', '-u', '-'] });
    assert.match((await say(['agents', 'list'])).out, /^writer +command: cat -u - +active$/m);
    const { run } = await json(['runs', 'start', 'letters', '--input', 'topic=keys']);
    const prompt = await say(['tasks', 'prompt', `${run}#1`]);
    assert.match(prompt.out, /── base ─+\n[\s\S]*── agent ─+\n[\s\S]*You write\.\n[\s\S]*Write about keys\./);
    assert.match((await say(['runs', 'calls', run])).out, /No agent was asked anything in this run\./);
    assert.match((await say(['agents', 'costs', '--by', 'agent'])).out, /no call has ended/);
    await say(['agents', 'edit', 'writer', '--provider', 'offline']);
    const tried = await say(['agents', 'test', 'writer']);
    assert.deepEqual([tried.code, /^no-writer +agent:writer by offline/.test(tried.out)], [1, true], tried.out);
    assert.equal((await say(['agents', 'remove', 'writer'])).code, 1);
    assert.match((await say(['agents', 'remove', 'writer', '--force'])).out, /1 open task of it/);
    assert.doesNotMatch((await say(['agents', 'add', '--help'])).out, /--no-model/);
  });

  test('help of a group names its verbs, and of a verb its options', async () => {
    assert.match((await signoffHere(['runs', '--help'])).out, /resolve \[options\] <run> <move>/);
    assert.match((await signoffHere(['help', 'tasks'])).out, /comment \[options\] <task> <text>/);
    assert.match((await signoffHere(['tasks', 'list', '--help'])).out, /--due-before <text>/);
  });
});

describe('signoff work', () => {
  test('does the actions of a module, says so, and ends in order on a signal', async () => {
    using shop = workshop({
      'adds.mmd': 'flowchart TD\n    A[Add]\n%% @A: { "action": "add" }\n',
      'code.mjs': 'export const code = { actions: { add: ({ input }) => ({ output: input.a + input.b }) } };\n',
    });
    await shop.say(['workflows', 'add', 'adds.mmd']);
    const { run } = await shop.json(['runs', 'start', 'adds', '--input', 'a=2', '--input', 'b=3']);
    let isWaiting = false;
    const worker = await shop.say(['work', '--code', 'code.mjs', '--capacity', '2'], {
      onOutput(_, kill) {
        if (isWaiting) return;
        isWaiting = true;
        void shop.say(['runs', 'wait', run, '--timeout', '30s']).finally(() => kill('SIGTERM'));
      },
    });
    assert.deepEqual([worker.code, worker.err], [0, '']);
    assert.match(worker.out, /^Working on .*: tasks, \d+ actions, agents by .* unless they say otherwise\. Ctrl-C/);
    assert.match(worker.out, /stops it\.\nFinishing tasks in progress\.\n$/);
    assert.deepEqual((await shop.json(['runs', 'show', run])).output, 5);
    assert.equal((await shop.json(['store', 'stats'])).processes, 0);
  });

  test('serves a saved view as its queue, oldest first, and leaves the rest alone', async () => {
    const flow = (name: string) =>
      `flowchart TD\n    A[Note]\n%% @workflow: { "name": "${name}" }\n%% @A: { "action": "note" }\n`;
    using shop = workshop({
      'ours.mmd': flow('ours'),
      'theirs.mmd': flow('theirs'),
      'code.mjs': `import { appendFileSync } from 'node:fs';
const note = ({ input: { n } }) => (appendFileSync('done.txt', n + ' '), { output: n });
export const code = { actions: { note } };
`,
    });
    await shop.say(['workflows', 'add', 'ours.mmd']);
    await shop.say(['workflows', 'add', 'theirs.mmd']);
    await shop.say(['views', 'save', 'mine', '--workflow', 'ours']);
    const start = async (workflow: string, n: number): Promise<string> =>
      (await shop.json(['runs', 'start', workflow, '--input', `n=${n}`])).run;
    await start('ours', 1);
    const other = await start('theirs', 2);
    await start('ours', 3);
    const last = await start('ours', 4);
    let isWaiting = false;
    const worker = await shop.say(['work', '--view', 'mine', '--code', 'code.mjs', '--capacity', '1'], {
      onOutput(_, kill) {
        if (isWaiting) return;
        isWaiting = true;
        void shop.say(['runs', 'wait', last, '--timeout', '30s']).finally(() => kill('SIGTERM'));
      },
    });
    assert.equal(worker.code, 0, worker.err);
    assert.match(worker.out, /tasks of the view "mine"/);
    assert.equal(readFileSync(shop.path('done.txt'), 'utf8'), '1 3 4 ');
    assert.equal((await shop.json(['runs', 'show', other])).status, 'running');
  });

  test('a view, code or capacity that is none is bad use', async () => {
    using shop = workshop({ 'empty.mjs': 'export default 7;\n' });
    for (const flags of [
      ['--view', 'nothing'],
      ['--code', 'empty.mjs'],
      ['--code', 'missing.mjs'],
      ['--capacity', 'many'],
    ]) {
      const { code, err } = await shop.say(['work', ...flags]);
      assert.equal(code, 2, flags.join(' '));
      assert.match(err, /Expected|There is no saved view/);
    }
  });
});
