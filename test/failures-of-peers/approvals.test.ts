// Many open approvals at once: in forks, in items of a foreach, in runs inside runs; in any order, with restarts.

import assert from 'node:assert/strict';
import type { Action } from '../../src/ports/action.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { ADA, approve, onBothStores, type Site } from '../guarantees/on-both-stores.ts';
import { randomOf } from '../simulation/random.ts';

const fork = (gates: readonly string[]): string => `flowchart TD
    S[Begin] --> R[Run beside]
    R --> J[Join all]
    ${gates.map((gate) => `S --> ${gate}(Ask ${gate})\n    ${gate} --> J`).join('\n    ')}
    J --> E[Sum up]
%% @S: { "action": "work" }
%% @R: { "action": "slow" }
%% @E: { "action": "work" }`;

onBothStores('two and three open approvals answered in every order while a sibling runs', async (site) => {
  const finish = new Map<string, () => void>();
  const slow: Action = ({ run }) =>
    new Promise((resolve) => finish.set(run.id, () => resolve({ output: 'the sibling' })));
  const work: Action = async () => ({ output: 'done' });
  const engine = await site.engine({ code: { actions: { slow, work } } });
  for (const gates of [
    ['A', 'B'],
    ['A', 'B', 'C'],
  ]) {
    const workflow = await site.add(`fork-${gates.length}`, fork(gates));
    await Promise.all(
      permutations([...gates, 'R']).map(async (order) => {
        const run = await site.start(engine, workflow);
        await site.until(run, 'all open', async () => {
          return (await site.openTasks(run)).length === gates.length && finish.has(run);
        });
        const open = new Map((await site.openTasks(run)).map(({ task, step }) => [step, task]));
        for (const [at, step] of order.entries()) {
          assert.equal((await site.events(engine, run, 'JoinFired')).length, 0, `${order.join()} before ${at}`);
          if (step !== 'R') await answer(engine, run, open.get(step) ?? 0);
          else finish.get(run)?.();
        }
        assert.equal((await site.ended(run)).status, 'completed', order.join());
        const joins = await site.events(engine, run, 'JoinFired');
        assert.equal(joins.length, 1, order.join());
        const completed = (await site.events(engine, run, 'TaskCompleted')).map(({ data }) => data.task);
        assert.equal(new Set(completed).size, completed.length, 'none twice');
        assert.equal(completed.length, gates.length + 3);
      }),
    );
  }
});

const ITEMS = 10;
const EACH = `flowchart TD
    S[[Each: page]] --> A(Approve the page)
    A --> J[Join pages]
    J --> E([END])
%% @S: { "itemsPath": "run.input.pages", "itemVariable": "page", "concurrency": 2 }`;

const NAME = 'foreach whose every item asks a person, answered in random order with restarts';
onBothStores(NAME, async (site, t) => {
  const seed = 7_301;
  const random = randomOf(seed);
  t.diagnostic(`seed ${seed}`);
  const workflow = await site.add('each', EACH);
  let engine = await site.engine();
  const run = await site.start(engine, workflow, { pages: Array.from({ length: ITEMS }, (_, i) => `page ${i}`) });
  for (let left = ITEMS; left > 0; left--) {
    // People are not work in flight: all items ask at once, whatever the concurrency.
    await site.until(run, `${left} open`, async () => (await site.openTasks(run)).length === left);
    const { task } = random.pick(await site.openTasks(run));
    const row = await site.store.task(run, task);
    await answer(engine, run, task, `said of ${row?.index}`);
    await site.end(engine);
    engine = await site.engine();
  }
  assert.equal((await site.ended(run)).status, 'completed');
  const result = await engine.result(run, AbortSignal.timeout(60_000));
  assert.ok(result !== null);
  const { aggregatedResults: results } = result.output as {
    aggregatedResults: { index: number; item: string; output: { comment: string } }[];
  };
  const expected = Array.from({ length: ITEMS }, (_, i) => [i, `page ${i}`, `said of ${i}`]);
  assert.deepEqual(
    results.map(({ index, item, output }) => [index, item, output.comment]),
    expected,
  );
  assert.equal((await site.events(engine, run, 'JoinFired')).length, 1);
});

const nested = (name: string, child: string | null): string => `flowchart TD
    A(Approve in ${name}) --> B${child === null ? '[Work]' : `[[Run: ${child}]]`}
    B --> C(Sign in ${name})
    C --> D([END])
%% @workflow: { "name": "${name}" }
${child === null ? '%% @B: { "action": "work" }' : ''}`;

onBothStores('two nested subflows each with an approval', async (site) => {
  await site.add('inner', nested('inner', null));
  await site.add('middle', nested('middle', 'inner'));
  const outer = await site.add('outer', nested('outer', 'middle'));
  const actions = { work: async () => ({ output: 'done' }) };
  let engine = await site.engine({ code: { actions } });
  const run = await site.start(engine, outer);
  const answered: string[] = [];
  for (let n = 0; n < 6; n++) {
    const next = await onlyOpen(site);
    answered.push(`${next.workflowName} ${next.step}`);
    await answer(engine, next.run, next.task);
    await site.end(engine);
    engine = await site.engine({ code: { actions } });
  }
  const approvals = ['outer A', 'middle A', 'inner A', 'inner C', 'middle C', 'outer C'];
  assert.deepEqual(answered, approvals);
  assert.equal((await site.ended(run)).status, 'completed');
  const { items } = await site.store.listRuns({}, { limit: 10 });
  assert.deepEqual(
    items.map(({ status }) => status),
    ['completed', 'completed', 'completed'],
  );
});

async function onlyOpen(site: Site) {
  for (const end = performance.now() + 20_000; performance.now() < end; ) {
    const { items } = await site.store.listTasks({ forPeople: true }, { limit: 5 });
    const [first, ...more] = items;
    assert.equal(more.length, 0, 'one waits for a person, the others for their child');
    if (first !== undefined) return first;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return assert.fail('nobody was asked');
}

async function answer(engine: Engine, run: string, task: number, comment = 'Fine.'): Promise<void> {
  const outcome = await engine.send(run, { ...approve(task), comment } as never, ADA);
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.rejection.message);
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, at) => {
    const rest = items.filter((_, other) => other !== at);
    return permutations(rest).map((each) => [item, ...each]);
  });
}
