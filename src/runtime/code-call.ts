// What a step's registered code is told: its input, the run's data, its item, and a way to read more.

import type { Step } from '../diagram/workflow.ts';
import { boundFrom, lookupFrom, type Reader, ROOT_SEAT, type Seat } from '../engine/roots.ts';
import type { Task } from '../engine/run-state.ts';
import { type Payloads, readValue, type Value } from '../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { CodeCall } from '../ports/action.ts';
import type { MemoryRun } from './memory-run.ts';

export function codeCall(run: MemoryRun, task: Task, payloads: Payloads, signal: AbortSignal): CodeCall {
  const { state } = run;
  const reader: Reader = { state, payloads, signal: undefined };
  const seat = seatOf(run, task);
  const lookup = lookupFrom(reader, seat);
  return {
    run: { id: state.run, input: readValue(state.input, [], payloads) ?? null, startedAt: state.startedAt },
    step: task.step,
    attempt: task.attempt + 1,
    input: inputOf(run, task, payloads),
    data: (lookup('data', []) ?? {}) as JsonObject,
    ...itemOf(reader, seat),
    config: stepOf(run, task.step).config.config ?? null,
    read: (root, ...parts) => lookup(root, parts),
    signal,
  };
}

/** What the task works on: the edited input if there is one, with what `prepare` gave laid over it. */
export function inputOf(run: MemoryRun, task: Task, payloads: Payloads): Json {
  const own = readValue(task.input ?? seatOf(run, task).input, [], payloads) ?? null;
  if (task.prepared === undefined) return own;
  const added = readValue(task.prepared as Value, [], payloads) ?? null;
  return isJsonObject(own) && isJsonObject(added) ? { ...own, ...added } : added;
}

export function seatOf({ state }: MemoryRun, task: Task): Seat {
  return state.tokens.get(task.token) ?? ROOT_SEAT;
}

export function stepOf({ workflow }: MemoryRun, id: string): Step {
  const step = workflow.steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`The workflow "${workflow.name}" has no step "${id}".`);
  return step;
}

/** The item of the innermost foreach; a fork's branch is none. */
export function itemOf(reader: Reader, seat: Seat): Pick<CodeCall, 'item' | 'index' | 'total'> {
  for (const { item, index, total } of boundFrom(reader, seat)) {
    return { item: readValue(item(), [], reader.payloads) ?? null, index, total };
  }
  return {};
}
