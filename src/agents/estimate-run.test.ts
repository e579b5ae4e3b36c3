// Estimates before a run: how often each step counts, and what is admitted to be unknown.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { compile } from '../diagram/compile.ts';
import type { Workflow } from '../diagram/workflow.ts';
import type { PastSpending } from '../ports/agent-host.ts';
import { type EstimateAssumptions, estimateRun } from './estimate-run.ts';

const ASSUME: EstimateAssumptions = { items: {}, itemsLikely: 5, callsPerAttemptMax: 3 };
const ONCE = '"retry": {"attempts": 1}';

async function compiled(text: string): Promise<Workflow> {
  const hash = (given: string) => createHash('sha256').update(given).digest('hex');
  const { workflow, problems } = await compile({ fileName: 'a.mmd', text, hash });
  assert.ok(workflow, JSON.stringify(problems));
  return workflow;
}

function spent(step: string, more: Partial<PastSpending> = {}): PastSpending {
  const cost = { costMin: 1, costMean: 2, costMax: 4 };
  return { step, calls: 9, ...cost, tokensMin: 10, tokensMean: 20, tokensMax: 40, callsPerRun: null, ...more };
}

test('a sequence costs what its steps cost; at most, every attempt is made with all its repairs', async () => {
  const workflow = await compiled(`graph TD\n  A[x] --> B[y]\n%% @A: {${ONCE}}\n%% @B: {"retry": {"attempts": 2}}`);
  const { unknown, neverTaken: _, tokens, ...cost } = estimateRun(workflow, [spent('A'), spent('B')], ASSUME);
  assert.deepEqual(cost, { min: 2, likely: 4, max: 4 * 3 + 4 * 2 * 3 });
  assert.deepEqual(tokens, { min: 20, likely: 40, max: 360 });
  assert.deepEqual(unknown, []);
});

test('people and actions cost nothing', async () => {
  const workflow = await compiled('graph TD\n  A(x) --> B[y]\n%% @B: {"action": "copy"}');
  const nothing = { min: 0, likely: 0, max: 0 };
  assert.deepEqual(estimateRun(workflow, [], ASSUME), { ...nothing, tokens: nothing, unknown: [], neverTaken: [] });
});

test('a step nothing is known of is named, and left out of what is known', async () => {
  const workflow = await compiled(`graph TD\n  A[x] --> B[y]\n%% @A: {${ONCE}}`);
  assert.deepEqual(estimateRun(workflow, [spent('A')], ASSUME), {
    ...{ min: 1, likely: 2, max: 3 * 4 },
    tokens: { min: 10, likely: 20, max: 3 * 40 },
    ...{ unknown: ['B'], neverTaken: [] },
  });
  assert.equal(estimateRun(workflow, [], ASSUME).min, null);
});

test('a step that no run took is in the most only, by what is assumed', async () => {
  const workflow = await compiled(
    `graph TD\n  A[x] --> B{y}\n  B -->|"output.n > 1"| C[c]\n  B -->|default| D(d)
%% @A: {${ONCE}}\n%% @C: {${ONCE}}`,
  );
  const past = [spent('A', { callsPerRun: { min: 1, mean: 1, max: 1 } })];
  const assumed = [spent('C', { calls: 0, costMax: 10 })];
  const { min, likely, max, unknown, neverTaken } = estimateRun(workflow, past, ASSUME, { runs: 3, assumed });
  assert.deepEqual([min, likely, max, unknown, neverTaken], [1, 2, 4 + 3 * 10, [], ['C']]);
  const first = estimateRun(workflow, [], ASSUME, { runs: 0, assumed: [...assumed, spent('A', { calls: 0 })] });
  assert.deepEqual([first.min, first.likely, first.neverTaken], [1, 4, []]);
});

test('a price that was unknown stays unknown, while the tokens are known', async () => {
  const workflow = await compiled('graph TD\n  A[x] --> B(y)');
  const free = { costMin: null, costMean: null, costMax: null };
  const estimate = estimateRun(workflow, [spent('A', free)], ASSUME);
  assert.deepEqual([estimate.min, estimate.unknown, estimate.tokens.likely], [null, ['A'], 20]);
});

test('what stands behind a choice is not in the least, and what follows all branches is', async () => {
  const workflow = await compiled(
    'graph TD\n  A[x] --> B{y}\n  B -->|"output.n > 1"| C[c]\n  B -->|default| D[d]\n  C --> E[e]\n  D --> E',
  );
  const past = ['A', 'C', 'D', 'E'].map((step) => spent(step));
  assert.equal(estimateRun(workflow, past, ASSUME).min, 2);
});

test('every branch of a fork is in the least', async () => {
  const workflow = await compiled('graph TD\n  A[x] --> B[b]\n  A --> C[c]\n  B --> D[Join]\n  C --> D');
  const past = ['A', 'B', 'C', 'D'].map((step) => spent(step));
  assert.equal(estimateRun(workflow, past, ASSUME).min, 4);
});

test('a foreach counts once for each item: given, assumed, or as many as it may have', async () => {
  const each = `{"itemsPath": "output.list", "prompt": "p", "maxItems": 7, ${ONCE}}`;
  const workflow = await compiled(`graph TD\n  A[[Each: x]] --> B[Join]\n%% @A: ${each}\n%% @B: {${ONCE}}`);
  const past = [spent('A'), spent('B', { callsPerRun: { min: 1, mean: 1, max: 1 } })];
  const assumed = estimateRun(workflow, past, ASSUME);
  assert.deepEqual([assumed.min, assumed.likely, assumed.max], [0 + 1, 5 * 2 + 2, 7 * 3 * 4 + 4]);
  const given = estimateRun(workflow, past, { ...ASSUME, items: { A: 3 } });
  assert.deepEqual([given.min, given.likely, given.max], [3 + 1, 3 * 2 + 2, 3 * 3 * 4 + 4]);
});

test('a loop may run as often as visits allow; past runs say how often it does', async () => {
  const workflow = await compiled(
    `graph TD\n  A[x] --> B{y}\n  B -->|"output.again"| A\n  B -->|default| C(z)\n%% @A: {"visits": 6, ${ONCE}}`,
  );
  const { min, likely, max } = estimateRun(workflow, [spent('A')], { ...ASSUME, callsPerAttemptMax: 1 });
  assert.deepEqual([min, likely, max], [1, 2, 6 * 4]);
  const seen = estimateRun(workflow, [spent('A', { callsPerRun: { min: 1, mean: 2.5, max: 4 } })], ASSUME);
  assert.deepEqual([seen.min, seen.likely, seen.max], [1, 5, 16]);
});
