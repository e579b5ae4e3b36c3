// What the reviewers found wrong with budgets, days, rates and replays, case by case.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { admit } from '../../src/agents/admit-call.ts';
import { type DayBudgets, reserveDay } from '../../src/agents/day-budget.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import { type AgentEngine, agentEngine, envelope } from '../agents/agent-engine.ts';
import { onBothStores } from '../guarantees/on-both-stores.ts';
import { ended, start, stateOf } from '../runtime/engines-on-file.ts';
import { CLERK, costOf, env, only, prices, settled, writes } from './priced-model.ts';

const items = (count: number): Json => ({ items: Array.from({ length: count }, (_, at) => at + 1) });
const each = (budget: string, more = ''): string => `flowchart TD
  E[[Each: item]] --> A[Work] --> J[Join]
%% @workflow: {"budget": ${budget}}
%% @E: {"itemsPath": "run.input.items", "concurrency": 30}
%% @A: {"prompt": "{{item}}"${more}}`;
const limitsOf = ({ server }: AgentEngine): number[] => server.requests.map(({ body }) => Number(body.max_tokens));

describe('budgets, exactly', () => {
  test('agents-F: what was allowed and what was spent, row by row', async (t) => {
    const rows: { case: string; allowed: number; spent: number; status: string }[] = [];
    const money = async (
      name: string,
      allowed: number,
      options: JsonObject,
      diagram: string,
      reply: number,
      count = 32,
    ) => {
      const host = await agentEngine(t, { env, config: { prices }, agents: { clerk: options }, reply: writes(reply) });
      const run = await start(host.engine, diagram, items(count));
      const status = await settled(host.engine, run);
      rows.push({ case: name, allowed, spent: await costOf(host.engine, run), status });
      return { host, run };
    };
    const bound = { limits: { maxOutputTokens: 1000 } };
    await money('1: at most 1,000 of output, budget 0.0550', 0.055, bound, each('0.055', CLERK), 1000, 30);
    for (const then of ['hold', 'fail', 'finish']) {
      const budget = `{"cost": 0.5, "onBudget": "${then}"}`;
      await money(`2: no maximum, replies of 1,000, budget 0.50, ${then}`, 0.5, {}, each(budget, CLERK), 1000);
    }
    await money('3: no maximum, replies of 100,000, budget 2.00', 2, {}, each('2', CLERK), 100_000, 8);
    const day = { limits: { maxOutputTokens: 1000, costPerDay: 0.05 } };
    await money('4: 0.05 a day, 10 at once', 0.05, day, each('{"tokens": 900000}', CLERK), 1000, 10);
    for (const row of rows) t.diagnostic(`${row.case}: allowed ${row.allowed}, spent ${row.spent}, ${row.status}`);
    for (const row of rows) assert.ok(row.spent <= row.allowed, `${row.case}: ${row.spent} of ${row.allowed}`);
    assert.deepEqual(
      rows.map(({ spent, status }) => [spent, status]),
      [
        [0.055, 'on_hold'],
        [0.352, 'completed'],
        [0.352, 'completed'],
        [0.352, 'completed'],
        // A call of 8,192 tokens costs 0.08292; asked for again with twice the room 0.16484: cut again, it is held.
        [rows[4]?.spent, 'on_hold'],
        [0.044, 'on_hold'],
      ],
    );
  });

  test('agents-D5: the limit sent is the one reserved, and never more than is left', async (t) => {
    const host = await agentEngine(t, { env, config: { prices }, reply: writes(1000) });
    const run = await start(host.engine, each('0.05'), items(5));
    // 8,192 tokens do not fit into 0.05: so many are asked for as do, and less each time.
    assert.equal(await settled(host.engine, run), 'on_hold');
    const begun = await only(host.engine, run, 'CallBegun');
    assert.deepEqual(
      limitsOf(host),
      begun.map(({ data }) => data.output),
    );
    const price = ({ data }: EngineEvent<'CallBegun'>): number =>
      (data.tokens - (data.output ?? 0) + 10 * (data.output ?? 0)) / 1e6;
    for (const event of begun) assert.ok(Math.abs((event.data.cost ?? 0) - price(event)) < 1e-9);
    assert.ok(
      limitsOf(host).every((limit, at, all) => limit < (all[at - 1] ?? 8192)),
      limitsOf(host).join(),
    );
    assert.ok((await costOf(host.engine, run)) <= 0.05);
  });

  test("agents-D5: without a budget no limit is sent but the agent's own", async (t) => {
    const host = await agentEngine(t, {
      agents: { own: { limits: { maxOutputTokens: 77 } } },
      reply: () => envelope('ok'),
    });
    const one = (more = ''): string => `flowchart TD\n  A[Work]\n%% @A: {"prompt": "x"${more}}`;
    assert.equal(await ended(host.engine, await start(host.engine, one())), 'completed');
    assert.equal(await ended(host.engine, await start(host.engine, one(', "assignee": "agent:own"'))), 'completed');
    assert.equal(await ended(host.engine, await start(host.engine, one(', "budget": {"cost": 9}'))), 'completed');
    // Anthropic demands a limit: without one of ours it is the model's own maximum.
    assert.deepEqual(limitsOf(host), [128_000, 77, 8192]);
  });

  test('agents-D5: a reply cut at the limit is asked for once more with twice the room', async (t) => {
    const host = await agentEngine(t, { env, config: { prices }, reply: writes(10_000) });
    const run = await start(host.engine, each('1'), items(1));
    assert.equal(await settled(host.engine, run), 'completed');
    assert.deepEqual(limitsOf(host), [8192, 16_384]);
    assert.equal(await costOf(host.engine, run), 0.18392);
  });

  test('agents-D5: where that is too little it is held, and names the setting', async (t) => {
    const host = await agentEngine(t, {
      ...{ env, config: { prices }, reply: writes(10_000) },
      agents: { clerk: { limits: { maxOutputTokens: 1000 } } },
    });
    const messages = async (diagram: string): Promise<string> => {
      const run = await start(host.engine, diagram, items(1));
      assert.equal(await settled(host.engine, run), 'on_hold');
      return [...(await stateOf(host.engine, run)).holds.values()]
        .map(({ code, message }) => `${code}: ${message}`)
        .join();
    };
    const twice = await messages(each('1', CLERK));
    assert.match(
      twice,
      /task-held: Expected a whole reply within 2000 tokens.*agents edit clerk --max-output-tokens 4000/,
    );
    assert.deepEqual(limitsOf(host), [1000, 2000]);
    const spent = await messages(each('0.02', CLERK));
    assert.match(spent, /run-cost-spent: The budget of the run is \$0\.02;.*its reply was cut at 1000 tokens/);
    assert.deepEqual(limitsOf(host), [1000, 2000, 1000]);
  });

  test('agents-D6: two processes wait for the calls of each other, and the run completes', async (t) => {
    const first = await agentEngine(t, { env, config: { prices }, reply: writes(1000) });
    await agentEngine(t, { beside: first, env, config: { prices } });
    const run = await start(first.engine, each('{"cost": 0.5, "onBudget": "finish"}'), items(24));
    assert.equal(await settled(first.engine, run), 'completed');
    assert.equal(await costOf(first.engine, run), 0.264);
    assert.equal((await stateOf(first.engine, run)).partial, undefined);
  });

  test('agents-D7: a run that its budget ends gives what there is, and says so', async (t) => {
    const host = await agentEngine(t, { env, config: { prices }, reply: writes(1000) });
    const row = (more: string): string => `flowchart TD\n  A[One] --> B[Two] --> C[Three]
%% @workflow: {"budget": {"cost": 0.03, "onBudget": "finish"}${more}}
%% @A: {"prompt": "a"}
%% @B: {"prompt": "b"}
%% @C: {"prompt": "c"}`;
    const run = await start(host.engine, row(''));
    assert.equal(await settled(host.engine, run), 'completed');
    const result = await host.engine.result(run, AbortSignal.timeout(5000));
    assert.deepEqual(result?.output, { B: 'ok' });
    assert.deepEqual(result?.partial?.budget, 'run-cost-spent');
    assert.match(result?.partial?.reason ?? '', /is \$0\.03;/);
    const mapped = await start(host.engine, row(', "output": {"one": "steps.A.output", "three": "steps.C.output"}'));
    assert.equal(await settled(host.engine, mapped), 'completed');
    const given = await host.engine.result(mapped, AbortSignal.timeout(5000));
    assert.deepEqual(given?.output, { one: 'ok', three: null });
  });

  test('agents-D7: finish lets calls under way end: none is aborted, none of unknown cost', async (t) => {
    const host = await agentEngine(t, { env, config: { prices }, reply: writes(1000) });
    const run = await start(host.engine, each('{"cost": 0.1, "onBudget": "finish"}'), items(30));
    assert.equal(await settled(host.engine, run), 'completed');
    const { output, partial } = (await host.engine.result(run, AbortSignal.timeout(5000))) ?? {};
    const calls = await only(host.engine, run, 'CallEnded');
    assert.equal((output as { J: { aggregatedResults: Json[] } }).J.aggregatedResults.length, calls.length);
    assert.equal(partial?.budget, 'run-cost-spent');
    assert.ok(calls.every(({ data }) => data.cost === 0.011));
    assert.ok(calls.length >= 8, `${calls.length} calls`);
    assert.equal(host.server.leftEarly(), 0);
  });
});

describe('days, rates and replays', () => {
  onBothStores(
    'agents-D14: days are reserved before sending, by all processes, and end with the timeout',
    async (site) => {
      const other = (await site.engine({ processesWork: false })).store;
      let now = Date.UTC(2026, 10, 16, 12);
      const days = (store: Store): DayBudgets => ({
        store,
        budgets: [{ agent: 'clerk', costPerDay: 0.05 }],
        now: () => now,
        waits() {},
      });
      const need = { fixed: 0.001, each: 0.00001, wanted: 1000, least: 1000 };
      const granted: number[] = [];
      const ask = async (store: Store): Promise<void> => {
        const grant = await reserveDay(days(store), need, 60_000, AbortSignal.timeout(20_000));
        assert.equal(grant.kind, 'go');
        granted.push(now);
        // Four fit; those whose process died without a word are free again when their calls have timed out.
        if (granted.length % 4 === 0) now += 65_001;
      };
      await Promise.all(Array.from({ length: 10 }, (_, at) => ask(at % 2 === 0 ? site.store : other)));
      const counts = [...Map.groupBy(granted, (at) => at).values()].map((each) => each.length);
      assert.deepEqual(counts, [4, 4, 2]);
    },
  );

  onBothStores('agents-D14: a call of unknown cost counts until the day is over', async ({ store }) => {
    let now = Date.UTC(2026, 10, 16, 12);
    const days = { store, budgets: [{ agent: null, costPerDay: 0.02 }], now: () => now, waits() {} };
    const need = { fixed: 0.011, each: 0, wanted: 0, least: 0 };
    const ask = (signal: AbortSignal) => reserveDay(days, need, 1000, signal);
    const grant = await ask(AbortSignal.timeout(5000));
    assert.ok(grant.kind === 'go');
    await grant.settle(null);
    now += 3_600_000;
    assert.equal((await ask(AbortSignal.timeout(5000))).kind, 'hold');
    now += 12 * 3_600_000;
    assert.equal((await ask(AbortSignal.timeout(5000))).kind, 'go');
  });

  onBothStores('agents-D18: 20 a minute are 20 in all processes together', async (site) => {
    const other = (await site.engine({ processesWork: false })).store;
    let now = 59_900;
    const ask = (store: Store) =>
      admit(
        { store, limits: [{ name: 'rates/agent/x', limits: { requestsPerMinute: 20 } }], now: () => now, wait() {} },
        ...([10, AbortSignal.timeout(20_000)] as const),
      );
    const burst = async (): Promise<number> => {
      const all = await Promise.all(Array.from({ length: 40 }, (_, at) => ask(at % 2 === 0 ? site.store : other)));
      return all.filter((each) => each.kind === 'go').length;
    };
    assert.equal(await burst(), 20);
    for (const later of [200, 30_000, 26_000]) {
      now += later;
      assert.equal(await burst(), 0, `at ${now}`);
    }
    now = 59_000 + 61_000;
    assert.equal(await burst(), 20);
  });

  test('agents-D15: a replayed call costs nothing, breaks no budget and is shown as replayed', async (t) => {
    const limits = { maxOutputTokens: 1000, costPerDay: 0.0115 };
    const host = await agentEngine(t, {
      ...{ env, config: { prices }, reply: writes(1000) },
      agents: { clerk: { provider: { kind: 'recorded', name: 'anthropic' }, limits } },
    });
    const diagram = (budget: number): string =>
      `flowchart TD\n  A[Work]\n%% @A: {"prompt": "x"${CLERK}, "budget": {"cost": ${budget}}}`;
    const first = await start(host.engine, diagram(0.0115));
    assert.equal(await settled(host.engine, first), 'completed');
    assert.equal(await costOf(host.engine, first), 0.011);
    const again = await start(host.engine, diagram(0.0001));
    assert.equal(await settled(host.engine, again), 'completed');
    assert.equal(host.server.requests.length, 1);
    const [call] = await only(host.engine, again, 'CallBegun');
    assert.deepEqual([call?.data.provider, call?.data.cost, call?.data.tokens], ['recorded', 0, 0]);
    const { cost, spentTokens } = await stateOf(host.engine, again);
    assert.deepEqual([cost, spentTokens], [0, 0]);
    const spent = await host.engine.store.spent({});
    assert.deepEqual(
      spent.map(({ provider, cost: of, in: tokens }) => [provider, of, tokens]),
      [
        ['anthropic', 0.011, 1000],
        ['recorded', 0, 0],
      ],
    );
  });
});
