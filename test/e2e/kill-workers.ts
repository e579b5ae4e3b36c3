// Kills workers at random moments and starts them again, until enough have died and the work is done.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './set-the-stage.ts';

export interface Killing {
  readonly kills: number;
  /** Workers at a time. */
  readonly workers: number;
  /** A worker lives this long at most, from its spawning: some die before they are ready. */
  readonly lifeMsMax: number;
}

/** Resolves with the number of workers killed once `kills` are dead. */
export async function killWorkers(stage: Stage, { kills, workers, lifeMsMax }: Killing): Promise<number> {
  let killed = 0;
  const keepKilling = async (): Promise<void> => {
    while (killed < kills) {
      const worker = stage.spawn('worker', { capacity: 8 });
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
