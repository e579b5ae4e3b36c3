// What a system may know of other runs. Types only.

/** Other runs in the store; it rejects where the store does not answer. */
export interface RunsBeside {
  /** How many runs of a workflow are running, from 0 to 1000. */
  running(workflow: string): Promise<number>;
  /** Runs of a workflow that were started from one time to before another, in milliseconds. */
  begun(workflow: string, from: number, before: number): Promise<readonly string[]>;
}
