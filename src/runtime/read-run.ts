// A run read afresh from the store: its events in order, and its state as people are shown it.

import type { Workflow } from '../diagram/workflow.ts';
import { eventsOf } from '../engine/commit-text.ts';
import type { AnyEvent } from '../engine/events.ts';
import type { RunState } from '../engine/run-state.ts';
import type { Json } from '../json.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { type LoadOptions, loadLiveRun, placeOf } from './live-run.ts';
import { payloadsLeft } from './needed-payloads.ts';
import { referencesNamed } from './reference-closure.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';

export interface RunView extends RunWithWorkflow {
  readonly row: RunRow;
  /** The version that the run had then: it may have been migrated since. */
  readonly workflow: Workflow;
  readonly workflowKey: number;
  readonly state: RunState;
  /** Every payload the state refers to, loaded. */
  readonly payloads: ReadonlyMap<string, Json>;
}

const COMMITS_AT_ONCE = 500;
const PAYLOADS_AT_ONCE = 200;

export async function* eventsOfRun(store: Store, run: string, key: number, after = 0): AsyncIterable<AnyEvent> {
  for (let number = after; ; ) {
    const commits = await store.commitsOf(key, number, COMMITS_AT_ONCE);
    for (const commit of commits) {
      number = commit.last;
      if (commit.text === null) continue;
      for (const event of eventsOf(commit.text, placeOf(run, commit))) if (event.number > after) yield event;
    }
    if (commits.length < COMMITS_AT_ONCE) return;
  }
}

export async function readEvents(
  store: Store,
  { run, key }: RunRow,
  after: number,
  limit: number,
): Promise<AnyEvent[]> {
  const events: AnyEvent[] = [];
  for await (const event of eventsOfRun(store, run, key, after)) if (events.push(event) >= limit) break;
  return events;
}

/** For people, unless the caller asks otherwise: rejects with store-broken where the state is not that of the run's
 *  events. */
export async function viewRun(
  store: Store,
  row: RunRow,
  workflow: Workflow,
  serialise: (state: RunState) => Json,
  { upTo, proves = true }: LoadOptions = {},
): Promise<RunView> {
  const { id, state, hasReferences } = await loadLiveRun(store, row, workflow, { upTo, proves });
  const payloads = hasReferences
    ? await payloadsOf(store, id, JSON.stringify(serialise(state)))
    : new Map<string, Json>();
  const then = state.version === workflow.version ? null : await store.workflow(state.workflow, state.version);
  const { key, workflow: own } = then ?? { key: row.workflow, workflow };
  return { id, row, workflow: own, workflowKey: key, state, payloads };
}

/** A join's results are a payload that refers to others. */
async function payloadsOf(store: Store, run: string, text: string): Promise<ReadonlyMap<string, Json>> {
  const found = new Map<string, Json>();
  let wanted = referencesIn(text, found);
  while (wanted.length > 0) {
    const now = wanted.slice(0, PAYLOADS_AT_ONCE);
    wanted = wanted.slice(PAYLOADS_AT_ONCE);
    const texts = await payloadsLeft(store, now, run);
    for (const [ref, payload] of texts) found.set(ref, JSON.parse(payload) as Json);
    for (const payload of texts.values()) {
      for (const ref of referencesIn(payload, found)) if (!wanted.includes(ref) && !now.includes(ref)) wanted.push(ref);
    }
  }
  return found;
}

function referencesIn(text: string, known: ReadonlyMap<string, Json>): string[] {
  const refs = referencesNamed(text);
  return [...refs].filter((ref) => !known.has(ref));
}
