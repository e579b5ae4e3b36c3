// Tries again while the store is away: what was done or paid for is not forgotten because a database restarts.

import { setTimeout as sleep } from 'node:timers/promises';
import { StoreFault } from '../errors.ts';

const WAIT_MS_MIN = 20;
const WAIT_MS_MAX = 2000;

/** What is tried must come to the same when it is repeated. Gives up only when nobody waits for it any more. */
export async function untilStored<T>(attempt: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (let waitMs = WAIT_MS_MIN; ; waitMs = Math.min(WAIT_MS_MAX, waitMs * 2)) {
    try {
      return await attempt();
    } catch (fault) {
      if (!(fault instanceof StoreFault) || fault.isLasting || isOver()) throw fault;
      await sleep(waitMs, undefined, { ref: false });
    }
  }
}
