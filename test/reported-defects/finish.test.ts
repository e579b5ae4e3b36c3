// A run finishes what it can: the reviewers' reproductions of runs that were left too early, or never came to an end.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Command } from '../../src/engine/commands.ts';
import { readNotices } from '../../src/notices/read-notices.ts';
import { outageFindings } from '../../src/operations/doctor.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { envelope } from '../agents/agent-engine.ts';
import { ADA, approve, onBothStores } from '../guarantees/on-both-stores.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { openOffice } from '../support/operations.ts';
import { folderOf } from '../support/run-signoff.ts';
import { addAgent, agentsIn, agentsOn, drive } from './finish-site.ts';

const PR_REVIEW = readFileSync(new URL('../../examples/pr-review/workflow.mmd', import.meta.url), 'utf8');
const FILES = Array.from({ length: 20 }, (_, at) => ({ path: `src/file-${at}.ts`, additions: 1, deletions: 0 }));

const review = ({ texts }: { readonly texts: readonly string[] }): string => {
  const said = texts.join('\n');
  if (said.includes('Get list of changed files')) return envelope({ files: FILES });
  return envelope({ score: 90, issues: [] });
};

onBothStores('agents-D1: a run without a terminal does all 20 items', async (site, t) => {
  const server = await startModelServer(review);
  t.after(() => server.close());
  await addAgent(site, 'clerk');
  const workflow = await site.add('pr', PR_REVIEW);
  const agents = await agentsOn(t, site, server);
  const { driver, run, stopped } = await drive(site, agents, { workflow, input: { prNumber: 7 } });
  assert.equal(stopped, null);
  const items = driver.runOf(run).events.filter(({ type }) => type === 'BranchSettled');
  assert.equal(items.length, FILES.length);
  assert.equal((await site.row(run)).status, 'completed');
});

const WRITE = 'flowchart TD\n  A[Write it]\n%% @A: {"prompt": "Write.", "retry": {"attempts": 3, "wait": 0.05}';
const ONE = `${WRITE}}`;
const EACH = 'flowchart TD\n  C[[Each: Write]] --> D[Join]\n%% @C: {"itemsPath": "run.input", "prompt": "Write."';

onBothStores('agents-D2: a run waits for a provider that says when, and tells until when', async (site, t) => {
  const server = await startModelServer(() => envelope('done'));
  t.after(() => server.close());
  server.next(answers.rateLimited({ 'retry-after': '1' }));
  const workflow = await site.add('one', ONE);
  const { run, stopped, waited } = await drive(site, await agentsOn(t, site, server), { workflow, input: {} });
  assert.equal(stopped, null);
  assert.equal((await site.row(run)).status, 'completed');
  assert.match(waited.join('\n'), /task "A" of one: rate limited by anthropic, again in (?:1 s|\d+ ms)/);
});

onBothStores('agents-D2: a run waits for an open breaker', async (site, t) => {
  const server = await startModelServer(() => envelope('done'));
  t.after(() => server.close());
  server.next(...Array.from({ length: 4 }, () => answers.overloaded()));
  const workflow = await site.add('one', ONE);
  const { driver, run, stopped, waited } = await drive(site, await agentsOn(t, site, server), { workflow, input: {} });
  assert.equal(stopped, null);
  assert.equal((await site.row(run)).status, 'completed');
  assert.match(waited.join('\n'), /task "A" of one: anthropic is down \(overloaded\), again in/);
  // The third opened the breaker and the fourth met it: neither is an attempt.
  const attempts = driver.runOf(run).events.filter(({ type }) => type === 'AttemptFailed');
  assert.equal(attempts.length, 2);
});

async function closeAll(engine: Engine, ...others: readonly { close(): Promise<void> }[]): Promise<void> {
  await engine.close(0);
  for (const each of others) await each.close();
}

test('agents-D9: an outage is reported as long as it lasts, each longer opening of the breaker too', async (t) => {
  using folder = folderOf({});
  const server = await startModelServer(() => answers.overloaded());
  const store = await openSqliteStore({ path: folder.path('signoff.db') });
  const agents = await agentsIn(t, store, server);
  const engine = await openEngine({ store, role: 'work', processesWork: true, agents });
  await using _ = { [Symbol.asyncDispose]: () => closeAll(engine, store, server) };
  const workflow = await addDiagram(store, 'one.mmd', ONE, ADA);
  if (typeof workflow === 'string') assert.fail(workflow);
  await engine.start(workflow, {}, { by: ADA });
  const untils = new Set<number>();
  const sinces = new Set<number>();
  while (untils.size < 3) {
    const [outage] = await store.shared('outage/');
    if (outage !== undefined) untils.add(Number(outage.content.until));
    if (outage !== undefined) sinces.add(Number(outage.content.since));
    // From the first opening on there is no moment at which nothing is reported.
    if (untils.size > 0) assert.equal((await outageFindings(store, Date.now())).length, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(sinces.size, 1, 'since when it is down does not move');
  const [finding] = await outageFindings(store, Date.now());
  assert.match(finding?.message ?? '', /^anthropic is down since .*: overloaded\./);
});

onBothStores('agents-D12: a call that runs into its timeout is always an attempt', async (site, t) => {
  const server = await startModelServer(() => answers.broken('never'));
  t.after(() => server.close());
  await addAgent(site, 'slow', { limits: { timeoutMs: 300 } });
  const workflow = await site.add('one', `${WRITE}, "assignee": "agent:slow"}`);
  const { driver, run, stopped } = await drive(site, await agentsOn(t, site, server), { workflow, input: {} });
  assert.equal(stopped, null);
  assert.equal((await site.row(run)).status, 'on_hold');
  const { events, state } = driver.runOf(run);
  // On a busy machine a call may time out before it has reached the server.
  assert.ok(server.requests.length >= 1 && server.requests.length <= 3, `${server.requests.length} requests`);
  assert.equal(events.filter(({ type }) => type === 'AttemptFailed').length, 3);
  assert.deepEqual(
    [...state.holds.values()].map(({ code }) => code),
    ['step-failed'],
  );
});

const ITEMS = Array.from({ length: 20 }, (_, at) => at);

onBothStores('agents-D13: what a wrong key holds is retried together, without numbers', async (site, t) => {
  let isGood = false;
  const server = await startModelServer(() => (isGood ? envelope('done') : answers.wrongKey(403)));
  t.after(() => server.close());
  const workflow = await site.add('each', `${EACH}}`);
  const agents = await agentsOn(t, site, server);
  const first = await drive(site, agents, { workflow, input: ITEMS });
  const held = [...first.driver.runOf(first.run).state.holds.values()];
  assert.ok(held.length > 1, 'expected a hold for each item that was asked for');
  assert.deepEqual([...new Set(held.map(({ cause }) => cause))], ['bad-key anthropic']);
  isGood = true;
  const engine = await site.engine({ processesWork: false });
  const command = { type: 'ResolveHold', hold: held[0]?.id ?? 0, move: 'retry', reason: 'new key', together: true };
  assert.equal((await engine.send(first.run, command as Command, ADA)).ok, true);
  assert.equal((await engine.view(first.run))?.state.holds.size, 0);
  await drive(site, agents, first.run);
  assert.equal((await site.row(first.run)).status, 'completed');
});

onBothStores('agents-D13: they go on by themselves once the key works', async (site, t) => {
  let isGood = false;
  const server = await startModelServer(() => (isGood ? envelope('done') : answers.wrongKey()));
  t.after(() => server.close());
  const workflow = await site.add('each', `${EACH}}`);
  const { run } = await drive(site, await agentsOn(t, site, server), { workflow, input: ITEMS });
  const asked = server.requests.length;
  // A process that starts tries one of them. It helps nothing yet, and the others are not asked.
  await drive(site, await agentsOn(t, site, server), run);
  assert.equal(server.requests.length, asked + 1);
  assert.equal((await site.row(run)).status, 'on_hold');
  isGood = true;
  await drive(site, await agentsOn(t, site, server), run);
  assert.equal((await site.row(run)).status, 'completed');
});

onBothStores('agents-D13: they go on by themselves once the budget of the day is raised', async (site, t) => {
  const server = await startModelServer(() => answers.usage(envelope('done'), { in: 10, out: 10, cached: 0 }));
  t.after(() => server.close());
  const limits = { maxOutputTokens: 1000 };
  await addAgent(site, 'dear', { model: 'claude-sonnet-4-5', limits: { ...limits, costPerDay: 0.000001 } });
  const workflow = await site.add('each', `${EACH}, "assignee": "agent:dear"}`);
  const agents = await agentsOn(t, site, server);
  const engine = await site.engine({ agents });
  const run = await site.start(engine, workflow, ITEMS);
  await site.until(run, 'a run on hold', ({ status }) => status === 'on_hold');
  assert.equal(server.requests.length, 0);
  await addAgent(site, 'dear', { model: 'claude-sonnet-4-5', limits: { ...limits, costPerDay: 100 } });
  await site.ended(run);
  assert.equal((await site.row(run)).status, 'completed');
});

onBothStores("agents-D30: a run does its own work and its children's, and nobody else's", async (site, t) => {
  const server = await startModelServer(() => envelope('done'));
  t.after(() => server.close());
  const other = await site.add('other', ONE);
  await site.add('child', ONE.replaceAll('A', 'K'));
  const workflow = await site.add(
    'main',
    'flowchart TD\n  A[Write it] --> P[[Run: child]]\n%% @A: {"prompt": "Write."}',
  );
  const idle = await site.engine({ processesWork: false });
  const left = await site.start(idle, other);
  const { run, stopped } = await drive(site, await agentsOn(t, site, server), { workflow, input: {} });
  assert.equal(stopped, null);
  assert.equal((await site.row(run)).status, 'completed');
  assert.equal(server.requests.length, 2, 'its own step and that of its subflow');
  assert.deepEqual(
    (await site.store.listTasks({ run: left }, { limit: 9 })).items.map(({ status }) => status),
    ['pending'],
  );
});

onBothStores('agents-D21: a task given up to a person is one notice', async (site) => {
  const engine = await site.engine({ processesWork: false });
  const run = await site.start(engine, await site.add('one', ONE));
  await engine.claim(run, 1, 'agent:x', 'outside', ADA);
  const held = { type: 'HoldTask', task: 1, lease: 1, code: 'escalated', message: 'Not mine to say.' } as const;
  assert.equal((await engine.send(run, held, ADA)).ok, true);
  const row = await site.row(run);
  const commits = await site.store.commitsOf(row.key, 0, 100);
  const notices = await Promise.all(
    commits.map((commit) => readNotices(site.store, { ...commit, run, runKey: row.key }, new Set(['run-held']))),
  );
  assert.deepEqual(
    notices.flat().map(({ kind, message }) => [kind, message]),
    [['run-held', 'Not mine to say.']],
  );
});

test('agents-D13: runs resolve needs no number where all holds have one cause', async () => {
  const office = await openOffice();
  try {
    const source = 'flowchart TD\n  S([START]) --> A[Write] & B[Read] & C[Draw]';
    const workflow = await addDiagram(office.store, 'three.mmd', source, ADA);
    if (typeof workflow === 'string') assert.fail(workflow);
    const started = await office.engine.start(workflow, {}, { by: ADA });
    const run = started.ok ? started.run : assert.fail('not started');
    for (const [task, cause] of [
      [1, 'bad-key x'],
      [2, 'bad-key x'],
      [3, 'bad-key y'],
    ] as const) {
      await office.engine.claim(run, task, 'agent:x', 'outside', ADA);
      const held = { type: 'HoldTask', task, lease: 1, code: 'bad-key', message: `Of ${task}.`, cause } as const;
      assert.equal((await office.engine.send(run, held, ADA)).ok, true);
    }
    const said = await office.refused('unknown-hold', 'runs.resolve', { run, move: 'retry' });
    assert.match(
      said,
      /The holds have 2 different causes: 1 \(task-held at A, and 1 of the same cause\), 3 \(task-held/,
    );
    await office.done('runs.resolve', { run, move: 'retry', hold: 3 });
    await office.done('runs.resolve', { run, move: 'retry' });
    const { status, holds, waitsFor } = await office.done('runs.show', { run });
    assert.deepEqual([status, holds], ['running', []]);
    // Nobody works on this store.
    assert.equal(waitsFor[0].text, 'task "A" of three, which no process here does');
  } finally {
    await office.close();
  }
});

onBothStores('language-and-engine-D1: a migrated run can be forked from before its migration', async (site) => {
  const engine = await site.engine();
  const before = await site.add('two', 'flowchart TD\n  A(Ask) --> B(Then)');
  const run = await site.start(engine, before);
  const after = await site.add('two', 'flowchart TD\n  A(Ask) --> C(Otherwise)');
  const { head } = await site.row(run);
  assert.ok((await engine.migrate(run, after, {}, 'Better.', ADA)).ok);
  const forked = await engine.fork(run, head, ADA);
  assert.ok(forked.ok, JSON.stringify(forked));
  for (const step of ['A', 'B']) {
    const [task] = await site.openTasks(forked.run);
    assert.equal(task?.step, step);
    assert.ok((await engine.send(forked.run, approve(task?.task ?? 0), ADA)).ok);
  }
  assert.equal((await site.row(forked.run)).status, 'completed');
});
