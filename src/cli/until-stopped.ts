// A process that works until a signal stops it. A second signal ends it at once.

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const AWAKE_MS = 60_000;

export interface StopWait {
  readonly promise: Promise<void>;
  /** It ended by itself: signals mean again what they mean elsewhere. */
  forget(): void;
}

export function untilStopped(): StopWait {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Until then there may be nothing else that keeps the process alive.
  const awake = setInterval(() => {}, AWAKE_MS);
  const forget = (): void => {
    clearInterval(awake);
    for (const signal of SIGNALS) process.off(signal, stop);
  };
  const stop = (): void => {
    forget();
    resolve();
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  return { promise, forget };
}
