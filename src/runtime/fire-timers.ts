// Fires timers when they are due: retry waits, timeouts, due dates, reminders. One that another process fired is
// ignored.

import { StoreFault } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import type { Clock } from './clock.ts';
import type { AtPoint } from './crash-points.ts';
import type { CommandAnswer, Submission } from './handle-command.ts';
import type { Sender } from './pending-write.ts';

const TIMER: Sender = { actor: 'system', channel: 'timer' };
const TIMERS_AT_ONCE = 500;
/** Timers set by other processes, and a wall clock that jumped, are noticed within this. */
const LOOK_MS = 1000;

export class TimerLoop {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #submit: (submission: Submission) => Promise<CommandAnswer>;
  readonly #atPoint: AtPoint | undefined;
  #timeout: NodeJS.Timeout | null = null;
  #wakesAt = Number.POSITIVE_INFINITY;
  #firing: Promise<void> | null = null;
  #isEnded = false;

  constructor(
    store: Store,
    clock: Clock,
    submit: (submission: Submission) => Promise<CommandAnswer>,
    atPoint?: AtPoint,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#submit = submit;
    this.#atPoint = atPoint;
  }

  /** A timer was set for this moment. */
  expect(due: number): void {
    if (due < this.#wakesAt) this.#sleepUntil(due);
  }

  start(): void {
    this.#sleepUntil(this.#clock.now());
  }

  async stop(): Promise<void> {
    this.#isEnded = true;
    if (this.#timeout !== null) clearTimeout(this.#timeout);
    await this.#firing;
  }

  #sleepUntil(due: number): void {
    if (this.#isEnded) return;
    if (this.#timeout !== null) clearTimeout(this.#timeout);
    this.#wakesAt = due;
    const waitMs = Math.min(LOOK_MS, Math.max(0, due - this.#clock.now()));
    this.#timeout = setTimeout(() => this.#wake(), waitMs);
    this.#timeout.unref();
  }

  #wake(): void {
    this.#timeout = null;
    // What became due while others are being fired is looked for right after them.
    this.#wakesAt = this.#firing === null ? Number.POSITIVE_INFINITY : this.#clock.now();
    this.#firing ??= this.#fire().finally(() => {
      this.#firing = null;
    });
  }

  async #fire(): Promise<void> {
    let next = this.#clock.now() + LOOK_MS;
    try {
      for (;;) {
        const due = await this.#store.dueTimers(this.#clock.now(), TIMERS_AT_ONCE);
        if (due.length > 0) this.#atPoint?.('before-timers');
        const fired = await Promise.all(
          due.map(({ run, timer }) => this.#submit({ run, command: { type: 'FireTimer', timer }, by: TIMER })),
        );
        // What all refuse now, because a newer process wrote those runs, must not keep us here.
        const isRefused = due.length > 0 && !fired.some(({ outcome }) => outcome.ok);
        if (!isRefused && due.length === TIMERS_AT_ONCE) continue;
        if (!isRefused) next = Math.min(next, (await this.#store.nextDue()) ?? next);
        break;
      }
    } catch (fault) {
      // One run that cannot be decided must not end the process that serves all the others.
      if (!(fault instanceof StoreFault)) process.emitWarning(fault instanceof Error ? fault : String(fault));
    }
    this.#sleepUntil(Math.min(next, this.#wakesAt));
  }
}
