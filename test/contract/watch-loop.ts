// How long this process's event loop stood still at most.

import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 5;

export function watchLoop(): { readonly longestMs: () => Promise<number> } {
  let last = performance.now();
  let longest = 0;
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last - TICK_MS);
    last = now;
  };
  const timer = setInterval(tick, TICK_MS);
  return {
    async longestMs() {
      await sleep(TICK_MS);
      tick();
      clearInterval(timer);
      return longest;
    },
  };
}
