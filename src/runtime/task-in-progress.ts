// A task that code of this process works on, under the lease it was claimed with.

import type { Tenure } from './code-call.ts';

/** Work under way. Its signals are made when someone asks for them. */
export class TaskInProgress implements Tenure {
  readonly run: string;
  readonly task: number;
  readonly lease: number;
  readonly #check: () => Promise<boolean>;
  #controller: AbortController | null = null;
  #leaving: AbortController | null = null;
  #isLeaving = false;
  #reason: string | null = null;

  constructor(run: string, task: number, lease: number, check: () => Promise<boolean>) {
    this.run = run;
    this.task = task;
    this.lease = lease;
    this.#check = check;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== null) this.#controller.abort(new Error(this.#reason));
    return this.#controller.signal;
  }

  /** Aborted too when the process is ending: what only waits for room is given back then. */
  get leaving(): AbortSignal {
    this.#leaving ??= new AbortController();
    if (this.#isLeaving) this.#leaving.abort();
    return this.#leaving.signal;
  }

  get isAborted(): boolean {
    return this.#reason !== null;
  }

  abort(reason: string): void {
    this.#reason ??= reason;
    this.#controller?.abort(new Error(this.#reason));
    this.leave();
  }

  leave(): void {
    this.#isLeaving = true;
    this.#leaving?.abort();
  }

  async heartbeat(): Promise<void> {
    if (!(await this.#check())) this.abort(LEASE_LOST);
    if (this.#reason !== null) throw new Error(this.#reason);
  }
}

export const LEASE_LOST = 'The task was cancelled, timed out or given to someone else.';
