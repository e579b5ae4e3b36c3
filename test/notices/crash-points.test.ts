// Deliveries when the process that delivers ends at each of its writes in turn: no notice is lost, none stays waiting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreFault } from '../../src/errors.ts';
import type { Store } from '../../src/ports/store.ts';
import { openOffice } from '../support/operations.ts';
import { NOTE, noticesOn, SHORT, TIMES } from './notices-on-site.ts';
import { openReceiver, until, webhook } from './receiver.ts';

const RUNS = 3;
const POINTS_MAX = 60;
const times = { ...TIMES, leaseMs: 150 };

interface RunEnding {
  readonly store: Store;
  hasEnded(): boolean;
}

/** From its `point`th write on nothing is written any more, as after kill -9; the first of them may have been. */
function endingAt(store: Store, point: number, isWritten: boolean): RunEnding {
  let writes = 0;
  const changeShared: Store['changeShared'] = async (name, change) => {
    writes++;
    if (writes < point) return store.changeShared(name, change);
    if (writes === point && isWritten) await store.changeShared(name, change);
    throw new StoreFault('store-unreachable', 'Expected a process, found none.');
  };
  const around = new Proxy(store, {
    get: (target, key) => {
      if (key === 'changeShared') return changeShared;
      const found = Reflect.get(target, key) as unknown;
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  return { store: around, hasEnded: () => writes >= point };
}

for (const isWritten of [false, true]) {
  const which = isWritten ? 'after' : 'before';
  test(`a process that ends ${which} any of its writes loses no notice`, { timeout: 120_000 }, async (t) => {
    const receiver = await openReceiver(t);
    const office = await openOffice();
    try {
      const quiet = noticesOn(office.store);
      await quiet.subscribe(webhook(receiver.url), NOTE);
      await office.done('workflows.add', { source: `${SHORT}%% @workflow: { "name": "letters" }\n` });
      let point = 1;
      for (let isEnded = true; isEnded; point++) {
        assert.ok(point < POINTS_MAX, 'some run needs no more writes than this');
        const ending = endingAt(office.store, point, isWritten);
        const doomed = noticesOn(ending.store, { times });
        const runs: string[] = [];
        for (let made = 0; made < RUNS; made++)
          runs.push((await office.done('runs.start', { workflow: 'letters', input: { what: made } })).run);
        const allReported = (): boolean => runs.every((run) => receiver.came.some(({ notice }) => notice.run === run));
        const settled = async (): Promise<boolean> =>
          allReported() && (await office.store.shared('notices/waits/')).length === 0;
        doomed.start();
        await until('its end, or that of its work', async () => ending.hasEnded() || (await settled()));
        isEnded = ending.hasEnded();
        await doomed.stop();
        const next = noticesOn(office.store, { times });
        next.start();
        await until(`all of them after an end at write ${point}`, settled, () => receiver.ids());
        await next.stop();
      }
      t.diagnostic(`${point - 1} writes tried`);
      assert.ok(point > RUNS * 3, `${point} points are too few to have met every kind of write`);
    } finally {
      await office.close();
    }
  });
}
