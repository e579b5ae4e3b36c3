// Runs the tool calls of one reply and turns their results into messages, within the calls a task has left.

import type { CallMessage, ToolCall } from '../../ports/provider.ts';
import { failedResult, messageOf, type Tool, type ToolResult } from './tool.ts';

export interface ToolBudget {
  /** Calls the task may still make. Counted down here. */
  left: number;
}

export interface RunToolsOptions {
  readonly signal: AbortSignal;
  readonly budget: ToolBudget;
  /** Called for each call once it has its result. What it throws is thrown by runTools, after all calls have ended. */
  onCall(call: ToolCall, result: ToolResult, ms: number): Promise<void>;
}

export const TOOL_CALLS_MAX = 25;
const AT_ONCE_MAX = 8;

export const toolBudget = (): ToolBudget => ({ left: TOOL_CALLS_MAX });

/** One message for each call, in the order of the calls. */
export async function runTools(
  calls: readonly ToolCall[],
  tools: readonly Tool[],
  { signal, budget, onCall }: RunToolsOptions,
): Promise<CallMessage[]> {
  const results: CallMessage[] = [];
  const faults: unknown[] = [];
  // A model that knows it was the last call has no reason to ask for another.
  const waiting = calls.map((call, index) => ({ call, index, isPaid: budget.left-- > 0, isLast: budget.left === 0 }));
  budget.left = Math.max(0, budget.left);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { call, index, isPaid, isLast } = next;
      const startedAt = performance.now();
      const given = isPaid ? await runTool(call, tools, signal) : failedResult(SPENT);
      const result = isLast ? { ...given, text: `${given.text}\n\n${LAST}` } : given;
      try {
        await onCall(call, result, Math.round(performance.now() - startedAt));
      } catch (thrown) {
        faults.push(thrown);
      }
      results[index] = messageFor(call, result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE_MAX, calls.length) }, work));
  if (faults.length > 0) throw faults[0];
  return results;
}

const LAST = 'This was the last tool call that this task may make. Call no more tools: finish with what you have.';
const SPENT = 'This task has used all the tool calls it may make. Call no more tools: finish with what you have.';

async function runTool(call: ToolCall, tools: readonly Tool[], signal: AbortSignal): Promise<ToolResult> {
  const tool = tools.find(({ spec }) => spec.name === call.name);
  if (tool === undefined) {
    const names = tools.map(({ spec }) => spec.name).join(', ') || 'none';
    return failedResult(`There is no tool "${call.name.slice(0, 100)}" for this task. There are: ${names}.`);
  }
  if (signal.aborted) return stopped(call);
  // A tool that does not heed the signal must not hold up the task that was stopped.
  const { promise: aborted, resolve } = Promise.withResolvers<ToolResult>();
  const onAbort = () => resolve(stopped(call));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([tool.call(call.input, signal), aborted]);
  } catch (thrown) {
    return failedResult(`${call.name} failed: ${messageOf(thrown)}`);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

const stopped = (call: ToolCall): ToolResult =>
  failedResult(`${call.name} was stopped: the task no longer waits for it.`);

function messageFor({ id, name }: ToolCall, { text, isError }: ToolResult): CallMessage {
  return { from: 'tool', call: id, name, result: text, ...(isError ? { isError } : {}) };
}
