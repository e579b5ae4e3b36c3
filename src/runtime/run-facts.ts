// What a run's row says of its state: written with every commit that changes it, and compared when a store is verified.

import { type RunState, type RunStatus, statusOf } from '../engine/run-state.ts';
import type { RunChange } from '../ports/store.ts';

export interface RunCondition {
  readonly status: RunStatus;
  /** Work goes on in it. */
  readonly live: boolean;
  readonly isEnded: boolean;
}

export function standingOf(state: RunState): RunCondition {
  return {
    status: statusOf(state),
    live: (state.status === 'running' || state.cleaning) && !state.paused,
    isEnded: state.status !== 'running' && !state.cleaning,
  };
}

type RunStart = Required<Pick<RunChange, 'starter' | 'startedAt' | 'parent' | 'forkedFrom'>>;

/** What stays as it was when the run began. */
export function beginningOf({ starter, startedAt, parent, forkedFrom }: RunState): RunStart {
  return {
    starter,
    startedAt,
    parent: parent === null ? null : { run: parent.run, task: parent.task },
    forkedFrom: forkedFrom?.run ?? null,
  };
}
