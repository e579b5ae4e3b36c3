// How long a run was in each of its phases, by its own history.

import type { PhaseChange } from './agent-state.ts';
import { secondsBetween } from './state-manager.ts';

/** Seconds by phase, all visits together; the last phase lasts until `now`. */
export function phaseSeconds(history: readonly PhaseChange[], now: string): { readonly [phase: string]: number } {
  const seconds: Record<string, number> = {};
  for (const [at, { to, timestamp }] of history.entries()) {
    const until = history[at + 1]?.timestamp ?? now;
    seconds[to] = Math.round(((seconds[to] ?? 0) + secondsBetween(timestamp, until)) * 1000) / 1000;
  }
  return seconds;
}
