// A run is followed in order, whatever is committed while its past is read.

import assert from 'node:assert/strict';
import type { Store } from '../../src/ports/store.ts';
import { FollowedRuns } from '../../src/runtime/follow-runs.ts';
import { ADA, onBothStores } from '../guarantees/on-both-stores.ts';

onBothStores('what is committed while the past of a run is read is reported after it', async (site) => {
  const engine = await site.engine({ processesWork: false });
  const run = await site.start(engine, await site.add('one', 'flowchart TD\n  A[Write] --> B[Read]'));
  let isCommitted = false;
  const store = new Proxy(site.store, {
    get(target, name) {
      if (name !== 'commitsOf') {
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (...args: Parameters<Store['commitsOf']>) => {
        const past = await target.commitsOf(...args);
        if (!isCommitted) {
          isCommitted = true;
          const outcome = await engine.claim(run, 1, 'agent:x', 'outside', ADA);
          assert.equal(outcome.ok, true);
          followed.committed(run, (await site.row(run)).head);
          // Long enough for a reader that does not wait to have read the feed.
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return past;
      };
    },
  });
  const numbers: number[] = [];
  const followed = new FollowedRuns({
    store,
    onEvent: (_, event) => void numbers.push(event.number),
    onTimer: () => undefined,
  });
  await followed.follow(run);
  await followed.caughtUp();
  followed.stop();
  const { head } = await site.row(run);
  assert.deepEqual(
    numbers,
    Array.from({ length: head }, (_, at) => at + 1),
  );
});
