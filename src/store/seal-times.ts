// When seals are made: not too often, and each with its own time.

/** Whether the newest seal, made at `last`, is so young that none is due. A clock that was set back proves nothing. */
export function isSealedLately(last: unknown, now: number, everyMs: number): boolean {
  return typeof last === 'number' && now >= last && now - last < everyMs;
}

/** The first seal of a call bears the time the call was given, each after it the time that has passed since. */
export function sealTimes(now: number): () => number {
  let first: number | null = null;
  return () => {
    first ??= performance.now();
    return now + Math.round(performance.now() - first);
  };
}
