// Waits for what a run comes to: from this process's own commits without asking the store, else by looking there.

import type { RunState, RunStatus } from '../engine/run-state.ts';
import { type Payloads, readValue } from '../engine/value.ts';
import type { RunRow } from '../ports/store.ts';
import type { RunResult } from './engine-options.ts';
import type { LiveRun } from './live-run.ts';
import type { RunView } from './read-run.ts';
import type { RunWatch } from './watch-runs.ts';

export interface ResultSources {
  readonly watch: RunWatch;
  readonly payloads: Payloads;
  /** What this process holds as running need not be asked of the store. */
  isHeld(run: string): boolean;
  row(run: string): Promise<RunRow | null>;
  view(run: string): Promise<RunView | null>;
}

const GOES_ON: ReadonlySet<RunStatus> = new Set(['running', 'paused']);

/** Resolves when the run has ended or is on hold; null when there is no such run or the signal is aborted. */
export async function awaitResult(sources: ResultSources, run: string, signal: AbortSignal): Promise<RunResult | null> {
  let isHinted = false;
  for (let found: LiveRun | null = null; ; ) {
    const { heard, cancel } = sources.watch.next(run, signal);
    // A hint may be of another process that ended the run, which this one still holds as it was.
    if (found === null && (isHinted || !sources.isHeld(run))) {
      const row = await sources.row(run);
      const view = row === null || !GOES_ON.has(row.status) ? await sources.view(run) : null;
      if (row === null || signal.aborted || (view !== null && !GOES_ON.has(view.row.status))) {
        cancel();
        return view === null || signal.aborted ? null : resultOf(view.row.status, view);
      }
    }
    found = await heard;
    isHinted = found === null;
    if (signal.aborted) return null;
    if (found === null || (found.isLive && GOES_ON.has(found.status))) continue;
    if (!found.isLive && !found.hasReferences && !GOES_ON.has(found.status)) {
      return resultOf(found.status, { state: found.state, payloads: sources.payloads });
    }
    const view = await sources.view(run);
    if (view !== null && !GOES_ON.has(view.row.status)) return resultOf(view.row.status, view);
  }
}

function resultOf(status: RunStatus, { state, payloads }: { state: RunState; payloads: Payloads }): RunResult {
  const { partial } = state;
  const isPart = status === 'completed' && partial !== undefined;
  return { status, output: readValue(state.output, [], payloads) ?? null, ...(isPart && { partial }) };
}
