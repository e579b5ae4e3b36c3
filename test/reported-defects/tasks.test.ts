// What reviewers found about answering tasks, held work, printed commands and places of stores, each as they saw it.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { programName } from '../../src/cli/program-name.ts';
import { asStarted, startedAs } from '../../src/cli/started-as.ts';
import { StoreFault } from '../../src/errors.ts';
import { readNotices } from '../../src/notices/read-notices.ts';
import type { NoticeKind } from '../../src/ports/notices.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { ADA, BOB, enginesOnFile, eventsOf, start, stateOf, taskOf } from '../runtime/engines-on-file.ts';
import { openOffice } from '../support/operations.ts';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

const DRAFTED = `flowchart TD
  A[Draft] --> B{Good} -->|"output.score >= 80"| C(Sign)
  B -->|default| D(Mend)
%% @A: {"assignee": "agent:bot"}`;

for (const name of ['newcomer-M1', 'agents-D8', 'language-and-engine-D3']) {
  test(`${name}: a task that nobody holds is claimed and completed by its first answer, in one commit`, async (t) => {
    const engine = await enginesOnFile(t).open();
    const run = await start(engine, DRAFTED);
    const before = (await stateOf(engine, run)).number;
    const answered = await engine.answer(run, 1, { output: { score: 90 } }, ADA);
    assert.ok(answered.ok, JSON.stringify(answered));
    const events = (await eventsOf(engine, run)).filter(({ number }) => number > before);
    assert.deepEqual(
      events.slice(0, 2).map(({ type, actor }) => [type, actor]),
      [
        ['TaskClaimed', 'user:ada'],
        ['TaskCompleted', 'user:ada'],
      ],
    );
    const { commits } = await commitsOf(engine, run);
    assert.equal(commits.at(-1)?.first, before + 1, 'the claim and the answer are one commit');
    assert.equal((await taskOf(engine, run, 'C')).status, 'pending');
  });
}

test('a task that somebody else holds is not taken from them by an answer', async (t) => {
  const engine = await enginesOnFile(t).open();
  const run = await start(engine, DRAFTED);
  await engine.claim(run, 1, 'user:bob', 'person', BOB);
  const answered = await engine.answer(run, 1, { output: { score: 90 } }, ADA);
  assert.equal(answered.ok, false);
  assert.equal((await taskOf(engine, run, 'A')).lease?.worker, 'user:bob');
});

for (const name of ['agents-D20', 'language-and-engine-D2']) {
  test(`${name}: what an agent gives up is people's, with reason and draft, which can be taken`, async (t) => {
    const office = await openOffice();
    t.after(() => office.close());
    const run = await start(office.engine, DRAFTED);
    const agent = { actor: 'agent:bot', channel: 'mcp' } as const;
    const { lease = 0 } = await office.engine.claim(run, 1, 'agent:bot', 'outside', agent);
    const held = {
      type: 'HoldTask',
      task: 1,
      lease,
      code: 'agent-escalated',
      message: 'Who signs?',
      draft: { score: 90 },
    };
    assert.ok((await office.engine.send(run, held as never, agent)).ok);
    const { tasks } = await office.done('tasks.list', { people: true });
    assert.deepEqual(
      tasks.map((task: { task: string; status: string }) => [task.task, task.status]),
      [[`${run}#1`, 'on_hold']],
    );
    assert.deepEqual((await office.done('tasks.list', { workers: true })).tasks, []);
    const shown = await office.done('tasks.show', { task: `${run}#1` });
    assert.deepEqual([shown.hold.message, shown.draft], ['Who signs?', { score: 90 }]);
    assert.deepEqual(shown.hold.moves, ['take', 'retry', 'choose', 'skip', 'end']);
    await office.done('runs.resolve', { run, move: 'take' });
    // By the branch that the draft's score leads to, not by the one for nothing.
    assert.equal((await taskOf(office.engine, run, 'C')).status, 'pending');
    await office.refused('unknown-hold', 'runs.resolve', { run, move: 'take' });
  });
}

test('agents-D21: one task given up is one notice', async (t) => {
  const engine = await enginesOnFile(t).open();
  const run = await start(engine, DRAFTED);
  const held = { type: 'HoldTask', task: 1, code: 'agent-escalated', message: 'Who signs?' } as const;
  const { lease = 0 } = await engine.claim(run, 1, 'user:ada', 'person', ADA);
  assert.ok((await engine.send(run, { ...held, lease }, ADA)).ok);
  const { commits } = await commitsOf(engine, run);
  const notices = await Promise.all(
    commits.map((commit) => readNotices(engine.store, commit, new Set<NoticeKind>(['run-held']))),
  );
  assert.deepEqual(
    notices.flat().map(({ code }) => code),
    ['agent-escalated'],
  );
});

test('code-7: a notice tells when a task is due, however late it is read', async (t) => {
  const engine = await enginesOnFile(t).open();
  const run = await start(engine, `flowchart TD\n  A(Look) --> B(Again)\n%% @A: {"due": "2d"}`);
  const { commits } = await commitsOf(engine, run);
  const task = await taskOf(engine, run, 'A');
  await engine.answer(run, task.id, { output: null, verdict: 'approve' }, ADA);
  const [notice] = (
    await Promise.all(
      commits.map((commit) => readNotices(engine.store, commit, new Set<NoticeKind>(['task-assigned']))),
    )
  ).flat();
  assert.ok((notice?.due ?? 0) > Date.now(), JSON.stringify(notice));
});

test('newcomer-M2: a printed command begins as the program was started', async (t) => {
  const script = '/opt/tools/signoff';
  const name = (word: string | undefined, folder = '/srv/app') =>
    programName({ word, script, path: '/usr/bin:/usr/local/bin', folder });
  assert.equal(name('./signoff'), './signoff');
  assert.equal(name('/usr/local/bin/signoff'), 'signoff');
  assert.equal(name('/srv/app/node_modules/.bin/signoff'), 'npx signoff');
  assert.equal(name('../my tools/signoff'), "'../my tools/signoff'");
  assert.equal(name(undefined, '/opt/tools'), './signoff');
  assert.equal(name(undefined), script);
  startedAs('./signoff');
  t.after(() => startedAs('signoff'));
  assert.equal(
    asStarted('Run signoff store verify. signoff itself is fine.'),
    'Run ./signoff store verify. signoff itself is fine.',
  );
  const { out } = await signoffHere(['runs', 'list'], { env: { PATH: process.env.PATH ?? '' } });
  assert.match(out, new RegExp(`Start one with: ${root}/signoff runs start`));
});

test('torture-D7: an empty key is no key, and an endless one is refused', async (t) => {
  const office = await openOffice();
  t.after(() => office.close());
  await start(office.engine, DRAFTED);
  const first = await office.done('runs.start', { workflow: 'flow', input: {} }, { key: '' });
  const second = await office.done('runs.start', { workflow: 'flow', input: {} }, { key: '' });
  assert.notEqual(first.run, second.run);
  await office.refused('invalid-request', 'runs.start', { workflow: 'flow', input: {} }, { key: 'k'.repeat(120_000) });
});

test('torture-D8: an unknown scheme is refused without showing a password, and nothing is made', async (t) => {
  const folder = newFolder(t);
  const places = [
    ...['mysql://ada:secret@host/db', 'redis://x', 'file:x.db', 'sqlite:x.db', ':memory:'],
    ...[' postgres://ada:secret@host/db', 'postgres:/ada:secret@host/db', 'postgres:ada:secret@host/db'],
  ];
  for (const DATABASE_URL of places) {
    const { code, err } = await signoffHere(['runs', 'list'], { cwd: folder, env: { DATABASE_URL } });
    assert.equal(code, 4);
    assert.match(err, /store-unusable: Expected a file or a postgres:\/\/ address/);
    assert.doesNotMatch(err, /secret/);
  }
  assert.deepEqual(readdirSync(folder), []);
});

test('torture-D9: a folder that may not be written is said as such', async (t) => {
  const folder = newFolder(t);
  writeFileSync(join(folder, 'file'), '');
  // Under a file no folder can be made, by root neither.
  await assert.rejects(openSqliteStore({ path: join(folder, 'file', '.signoff', 'signoff.db') }), isUnusable);
  if (process.getuid?.() === 0) return;
  chmodSync(folder, 0o555);
  await assert.rejects(openSqliteStore({ path: join(folder, '.signoff', 'signoff.db') }), isUnusable);
});

test('torture-D12: only .signoff is made; a missing folder or a special file is no store', async (t) => {
  const folder = newFolder(t);
  await assert.rejects(openSqliteStore({ path: join(folder, 'mistyped', 'y.db') }), isUnusable);
  await assert.rejects(openSqliteStore({ path: join(folder, 'mistyped', '.signoff', 'y.db') }), isUnusable);
  await assert.rejects(openSqliteStore({ path: '/dev/null' }), isUnusable);
  await assert.rejects(openSqliteStore({ path: '/proc/x/y.db' }), isUnusable);
  mkdirSync(join(folder, 'a-folder'));
  await assert.rejects(openSqliteStore({ path: join(folder, 'a-folder') }), isUnusable);
  assert.deepEqual(readdirSync(folder), ['a-folder']);
  assert.ok(!existsSync('/dev/null-journal'));
  const store = await openSqliteStore({ path: join(folder, '.signoff', 'signoff.db') });
  await store.close();
  assert.ok(existsSync(join(folder, '.signoff', '.gitignore')));
});

function isUnusable(thrown: unknown): boolean {
  return thrown instanceof StoreFault && thrown.code === 'store-unusable';
}

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-trial-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function commitsOf(engine: Awaited<ReturnType<ReturnType<typeof enginesOnFile>['open']>>, run: string) {
  const { commits } = await engine.store.feed('', 1000);
  return { commits: commits.filter((commit) => commit.run === run) };
}
