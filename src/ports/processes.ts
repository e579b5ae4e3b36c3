// Processes that share a store, and the leases they hold: types only.

export interface ProcessRow {
  readonly key: number;
  /** What it is: `work`, `run`, `server`, `mcp`, `embedded`. */
  readonly role: string;
  readonly host: string;
  readonly pid: number;
  /** Tells two processes of one pid apart: when the process began, as the system counts. */
  readonly bornAt: string;
  /** Rises while it lives. */
  readonly beat: number;
  /** The newest event codes it can read (engine/commit-text.ts). */
  readonly reads: number;
  /** The queues it hosts: `action:NAME`. What none hosts waits for ever, and `doctor` says so. */
  readonly hosts: readonly string[];
  readonly startedAt: number;
}

/** Processes that may hold leases. A lease is lost when its process is: see runtime/sweep-leases.ts. */
export interface Processes {
  register(process: Omit<ProcessRow, 'key' | 'beat'>): Promise<number>;
  /** Raises the beat. false: someone took the process for dead and removed it. */
  beat(process: number): Promise<boolean>;
  processes(): Promise<readonly ProcessRow[]>;
  /** Tasks leased by a process, by run. */
  leasesOf(
    process: number,
    limit: number,
  ): Promise<readonly { readonly run: string; readonly task: number; readonly fence: number }[]>;
  /** Leases whose process is not registered: left by the dead. */
  orphanedLeases(
    limit: number,
  ): Promise<readonly { readonly run: string; readonly task: number; readonly fence: number }[]>;
  unregister(process: number): Promise<void>;
  /** Outside workers raise the beat of the task they hold; false when the lease is not theirs any more. */
  beatTask(run: string, task: number, fence: number): Promise<boolean>;
  /** Tasks held by outside workers and their beats, for the sweeper. */
  outsideLeases(
    limit: number,
  ): Promise<readonly { readonly run: string; readonly task: number; readonly fence: number; readonly beat: number }[]>;
}
