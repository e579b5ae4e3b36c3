// Requests and tokens per minute, counted in a plain record that a store can keep and several processes share.

/** A sliding window made of two fixed ones: of the minute before, as much counts as still lies within the last 60 s. */
export type RateWindow = {
  /** Whole minutes of the clock that `now` is read from; of the wall clock when processes share the record. */
  readonly minute: number;
  readonly requests: number;
  readonly tokens: number;
  readonly before: { readonly requests: number; readonly tokens: number };
};

/** As in AgentLimits; absent: no limit. */
export interface RateLimits {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
}

export type RateAnswer = { readonly window: RateWindow; readonly waitMs: 0 } | { readonly waitMs: number };

const MINUTE_MS = 60_000;
const NOTHING = { requests: 0, tokens: 0 };
/** Fractions of a minute are not exact: a wait that was just long enough must not be found too short. */
const TOLERANCE = 1e-6;

/** Takes one request of so many tokens, or says how long to wait before asking again; then nothing was taken.
 *  null: nothing was counted yet. A request larger than the limit itself is let through when nothing else is in the
 *  window: it would wait for ever otherwise. */
export function takeFrom(window: RateWindow | null, now: number, tokens: number, limits: RateLimits): RateAnswer {
  const current = movedTo(window, Math.floor(now / MINUTE_MS));
  const passed = (now % MINUTE_MS) / MINUTE_MS;
  const waits = [
    waitFor(current.requests, current.before.requests, 1, limits.requestsPerMinute, passed),
    waitFor(current.tokens, current.before.tokens, tokens, limits.tokensPerMinute, passed),
  ];
  const waitMs = Math.max(...waits);
  if (waitMs > 0) return { waitMs };
  return { window: { ...current, requests: current.requests + 1, tokens: current.tokens + tokens }, waitMs: 0 };
}

function movedTo(window: RateWindow | null, minute: number): RateWindow {
  if (window === null || minute > window.minute + 1) return { minute, ...NOTHING, before: NOTHING };
  // A record from a later minute comes from a clock ahead of ours; its counts stand, its time cannot be trusted.
  if (minute <= window.minute) return { ...window, minute };
  return { minute, ...NOTHING, before: { requests: window.requests, tokens: window.tokens } };
}

function waitFor(used: number, before: number, asked: number, limit: number | undefined, passed: number): number {
  if (limit === undefined) return 0;
  if (!(limit > 0)) return MINUTE_MS;
  const free = limit - Math.min(asked, limit);
  if (used + before * (1 - passed) <= free + TOLERANCE) return 0;
  // Within this minute, what the minute before weighs shrinks; in the next one, what this minute weighs does.
  const at = used <= free ? 1 - (free - used) / before : 2 - free / used;
  return Math.max(1, Math.ceil((at - passed) * MINUTE_MS));
}
