// A run held in memory, and what can be read off it: what is reported to its parent, and its result.

import type { Workflow } from '../diagram/workflow.ts';
import { evaluate } from '../engine/condition.ts';
import type { AnyEvent } from '../engine/events.ts';
import { lookupFrom, ROOT_POSITION } from '../engine/roots.ts';
import { statusOf } from '../engine/run-state.ts';
import { type Payloads, readValue } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';

export interface MemoryRun extends RunWithWorkflow {
  workflow: Workflow;
  /** Where its prompts, schemas and subflows are looked up; null when it came from nowhere. */
  readonly folder: string | null;
  readonly events: AnyEvent[];
  /** What was last reported to its parent, and the cost in that report. */
  reported: ChildOutcome;
  reportedCost: { cost: number; tokens: number };
}

export type ChildOutcome = 'completed' | 'failed' | 'cancelled' | 'held' | 'running';

export function outcomeOf(run: RunWithWorkflow): ChildOutcome {
  if (run.state.cleaning) return 'running';
  const status = statusOf(run.state);
  if (status === 'on_hold') return 'held';
  return status === 'paused' ? 'running' : status;
}

/** Why nothing moves, in one sentence; '' when nothing is held. */
export function holdMessage({ state }: RunWithWorkflow): string {
  for (const hold of state.holds.values()) return hold.message;
  return '';
}

export function outputOf(run: RunWithWorkflow, payloads: Payloads): Json {
  return readValue(run.state.output, [], payloads) ?? null;
}

/** sub-2: what a completed run gives, and that it is a part of it. */
export function resultOf({ state: { output, partial } }: RunWithWorkflow) {
  return { output, ...(partial !== undefined && { stopped: partial }) };
}

/** sub-2: what a failed run can still give, its `output` mapping over what exists. */
export function partialOf({ workflow, state }: RunWithWorkflow, payloads: Payloads): Json {
  if (workflow.output === null) return null;
  const lookup = lookupFrom({ state, payloads, signal: undefined }, ROOT_POSITION);
  return Object.fromEntries(workflow.output.map(({ name, value }) => [name, evaluate(value.tree, lookup) ?? null]));
}
