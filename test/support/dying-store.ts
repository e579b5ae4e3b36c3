// A real store as a process sees it that may be killed: from its death on no call is answered, and none reaches it.

import { StoreFault } from '../../src/errors.ts';
import type { Store } from '../../src/ports/store.ts';

export interface DyingStore {
  readonly store: Store;
  /** Resolves at death. */
  readonly died: Promise<void>;
  readonly isDead: () => boolean;
  kill(): void;
}

export interface StoreCall {
  readonly name: string | symbol;
  readonly args: readonly unknown[];
  /** Makes the call; what is not made never reaches the store. */
  make(): unknown;
}

/** `around` answers each call, by making it or in some other way. When the process died meanwhile nobody hears it. */
export function dyingStore(inner: Store, around: (call: StoreCall, kill: () => void) => unknown): DyingStore {
  const { promise: died, resolve } = Promise.withResolvers<void>();
  // Of this store alone: what waits for it for ever can be forgotten with it.
  const never = new Promise<never>(() => {});
  let isOver = false;
  const kill = (): void => {
    isOver = true;
    resolve();
  };
  // A transaction that waits for the dead is rolled back, as a server does when their connection is gone.
  const endingAtDeath =
    (decide: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      const gone = died.then(() => Promise.reject(new StoreFault('store-unreachable', 'The process died.')));
      return Promise.race([decide(...args), gone]);
    };
  const guarded = (target: object): object =>
    new Proxy(target, {
      get(from, name) {
        const found = Reflect.get(from, name) as unknown;
        if (name === 'mailbox' && typeof found === 'object' && found !== null) return guarded(found);
        if (typeof found !== 'function') return found;
        return (...args: unknown[]) => {
          if (isOver) return never;
          const given = args.map((arg) =>
            typeof arg === 'function' && name === 'drain' ? endingAtDeath(arg as (...args: unknown[]) => unknown) : arg,
          );
          const make = (): unknown => (found as (...args: unknown[]) => unknown).apply(from, given);
          const result = around({ name, args, make }, kill);
          if (!(result instanceof Promise)) return result;
          return result.then(
            (value) => (isOver ? never : value),
            (fault) => (isOver ? never : Promise.reject(fault)),
          );
        };
      },
    });
  return { store: guarded(inner) as Store, died, isDead: () => isOver, kill };
}
