// The tasks that this process works on. Those that it does not hold any more, because other processes cancelled them or
// gave them away, are aborted within a second: nobody pays for what nobody waits for.

import type { Store } from '../ports/store.ts';
import { LEASE_LOST, type TaskInProgress } from './task-in-progress.ts';

export interface TasksInProgressOptions {
  readonly store: Pick<Store, 'leasesOf'>;
  readonly capacity: number;
  process(): number;
  giveBack(run: string, task: number, lease: number): Promise<unknown>;
}

type Lease = Awaited<ReturnType<Store['leasesOf']>>[number];

const LOOK_MS = 1000;
/** Of agents, which capacity does not bound. */
const LEASES_MORE = 1000;

/** By run and task: `run_...#12`. */
export class TasksInProgress extends Map<string, TaskInProgress> {
  readonly #options: TasksInProgressOptions;
  /** Leases of this process that it knew nothing of when it last looked. */
  #unknown: ReadonlySet<string> = new Set();
  #look: NodeJS.Timeout | null = null;
  #isLooking = false;

  constructor(options: TasksInProgressOptions) {
    super();
    this.#options = options;
  }

  override set(key: string, inProgress: TaskInProgress): this {
    this.#look ??= setInterval(() => void this.#lookAgain(), LOOK_MS).unref();
    return super.set(key, inProgress);
  }

  /** What is held in our name and not under way, because a commit was stored whose answer never came, is given back. */
  async checkLeases(): Promise<void> {
    const held = await this.#abortLost();
    const unknown = held.filter(({ run, task, fence }) => this.get(`${run}#${task}`)?.lease !== fence);
    const before = this.#unknown;
    this.#unknown = new Set(unknown.map(keyOf));
    // Seen twice: what was stored this moment is about to begin.
    for (const lease of unknown)
      if (before.has(keyOf(lease))) await this.#options.giveBack(lease.run, lease.task, lease.fence);
  }

  abortAll(reason: string): void {
    for (const inProgress of this.values()) inProgress.abort(reason);
  }

  stop(): void {
    if (this.#look !== null) clearInterval(this.#look);
  }

  async #lookAgain(): Promise<void> {
    if (this.size === 0 || this.#isLooking) return;
    this.#isLooking = true;
    // The store is away: the next look tells.
    await this.#abortLost().catch(() => {});
    this.#isLooking = false;
  }

  async #abortLost(): Promise<readonly Lease[]> {
    const { store, process, capacity } = this.#options;
    const tasks = [...this.values()];
    const held = await store.leasesOf(process(), 2 * Math.max(capacity, this.size) + LEASES_MORE);
    const keys = new Set(held.map(keyOf));
    for (const inProgress of tasks) {
      const { run, task, lease: fence } = inProgress;
      if (!keys.has(keyOf({ run, task, fence }))) inProgress.abort(LEASE_LOST);
    }
    return held;
  }
}

const keyOf = ({ run, task, fence }: Lease): string => `${run}#${task}#${fence}`;
