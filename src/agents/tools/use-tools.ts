// The tools that a reply asks for: run, recorded, and answered; what an earlier process ran already is not run again.

import type { AgentWork } from '../../ports/agent-host.ts';
import type { CallMessage, ToolCall } from '../../ports/provider.ts';
import type { AskResult } from '../ask-agent.ts';
import type { Tool } from './tool.ts';
import { runTools, type ToolBudget } from './tool-loop.ts';

/** What the conversation goes on with: the reply, and an answer to each of its calls. */
export async function useTools(
  { call, reply, before }: Extract<AskResult, { call: number }>,
  work: Pick<AgentWork, 'signal' | 'tool'>,
  tools: readonly Tool[],
  budget: ToolBudget,
): Promise<readonly CallMessage[]> {
  const known = new Map((before?.tools ?? []).map((used) => [used.id, used]));
  const fresh = reply.toolCalls.filter(({ id }) => !known.has(id));
  budget.left = Math.max(0, budget.left - known.size);
  const results = await runTools(fresh, tools, {
    signal: work.signal,
    budget,
    onCall: async ({ id, name, input }, { text, isError }, ms) => {
      await work.tool(call, { id, name, input, result: text, isError, ms: Math.round(ms) });
    },
  });
  const answers = reply.toolCalls.map((one) => answerOf(one, known.get(one.id), results));
  return [{ from: 'agent', text: reply.text, toolCalls: reply.toolCalls }, ...answers];
}

function answerOf(
  { id, name }: ToolCall,
  before: { readonly result: string; readonly isError: boolean } | undefined,
  results: readonly CallMessage[],
): CallMessage {
  // Field for field as it was sent: equal prompts are the same call.
  if (before !== undefined) {
    return { from: 'tool', call: id, name, result: before.result, ...(before.isError && { isError: true }) };
  }
  const found = results.find((message) => message.from === 'tool' && message.call === id);
  return found ?? { from: 'tool', call: id, name, result: 'Not run.', isError: true };
}
