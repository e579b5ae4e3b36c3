// How much work one check against a user's schema may take. Alternatives of a schema that refers to itself double it at
// each level of a value. It is counted, not timed: the same value must not be valid on a fast machine only.

/** Within a second. A value of 5 MB needs a fifth of it when each of its parts is looked at a few times. */
export const WORK_MAX = 20_000_000;

export class TooMuchWork extends Error {}

let left = Number.POSITIVE_INFINITY;

/** `check` with a count of its own. Throws TooMuchWork when it takes more; what it would have answered is not known. */
export function withinLimit<T>(most: number, check: () => T): T {
  left = most;
  try {
    return check();
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

/** One unit is about a keyword looked at, an item of a list, or a character times an instruction of a pattern. */
export function spendWork(units: number): void {
  left -= units;
  if (left < 0) throw new TooMuchWork();
}
