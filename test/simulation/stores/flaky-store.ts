// A real store behind bad luck: appends that fail before or after they are stored, reads that fail, and sudden death.

import { StoreFault } from '../../../src/errors.ts';
import type { RunWrite, Store } from '../../../src/ports/store.ts';
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

export interface FlakyStore {
  readonly store: Store;
  /** Resolves at death. From then on no call is ever answered, as for a process that was killed. */
  readonly died: Promise<void>;
  kill(): void;
}

const NEVER = new Promise<never>(() => {});

export function flakyStore(inner: Store, luck: Luck): FlakyStore {
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const life = { isOver: false };
  const kill = (): void => {
    life.isOver = true;
    resolve();
  };
  const { random } = luck;

  const append = async (writes: readonly RunWrite[]) => {
    if (random.chance(luck.fails / 2)) throw new StoreFault('store-busy', 'Simulated: nothing was stored.');
    const hasEvents = writes.some(({ commits }) => commits.length > 0);
    const dies = hasEvents && random.chance(luck.dies);
    if (dies && luck.dies < 1 && random.chance(0.2)) {
      kill();
      return NEVER;
    }
    const results = await inner.append(writes);
    if (dies && random.chance(0.5)) {
      kill();
      return NEVER;
    }
    if (dies) setImmediate(kill);
    if (!dies && random.chance(luck.fails / 2)) {
      throw new StoreFault('store-unreachable', 'Simulated: it was stored.', { isOutcomeUnknown: true });
    }
    return results;
  };

  const guarded = (target: object): object =>
    new Proxy(target, {
      get(from, name) {
        const found = Reflect.get(from, name) as unknown;
        if (name === 'mailbox' && typeof found === 'object' && found !== null) return guarded(found);
        if (typeof found !== 'function') return found;
        return (...args: unknown[]) => {
          if (life.isOver) return NEVER;
          if (luck.hidesTimers && name === 'dueTimers') return Promise.resolve([]);
          if (luck.hidesTimers && name === 'nextDue') return Promise.resolve(null);
          if (name === 'append')
            return append(args[0] as readonly RunWrite[]).then((all) => (life.isOver ? NEVER : all));
          const result: unknown = (found as (...args: unknown[]) => unknown).apply(from, args);
          if (!(result instanceof Promise)) return result;
          if (name !== 'register' && random.chance(luck.readsFail)) {
            return result.then(() =>
              Promise.reject(new StoreFault('store-unreachable', `Simulated: ${String(name)}.`)),
            );
          }
          return result.then((value) => (life.isOver ? NEVER : value));
        };
      },
    });
  return { store: guarded(inner) as Store, died, kill };
}
