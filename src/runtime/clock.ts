// Where the time comes from: wall time for people and due dates, a clock that never jumps for leases.

export interface Clock {
  /** Milliseconds since 1970, as the system says; it may jump. */
  now(): number;
  /** Milliseconds since some moment; never goes back, whatever happens to the wall clock. */
  monotonic(): number;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
