// A state as JSON and back: what a snapshot holds, and what an empty run looks like.

import type { Json } from '../json.ts';
import type { RunState, Tables } from './run-state.ts';

/** Raised when the meaning of a stored snapshot changes; a snapshot with another number is ignored, and the run folded
 *  again. */
export const STATE_FORMAT = 1;

export const TABLES: readonly (keyof Tables)[] = [
  'tokens',
  'tasks',
  'scopes',
  'branches',
  'results',
  'records',
  'holds',
  'timers',
  'waits',
  'signals',
  'signalIds',
  'parked',
  'values',
  'verdicts',
  'documents',
  'writers',
  'raised',
  'ends',
  'kept',
  'detached',
  'files',
  'awaited',
  'unwritten',
  'calls',
  'spending',
];

/** Tables younger than format 1: left out while empty, so that a state without them is the same as before. */
const YOUNGER: ReadonlySet<keyof Tables> = new Set(['files', 'awaited', 'unwritten', 'calls', 'spending']);

export function newState(): RunState {
  return {
    run: '',
    workflow: '',
    version: '',
    status: 'new',
    paused: false,
    failing: false,
    cleaning: false,
    number: 0,
    startedAt: 0,
    starter: '',
    input: null,
    assign: {},
    parent: null,
    forkedFrom: null,
    cost: 0,
    spentTokens: 0,
    output: null,
    // Younger than format 1: undefined is left out of what is stored.
    partial: undefined,
    nextToken: 1,
    nextTask: 1,
    nextScope: 1,
    nextHold: 1,
    nextTimer: 1,
    nextSignal: 1,
    nextKept: 1,
    tokens: new Map(),
    tasks: new Map(),
    scopes: new Map(),
    branches: new Map(),
    results: new Map(),
    records: new Map(),
    holds: new Map(),
    timers: new Map(),
    waits: new Map(),
    signals: new Map(),
    signalIds: new Map(),
    parked: new Map(),
    values: new Map(),
    verdicts: new Map(),
    documents: new Map(),
    writers: new Map(),
    raised: new Map(),
    ends: new Map(),
    kept: new Map(),
    detached: new Map(),
    files: new Map(),
    awaited: new Map(),
    unwritten: new Map(),
    calls: new Map(),
    spending: new Map(),
  };
}

/** Everything of a state that is not a table. */
export const PLAIN = Object.keys(newState()).filter((key) => !(TABLES as readonly string[]).includes(key)) as Exclude<
  keyof RunState,
  keyof Tables
>[];

/** The state as JSON: what a snapshot holds. */
export function serialise(state: RunState): Json {
  const out: Record<string, unknown> = { format: STATE_FORMAT };
  for (const key of PLAIN) if (state[key] !== undefined) out[key] = state[key];
  for (const table of TABLES) {
    if (state[table].size > 0 || !YOUNGER.has(table)) out[table] = [...state[table].entries()];
  }
  return out as Json;
}

export function restore(json: Json): RunState {
  const { format, ...rest } = json as { readonly format: number } & Record<string, unknown>;
  if (format !== STATE_FORMAT) throw new Error(`Expected a snapshot of format ${STATE_FORMAT}, found ${format}.`);
  const state = { ...newState(), ...rest } as Record<string, unknown>;
  for (const table of TABLES) state[table] = new Map((rest[table] ?? []) as [unknown, unknown][]);
  return state as unknown as RunState;
}
