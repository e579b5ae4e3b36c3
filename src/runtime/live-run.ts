// A run as the engine works on it: its state, where its history stands, and what its row says already.

import type { Workflow } from '../diagram/workflow.ts';
import { CHAIN_START } from '../engine/chain.ts';
import { type CommitPlace, eventsOf } from '../engine/commit-text.ts';
import { evolve } from '../engine/evolve.ts';
import type { RunState, RunStatus } from '../engine/run-state.ts';
import { newState, STATE_FORMAT } from '../engine/snapshot.ts';
import type { CallReport, RunRow, Store, StoredCommit } from '../ports/store.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { restoreParts, SnapshotParts } from './snapshot-parts.ts';

export interface LiveRun extends RunWithWorkflow {
  /** null until its first commit is stored. */
  key: number | null;
  workflow: Workflow;
  workflowKey: number;
  state: RunState;
  hash: string;
  /** Number of the event its last snapshot stands at. */
  snapshotAt: number;
  /** What that snapshot holds. */
  parts: SnapshotParts;
  /** Some of its values are payloads of their own. */
  hasReferences: boolean;
  /** Payloads made of others that its commits named: those others are known to be used by it. */
  readonly assembled: Set<string>;
  /** As its row has them, so that only changes are written. */
  reported: CallReport;
  status: RunStatus;
  isLive: boolean;
  /** When its last event came. */
  changedAt: number;
}

const UNREPORTED: CallReport = { outcome: 'running', cost: 0, tokens: 0 };
const COMMITS_AT_ONCE = 1000;

export function newLiveRun(id: string, workflow: Workflow, workflowKey: number): LiveRun {
  return {
    id,
    key: null,
    workflow,
    workflowKey,
    state: newState(),
    hash: CHAIN_START,
    snapshotAt: 0,
    parts: new SnapshotParts(),
    hasReferences: false,
    assembled: new Set(),
    reported: UNREPORTED,
    status: 'running',
    isLive: false,
    changedAt: 0,
  };
}

/** From its last snapshot and the commits since. `upTo`: as it was after the commit that holds that event. */
export async function loadLiveRun(store: Store, row: RunRow, workflow: Workflow, upTo?: number): Promise<LiveRun> {
  const run: LiveRun = {
    ...newLiveRun(row.run, workflow, row.workflow),
    key: row.key,
    hash: row.hash,
    reported: row.reported ?? UNREPORTED,
    status: row.status,
    isLive: row.live,
    changedAt: row.changedAt,
  };
  const snapshot = await store.snapshotOf(row.key);
  if (snapshot !== null && snapshot.format === STATE_FORMAT && snapshot.number <= (upTo ?? row.head)) {
    run.state = restoreParts(snapshot.parts);
    run.snapshotAt = snapshot.number;
    run.parts = new SnapshotParts(run.state);
    run.hasReferences = [...snapshot.parts.values()].some((text) => text.includes('"$ref"'));
  }
  const end = Math.min(upTo ?? row.head, row.head);
  while (run.state.number < end) {
    const commits = await store.commitsOf(row.key, run.state.number, COMMITS_AT_ONCE);
    for (const commit of commits) if (run.state.number < end) fold(run, commit);
    if (commits.length === 0) throw new Error(`The run ${row.run} ends at ${run.state.number}, its row says ${end}.`);
  }
  return run;
}

function fold(run: LiveRun, commit: StoredCommit): void {
  if (commit.text === null) {
    throw new Error(`The events of ${run.id} from ${commit.first} were erased, and no snapshot stands after them.`);
  }
  if (commit.text.includes('"$ref"')) run.hasReferences = true;
  for (const event of eventsOf(commit.text, placeOf(run.id, commit))) evolve(run.state, event);
}

export function placeOf(run: string, { first, at, actor, channel }: StoredCommit): CommitPlace {
  return { run, first, at, actor, channel };
}
