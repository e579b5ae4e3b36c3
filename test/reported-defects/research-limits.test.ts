// What a research run says at a limit: why it ended, what was done and what was not, and what costs before it starts.

import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readValue } from '../../src/engine/value.ts';
import type { JsonObject } from '../../src/json.ts';
import { create_output } from '../../src/systems/research/merger.ts';
import { decide } from '../../src/systems/research/supervisor.ts';
import { startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { CALL_USAGE, researchReply, workerOf } from '../systems/research-model.ts';
import { begin, finish, openPaid, type PaidRuns } from '../systems/research-paid.ts';

const NOTE = 'Consider lowering quality threshold or increasing budget';
/** As the model of these tests calls them: what it does not know is the formatter of citations. */
const QUALITY = ['problems', 'editor', 'fact_checker'];
const NAMES: readonly (readonly [worker: string, name: string])[] = [
  ['citation_formatter', 'Citation formatting'],
  ['fact_checker', 'Fact checking'],
  ['editor', 'Editing'],
];
/** Dollars for a million tokens: two calls do not fit a budget of two dollars at once. */
const DEAR = 150;

test('research3-D10: a worker that was paid before the budget ended is done, and its work is used', async (t) => {
  const answered: string[] = [];
  const open = await openPaid(t, {
    ...{ price: DEAR, brief: { max_budget: 2 } },
    reply(request) {
      const worker = workerOf(request);
      answered.push(worker);
      const rest = { in: 10_500, out: 0, cached: 0 };
      return { ...researchReply(request), usage: QUALITY.includes(worker) ? rest : CALL_USAGE };
    },
  });
  const { output, data } = await finish(open, await begin(open));
  const [first = '', ...more] = answered.filter((worker) => QUALITY.includes(worker));
  assert.deepEqual(more, [], 'one of them was paid');
  const done = first === 'problems' ? 'citation_formatter' : first;
  const left = NAMES.filter(([worker]) => worker !== done);
  const [warning = ''] = output.warnings as readonly string[];
  const undone = left.map(([, name]) => name).join(', ');
  assert.match(
    warning,
    new RegExp(`^Budget exhausted: \\$0\\.\\d\\d is left, not done: ${undone}\\. The budget of the run is`),
  );
  const tasks = data.all_tasks as readonly JsonObject[];
  const status = (worker: string) => tasks.find(({ worker_id }) => worker_id === worker)?.status;
  assert.deepEqual([status(done), ...left.map(([worker]) => status(worker))], ['COMPLETED', 'PENDING', 'PENDING']);
  assert.deepEqual(
    (data.quality_results as readonly JsonObject[]).map(({ worker }) => worker),
    [done],
  );
});

/** What was reported of the evaluations, in their order. */
async function evaluationLines(
  { engine, store }: Pick<PaidRuns, 'engine' | 'store'>,
  run: string,
): Promise<readonly string[]> {
  const { items } = await store.listRuns({ parent: run }, { limit: 100 });
  const lines: string[] = [];
  for (const { run: child, workflowName } of items.toReversed()) {
    if (workflowName !== 'research-evaluation') continue;
    const { state, payloads } = (await engine.view(child)) ?? assert.fail('The run is gone.');
    const { progress } = readValue(state.output, [], payloads) as JsonObject;
    lines.push(...(progress as readonly string[]));
  }
  return lines;
}

test('research3-D10: a result that reaches its target is not called below it, whatever ended it', async (t) => {
  const open = await openPaid(t, {
    ...{ price: DEAR, brief: { max_budget: 2, min_quality_score: 0.2 } },
    reply(request) {
      const rest = { in: 10_500, out: 0, cached: 0 };
      return { ...researchReply(request), usage: QUALITY.includes(workerOf(request)) ? rest : CALL_USAGE };
    },
  });
  const run = await begin(open);
  await finish(open, run);
  assert.match(
    (await evaluationLines(open, run)).join(),
    /^Quality 0\.\d\d of 0\.20: reached\. Budget exhausted: delivered as it is$/,
  );
});

test('research3-D10: a result below its target is said to be delivered, and why no other one is made', async (t) => {
  const open = await openPaid(t, { price: 1, brief: { min_quality_score: 0.999 } });
  const run = await begin(open);
  await finish(open, run);
  assert.match(
    (await evaluationLines(open, run)).at(-1) ?? '',
    /^Quality 0\.\d\d of 1\.00: below the target\. Max iterations reached: delivered as it is$/,
  );
});

test('research3-D10: a model without a price exhausts no budget', async (t) => {
  const open = await openPaid(t);
  const run = await begin(open);
  const { output, data } = await finish(open, run);
  const [warning = ''] = output.warnings as readonly string[];
  assert.match(
    warning,
    /^A price is missing, not done: Content synthesis, Article, .*Editing\. There is no price for tested of /,
  );
  assert.equal(data.feedback, 'A price is missing');
  assert.doesNotMatch(`${warning} ${String(output.system_notes)}`, /exhausted|increasing budget/);
  assert.deepEqual(await evaluationLines(open, run), ['No article was written. A price is missing']);
});

test('research3-D10: a model without a price is reported before anything starts, with what to set', async (t) => {
  const server = await startModelServer(researchReply);
  t.after(() => server.close());
  const [cwd, home] = [newFolder(t), join(newFolder(t), 'home')];
  cpSync(join(root, 'examples/research/trends/corpus'), join(cwd, 'docs'), { recursive: true });
  const env = { SIGNOFF_PROVIDER: server.url, SIGNOFF_MODEL: 'strange', SIGNOFF_API_KEY: 'key' };
  const call = (...args: readonly string[]) => signoffHere(args, { cwd, home, env });
  const order = ['research', 'AI trends', '--corpus', 'docs', '--min-sources', '3'];
  const refused = await call(...order, '--length', '3');
  assert.equal(refused.code, 1);
  const said = refused.out.replaceAll(/\s+/g, ' ');
  assert.match(
    said,
    /Not started\. Nothing was changed\. - --length .* - There is no price for strange of 127\.0\.0\.1:\d+:/,
  );
  assert.match(said, /lets no call of article_writer through\. Set one in signoff\.config\.json: "prices": \{"127/);
  assert.equal((await call('runs', 'list')).out.includes('run_'), false);
  // What one agent is given counts, not what all others would use.
  const free = { [new URL(server.url).host]: { asOf: '2026-01-01', models: { known: { in: 0, cached: 0, out: 0 } } } };
  writeFileSync(join(cwd, 'signoff.config.json'), JSON.stringify({ prices: free }));
  assert.match((await call(...order)).out, /There is no price for strange/);
  assert.equal((await call('agents', 'edit', 'article_writer', '--model', 'known')).code, 0);
  assert.doesNotMatch((await call(...order)).out, /Not started/);
});

test('research3-D10: joined sentences end with a full stop, and the text of the document stays as it is', () => {
  const forced = decide({ ...STATE, iteration_count: 3, max_iterations: 3 } as never, SCORE, {
    budget: 5,
    minutes: 60,
  });
  assert.equal(forced.note, NOTE);
  const output = (notes: readonly string[]): string =>
    create_output(STATE as never, { article: null, quality: SCORE, sources: [], now: NOW, note: forced.note, notes })
      .output.system_notes;
  assert.equal(output([]), NOTE);
  assert.equal(
    output(['No cheaper model is set: the same model did the work.']),
    `${NOTE}. No cheaper model is set: the same model did the work.`,
  );
});

const NOW = '2026-03-05T10:00:00.000Z';
const SCORE = { overall: 0.5, article: 0.5, source: 0.5, accuracy: 0.5, writing: 0.5 };
const STATE = {
  ...{ request_id: 'r', execution_id: 'e', iteration_count: 1, started_at: NOW, total_cost: 0, total_tokens: 0 },
  ...{ brief: { min_quality_score: 0.8 }, current_plan: null, plan_history: [], all_tasks: [], agent_actions: [] },
};
