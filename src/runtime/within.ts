// Waits for work, but not longer than so many milliseconds.

import { setTimeout as sleep } from 'node:timers/promises';

/** The process stays for it: while it ends, nothing else may keep it alive. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([work, late]).finally(() => over.abort());
}
