// What a step's registered code gets: its input, the run's data, its item, and a way to read more.

import type { Step } from '../diagram/workflow.ts';
import { childRunOf } from '../engine/child-run.ts';
import { boundFrom, lookupFrom, type Reader, ROOT_POSITION, type TokenPosition } from '../engine/roots.ts';
import type { Task } from '../engine/run-state.ts';
import { indexOf } from '../engine/turn.ts';
import { type Payloads, readValue, type Value } from '../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { CodeCall } from '../ports/action.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { sha256 } from './sha256.ts';

/** What keeps the task while code works on it. */
export interface Tenure {
  readonly signal: AbortSignal;
  heartbeat?(): Promise<void>;
}

/** Most code reads little of this: what is not read is not made. */
export function codeCall(run: RunWithWorkflow, task: Task, payloads: Payloads, tenure: Tenure): CodeCall {
  const { state } = run;
  const reader: Reader = { state, payloads, signal: undefined };
  const position = positionOf(run, task);
  const lookup = lookupFrom(reader, position);
  let runFacts: CodeCall['run'] | null = null;
  return {
    get run() {
      const input = (): Json => readValue(state.input, [], payloads) ?? null;
      runFacts ??= { id: state.run, input: input(), startedAt: state.startedAt, startedBy: state.starter };
      return runFacts;
    },
    step: task.step,
    attempt: task.attempt + 1,
    input: inputOf(run, task, payloads),
    data: state.values.size === 0 ? {} : ((lookup('data', []) ?? {}) as JsonObject),
    ...itemOf(reader, position),
    config: stepOf(run, task.step).config.config ?? null,
    read: (root, ...parts) => lookup(root, parts),
    get signal() {
      return tenure.signal;
    },
    idempotencyKey: `${run.id}#${task.id}`,
    heartbeat: async () => {
      tenure.signal.throwIfAborted();
      await tenure.heartbeat?.();
    },
    childRun: (id) => childRunOf(sha256, run.id, id),
  };
}

/** What the task works on: the edited input if there is one, with what `prepare` gave laid over it. */
export function inputOf(run: RunWithWorkflow, task: Task, payloads: Payloads): Json {
  const own = readValue(task.input ?? positionOf(run, task).input, [], payloads) ?? null;
  if (task.prepared === undefined) return own;
  const added = readValue(task.prepared as Value, [], payloads) ?? null;
  return isJsonObject(own) && isJsonObject(added) ? { ...own, ...added } : added;
}

export function positionOf({ state }: Pick<RunWithWorkflow, 'state'>, task: Task): TokenPosition {
  return state.tokens.get(task.token) ?? ROOT_POSITION;
}

export function stepOf({ workflow }: RunWithWorkflow, id: string): Step {
  const step = indexOf(workflow).get(id);
  if (step === undefined) throw new Error(`The workflow "${workflow.name}" has no step "${id}".`);
  return step;
}

/** The item of the innermost foreach; a fork's branch has none. */
export function itemOf(reader: Reader, position: TokenPosition): Pick<CodeCall, 'item' | 'index' | 'total'> {
  if (position.scope === 0 && position.bindings === undefined) return NO_ITEM;
  for (const { item, index, total } of boundFrom(reader, position)) {
    return { item: readValue(item(), [], reader.payloads) ?? null, index, total };
  }
  return NO_ITEM;
}

const NO_ITEM = {};
