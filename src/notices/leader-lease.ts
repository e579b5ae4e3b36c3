// Which process of a store delivers: one at a time, by a fact that it renews and the others watch.
//
// Nobody compares clocks of two machines. A leader is lost when its process is no longer registered, or when its beat
// has stood still for the whole lease by the watcher's own clock.

import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import type { Store } from '../ports/store.ts';

export interface LeaseOptions {
  readonly store: Pick<Store, 'changeShared' | 'shared' | 'processes'>;
  readonly leaseMs: number;
  /** This process's key in the store; 0 when it has none. */
  process(): number;
}

const LEADER = 'notices/leader';

export class LeaderLease {
  readonly #options: LeaseOptions;
  readonly #owner = randomUUID();
  #renewedAt = Number.NEGATIVE_INFINITY;
  #seen = { beat: '', at: 0 };

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** Surely still ours: nobody may take it before a whole lease is over. */
  get isHeld(): boolean {
    return performance.now() - this.#renewedAt < this.#options.leaseMs * 0.8;
  }

  /** Takes, renews or keeps it; false when another has it. */
  async hold(): Promise<boolean> {
    const { store, leaseMs } = this.#options;
    if (performance.now() - this.#renewedAt < leaseMs / 5) return true;
    const [found] = await store.shared(LEADER);
    if (found !== undefined && !this.#isOurs(found.content) && !(await this.#isLost(found.content))) {
      this.#renewedAt = Number.NEGATIVE_INFINITY;
      return false;
    }
    const seen = found === undefined ? null : beatOf(found.content);
    const began = performance.now();
    const next = (count: number): JsonObject => ({
      ...{ owner: this.#owner, process: this.#options.process(), beat: count + 1 },
    });
    const isTaken = await store.changeShared(LEADER, (now) =>
      (now === null ? null : beatOf(now)) === seen
        ? { next: next(Number(now?.beat ?? 0)), answer: true }
        : { next: now, answer: false },
    );
    this.#renewedAt = isTaken ? began : Number.NEGATIVE_INFINITY;
    return isTaken;
  }

  async release(): Promise<void> {
    this.#renewedAt = Number.NEGATIVE_INFINITY;
    const [found] = await this.#options.store.shared(LEADER);
    if (found === undefined || !this.#isOurs(found.content)) return;
    await this.#options.store.changeShared(LEADER, (now) => ({
      next: now !== null && this.#isOurs(now) ? null : now,
      answer: undefined,
    }));
  }

  #isOurs({ owner }: JsonObject): boolean {
    return owner === this.#owner;
  }

  async #isLost(held: JsonObject): Promise<boolean> {
    const beat = beatOf(held);
    if (beat !== this.#seen.beat) this.#seen = { beat, at: performance.now() };
    if (performance.now() - this.#seen.at >= this.#options.leaseMs) return true;
    if (held.process === 0) return false;
    const living = await this.#options.store.processes();
    return !living.some(({ key }) => key === held.process);
  }
}

const beatOf = ({ owner, beat }: JsonObject): string => `${String(owner)} ${String(beat)}`;
