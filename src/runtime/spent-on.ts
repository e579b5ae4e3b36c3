// What calls cost that an event ended, as it is added to what was spent.

import type { AnyEvent, EngineEvent } from '../engine/events.ts';
import type { Call, RunState } from '../engine/run-state.ts';
import type { SpendingRow } from '../ports/money.ts';

const NO_TOKENS = { in: 0, out: 0, cached: 0 };

/** `state`: before the event. */
export function spentOn(event: AnyEvent, state: RunState, workflow: string): readonly SpendingRow[] {
  if (event.type === 'CallEnded') return spentByCall(event, state.calls.get(event.data.call), workflow);
  if (event.type !== 'LeaseLost') return [];
  // The process that asked is gone: the calls may have been paid for, and nobody knows how much.
  const { task, lease } = event.data;
  return [...state.calls.values()]
    .filter((call) => call.task === task && call.lease === lease && !call.ended)
    .map((call) => ({ ...rowOf(event.at, call, call.model, workflow), calls: 1, cost: 0, unknown: 1, ...NO_TOKENS }));
}

/** Nothing for a call that the run does not know. One that was counted as lost is counted once. */
function spentByCall({ at, data }: EngineEvent<'CallEnded'>, call: Call | undefined, workflow: string): SpendingRow[] {
  if (call === undefined) return [];
  const [calls, unknown] = call.isLost ? [0, data.cost === null ? 0 : -1] : [1, data.cost === null ? 1 : 0];
  const row = rowOf(at, call, data.model ?? call.model, workflow);
  return [{ ...row, calls, cost: data.cost ?? 0, unknown, ...(data.usage ?? NO_TOKENS) }];
}

function rowOf(at: number, { agent, provider }: Call, model: string | null, workflow: string) {
  return { day: new Date(at).toISOString().slice(0, 10), agent, provider, workflow, model: model ?? '' };
}
