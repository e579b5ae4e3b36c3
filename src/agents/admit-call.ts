// Lets a call through when the agent's day and the limits per minute, shared by all processes, allow it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../ports/store.ts';
import { type RateLimits, type RateWindow, takeFrom } from './rate-window.ts';

export interface Admission {
  readonly store: Pick<Store, 'spent' | 'changeShared'>;
  /** Of one agent; null: of all together. */
  readonly budgets: readonly { readonly agent: string | null; readonly costPerDay: number | null }[];
  readonly limits: readonly { readonly name: string; readonly limits: RateLimits }[];
  now(): number;
  /** Nothing is begun for so long. */
  wait(waitMs: number): void;
}

export type Admitted =
  | { readonly do: 'go' }
  | { readonly do: 'release'; readonly reason: string }
  | { readonly do: 'hold'; readonly code: string; readonly message: string; readonly draft: null };

const GO = { do: 'go' } as const;
/** A task that is held for longer would run into its own timeout. */
const WAIT_MS_MAX = 3000;

export async function admit(
  admission: Admission,
  tokens: number,
  cost: number | null,
  signal: AbortSignal,
): Promise<Admitted> {
  for (const { agent, costPerDay } of admission.budgets) {
    const refused = costPerDay === null ? null : await overDay(admission, agent, costPerDay, cost);
    if (refused !== null) return { do: 'hold', code: 'agent-budget-spent', message: refused, draft: null };
  }
  for (const { name, limits } of admission.limits) {
    if (limits.requestsPerMinute === undefined && limits.tokensPerMinute === undefined) continue;
    for (;;) {
      const waitMs = await take(admission, name, tokens, limits);
      if (waitMs === 0 || signal.aborted) break;
      if (waitMs > WAIT_MS_MAX) {
        admission.wait(waitMs);
        return { do: 'release', reason: `The calls of this minute are used up for ${name}.` };
      }
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  return GO;
}

function take({ store, now }: Admission, name: string, tokens: number, limits: RateLimits): Promise<number> {
  return store.changeShared(name, (window) => {
    const answer = takeFrom(window as RateWindow | null, now(), tokens, limits);
    const next = 'window' in answer ? answer.window : window;
    return { next, answer: answer.waitMs };
  });
}

async function overDay(
  { store, now }: Admission,
  agent: string | null,
  costPerDay: number,
  cost: number | null,
): Promise<string | null> {
  const whose = agent === null ? 'all agents' : `agent "${agent}"`;
  if (cost === null) {
    const found = 'found a model without one. Add its price.';
    return `Expected a known price under the day's budget of ${whose}, ${found}`;
  }
  const day = new Date(now()).toISOString().slice(0, 10);
  const rows = await store.spent({ from: day, to: day, ...(agent !== null && { agent }) });
  const spent = rows.reduce((sum, row) => sum + row.cost, 0);
  if (spent + cost <= costPerDay) return null;
  const found = `found ${Math.round((spent + cost) * 1e6) / 1e6} with this call. Raise it, or wait.`;
  return `Expected ${whose} within ${costPerDay} of cost a day, ${found}`;
}
