// A state's snapshot in parts: the run itself and one part for each scope instance.

import type { RunState } from '../engine/run-state.ts';
import { restore, serialise } from '../engine/snapshot.ts';
import type { Json } from '../json.ts';

export function snapshotParts(state: RunState): ReadonlyMap<string, string> {
  return new Map([['', JSON.stringify(serialise(state))]]);
}

export function restoreParts(parts: ReadonlyMap<string, string>): RunState {
  return restore(JSON.parse(parts.get('') ?? 'null') as Json);
}

/** How many entries a state has: writing it costs about that many events. */
export function sizeOf(state: RunState): number {
  return state.tokens.size + state.tasks.size + state.branches.size + state.results.size + state.records.size;
}
