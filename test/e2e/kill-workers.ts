// Kills workers at random moments and starts them again, until enough have died and the work is done.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './set-the-stage.ts';

export interface Killing {
  readonly kills: number;
  /** Workers at a time. */
  readonly workers: number;
  /** A worker lives this long at most, from its spawning or from when it is ready. */
  readonly lifeMsMax: number;
}

/** Resolves with the number of workers killed once `kills` are dead. */
export async function killWorkers(stage: Stage, { kills, workers, lifeMsMax }: Killing): Promise<number> {
  let killed = 0;
  let spawned = 0;
  const keepKilling = async (): Promise<void> => {
    while (killed < kills) {
      const worker = stage.spawn('worker', { capacity: 8 });
      // Every second one dies at work, however slow the machine is; the others may not get as far as that.
      if (++spawned % 2 === 0) await worker.ready;
      await Promise.race([sleep(Math.random() * lifeMsMax), worker.ended]);
      if (!worker.isRunning) throw new Error(`A worker ended by itself: ${worker.errors}`);
      killed++;
      await worker.kill();
      if (worker.errors !== '') throw new Error(`A worker warned: ${worker.errors}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, keepKilling));
  return killed;
}
