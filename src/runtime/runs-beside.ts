// Which other runs of a workflow the store has: how many are not over, and which began in the same time.

import type { RunsBeside } from '../ports/runs-beside.ts';
import type { Store } from '../ports/store.ts';

const COUNTED_MAX = 1000;

/** `within` opens the store for a question, and closes it. */
export function runsBeside(within: <T>(ask: (store: Pick<Store, 'listRuns'>) => Promise<T>) => Promise<T>): RunsBeside {
  return {
    running: (workflow) =>
      within(async (store) => {
        const { items } = await store.listRuns({ workflow, status: ['running'] }, { limit: COUNTED_MAX });
        return items.length;
      }),
    begun: (workflow, startedFrom, startedBefore) =>
      within(async (store) => {
        const page = { limit: COUNTED_MAX };
        const { items } = await store.listRuns({ workflow, startedFrom, startedBefore }, page);
        return items.map(({ run }) => run);
      }),
  };
}

/** Of a store that is opened for each question. */
export function runsIn(openStore: () => Promise<Store>): RunsBeside {
  return runsBeside(async (ask) => {
    const store = await openStore();
    try {
      return await ask(store);
    } finally {
      await store.close();
    }
  });
}
