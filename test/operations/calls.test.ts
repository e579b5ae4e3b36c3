// What agents were asked and what it cost: the prompt of a task, the calls of a run, sums by day and agent.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { paintFor } from '../../src/cli/paint.ts';
import { outputLines } from '../../src/cli/show-output.ts';
import { envelope } from '../agents/agent-engine.ts';
import { answers } from '../support/model-answer.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { atTheGate, type Office, openOffice } from '../support/operations.ts';

const TWO = `flowchart TD
    A[Look] --> B[Write]
%% @workflow: { "name": "pair" }
%% @A: { "prompt": "Look at {{run.input.topic}}.", "agent": "looker", "tools": ["list_files"] }
%% @B: { "prompt": "Write it.", "agent": "writer", "retry": { "attempts": 2, "wait": 0.05 } }
`;

describe('calls', () => {
  let office: Office;
  let server: ModelServer;
  let run: string;
  before(async () => {
    server = await startModelServer();
    const env = { ANTHROPIC_API_KEY: 'sk-canary', ANTHROPIC_BASE_URL: server.url, PATH: process.env.PATH ?? '' };
    office = await openOffice({ env, asksAgents: true, processesWork: true });
    await office.done('agents.add', { id: 'looker', provider: 'anthropic', model: 'claude-sonnet-4-5' });
    await office.done('agents.add', { id: 'writer', provider: 'anthropic', model: 'model-without-price' });
    await office.done('workflows.add', { source: TWO });
    server.next(
      answers.tools({ id: 'c1', name: 'list_files', input: {} }),
      answers.usage(envelope('x'.repeat(2000)), { in: 1000, out: 100, cached: 200 }),
      { status: 400, error: { message: 'no such thing', type: 'invalid_request_error' } },
      answers.usage(envelope('never'), null),
    );
    run = (await office.done('runs.start', { workflow: 'pair', input: { topic: 'locks' } })).run;
    await office.done('runs.wait', { run, timeout: '20s' });
  });
  after(async () => {
    await office.close();
    await server.close();
  });

  test('are listed with whom they asked, what they cost and what came', async () => {
    const { calls, total, steps, next, full } = await office.done('runs.calls', { run });
    const brief = calls.map((call: Record<string, unknown>) => [call.call, call.step, call.agent, call.status]);
    assert.deepEqual(brief.slice(0, 3), [
      [1, 'A', 'looker', 'answered'],
      [2, 'A', 'looker', 'answered'],
      [3, 'B', 'writer', 'failed'],
    ]);
    assert.deepEqual([calls[0].tools[0].name, calls[0].tools[0].isError], ['list_files', false]);
    assert.deepEqual(calls[1].tokens, { in: 1000, out: 100, cached: 200 });
    assert.equal(calls[1].cost, (800 * 3 + 200 * 0.3 + 100 * 15) / 1e6);
    assert.equal(calls[1].task, `${run}#1`);
    assert.match(calls[1].promptRef, /^sha256:/);
    assert.match(calls[1].replyRef, /^sha256:/);
    assert.equal(calls[2].fault.code, 'bad-request');
    assert.deepEqual([total.calls, next, full], [calls.length, null, null]);
    assert.equal(steps[0].cost + steps[1].cost, total.cost);
    assert.deepEqual([steps[0].step, steps[0].calls, steps[0].unknown], ['A', 2, 0]);
  });

  test('are given page by page, and one of them whole', async () => {
    const first = await office.done('runs.calls', { run, limit: 1 });
    assert.deepEqual([first.calls.length, first.next], [1, 1]);
    const second = await office.done('runs.calls', { run, limit: 1, after: first.next });
    assert.equal(second.calls[0].call, 2);
    const whole = await office.done('runs.calls', { run, full: '1' });
    assert.deepEqual([whole.calls.length, whole.full.call], [1, 1]);
    assert.match(whole.full.prompt.layers.step, /Look at locks\./);
    assert.deepEqual(whole.full.reply.toolCalls[0].name, 'list_files');
    assert.deepEqual(whole.full.tools[0].input, {});
    assert.match(String(whole.full.tools[0].result), /file/i);
    assert.match(await office.refused('unknown-call', 'runs.calls', { run, full: 99 }), /has no call 99; it has 3/);
  });

  test('are summed by day, agent, workflow, provider and model', async () => {
    const { total } = await office.done('runs.calls', { run });
    for (const by of ['day', 'workflow', 'provider'] as const) {
      const costs = await office.done('agents.costs', { by });
      assert.deepEqual([costs.rows.length, costs.total], [1, total], by);
    }
    const { rows } = await office.done('agents.costs', { by: 'agent' });
    assert.deepEqual(
      rows.map(({ name, calls }: { name: string; calls: number }) => [name, calls]),
      [
        ['looker', 2],
        ['writer', total.calls - 2],
      ],
    );
    assert.equal((await office.done('agents.costs', { agent: 'agent:looker' })).total.calls, 2);
    assert.deepEqual((await office.done('agents.costs', { to: '2020-01-01' })).rows, []);
    await office.refused('invalid-request', 'agents.costs', { from: '2027-01-02', to: '2027-01-01' });
    const shown = await office.done('agents.show', { id: 'looker' });
    assert.deepEqual([shown.today.calls, shown.inAll.cost], [2, rows[0].cost]);
    assert.equal((await office.done('agents.list')).agents[0].today.calls, 2);
  });

  test('read well: a table and sums, one call under rules, costs in dollars or "unknown"', async () => {
    const lines = async (name: string, input: object, width: number | null = null): Promise<string> =>
      outputLines(name, await office.done(name, input), { paint: paintFor({}, {}), width, now: Date.now() }).join('\n');
    const table = await lines('runs.calls', { run });
    assert.match(
      table,
      /^2 +A +#1 +answered +\$0\.004 +1,000 \(200\) +100 .*looker +anthropic claude-sonnet-4-5 +SUCCESS/m,
    );
    assert.match(table, /^3 +B +#2 +bad-request +\$0 /m);
    assert.match(table, /^In all: \$[\d.]+ in \d calls/m);
    const full = await lines('runs.calls', { run, full: 1 });
    assert.match(full, /── layer base ─+\n[\s\S]*── layer step ─+\n[\s\S]*Look at locks\.[\s\S]*── reply ─+\n/);
    assert.match(full, /── tool list_files was given ─/);
    assert.match(await lines('agents.costs', { by: 'model' }), /^claude-sonnet-4-5 +\$[\d.]+ +2 /m);
    assert.match(await lines('runs.show', { run }), /^agents: \$[\d.]+, [\d,]+ tokens in \d calls/m);
    const rows = (await lines('runs.calls', { run }, 80)).split('\n').filter((line) => /^[#\d]/.test(line));
    assert.deepEqual([rows.length, Math.max(...rows.map((line) => line.length)) <= 80], [4, true]);
  });

  test('of a run are part of what it shows', async () => {
    const { total } = await office.done('runs.calls', { run });
    const shown = await office.done('runs.show', { run });
    assert.deepEqual([shown.cost, shown.calls], [total.cost, total.calls]);
  });
});

test('a call whose end nobody wrote down is of unknown cost, not of none', async () => {
  const office = await openOffice();
  try {
    const run = await atTheGate(office);
    const { run: other } = await office.done('runs.start', { workflow: 'letters', input: { topic: 'keys' } });
    const { lease } = await office.done('tasks.claim', { task: `${other}#1` }, { actor: 'agent:writer' });
    const asked = { agent: 'writer', provider: 'anthropic', model: null, purpose: 'turn' as const, tokens: 9 };
    const begin = { type: 'BeginCall', task: 1, lease, ...asked, prompt: 'short', cost: 0.1 } as const;
    const sent = await office.engine.send(other, begin, { actor: 'agent:writer', channel: 'engine' });
    assert.equal(sent.ok, true);
    const { calls, total } = await office.done('runs.calls', { run: other });
    assert.deepEqual(
      [calls[0].status, calls[0].cost, calls[0].promptRef, total.cost, total.unknown],
      ['unanswered', null, null, 0, 1],
    );
    assert.equal((await office.done('runs.calls', { run: other, full: 1 })).full.prompt, 'short');
    assert.deepEqual((await office.done('runs.calls', { run })).calls, []);
  } finally {
    await office.close();
  }
});

describe('tasks.prompt', () => {
  test('shows the layers as they would be sent, with whom they would be sent to', async () => {
    const office = await openOffice();
    try {
      await atTheGate(office);
      await office.done('agents.edit', { id: 'writer', prompt: 'You write plainly.', model: 'm-1' });
      const { run } = await office.done('runs.start', { workflow: 'letters', input: { topic: 'locks' } });
      const shown = await office.done('tasks.prompt', { task: `${run}#1` });
      assert.deepEqual(
        [shown.task, shown.step, shown.agent, shown.provider, shown.model, shown.leftOut],
        [`${run}#1`, 'A', 'writer', 'offline', 'm-1', []],
      );
      assert.deepEqual(
        shown.layers.map(({ name }: { name: string }) => name),
        ['base', 'agent', 'step', 'context'],
      );
      assert.match(shown.layers[1].text, /You write plainly\.$/);
      assert.match(shown.layers[2].text, /Write about locks\./);
      assert.ok(shown.tokens > 100);
    } finally {
      await office.close();
    }
  });

  test('is refused for tasks of people, ended tasks and those that are none', async () => {
    const office = await openOffice();
    try {
      const run = await atTheGate(office);
      assert.match(await office.refused('not-an-agents-task', 'tasks.prompt', { task: `${run}#2` }), /for a person/);
      assert.match(await office.refused('task-not-open', 'tasks.prompt', { task: `${run}#1` }), /runs calls/);
      await office.refused('unknown-task', 'tasks.prompt', { task: `${run}#9` });
    } finally {
      await office.close();
    }
  });
});
