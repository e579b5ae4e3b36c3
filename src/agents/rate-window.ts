// Requests and tokens per minute, counted in a plain record that a store can keep and several processes share.

/** What was taken, by the second of the clock that `now` is read from; of the wall clock when processes share the
 *  record. As text, for JSON; each is `[requests, tokens]`. */
export type RateWindow = { readonly [second: string]: readonly [number, number] };

/** As in AgentLimits; absent: no limit. */
export interface RateLimits {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
}

export type RateAnswer = { readonly window: RateWindow; readonly waitMs: 0 } | { readonly waitMs: number };

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** A second counts until all of it is a minute ago: whatever 60 s are looked at, no more is in them than the limit. */
const SECONDS = 61;

/** Takes one request of so many tokens, or says how long to wait before asking again; then nothing was taken.
 *  null: nothing was counted yet. A request larger than the limit itself is let through when nothing else is in the
 *  window: it would wait for ever otherwise. */
export function takeFrom(window: RateWindow | null, now: number, tokens: number, limits: RateLimits): RateAnswer {
  const second = Math.floor(now / SECOND_MS);
  const counted = countedIn(window, second);
  const waits = [
    waitFor(counted, 0, 1, limits.requestsPerMinute, now),
    waitFor(counted, 1, tokens, limits.tokensPerMinute, now),
  ];
  const waitMs = Math.max(...waits);
  if (waitMs > 0) return { waitMs };
  const [requests, used] = counted.get(second) ?? [0, 0];
  counted.set(second, [requests + 1, used + tokens]);
  return { window: Object.fromEntries(counted), waitMs: 0 };
}

/** Oldest first. What stands in the future comes from a clock ahead of ours: it counts as of now. */
function countedIn(window: RateWindow | null, now: number): Map<number, readonly [number, number]> {
  const counted = new Map<number, readonly [number, number]>();
  const seconds = Object.entries(window ?? {}).map(([second, taken]) => [Number(second), taken] as const);
  for (const [second, taken] of seconds.sort(([one], [other]) => one - other)) {
    if (!Array.isArray(taken) || !(second > now - SECONDS)) continue;
    const at = Math.min(second, now);
    const [requests, tokens] = counted.get(at) ?? [0, 0];
    counted.set(at, [requests + taken[0], tokens + taken[1]]);
  }
  return counted;
}

/** Until as many of the oldest seconds are over as there must be. */
function waitFor(
  counted: ReadonlyMap<number, readonly [number, number]>,
  what: 0 | 1,
  asked: number,
  limit: number | undefined,
  now: number,
): number {
  if (limit === undefined) return 0;
  if (!(limit > 0)) return MINUTE_MS;
  const free = limit - Math.min(asked, limit);
  let used = 0;
  for (const taken of counted.values()) used += taken[what];
  if (used <= free) return 0;
  for (const [second, taken] of counted) {
    used -= taken[what];
    if (used <= free) return Math.max(1, (second + SECONDS) * SECOND_MS - now);
  }
  return 1;
}
