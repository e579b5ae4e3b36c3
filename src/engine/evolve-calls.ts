// How calls of agents change the state: what is reserved, what was spent, and the replies a task can go on from.

import type { Handlers } from './evolve.ts';
import type { RunState, Task } from './run-state.ts';
import { type Spending, spendingOf, WHOLE_RUN } from './spending.ts';

export const callHandlers: Handlers<'CallBegun' | 'CallEnded' | 'ReplyRead' | 'ToolUsed'> = {
  CallBegun(state, { data }) {
    const { call, task: id, step, agent, provider, model, cost, tokens, prompt, lease, output } = data;
    const facts = {
      ...{ id: call, task: id, step, agent, provider, model, cost, tokens, prompt },
      ...(lease !== undefined && { lease }),
      ...(output !== undefined && { output }),
    };
    state.calls.set(call, { ...facts, ended: false });
    spend(state, step, { calls: 1, reservedCost: cost ?? 0, reservedTokens: tokens });
    const task = state.tasks.get(id);
    if (task !== undefined) state.tasks.set(id, { ...task, calls: [...(task.calls ?? []), call] });
  },

  CallEnded(state, { data }) {
    const begun = state.calls.get(data.call);
    if (begun === undefined) return;
    const used = data.usage === undefined ? 0 : data.usage.in + data.usage.out;
    const cost = data.cost ?? 0;
    const isUnknown = data.cost === null;
    // What may have been paid for stays reserved: a budget must not forget it.
    spend(state, begun.step, {
      ...{ cost, tokens: used, unknown: isUnknown ? 1 : 0 },
      ...{ reservedCost: isUnknown ? 0 : -(begun.cost ?? 0) },
      ...{ reservedTokens: isUnknown && data.usage === undefined ? 0 : -begun.tokens },
    });
    state.cost += cost;
    state.spentTokens += used;
    // Its task, or the attempt, is over: nobody will go on from the reply.
    if (!state.tasks.get(begun.task)?.calls?.includes(data.call)) {
      state.calls.delete(data.call);
      return;
    }
    const reply = data.reply === undefined ? {} : { reply: data.reply };
    state.calls.set(data.call, { ...begun, ended: true, ...reply });
  },

  ReplyRead(state, { data }) {
    const task = state.tasks.get(data.task);
    if (task === undefined || data.tags === undefined) return;
    state.tasks.set(task.id, { ...task, tags: [...new Set([...(task.tags ?? []), ...data.tags])] });
  },

  ToolUsed(state, { data }) {
    const call = state.calls.get(data.call);
    const { id, result, isError } = data;
    const used = { id, result, ...(isError && { isError }) };
    if (call !== undefined) state.calls.set(call.id, { ...call, tools: [...(call.tools ?? []), used] });
  },
};

/** Answers to its calls no longer count: the next attempt, or turn, asks again. Calls under way stay, for the
 *  money's sake. */
export function forgetCalls(state: RunState, task: Task): void {
  for (const call of task.calls ?? []) if (state.calls.get(call)?.ended) state.calls.delete(call);
}

/** The task without the calls that are forgotten. */
export function withoutCalls({ calls: _, ...task }: Task): Task {
  return task;
}

function spend(state: RunState, step: string, more: Partial<Spending>): void {
  for (const key of [WHOLE_RUN, step]) {
    const now = spendingOf(state, key);
    state.spending.set(key, {
      calls: now.calls + (more.calls ?? 0),
      cost: now.cost + (more.cost ?? 0),
      tokens: now.tokens + (more.tokens ?? 0),
      reservedCost: now.reservedCost + (more.reservedCost ?? 0),
      reservedTokens: now.reservedTokens + (more.reservedTokens ?? 0),
      unknown: now.unknown + (more.unknown ?? 0),
    });
  }
}
