// What agents cost, summed in the commits that ended the calls; and small facts that processes share.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SpendingRow } from '../../src/ports/money.ts';
import type { Store } from '../../src/ports/store.ts';
import type { NewPlace, Place } from './describe-store.ts';
import { addedWorkflow, SampleRun } from './samples.ts';
import { withStore } from './with-store.ts';

const call: SpendingRow = {
  ...{ day: '2026-11-16', agent: 'writer', provider: 'anthropic', model: 'm', workflow: 'review' },
  ...{ calls: 1, cost: 0.25, unknown: 0, in: 100, out: 20, cached: 10 },
};

export function moneyPart(newPlace: NewPlace): void {
  describe('money and shared facts', () => {
    it('sums what calls cost, by day and by what they were for', withStore(newPlace, sums));
    it('counts nothing of a write that was left out', withStore(newPlace, leavesOut));
    it('changes a shared fact for one at a time, however many ask', withStore(newPlace, shares));
  });
}

async function sums(store: Store): Promise<void> {
  const run = new SampleRun(await addedWorkflow(store));
  await run.put(store, { spent: [call, call, { ...call, agent: 'editor', cost: 0, unknown: 1 }] });
  await run.put(store, { spent: [call, { ...call, day: '2026-11-17' }] });
  const writer = { ...call, calls: 3, cost: 0.75, in: 300, out: 60, cached: 30 };
  const editor = { ...call, agent: 'editor', cost: 0, unknown: 1 };
  const next = { ...call, day: '2026-11-17' };
  assert.deepEqual(await store.spent({}), [editor, writer, next]);
  assert.deepEqual(await store.spent({ to: '2026-11-16', agent: 'writer' }), [writer]);
  assert.deepEqual(await store.spent({ from: '2026-11-17' }), [next]);
  assert.deepEqual(await store.spent({ workflow: 'another' }), []);
}

async function leavesOut(store: Store): Promise<void> {
  const run = await new SampleRun(await addedWorkflow(store)).put(store);
  const late = run.write({ spent: [call] });
  await run.put(store);
  const [answer] = await store.append([late]);
  assert.equal(answer?.ok, false);
  assert.deepEqual(await store.spent({}), []);
}

async function shares(store: Store, { open }: Place): Promise<void> {
  const other = await open();
  const count = (to: Store): Promise<number> =>
    to.changeShared('rate/x', (now) => {
      const n = Number(now?.n ?? 0) + 1;
      return { next: { n }, answer: n };
    });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => count(i % 2 === 0 ? store : other)));
  assert.deepEqual(
    [...answers].sort((a, b) => a - b),
    Array.from({ length: 40 }, (_, i) => i + 1),
  );
  assert.deepEqual(await other.shared('rate/'), [{ name: 'rate/x', content: { n: 40 } }]);
  await store.changeShared('rate/x', () => ({ next: null, answer: null }));
  assert.deepEqual([await store.shared('rate/'), await store.shared('')], [[], []]);
}
