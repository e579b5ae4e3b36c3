// When a delivery is tried again.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first attempt, the second, and so on; after the last of them a delivery has failed. */
export const BACKOFF_MS: readonly number[] = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];
/** Each wait is up to so much longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.2;

/** null: it was the last attempt. `random` gives 0 to 1. */
export function waitAfter(attempts: number, random: () => number, backoffMs = BACKOFF_MS): number | null {
  const step = backoffMs[attempts - 1];
  return step === undefined ? null : Math.round(step * (1 + JITTER * (2 * random() - 1)));
}
