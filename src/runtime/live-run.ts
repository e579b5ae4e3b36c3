// A run as the engine works on it: its state, where its history stands, and what its row says already.

import type { Workflow } from '../diagram/workflow.ts';
import { CHAIN_START } from '../engine/chain.ts';
import { type CommitPlace, eventsOf } from '../engine/commit-text.ts';
import { evolve } from '../engine/evolve.ts';
import type { RunState, RunStatus } from '../engine/run-state.ts';
import { newState, STATE_FORMAT } from '../engine/snapshot.ts';
import type { CallReport, RunRow, Store, StoredCommit } from '../ports/store.ts';
import type { StoredSnapshot } from '../ports/store-care.ts';
import { proveSnapshot } from './prove-snapshot.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { restoreParts, SnapshotParts } from './snapshot-parts.ts';

export interface LiveRun extends RunWithWorkflow {
  /** null until its first commit is stored. */
  key: number | null;
  workflow: Workflow;
  workflowKey: number;
  state: RunState;
  hash: string;
  /** Its state is that of its events: folded from the first, or from a snapshot that was proved to be that. */
  readonly isProved: boolean;
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
    isProved: true,
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

export interface LoadOptions {
  /** As it was after the commit that holds that event. */
  readonly upTo?: number | undefined;
  /** For people: rejects with store-broken where its snapshot is not the state of its events. */
  readonly proves?: boolean;
}

/** From its last snapshot and the commits since. A snapshot that cannot be read is ignored. */
export async function loadLiveRun(
  store: Store,
  row: RunRow,
  workflow: Workflow,
  { upTo, proves = false }: LoadOptions = {},
): Promise<LiveRun> {
  const snapshot = await store.snapshotOf(row.key);
  const isMeant = snapshot !== null && snapshot.format === STATE_FORMAT && snapshot.number <= (upTo ?? row.head);
  const restored = isMeant ? restoredFrom(snapshot) : null;
  if (proves && snapshot !== null && restored !== null) await proveSnapshot(store, row, snapshot, restored);
  const run: LiveRun = {
    ...newLiveRun(row.run, workflow, row.workflow),
    isProved: proves || restored === null,
    key: row.key,
    hash: row.hash,
    reported: row.reported ?? UNREPORTED,
    status: row.status,
    isLive: row.live,
    changedAt: row.changedAt,
  };
  if (snapshot !== null && restored !== null) {
    run.state = restored;
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

/** It is only a shortcut: store verify says what is wrong with it. */
function restoredFrom({ parts }: StoredSnapshot): RunState | null {
  try {
    return restoreParts(parts);
  } catch {
    return null;
  }
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
