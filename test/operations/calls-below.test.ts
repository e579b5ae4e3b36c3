// The calls of a run with those of the runs that it started, at all depths, on both stores.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { paintFor } from '../../src/cli/paint.ts';
import { outputLines } from '../../src/cli/show-output.ts';
import { envelope } from '../agents/agent-engine.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { openOffice } from '../support/operations.ts';
import { postgresOrSkip } from '../support/postgres.ts';

const LEAF = `flowchart TD
    A[Look] --> B[Write]
%% @workflow: { "name": "leaf" }
%% @A: { "prompt": "Look.", "agent": "asker" }
%% @B: { "prompt": "Write.", "agent": "asker" }
`;
const MIDDLE = 'flowchart TD\n    M[[Run: leaf]] --> N[[Run: leaf]]\n%% @workflow: { "name": "middle" }\n';
const TOP = `flowchart TD
    A[Begin] --> T[[Run: middle]]
%% @workflow: { "name": "top" }
%% @A: { "prompt": "Begin.", "agent": "asker" }
`;
const CALLS = ['top A', 'leaf A', 'leaf B', 'leaf A', 'leaf B'];

type Shown = Readonly<Record<'call' | 'cost' | 'run' | 'workflow' | 'step', never>>;

async function played(t: TestContext, kind: 'SQLite' | 'PostgreSQL') {
  const postgres = kind === 'SQLite' ? null : await postgresOrSkip(t);
  if (postgres === undefined) return null;
  const server = await startModelServer();
  const env = { ANTHROPIC_API_KEY: 'sk-canary', ANTHROPIC_BASE_URL: server.url, PATH: process.env.PATH ?? '' };
  const place = postgres === null ? {} : { place: await postgres.createDatabase() };
  const office = await openOffice({ env, asksAgents: true, processesWork: true, ...place });
  t.after(async () => {
    await office.close();
    await server.close();
  });
  await office.done('agents.add', { id: 'asker', provider: 'anthropic', model: 'claude-sonnet-4-5' });
  for (const source of [LEAF, MIDDLE, TOP]) await office.done('workflows.add', { source });
  // In binary, 0.003 + 0.006 + ... has more digits than any price.
  server.next(...CALLS.map((_, at) => answers.usage(envelope('x'), { in: 1000 * (at + 1) + 7, out: 3, cached: 0 })));
  const { run } = await office.done('runs.start', { workflow: 'top', input: {} });
  const { status } = await office.done('runs.wait', { run, timeout: '30s' });
  assert.equal(status, 'completed');
  return { office, run };
}

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  describe(`runs.calls on ${kind}`, () => {
    test('research3-D13: has the calls of child runs at all depths, in order, and what they cost', async (t) => {
      const found = await played(t, kind);
      if (found === null) return;
      const { office, run } = found;
      const { calls, total, steps } = await office.done('runs.calls', { run });
      assert.deepEqual(
        calls.map(({ workflow, step }: Shown) => `${workflow} ${step}`),
        CALLS,
      );
      assert.deepEqual(
        calls.map(({ call }: Shown) => call),
        [1, 2, 3, 4, 5],
      );
      assert.equal(new Set(calls.map((call: Shown) => call.run)).size, 3);
      const sum = calls.reduce((all: number, { cost }: { cost: number }) => all + cost, 0);
      assert.deepEqual([total.calls, total.cost], [5, Math.round(sum * 1e6) / 1e6]);
      assert.deepEqual(
        steps.map(({ workflow, step, calls: count }: Shown & { calls: number }) => [workflow, step, count]),
        [
          ['top', 'A', 1],
          ['leaf', 'A', 2],
          ['leaf', 'B', 2],
        ],
      );
      assert.equal((await office.done('runs.show', { run })).cost, total.cost);
      assert.equal((await office.done('agents.costs')).total.cost, total.cost);
      const own = await office.done('runs.calls', { run: calls[4].run });
      assert.deepEqual([own.calls.length, own.calls[1].call], [2, 2]);
    });

    test('research3-D13: pages through them, and shows one of a child run whole', async (t) => {
      const found = await played(t, kind);
      if (found === null) return;
      const { office, run } = found;
      const first = await office.done('runs.calls', { run, limit: 3 });
      const rest = await office.done('runs.calls', { run, limit: 3, after: first.next });
      assert.deepEqual([first.calls.length, first.next, rest.calls.length, rest.next], [3, 3, 2, null]);
      const whole = await office.done('runs.calls', { run, full: 3 });
      assert.deepEqual([whole.full.call, whole.calls.length, whole.calls[0].workflow], [3, 1, 'leaf']);
      assert.match(whole.full.prompt.layers.step, /Write\./);
      assert.match(await office.refused('unknown-call', 'runs.calls', { run, full: 6 }), /has no call 6; it has 5/);
      const screen = { paint: paintFor({}, {}), width: null, now: Date.now() };
      const table = outputLines('runs.calls', await office.done('runs.calls', { run }), screen).join('\n');
      assert.match(table, /^# +STEP +WORKFLOW +TASK /m);
      assert.match(table, /^5 +B +leaf +#2 +answered/m);
      assert.match(table, /^ {2}leaf A: .* in 2 calls/m);
    });
  });
