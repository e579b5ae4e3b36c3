// Whether a stored snapshot is what the run's events come to: a snapshot is a shortcut that anyone may have altered who
// may write the store, and its own hash beside it would be altered with it. The events are proved by the hash of the
// run's chain.

import { hash } from 'node:crypto';
import { CHAIN_START, chained } from '../engine/chain.ts';
import { eventsOf } from '../engine/commit-text.ts';
import { evolve } from '../engine/evolve.ts';
import type { RunState } from '../engine/run-state.ts';
import { newState } from '../engine/snapshot.ts';
import { StoreFault } from '../errors.ts';
import type { RunRow, Store } from '../ports/store.ts';
import type { StoredSnapshot } from '../ports/store-care.ts';
import { firstDifference, plainState } from './verify/plain-state.ts';

const sha256 = (text: string): string => hash('sha256', text, 'hex');
const COMMITS_AT_ONCE = 1000;
/** Of runs; what was proved is not folded again by this process. */
const PROVED_MAX = 2000;

/** Digests of proved snapshots, by the run's key. */
const proved = new WeakMap<Store, Map<number, string>>();

/** Rejects with store-broken where the snapshot, restored as `state`, is not the state of the run's events. Folds the
 *  whole history, once for each snapshot: not for work that nobody looks at. */
export async function proveSnapshot(
  store: Store,
  row: RunRow,
  snapshot: StoredSnapshot,
  state: RunState,
): Promise<void> {
  const digest = digestOf(snapshot);
  const known = proved.get(store) ?? new Map<number, string>();
  proved.set(store, known);
  if (known.get(row.key) === digest) return;
  const folded = await foldedAt(store, row, snapshot.number);
  const differing = folded === null ? 'event' : firstDifference(folded, plainState(state));
  if (differing !== null) throw altered(store, row, snapshot, `found other ${differing}`);
  known.set(row.key, digest);
  for (const [oldest] of known) {
    if (known.size <= PROVED_MAX) break;
    known.delete(oldest);
  }
}

function digestOf({ number, format, parts }: StoredSnapshot): string {
  const texts = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([part, text]) => [part, hash('sha256', text)]);
  return hash('sha256', JSON.stringify([number, format, texts]));
}

/** The state after the event `number`; null where no commit ends there. All events up to the head are proved. */
async function foldedAt(store: Store, row: RunRow, number: number): Promise<ReadonlyMap<string, string> | null> {
  const state = newState();
  let found: ReadonlyMap<string, string> | null = null;
  let chain = CHAIN_START;
  for (let last = 0; last < row.head; ) {
    const commits = await store.commitsOf(row.key, last, COMMITS_AT_ONCE);
    const known = commits.filter((commit) => commit.last <= row.head);
    for (const commit of known) {
      const text = commit.text ?? '';
      chain = chained(chain, row.run, commit, sha256(text), sha256);
      if (commit.last > number) continue;
      for (const event of eventsOf(text, { run: row.run, ...commit })) evolve(state, event);
      if (commit.last === number) found = plainState(state);
    }
    last = known.at(-1)?.last ?? row.head;
  }
  if (chain !== row.hash) throw brokenChain(store, row);
  return found;
}

const HINT = 'Run signoff store verify, then restore a backup. Nothing was changed.';

function altered(store: Store, { run }: RunRow, { number }: StoredSnapshot, found: string): StoreFault {
  const expected = `Expected the snapshot of ${run} at event ${number} in ${store.place} to be the state of its events`;
  return new StoreFault('store-broken', `${expected}, ${found}. ${HINT}`, { isLasting: true });
}

function brokenChain(store: Store, { run, head }: RunRow): StoreFault {
  const expected = `Expected the events of ${run} in ${store.place} to be those that its hash at event ${head} says`;
  return new StoreFault('store-broken', `${expected}, found others. ${HINT}`, { isLasting: true });
}
