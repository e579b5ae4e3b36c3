// Lets a call through when the limits per minute, shared by all processes, allow it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../ports/store.ts';
import { type RateLimits, type RateWindow, takeFrom } from './rate-window.ts';

export interface Admission {
  readonly store: Pick<Store, 'changeShared'>;
  readonly limits: readonly { readonly name: string; readonly limits: RateLimits }[];
  now(): number;
  /** Nothing is begun for so long. */
  wait(waitMs: number): void;
}

export type AdmissionResult = { readonly kind: 'go' } | { readonly kind: 'release'; readonly reason: string };

export const LEAVING = 'The process is ending.';
const GO = { kind: 'go' } as const;
/** A task that is held for longer would run into its own timeout. */
const WAIT_MS_MAX = 3000;

/** `signal`: nobody waits any more. */
export async function admit(admission: Admission, tokens: number, signal: AbortSignal): Promise<AdmissionResult> {
  for (const { name, limits } of admission.limits) {
    if (limits.requestsPerMinute === undefined && limits.tokensPerMinute === undefined) continue;
    for (;;) {
      const waitMs = await take(admission, name, tokens, limits);
      if (waitMs === 0) break;
      if (signal.aborted) return { kind: 'release', reason: LEAVING };
      if (waitMs > WAIT_MS_MAX) {
        admission.wait(waitMs);
        return { kind: 'release', reason: `The calls of this minute are used up for ${name}.` };
      }
      await sleep(waitMs, undefined, { signal }).catch(() => {});
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
