// Calls the code that a step names, with everything that it may read loaded before: `read` does not wait.

import { reachableValues } from '../engine/roots.ts';
import type { Task } from '../engine/run-state.ts';
import { missingRefs, type Payloads } from '../engine/value.ts';
import type { CodeCall } from '../ports/action.ts';
import { codeCall, positionOf, type Tenure } from './code-call.ts';
import type { LiveRun } from './live-run.ts';
import { type PayloadCache, PayloadView } from './payload-cache.ts';

export interface CodeToCall<T> {
  readonly payloads: PayloadCache;
  readonly run: LiveRun;
  readonly task: Task;
  readonly tenure: Tenure;
  code(call: CodeCall): T | Promise<T>;
  /** Of a result that does not count, since the code is called again. */
  undo?(result: T): Promise<void>;
  /** Around each fetch from the store. */
  fetching?(fetch: () => Promise<unknown>): Promise<unknown>;
}

/** What the code reads may still not be at hand: the run went on while it worked, or was moved to a version without the
 *  step that is asked for. Whatever the code made of that does not count: it is called again from its beginning. */
export async function callCode<T>(calling: CodeToCall<T>): Promise<T> {
  const { run, task, tenure, code, undo, fetching = (fetch) => fetch() } = calling;
  const view = new PayloadView(calling.payloads, undefined, run.id);
  for (;;) {
    const missing = new Set<string>();
    const payloads = noticing(view, missing);
    if (run.hasReferences) await fetching(() => fetchReachable(run, task, view));
    const result = await settled(() => code(codeCall(run, task, payloads, tenure)));
    if (missing.size === 0) {
      if (!result.ok) throw result.thrown;
      return result.value;
    }
    if (result.ok) await undo?.(result.value);
    tenure.signal.throwIfAborted();
    await fetching(() => view.fetch([...missing]));
  }
}

/** Code may catch what `read` throws, and go on with something else. */
function noticing(view: PayloadView, missing: Set<string>): Payloads {
  return {
    get(ref) {
      const found = view.get(ref);
      if (found === undefined) missing.add(ref);
      return found;
    },
  };
}

type CallOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly thrown: unknown };

async function settled<T>(work: () => T | Promise<T>): Promise<CallOutcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, thrown };
  }
}

/** Together, not one by one: a conversation has many. */
async function fetchReachable(run: LiveRun, task: Task, view: PayloadView): Promise<void> {
  const reader = { state: run.state, payloads: view, signal: undefined };
  const steps = run.workflow.steps.map(({ id }) => id);
  const values = [...reachableValues(reader, positionOf(run, task), steps)];
  for (const own of [task.input, task.prepared]) if (own !== undefined) values.push(own);
  for (;;) {
    const missing = missingRefs(values, view);
    if (missing.length === 0) return;
    await view.fetch(missing);
  }
}
