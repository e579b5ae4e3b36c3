// Lists of every length and luck, and a decision that leads around a branch: each join fires once, with what it must.

import assert from 'node:assert/strict';
import type { Json } from '../../src/json.ts';
import type { Action } from '../../src/ports/action.ts';
import { ADA, onBothStores, type Site } from '../guarantees/on-both-stores.ts';

const EACH = `flowchart TD
    S[[Each: piece]] --> A[Work on it]
    A --> J[Join pieces]
    J --> E([END])
%% @S: { "itemsPath": "run.input.pieces", "itemVariable": "piece", "concurrency": 1000, "maxItems": 100000 }
%% @A: { "action": "work", "retry": { "attempts": 1 } }`;

interface JoinResults {
  readonly aggregatedResults: readonly { readonly index: number; readonly item: Json; readonly output: Json }[];
  readonly failed: readonly { readonly index: number; readonly error: { readonly message: string } }[];
  readonly total: number;
}

const work: Action = async ({ item }) => {
  if (typeof item === 'string' && item.startsWith('bad')) throw new Error(`No luck with ${item}.`);
  return { output: `did ${JSON.stringify(item)}` };
};
const code = { actions: { work } };

onBothStores('foreach of 0, 1 and duplicates', async (site) => {
  for (const pieces of [[], ['one'], ['a', 'a', 'b', 'a'], [{ n: 1 }, { n: 1 }], [null, null, 0, '']]) {
    const { joined, executions } = await spread(site, pieces);
    assert.equal(joined.total, pieces.length);
    const expected = pieces.map((item, index) => ({ index, item, output: `did ${JSON.stringify(item)}` }));
    assert.deepEqual(joined.aggregatedResults, expected);
    assert.equal(executions, pieces.length, 'equal items are items of their own');
  }
});

onBothStores('foreach of 10,000: one transaction makes them, each is done once, results in order', async (site) => {
  const pieces = Array.from({ length: 10_000 }, (_, i) => i);
  const { joined, executions, openedAtOnce } = await spread(site, pieces);
  assert.equal(executions, 10_000);
  assert.equal(openedAtOnce, 1000, 'as many as the concurrency allows, in the commit that opened the scope');
  assert.deepEqual([joined.total, joined.failed], [10_000, []]);
  assert.ok(
    joined.aggregatedResults.every(({ index, item, output }, i) => {
      return index === i && item === i && output === `did ${i}`;
    }),
  );
});

onBothStores('foreach of which one fails, and all fail: held with the boundary, retried or forced', async (site) => {
  const workflow = await site.add('each', EACH);
  const engine = await site.engine({ code });
  for (const pieces of [
    ['a', 'bad b', 'c'],
    ['bad a', 'bad b', 'bad c'],
  ]) {
    const run = await site.start(engine, workflow, { pieces });
    await site.until(run, 'a hold', ({ status }) => status === 'on_hold');
    const [hold] = await site.events(engine, run, 'HoldOpened');
    assert.equal(hold?.data.code, 'join-boundary');
    const force = { type: 'ResolveHold', hold: hold?.data.hold ?? 0, move: 'force', reason: 'Enough.' } as const;
    assert.ok((await engine.send(run, force, ADA)).ok);
    assert.equal((await site.ended(run)).status, 'completed');
    const result = (await engine.result(run, AbortSignal.timeout(60_000)))?.output as unknown as JoinResults;
    const bad = pieces.flatMap((piece, i) => (piece.startsWith('bad') ? [[i, `No luck with ${piece}.`]] : []));
    assert.deepEqual(
      result.failed.map(({ index, error }) => [index, error.message]),
      bad,
    );
    assert.equal(result.aggregatedResults.length, pieces.length - bad.length);
    assert.equal((await site.events(engine, run, 'JoinFired')).length, 1);
  }
});

async function spread(site: Site, pieces: readonly Json[]) {
  const workflow = await site.add('each', EACH);
  let executions = 0;
  const counted: Action = (call) => {
    executions++;
    return work(call);
  };
  const engine = await site.engine({ code: { actions: { work: counted } }, capacity: 1000 });
  const run = await site.start(engine, workflow, { pieces: [...pieces] });
  const ended = await engine.result(run, AbortSignal.timeout(90_000));
  assert.equal(ended?.status, 'completed');
  const [first] = await site.store.commitsOf((await site.row(run)).key, 0, 1);
  const events = await engine.events(run, 0, first?.last ?? 0);
  const openedAtOnce = events.filter(({ type }) => type === 'TaskOpened').length;
  assert.equal((await site.events(engine, run, 'JoinFired')).length, 1);
  await site.end(engine);
  return { joined: ended?.output as unknown as JoinResults, executions, openedAtOnce };
}

const AROUND = `flowchart TD
    S[Begin] --> A[Always]
    S --> D{Deep look?}
    D -->|"run.input.deep === true"| B[Look deep]
    D -->|"run.input.away === true"| X([END])
    D -->|default| J
    A --> J[Join both]
    B --> J
    J --> E[Sum up]
${['S', 'A', 'B', 'E'].map((step) => `%% @${step}: { "action": "name" }`).join('\n')}`;

onBothStores('a decision that skips a branch into a join', async (site) => {
  const workflow = await site.add('around', AROUND);
  const name: Action = async ({ step, input }) => ({ output: step === 'E' ? input : step });
  const engine = await site.engine({ code: { actions: { name } } });
  for (const [input, arrived] of [
    [{ deep: true }, ['A', 'B']],
    [{}, ['A', 'S']],
    [{ away: true }, ['A']],
  ] as const) {
    const run = await site.start(engine, workflow, input);
    assert.equal((await site.ended(run)).status, 'completed');
    const [join, ...more] = await site.events(engine, run, 'JoinFired');
    assert.equal(more.length, 0);
    assert.ok(join !== undefined, JSON.stringify(input));
    const tasks = await site.events(engine, run, 'TaskOpened');
    assert.equal(tasks.at(-1)?.data.step, 'E', 'the join let the run go on');
    const ended = await engine.result(run, AbortSignal.timeout(60_000));
    const { aggregatedResults } = sumOf(ended?.output ?? null);
    assert.deepEqual(
      aggregatedResults.map(({ output }) => output),
      arrived,
      JSON.stringify(input),
    );
  }
});

/** The run's output: the sum, or an object by step where another token ended elsewhere. */
function sumOf(output: Json): JoinResults {
  const given = output as unknown as JoinResults & { readonly E?: JoinResults };
  return given.E ?? given;
}
