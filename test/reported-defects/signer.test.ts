// Who signed: what was found wrong with names, signers and assignees, tried again as it was found.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { isPerson } from '../../src/engine/people.ts';
import { onBothStores } from '../guarantees/on-both-stores.ts';
import { openOffice } from '../support/operations.ts';
import { folderOf } from '../support/run-signoff.ts';
import { type RecordedEvent, signoffHere } from '../support/signoff-here.ts';
import { TerminalHere } from '../support/terminal-here.ts';

/** As the newcomer drew it. */
const FOUR_EYES = `flowchart TD
  A[Draft] --> B(Approve the draft)
  B -->|"output.verdict === 'reject'"| A
  B -->|default| C[Publish]
%% @B: { "shows": ["steps.A.output"], "fourEyes": true }`;

interface Place {
  readonly cwd: string;
  readonly home: string;
}

async function eventsIn(place: Place, run: string): Promise<readonly RecordedEvent[]> {
  const said = await signoffHere(['runs', 'events', run, '--json', '--limit', '1000'], place);
  return JSON.parse(said.out).events;
}

async function onlyRun(place: Place): Promise<string> {
  return JSON.parse((await signoffHere(['runs', 'list', '--json'], place)).out).runs[0].run;
}

/** Nobody who was not there is in the history. */
function signers(events: readonly RecordedEvent[]): string[] {
  return [...new Set(events.map(({ actor }) => actor))].filter((actor) => actor !== 'system');
}

describe('at a terminal', { concurrency: 2 }, () => {
  test('newcomer-B1: four eyes bar the starter; the task stays open and says how another answers', async () => {
    using files = folderOf({ 'four2.mmd': FOUR_EYES });
    const place = { cwd: files.folder, home: files.path('home') };
    using terminal = new TerminalHere(['run', 'four2.mmd'], { ...place, columns: 160 });
    await terminal.answers(/four2: Draft/, 'a draft');
    await terminal.sees(/"B" waits for someone else than user:local, who started the run or wrote what "B" shows/);
    const [, run] = await terminal.sees(/signoff tasks complete (run_\w+)#2 --verdict approve/);
    assert.equal(await terminal.exitCode(), 3, 'only others remain, so it is left open');
    const before = await eventsIn(place, run ?? '');
    assert.deepEqual(signers(before), ['user:local'], "what a person typed for an agent is theirs, not an agent's");
    const own = await signoffHere(['tasks', 'complete', `${run}#2`, '--verdict', 'approve'], place);
    assert.match(own.err, /^four-eyes: Expected someone else than user:local/);
    const other = await signoffHere(['tasks', 'complete', `${run}#2`, '--verdict', 'approve', '--as', 'jane'], place);
    assert.equal(other.code, 0, other.err);
    using again = new TerminalHere(['run', '--resume', run ?? ''], { ...place, columns: 160 });
    await again.answers(/four2: Publish/, 'published');
    assert.equal(await again.exitCode(), 0, again.text);
    const bound = (await eventsIn(place, run ?? '')).find(({ type }) => type === 'VerdictBound');
    assert.equal(bound?.actor, 'user:jane');
  });

  test("newcomer-B1: a gate for someone else is not asked here, and is nobody's who was not there", async () => {
    using files = folderOf({ 'lead.mmd': 'flowchart TD\n  G(Approve)\n%% @G: { "assignee": "user:lead" }\n' });
    const place = { cwd: files.folder, home: files.path('home') };
    using terminal = new TerminalHere(['run', 'lead.mmd', '--as', 'user:jane'], { ...place, columns: 160 });
    await terminal.sees(
      /"G" waits for user:lead\. They answer it with:[\s\S]*tasks reassign run_\w+#1 user:NAME --reason/,
    );
    assert.equal(await terminal.exitCode(), 3, terminal.text);
    assert.deepEqual(signers(await eventsIn(place, await onlyRun(place))), ['user:jane']);
  });

  test('newcomer-M8: the first verdict shows name and source, the second does not', async () => {
    using files = folderOf({ 'two.mmd': 'flowchart TD\n  A(First) --> B(Second)\n' });
    const place = { cwd: files.folder, home: files.path('home') };
    using terminal = new TerminalHere(['run', 'two.mmd', '--as', 'ada@acme.org'], { ...place, columns: 160 });
    for (const _ of [1, 2]) {
      await terminal.chooses(/Your verdict/, 'approve');
      await terminal.answers(/Comment/, '');
    }
    assert.equal(await terminal.exitCode(), 0, terminal.text);
    const signerLines = terminal.text.match(/You sign as user:ada@acme\.org, stated by OS user .+ \(from --as\)/g);
    assert.equal(signerLines?.length, 1, terminal.text);
  });
});

test('newcomer-B1: a rehearsal is marked in the list, in the run and in every event its answers made', async () => {
  using files = folderOf({
    'flow.mmd': `flowchart TD
  A[Draft] --> B(Approve) --> C(Lead approves) --> D(Two approve) --> E[[Run: child]]
%% @B: { "fourEyes": true }
%% @C: { "assignee": "user:lead" }
%% @D: { "approvals": { "need": 2 } }`,
    'child.mmd': 'flowchart TD\n  K(Look)\n',
    'answers.json': JSON.stringify({
      A: { output: 1 },
      ...Object.fromEntries(['B', 'C', 'D', 'child/K'].map((step) => [step, { output: 'approve' }])),
    }),
  });
  const place = { cwd: files.folder, home: files.path('home') };
  const said = await signoffHere(['run', 'flow.mmd', '--answers', 'answers.json', '--as', 'jane', '--json'], place);
  assert.equal(said.code, 0, said.out);
  const { run } = JSON.parse(said.out);
  const events = await eventsIn(place, run);
  assert.ok(events.every(({ actor, channel }) => actor === 'system' || channel === 'rehearsal'));
  const bound = events.flatMap(({ type, actor }) => (type === 'VerdictBound' || type === 'VoteCast' ? [actor] : []));
  assert.deepEqual(bound, ['user:rehearsal', 'user:lead', 'user:rehearsal', 'user:rehearsal-2', 'user:rehearsal-2']);
  for (const more of [[], ['--parent', run]]) {
    const listed = await signoffHere(['runs', 'list', ...more], place);
    assert.equal(listed.out.match(/\(rehearsal\)/g)?.length, 1, listed.out);
  }
  assert.match((await signoffHere(['runs', 'show', run], place)).out, /flow \(rehearsal\)/);
  const history = (await signoffHere(['runs', 'events', run], place)).out;
  assert.match(history, /VerdictBound +user:lead, stated by OS user .* \(from --as\), rehearsal/);
  const fork = JSON.parse((await signoffHere(['runs', 'fork', run, '--at', '2', '--json'], place)).out);
  assert.equal(fork.rehearsal, true);
  // A run that began in earnest is not signed by a file for others.
  const real = JSON.parse((await signoffHere(['run', 'flow.mmd', '--as', 'jane', '--json'], place)).out).run;
  const resumed = await signoffHere(['run', '--resume', real, '--answers', 'answers.json', '--as', 'jane'], place);
  assert.match(resumed.out, /Expected someone else than user:jane/);
});

test("newcomer-M8: signoff whoami says name, source and OS user; the project's own file is never asked", async () => {
  using files = folderOf({ 'signoff.config.json': '{}', 'package.json': '{}' });
  writeFileSync(files.path('signoff.config.json'), '{ "user": "user:everybody" }');
  mkdirSync(join(files.folder, 'config', 'signoff'), { recursive: true });
  const git = {
    GIT_CONFIG_GLOBAL: files.path('gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
    XDG_CONFIG_HOME: files.path('config'),
  };
  const env = { SIGNOFF_USER: '', HOME: files.folder, ...git };
  const who = async (...flags: string[]) => {
    const { out } = await signoffHere(['whoami', '--json', ...flags], { cwd: files.folder, env });
    return JSON.parse(out);
  };
  const os = await who();
  assert.deepEqual([os.source, os.name], ['os', `user:${os.osUser}`]);
  writeFileSync(git.GIT_CONFIG_GLOBAL, '[user]\n\temail = ada@acme.org\n');
  assert.deepEqual(await who(), { name: 'user:ada@acme.org', source: 'git', osUser: os.osUser });
  writeFileSync(join(files.folder, 'config', 'signoff', 'settings.json'), '{ "user": "bo" }');
  assert.deepEqual(await who(), { name: 'user:bo', source: 'settings', osUser: os.osUser });
  assert.deepEqual(await who('--as', 'cy'), { name: 'user:cy', source: 'flag', osUser: os.osUser });
  const text = await signoffHere(['whoami'], { cwd: files.folder, env: { ...env, SIGNOFF_USER: 'dee' } });
  assert.equal(text.out, `user:dee, stated by OS user ${os.osUser} (from SIGNOFF_USER)\n`);
});

test('torture-D10: what is no name is refused wherever a name is given, and nothing is done', async () => {
  using files = folderOf({ 'a.mmd': 'flowchart TD\n  G(Approve)\n' });
  const place = { cwd: files.folder, home: files.path('home') };
  const run = JSON.parse((await signoffHere(['run', 'a.mmd', '--json'], place)).out).run;
  const wrong = ['root', 'system', 'user:', 'user:a\u001b[31mb', 'team:board'];
  const said = await Promise.all(wrong.map((as) => signoffHere(['runs', 'cancel', run, '--as', as], place)));
  for (const { code, err } of said) {
    assert.equal(code, 2, err);
    assert.match(err, /^signoff: Expected .* found ".*" in --as\. Write for example user:ada/);
    assert.ok(!err.includes('\u001b[31mb'));
  }
  const others = await Promise.all([
    signoffHere(['run', 'a.mmd', '--as', 'system'], place),
    signoffHere(['prd', 'x', '--as', 'agent:writer'], place),
    signoffHere(['chat', `${run}#1`, '--as', 'user:'], place),
    signoffHere(['runs', 'cancel', run], { ...place, env: { SIGNOFF_USER: 'system' } }),
  ]);
  for (const { code, err } of others) assert.equal(code, 2, err);
  assert.match(others[1]?.err ?? '', /Expected a person, user:NAME, found agent:writer from --as/);
  assert.equal(JSON.parse((await signoffHere(['runs', 'list', '--json'], place)).out).runs.length, 1);
});

describe('through operations', () => {
  const LEAD =
    'flowchart TD\n  G(Approve) --> V(Vote)\n%% @G: {"assignee": "user:lead"}\n%% @V: {"approvals": {"need": 2}}';

  test('newcomer-M9: an assignee binds; the way out is to reassign it, with a reason', async () => {
    const office = await openOffice();
    try {
      const { run } = await started(office);
      const task = `${run}#1`;
      const answer = { task, verdict: 'approve' };
      const message = await office.refused('not-the-assignee', 'tasks.complete', answer, { actor: 'user:local' });
      assert.ok(message.includes(`user:lead`) && message.includes(`signoff tasks reassign ${task} user:NAME --reason`));
      await office.refused('not-the-assignee', 'tasks.complete', answer, { actor: 'user:nobody-at-all' });
      await office.refused('not-the-assignee', 'tasks.claim', { task }, { actor: 'user:local' });
      await office.refused('invalid-request', 'tasks.reassign', { task, assignee: 'user:jane' });
      await office.refused('invalid-request', 'tasks.reassign', { task, assignee: 'user:jane', reason: '  ' });
      await office.refused('invalid-request', 'tasks.reassign', { task, assignee: 'user:', reason: 'away' });
      await office.done('tasks.reassign', { task, assignee: 'jane', reason: 'The lead is away.' });
      await office.refused('not-the-assignee', 'tasks.complete', answer, { actor: 'user:lead' });
      await office.done('tasks.complete', answer, { actor: 'user:jane' });
      const shown = await office.done('tasks.show', { task });
      assert.deepEqual([shown.verdict, shown.by, shown.signed[0].actor], ['approve', 'user:jane', 'user:jane']);
    } finally {
      await office.close();
    }
  });

  test('newcomer-B1: one person casts one vote', async () => {
    const office = await openOffice();
    try {
      const { run } = await started(office);
      await office.done('tasks.complete', { task: `${run}#1`, verdict: 'approve' }, { actor: 'user:lead' });
      const vote = { task: `${run}#2`, verdict: 'approve' };
      await office.done('tasks.complete', vote, { actor: 'user:bo' });
      await office.refused('voted-already', 'tasks.complete', vote, { actor: 'user:bo' });
      await office.done('tasks.complete', vote, { actor: 'user:cy' });
      assert.equal((await office.done('runs.show', { run })).status, 'completed');
    } finally {
      await office.close();
    }
  });

  test('torture-D12: an agent cannot claim a gate', async () => {
    const office = await openOffice();
    try {
      const { run } = await started(office);
      const message = await office.refused(
        'person-expected',
        'tasks.claim',
        { task: `${run}#1` },
        { actor: 'agent:x' },
      );
      assert.match(message, /a person's to decide, found agent:x\. Nothing was changed\./);
    } finally {
      await office.close();
    }
  });

  async function started(office: Awaited<ReturnType<typeof openOffice>>): Promise<{ run: string }> {
    await office.done('workflows.add', { source: LEAD, name: 'lead' });
    return office.done('runs.start', { workflow: 'lead' });
  }
});

onBothStores(
  'newcomer-B1: how a name was stated survives a pause and a run that many processes answer',
  async (site) => {
    const VOTERS = 8;
    const stored = await site.add('votes', `graph TD\n  G(Vote)\n%% @G: { "approvals": { "need": ${VOTERS} } }`);
    const engines = [await site.engine(), await site.engine()] as const;
    const run = await site.start(engines[0], stored);
    const by = (at: number) => {
      return { actor: `user:v${at}`, channel: 'cli', stated: { source: 'settings', osUser: `os${at}` } } as const;
    };
    const vote = (at: number) =>
      engines[at % 2 === 0 ? 0 : 1].send(run, { type: 'CastVote', task: 1, verdict: 'approve' }, by(at));
    await engines[0].send(run, { type: 'PauseRun', reason: 'lunch' }, by(0));
    assert.ok((await vote(0)).ok);
    await engines[0].send(run, { type: 'ResumeRun', reason: 'back' }, { actor: 'user:boss', channel: 'cli' });
    const voted = await Promise.all(Array.from({ length: VOTERS - 1 }, (_, at) => vote(at + 1)));
    assert.ok(voted.every(({ ok }) => ok));
    const events = await site.events(engines[0], run, 'VoteCast', 'VerdictBound');
    assert.equal(events.length, VOTERS + 1);
    for (const { actor, data } of events)
      assert.deepEqual(data.stated, { source: 'settings', osUser: `os${actor.slice(6)}` });
    assert.ok(events.every(({ actor }) => isPerson(actor)));
  },
);
