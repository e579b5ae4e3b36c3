// Values on both sides of the size from which they are stored apart, read by the code of steps in a process that did
// not write them.

import assert from 'node:assert/strict';
import { StoreFault } from '../../src/errors.ts';
import type { Json } from '../../src/json.ts';
import type { CodeCall, CodeRegistry } from '../../src/ports/action.ts';
import type { Store } from '../../src/ports/store.ts';
import { ADA, BEN, onBothStores, type Site } from '../guarantees/on-both-stores.ts';

const SIZES = [900, 1100, 10_000];
const AGENT = { actor: 'agent:x', channel: 'worker' } as const;
const text = (size: number): string => 'w'.repeat(size);
const sizesIn = (found: Json | undefined): readonly number[] =>
  (found as readonly { readonly text: string }[]).map(({ text: said }) => said.length);

const TALK = `flowchart TD
  A(Talk) --> B[Sum up] --> C[Tell]
%% === WORKFLOW_CONFIG ===
%% @A: {"execution": "conversation", "assignee": "user:ada", "agent": "agent:x",
%%   "prepare": "ready", "accept": "agree", "acceptTurn": "hear"}
%% @B: {"action": "sum"}
%% @C: {"action": "tell"}
%% === END_CONFIG ===
`;

onBothStores('each turn of a conversation is taken by a process that has none of its messages', async (site) => {
  const seen: string[] = [];
  const messages = ({ read }: CodeCall): readonly number[] => sizesIn(read('steps', 'A', 'messages'));
  const noting =
    <T>(kind: string, result: (call: CodeCall) => T) =>
    <C extends CodeCall>(call: C): T => {
      seen.push(`${kind} ${messages(call).join()}`);
      return result(call);
    };
  const code: CodeRegistry = {
    prepares: { ready: noting('prepare', (call) => ({ input: { said: messages(call).length } })) },
    accepts: { agree: noting('accept', () => ({ output: { done: true } })) },
    acceptTurns: { hear: noting('turn', () => ({ set: { last: text(10_000) } })) },
    actions: {
      sum: (call) => ({ output: { all: text(10_000), of: [...messages(call)] } }),
      tell: ({ read, data }) => ({
        output: {
          of: read('steps', 'B', 'output', 'of') ?? null,
          size: String(read('output', 'all')).length,
          last: String(data.last).length,
        },
      }),
    },
  };
  /** In a process of its own each. */
  const once = async (work: (engine: Awaited<ReturnType<Site['engine']>>) => Promise<unknown>): Promise<void> => {
    const engine = await site.engine({ code, processesWork: false });
    await work(engine);
    await site.end(engine);
  };
  const stored = await site.add('talk', TALK);
  let run = '';
  await once(async (engine) => {
    run = await site.start(engine, stored);
  });
  for (const size of SIZES) {
    await once(async (engine) => {
      const claimed = await engine.claim(run, 1, 'agent:x', 'outside', AGENT);
      assert.ok(claimed.ok, JSON.stringify(claimed));
      const { lease = 0 } = claimed;
      const said = { type: 'AddMessage', task: 1, lease, from: 'agent', text: text(size) as never } as const;
      const sent = await engine.send(run, said, AGENT);
      assert.ok(sent.ok, JSON.stringify(sent));
    });
    await once(async (engine) => {
      const said = { type: 'AddMessage', task: 1, from: 'person', text: text(size + 1) as never } as const;
      const heard =
        size === SIZES.at(-1)
          ? await engine.answer(run, 1, { output: { done: true } }, ADA)
          : await engine.send(run, said, ADA);
      assert.ok(heard.ok, JSON.stringify(heard));
    });
  }
  const all = SIZES.flatMap((size) => [size, size + 1]).slice(0, -1);
  assert.deepEqual(seen, [
    ...[0, 2, 4].flatMap((count) => [`prepare ${all.slice(0, count)}`, `turn ${all.slice(0, count)}`]),
    `accept ${all}`,
  ]);
  const worker = await site.engine({ code });
  const { status, output } = (await worker.result(run, AbortSignal.timeout(60_000))) ?? assert.fail();
  assert.deepEqual([status, output], ['completed', { of: all, size: 10_000, last: 10_000 }]);
});

const LISTS = `flowchart TD
  F[[Each: row]] --> G[[Each: cell]] --> A(Look) --> J[Join cells] --> K[Join rows]
%% @F: { "itemsPath": "run.input.rows", "itemVariable": "row" }
%% @G: { "itemsPath": "row.cells", "itemVariable": "cell" }
%% @A: { "execution": "manual", "accept": "look" }
`;

onBothStores('code inside a foreach reads the items around it, however large', async (site) => {
  const seen: string[] = [];
  const code: CodeRegistry = {
    accepts: {
      look: ({ read, item, answer }) => {
        const [row, again] = [read('row', 'text'), read('each', 'F', 'row', 'text')];
        seen.push([String(row).length, String(again).length, String((item as { text: string }).text).length].join());
        return { output: answer };
      },
    },
  };
  const stored = await site.add('lists', LISTS);
  const rows = SIZES.map((size) => ({ text: text(size), cells: [{ text: text(size + 1) }] }));
  const starter = await site.engine({ code });
  const run = await site.start(starter, stored, { rows });
  await site.until(run, 'three open tasks', async () => (await site.openTasks(run)).length === 3);
  for (const { task } of await site.openTasks(run)) {
    const engine = await site.engine({ code, processesWork: false });
    const answered = await engine.answer(run, task, { output: { note: text(3000) }, verdict: 'approve' }, BEN);
    assert.ok(answered.ok, JSON.stringify(answered));
    await site.end(engine);
  }
  assert.equal((await site.ended(run)).status, 'completed');
  assert.deepEqual(seen.sort(), SIZES.map((size) => `${size},${size},${size + 1}`).sort());
});

onBothStores('while the store is away what prepares a step is not known to have failed', async (site) => {
  const flow = 'flowchart TD\n  A[Draft]\n%% @A: {"assignee": "agent:x", "prepare": "ready"}\n';
  const code: CodeRegistry = {
    prepares: { ready: ({ run }) => ({ input: { size: String((run.input as { note: string }).note).length } }) },
  };
  const stored = await site.add('draft', flow);
  const starter = await site.engine({ processesWork: false });
  const run = await site.start(starter, stored, { note: text(10_000) });
  let isAway = true;
  const around = (store: Store): Store =>
    new Proxy(store, {
      get(from, name) {
        const found = Reflect.get(from, name) as unknown;
        if (name === 'payloads' && isAway)
          return () => Promise.reject(new StoreFault('store-unreachable', 'Nobody is there.'));
        return typeof found === 'function' ? found.bind(from) : found;
      },
    });
  const engine = await site.engine({ code, processesWork: false }, around);
  await assert.rejects(engine.claim(run, 1, 'agent:x', 'outside', AGENT), { code: 'store-unreachable' });
  isAway = false;
  const claimed = await engine.claim(run, 1, 'agent:x', 'outside', AGENT);
  assert.ok(claimed.ok, JSON.stringify(claimed));
  assert.deepEqual((await site.events(engine, run, 'TaskFailed')).length, 0);
  assert.ok((await engine.answer(run, 1, { output: { done: true }, lease: claimed.lease ?? 0 }, AGENT)).ok);
  await site.ended(run);
});
