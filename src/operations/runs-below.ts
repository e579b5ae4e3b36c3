// The runs that a run started, near and far, in every state.

import type { RunRow, Store } from '../ports/store.ts';

const PAGE = 500;

export async function* runsBelow(store: Store, parent: string): AsyncGenerator<RunRow> {
  for (let after: string | undefined; ; ) {
    const { items, next } = await store.listRuns({ parent }, { limit: PAGE, ...(after !== undefined && { after }) });
    for (const row of items) {
      yield row;
      yield* runsBelow(store, row.run);
    }
    if (next === null) return;
    after = next;
  }
}
