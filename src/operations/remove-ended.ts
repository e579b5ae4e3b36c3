// Removes ended runs in small transactions, so that nobody waits long for the store. Each leaves a tombstone.

import type { Store } from '../ports/store.ts';
import type { OperationContext } from './operation-context.ts';
import { systemNote } from './system-note.ts';

const BATCH = 100;
const BATCHES_MAX = 1_000_000;

/** How many were removed: runs of `workflow` (of all, when null) that ended before `endedBefore`. */
export async function removeEnded(
  context: OperationContext,
  store: Store,
  workflow: string | null,
  endedBefore: number,
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const ended = await store.prunable(workflow, endedBefore, BATCH);
    if (ended.length === 0) break;
    const note = systemNote(context, 'RunsRemoved', { runs: ended.map(({ run }) => run) });
    const count = await store.removeRuns(
      ended.map(({ key }) => key),
      note,
    );
    removed += count;
    // What cannot be removed would be found again for ever.
    if (count === 0) break;
  }
  return removed;
}
