// A real store behind bad luck: appends that fail before or after they are stored, reads that fail, and sudden death.

import { StoreFault } from '../../../src/errors.ts';
import type { RunWrite, Store } from '../../../src/ports/store.ts';
import { type DyingStore, dyingStore } from '../../support/dying-store.ts';
import type { Random } from '../random.ts';

export interface Luck {
  readonly random: Random;
  /** Of each append that holds events: the process dies right after it is stored. */
  readonly dies: number;
  /** Of each append: it fails, half of the time though it was stored. */
  readonly fails: number;
  /** Of each other call. */
  readonly readsFail: number;
  /** The engine finds no timer due: players fire them, so that a seed does not depend on how fast the machine is. */
  readonly hidesTimers: boolean;
}

export type FlakyStore = DyingStore;

export function flakyStore(inner: Store, luck: Luck): FlakyStore {
  const { random } = luck;
  const append = async (writes: readonly RunWrite[], make: () => unknown, kill: () => void): Promise<unknown> => {
    if (random.chance(luck.fails / 2)) throw new StoreFault('store-busy', 'Simulated: nothing was stored.');
    const hasEvents = writes.some(({ commits }) => commits.length > 0);
    const dies = hasEvents && random.chance(luck.dies);
    if (dies && luck.dies < 1 && random.chance(0.2)) return kill();
    const results = await make();
    if (dies && random.chance(0.5)) return kill();
    if (dies) setImmediate(kill);
    if (!dies && random.chance(luck.fails / 2)) {
      throw new StoreFault('store-unreachable', 'Simulated: it was stored.', { isOutcomeUnknown: true });
    }
    return results;
  };
  return dyingStore(inner, ({ name, args, make }, kill) => {
    if (luck.hidesTimers && name === 'dueTimers') return Promise.resolve([]);
    if (luck.hidesTimers && name === 'nextDue') return Promise.resolve(null);
    if (name === 'append') return append(args[0] as readonly RunWrite[], make, kill);
    const result = make();
    if (!(result instanceof Promise) || name === 'register' || !random.chance(luck.readsFail)) return result;
    return result.then(() => Promise.reject(new StoreFault('store-unreachable', `Simulated: ${String(name)}.`)));
  });
}
