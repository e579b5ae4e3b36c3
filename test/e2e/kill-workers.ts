// Kills workers at random moments and starts them again, until enough have died and the work is done.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomOf } from '../simulation/random.ts';
import type { Fixture } from './open-fixture.ts';

export interface KillOptions {
  readonly kills: number;
  /** Workers at a time. */
  readonly workers: number;
  /** A worker lives this long at most, from its spawning or from when it is ready. */
  readonly lifeMsMax: number;
  readonly random: Random;
}

/** Resolves with the number of workers killed once `kills` are dead. */
export async function killWorkers(
  fixture: Fixture,
  { kills, workers, lifeMsMax, random }: KillOptions,
): Promise<number> {
  let killed = 0;
  // Each of those at work at a time has a chance of its own, whichever is ready first.
  const keepKilling = async (own: Random): Promise<void> => {
    let isSecond = false;
    while (killed < kills) {
      const worker = fixture.spawn('worker', { capacity: 8 });
      // Every second one dies at work, however slow the machine is; the others may not get as far as that.
      if (isSecond) await worker.ready;
      isSecond = !isSecond;
      await Promise.race([sleep(own.int(lifeMsMax)), worker.ended]);
      if (!worker.isRunning) throw new Error(`A worker ended by itself: ${worker.errors}`);
      killed++;
      await worker.kill();
      if (worker.errors !== '') throw new Error(`A worker warned: ${worker.errors}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, () => keepKilling(randomOf(random.int(2 ** 31)))));
  return killed;
}
