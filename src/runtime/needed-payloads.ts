// The payloads a history names, as texts: one that is missing breaks the store, unless it went with its run.

import { StoreFault } from '../errors.ts';
import type { Store } from '../ports/store.ts';

type Source = Pick<Store, 'payloads' | 'place'>;
type RunSource = Source & Pick<Store, 'run' | 'commitsOf'>;

/** All of them. Rejects with store-broken when one is missing; the store itself does so when one is a different
 *  text. */
export async function neededPayloads(
  store: Source,
  refs: readonly string[],
  run: string | null,
): Promise<ReadonlyMap<string, string>> {
  const texts = await store.payloads(refs);
  const missing = refs.find((ref) => !texts.has(ref));
  if (missing !== undefined) throw missingPayload(store.place, missing, run);
  return texts;
}

/** Those that are there, for code that read the history a while ago: the run may have been erased or removed since. */
export async function payloadsLeft(
  store: RunSource,
  refs: readonly string[],
  run: string,
): Promise<ReadonlyMap<string, string>> {
  const texts = await store.payloads(refs);
  const missing = refs.find((ref) => !texts.has(ref));
  if (missing !== undefined && !(await wentAway(store, run))) throw missingPayload(store.place, missing, run);
  return texts;
}

async function wentAway(store: RunSource, run: string): Promise<boolean> {
  const row = await store.run(run);
  if (row === null) return true;
  const [first] = await store.commitsOf(row.key, 0, 1);
  return first === undefined || first.text === null;
}

function missingPayload(place: string, ref: string, run: string | null): StoreFault {
  const user = run === null ? 'which a run needs' : `which ${run} needs`;
  const found = `Expected the payload ${ref}, ${user}, in ${place}, found none: it was neither erased nor pruned.`;
  const hint = 'Run signoff store verify, then restore a backup. Nothing was changed.';
  return new StoreFault('store-broken', `${found} ${hint}`, { isLasting: true });
}
