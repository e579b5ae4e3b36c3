// Whether a budget ends a run: nothing more is begun in it (call-2).

import type { RunState } from './run-state.ts';

/** A part that a child gave ends nothing: the run goes on with it (sub-2). */
export function isEnding({ partial }: Pick<RunState, 'partial'>): boolean {
  return partial !== undefined && partial.child === undefined;
}
