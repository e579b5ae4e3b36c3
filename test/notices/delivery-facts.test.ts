// What is kept of deliveries and for how long, who may deliver, and when it is tried again.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKOFF_MS, waitAfter } from '../../src/notices/backoff.ts';
import { DeliveryFacts } from '../../src/notices/delivery-facts.ts';
import { LeaderLease } from '../../src/notices/leader-lease.ts';
import type { Delivery, DeliveryStatus } from '../../src/ports/notices.ts';
import { onBothStores } from '../guarantees/on-both-stores.ts';

const DAY = 24 * 3_600_000;

function delivery(number: number, status: DeliveryStatus, endedAt: number | null): Delivery {
  const notice = { id: `run_1/${number}/run-held`, kind: 'run-held', at: number, run: 'run_1', workflow: 'w' } as const;
  return {
    ...{ id: `${notice.id}/hook`, notice, subscription: 'hook', status, attempts: 1, lastStatus: null },
    ...{ lastError: null, nextAt: null, at: number, endedAt, log: [] },
  };
}

onBothStores('the last 1,000 delivered are kept, those failed for 7 days, and all that wait', async ({ store }) => {
  const facts = new DeliveryFacts(store);
  const now = 100 * DAY;
  for (let number = 0; number < 1005; number++) await facts.put(delivery(number, 'delivered', now - number));
  await facts.put(delivery(2000, 'failed', now - 6 * DAY));
  await facts.put(delivery(2001, 'failed', now - 8 * DAY));
  await facts.put(delivery(2002, 'pending', null));
  assert.equal(await facts.prune(now), 6);
  const left = new Set((await facts.all()).map(({ at }) => at));
  assert.equal(left.size, 1002);
  assert.deepEqual(
    [0, 999, 1000, 1004, 2000, 2001, 2002].map((number) => left.has(number)),
    [true, true, false, false, true, false, true],
  );
});

onBothStores('a page that is read again makes no second delivery, waiting or over', async ({ store }) => {
  const facts = new DeliveryFacts(store);
  const made = { ...delivery(1, 'pending', null), attempts: 0 };
  assert.equal(await facts.putNew(made), true);
  assert.equal(await facts.putNew(made), false);
  await facts.put({ ...made, status: 'delivered', endedAt: 5 });
  assert.equal(await facts.putNew(made), false);
  assert.deepEqual(await facts.waiting(), []);
  assert.equal((await facts.again(made.id, 9))?.nextAt, 9);
  assert.equal(await facts.again(made.id, 9), null);
  assert.equal((await facts.all()).length, 1);
  await facts.setCursor('a');
  assert.deepEqual([await facts.moveCursor('b', 'c'), await facts.cursor()], [false, 'a']);
  assert.deepEqual([await facts.moveCursor('a', 'c'), await facts.cursor()], [true, 'c']);
});

onBothStores('one process delivers; another takes over when it is silent, gone or done', async ({ store }) => {
  const born = { role: 'work', host: 'h', pid: 1, bornAt: 'b', reads: 79, hosts: [], startedAt: 1 };
  const key = await store.register(born);
  const leaseOf = (leaseMs: number, process = 0) => new LeaderLease({ store, leaseMs, process: () => process });
  const [first, second, third] = [leaseOf(60_000, key), leaseOf(60_000, 0), leaseOf(150)];
  assert.deepEqual([await first.hold(), await second.hold(), await first.hold()], [true, false, true]);
  assert.deepEqual([first.isHeld, second.isHeld], [true, false]);
  await store.unregister(key);
  assert.equal(await second.hold(), true, 'the process of the first is no longer there');
  assert.equal(await third.hold(), false, 'seen for the first time: it may be alive');
  await sleep(200);
  assert.equal(await third.hold(), true, 'its beat stood still');
  await second.release();
  assert.equal(await leaseOf(60_000).hold(), false, 'only its own is given back');
  await third.release();
  assert.equal(await leaseOf(60_000).hold(), true);
});

describe('backoff', () => {
  it('waits longer each time, a little more or less, and ends', () => {
    const waits = (random: number) => [1, 2, 3, 4, 5, 6, 7].map((attempts) => waitAfter(attempts, () => random));
    assert.deepEqual(waits(0.5), [5000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, null]);
    assert.deepEqual([waits(0)[0], waits(1)[0]], [4000, 6000]);
    assert.equal(BACKOFF_MS.length, 6);
  });
});
