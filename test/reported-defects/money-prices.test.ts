// What the reviewers found wrong with what is paid for: lists in prompts, tools without end, prices and estimates.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countTokens } from '../../src/agents/count-tokens.ts';
import { partsOf } from '../../src/agents/perform-task.ts';
import { PRICE_TABLE } from '../../src/agents/price-table.ts';
import { priceOf } from '../../src/agents/prices.ts';
import { assembleLayers, promptText } from '../../src/agents/prompt-layers.ts';
import { DEFAULT_MODELS } from '../../src/agents/providers/make-provider.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { paintFor } from '../../src/cli/paint.ts';
import { exitCodeOf } from '../../src/cli/run-result.ts';
import { sumText } from '../../src/cli/show-money.ts';
import { exitCodeFor, outputLines } from '../../src/cli/show-output.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { runStatus } from '../../src/mcp/show-hand-out.ts';
import { pastOf } from '../../src/operations/estimate-run.ts';
import { agentFacts } from '../../src/runtime/agent-facts.ts';
import { type AgentEngine, agentEngine, envelope } from '../agents/agent-engine.ts';
import { start } from '../runtime/engines-on-file.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { openOffice } from '../support/operations.ts';
import { CLERK, env, only, prices, settled, writes } from './priced-model.ts';

describe('prompts, tools, prices and estimates', () => {
  test('agents-D7: every face says that a budget ended the run', async (t) => {
    const usage = { in: 1000, out: 1000, cached: 0 };
    const server = await startModelServer(() => ({ text: envelope('ok'), usage }));
    const model = {
      ...{ SIGNOFF_PROVIDER: 'anthropic', SIGNOFF_MODEL: 'claude-sonnet-4-5' },
      ...{ ANTHROPIC_API_KEY: 'sk-x', ANTHROPIC_BASE_URL: server.url },
    };
    const office = await openOffice({ env: model, asksAgents: true, processesWork: true });
    t.after(async () => {
      await office.close();
      await server.close();
    });
    const source = `flowchart TD\n  A[One] --> B[Two]
%% @workflow: {"name": "w", "budget": {"cost": 0.03, "onBudget": "finish"}}
%% @A: {"prompt": "a"}\n%% @B: {"prompt": "b"}`;
    await office.done('workflows.add', { source });
    const { run } = await office.done('runs.start', { workflow: 'w' });
    const waited = await office.done('runs.wait', { run, timeout: '20s' });
    assert.deepEqual([waited.status, waited.partial.budget], ['completed', 'run-cost-spent']);
    assert.equal(exitCodeFor('runs.wait', waited), EXIT.partial);
    const shown = await office.done('runs.show', { run });
    assert.deepEqual([shown.output, shown.partial.budget], [{ A: 'ok' }, 'run-cost-spent']);
    const text = outputLines('runs.show', shown, { paint: paintFor({}), width: 100, now: Date.now() }).join('\n');
    assert.match(text, /Ended by its budget\. The budget of the run is \$0\.03; with this call it could cost \$/);
    const view = (await office.engine.view(run)) ?? assert.fail('the run is there');
    assert.deepEqual((runStatus(view) as { partial?: Json }).partial, shown.partial);
    const result = { ...shown, holds: [], waits: [], stopped: null, error: null };
    assert.equal(exitCodeOf(result, null, true), EXIT.partial);
  });

  const REVIEW = `flowchart TD
  L[List] --> F[[Each: file]] --> R[Review File] --> J[Join]
%% @L: {"action": "list"}
%% @F: {"itemsPath": "output.files", "concurrency": 300}
%% @R: {"prompt": "Review {{item.path}}.", "context": "CONTEXT"}`;
  const patch = Array.from(
    { length: 60 },
    (_, at) => `+  const line${at} = read(source, ${at}); // a changed line`,
  ).join('\n');
  const filesOf = (count: number, more: JsonObject): Json =>
    Array.from({ length: count }, (_, at) => ({
      path: `src/part-${at}/module.ts`,
      additions: 60,
      deletions: 2,
      ...more,
    }));

  for (const context of ['output', 'all'])
    test(`agents-D10: an item's prompt has the list as its length (context: ${context})`, async (t) => {
      for (const [count, more] of [
        [20, { patch }],
        [200, {}],
      ] as const) {
        const code = { actions: { list: async () => ({ output: { number: 7, files: filesOf(count, more) } }) } };
        const { engine } = await agentEngine(t, { code, env: { SIGNOFF_PROVIDER: 'offline' } });
        const run = await start(engine, REVIEW.replace('CONTEXT', context));
        await engine.idle();
        const view = (await engine.view(run)) ?? assert.fail('the run is there');
        const task =
          [...view.state.tasks.values()].filter(({ step }) => step === 'R')[2] ?? assert.fail('a third item');
        const facts = agentFacts(view, task, view.payloads);
        const prompt = promptText(assembleLayers(partsOf(facts, '', 'sections')));
        const before = promptText(assembleLayers(partsOf({ ...facts, lists: [] }, '', 'sections')));
        t.diagnostic(`${count} files: ${countTokens(before)} tokens an item before, ${countTokens(prompt)} now`);
        assert.ok(prompt.includes(`"files": "[${count} items; this is item 3]"`), prompt);
        assert.ok(prompt.includes('"path": "src/part-2/module.ts"'));
        assert.ok(!prompt.includes('src/part-3/module.ts'));
        assert.ok(countTokens(prompt) < countTokens(before) / 2);
        // Rule-based writers still have it whole.
        assert.equal((facts.input as { files: Json[] }).files.length, count);
      }
    });

  test('agents-D10: of nested lists neither the inner nor the outer is in it', async (t) => {
    const { engine } = await agentEngine(t, { env: { SIGNOFF_PROVIDER: 'offline' } });
    const run = await start(
      engine,
      `flowchart TD
  F[[Each: file]] --> H[[Each: hunk]] --> R[Review] --> K[Join hunks] --> J[Join]
%% @F: {"itemsPath": "run.input.files"}
%% @H: {"itemsPath": "item.hunks"}
%% @R: {"prompt": "Review.", "context": "all"}`,
      { files: [{ hunks: ['one-a', 'one-b'] }, { hunks: ['two-a', 'two-b', 'two-c'] }] },
    );
    await engine.idle();
    const view = (await engine.view(run)) ?? assert.fail('the run is there');
    const open = [...view.state.tasks.values()];
    const task = open.filter(({ step }) => step === 'R').at(-1) ?? assert.fail('a task');
    const prompt = promptText(assembleLayers(partsOf(agentFacts(view, task, view.payloads), '', 'sections')));
    assert.match(prompt, /two-c/);
    assert.doesNotMatch(prompt, /one-a|two-a/);
    assert.match(prompt, /\[2 items; this is item 2\]/);
  });

  test('agents-D25: a task ends after 25 uses of tools, not after 60 paid calls', async (t) => {
    let used = 0;
    const host = await agentEngine(t, {
      agents: { clerk: { tools: ['list_files'] } },
      reply: () => answers.tools({ id: `t${++used}`, name: 'list_files', input: {} }),
    });
    const run = await start(host.engine, `flowchart TD\n  A[Look]\n%% @A: {"prompt": "x"${CLERK}}`);
    assert.equal(await settled(host.engine, run), 'on_hold');
    assert.equal(host.server.requests.length, 26);
    assert.equal((await only(host.engine, run, 'ToolUsed')).length, 25);
    const [failed] = await only(host.engine, run, 'AttemptFailed');
    assert.equal(failed?.data.failure.code, 'too-many-tools');
    assert.match(JSON.stringify(host.server.requests.at(-1)?.body), /This was the last tool call/);
  });

  test('agents-D24: default models have prices', () => {
    for (const [provider, model] of Object.entries(DEFAULT_MODELS))
      assert.ok(priceOf(PRICE_TABLE, provider, model), `${provider} ${model}`);
  });

  test('agents-D24: a budget says when the run starts that it cannot hold without a price', async (t) => {
    const office = await openOffice({
      env: { SIGNOFF_PROVIDER: 'openai', OPENAI_API_KEY: 'sk-x', SIGNOFF_MODEL: 'gpt-77' },
    });
    t.after(() => office.close());
    const source = (budget: string): string =>
      `flowchart TD\n  A[One] --> B(Two)\n%% @workflow: {"name": "w", "budget": ${budget}}\n%% @A: {"prompt": "x"}`;
    const warned = async (budget: string): Promise<string> => {
      await office.done('workflows.add', { source: source(budget) });
      return (await office.done('runs.start', { workflow: 'w' })).warnings.join('\n');
    };
    const said = await warned('{"cost": 1}');
    assert.match(said, /There is no price for gpt-77 of openai: the budget lets no call of A through/);
    assert.match(said, /"prices": \{"openai"/);
    assert.equal(await warned('{"tokens": 1000}'), '');
    const added = await office.done('agents.add', { id: 'clerk', costPerDay: 5 });
    assert.match(added.warnings.join(), /gpt-77 of openai.*the day's budget of "clerk"/);
    const priced = await office.done('agents.edit', { id: 'clerk', model: 'gpt-6.1-sol' });
    assert.deepEqual(priced.warnings, []);
  });

  test('agents-D26: estimates from the workflow alone; a branch never taken hides nothing', async (t) => {
    const office = await openOffice({ env: { SIGNOFF_PROVIDER: 'openai', OPENAI_API_KEY: 'sk-x' } });
    t.after(() => office.close());
    const source = `flowchart TD
  A[One] --> D{Good?}
  D -->|"output.good"| B[Two]
  D -->|default| C(Three)
%% @workflow: {"name": "w"}
%% @A: {"prompt": "x"}
%% @B: {"prompt": "y"}`;
    await office.done('workflows.add', { source });
    const before = await office.done('runs.estimate', { workflow: 'w' });
    assert.deepEqual([before.runs, before.unknown, before.neverTaken], [0, [], []]);
    assert.ok(before.cost.min > 0 && before.cost.min < before.cost.likely && before.cost.likely < before.cost.max);
  });

  test('agents-D26: after runs, one of unknown cost: the known part, and the steps never taken', async (t) => {
    const host = await agentEngine(t, { env, config: { prices }, reply: writes(1000, envelope({ good: false })) });
    const diagram = `flowchart TD
  A[One] --> D{Good?}
  D -->|"output.good"| B[Two]
  D -->|default| C([END])
%% @workflow: {"name": "flow"}
%% @A: {"prompt": "x"}
%% @B: {"prompt": "y"}`;
    for (let runs = 0; runs < 2; runs++) await settled(host.engine, await start(host.engine, diagram));
    host.server.next(answers.usage(envelope({ good: false }), null));
    await settled(host.engine, await start(host.engine, diagram));
    const { items: runs } = await host.engine.store.listRuns({}, { limit: 9 });
    const past = await pastOf(
      host.engine,
      runs.map(({ run }) => run),
    );
    const estimate = await host.agents.estimate(runs.length === 3 ? await workflowOf(host) : assert.fail(), past, 3);
    assert.deepEqual([estimate.unknown, estimate.neverTaken], [[], ['B']]);
    assert.equal(estimate.min, 0.011);
    assert.equal(estimate.likely, 0.011);
    assert.ok((estimate.max ?? 0) > 0.011, 'the branch never taken is in the most');
  });

  test('agents-D28: what nobody knows does not begin with $0', () => {
    const sum = { calls: 25, cost: 0, unknown: 25, in: 10, out: 5, cached: 0 };
    assert.equal(sumText(sum), 'unknown in 25 calls; 10 tokens in, 5 out');
    assert.equal(sumText({ ...sum, unknown: 5, cost: 1 }), '$1 in 25 calls, 5 of unknown cost; 10 tokens in, 5 out');
  });
});

async function workflowOf({ engine }: AgentEngine) {
  return ((await engine.store.workflow('flow')) ?? assert.fail('it is stored')).workflow;
}
