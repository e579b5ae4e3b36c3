// The deliveries that wait, in the memory of the process that delivers: sent some at a time, tried again, written down.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt, Delivery, Subscription } from '../ports/notices.ts';
import { type AttemptContext, attemptDelivery } from './attempt-delivery.ts';
import { waitAfter } from './backoff.ts';
import type { DeliveryFacts } from './delivery-facts.ts';
import { type DeliveryResult, impossible } from './delivery-result.ts';

export interface QueueOptions {
  readonly facts: DeliveryFacts;
  readonly context: AttemptContext;
  readonly backoffMs: readonly number[];
  random(): number;
  /** Whether this process may still send. */
  maySend(): boolean;
  /** One is over, or waits again. */
  moved(): void;
  onFault(thrown: unknown): void;
}

const AT_ONCE_MAX = 16;
/** A receiver that is slow holds up nobody else. */
const AT_ONCE_EACH_MAX = 4;
const LOG_LENGTH_MAX = 14;
const SAVES_MAX = 60;
const SAVE_AGAIN_MS = 1000;
const SAVE_FAULT = 'Expected to write down what came of a delivery';

export class DeliveryQueue {
  readonly #options: QueueOptions;
  readonly #waits = new Map<string, Delivery>();
  readonly #underWay = new Map<string, { readonly subscription: string; readonly done: Promise<void> }>();
  readonly #stopped = new AbortController();
  /** What ended while the store was being read: the reading may still show it as waiting. */
  #overSince = new Set<string>();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Learns from the store what waits. */
  async load(): Promise<void> {
    this.#overSince = new Set();
    for (const delivery of await this.#options.facts.waiting())
      if (!this.#waits.has(delivery.id) && !this.#overSince.has(delivery.id)) this.add(delivery);
  }

  add(delivery: Delivery): void {
    this.#waits.set(delivery.id, delivery);
  }

  get isEmpty(): boolean {
    return this.#waits.size === 0 && this.#underWay.size === 0;
  }

  countFor(subscription: string): number {
    let count = 0;
    for (const delivery of this.#waits.values()) if (delivery.subscription === subscription) count++;
    return count;
  }

  /** Another process delivers now. */
  forget(): void {
    this.#waits.clear();
  }

  /** Begins as many of those that are due as there is room for. */
  fill(subscriptions: ReadonlyMap<string, Subscription>): void {
    const now = this.#options.context.now();
    const busy = new Map<string, number>();
    for (const { subscription } of this.#underWay.values()) busy.set(subscription, (busy.get(subscription) ?? 0) + 1);
    for (const delivery of this.#waits.values()) {
      if (this.#underWay.size >= AT_ONCE_MAX || this.#stopped.signal.aborted || !this.#options.maySend()) return;
      const { id, subscription } = delivery;
      const found = subscriptions.get(subscription);
      const isDue = (delivery.nextAt ?? 0) <= now && found?.isActive !== false;
      if (!isDue || this.#underWay.has(id) || (busy.get(subscription) ?? 0) >= AT_ONCE_EACH_MAX) continue;
      busy.set(subscription, (busy.get(subscription) ?? 0) + 1);
      const done = this.#deliver(delivery, found).finally(() => {
        this.#underWay.delete(id);
        this.#options.moved();
      });
      this.#underWay.set(id, { subscription, done });
    }
  }

  /** Resolves when nothing is under way: by itself, or ended after `withinMs` and left to wait. */
  async drain(withinMs: number): Promise<void> {
    const ended = Promise.all([...this.#underWay.values()].map(({ done }) => done));
    const patience = new AbortController();
    await Promise.race([ended, sleep(withinMs, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
    this.#stopped.abort();
    await ended;
  }

  async #deliver(delivery: Delivery, subscription: Subscription | undefined): Promise<void> {
    const { context } = this.#options;
    const at = context.now();
    const began = performance.now();
    const sent =
      subscription === undefined
        ? impossible(`The subscription "${delivery.subscription}" was removed.`)
        : await attemptDelivery(delivery, subscription, context, this.#stopped.signal);
    if (this.#stopped.signal.aborted && !sent.isDelivered) return;
    const { status, error, answer } = sent;
    const next = this.#after(delivery, sent, { at, ms: Math.round(performance.now() - began), status, error, answer });
    if (!(await this.#save(next))) return;
    if (next.status === 'pending') {
      this.#waits.set(next.id, next);
      return;
    }
    this.#overSince.add(next.id);
    this.#waits.delete(next.id);
  }

  #after(delivery: Delivery, sent: DeliveryResult, attempt: Attempt): Delivery {
    const { context, random, backoffMs } = this.#options;
    const now = context.now();
    const attempts = delivery.attempts + 1;
    const waitMs = sent.isDelivered || sent.isFinal ? null : waitAfter(attempts, random, backoffMs);
    return {
      ...delivery,
      status: sent.isDelivered ? 'delivered' : waitMs === null ? 'failed' : 'pending',
      attempts,
      lastStatus: sent.status,
      lastError: sent.error,
      nextAt: waitMs === null ? null : now + waitMs,
      endedAt: waitMs === null ? now : null,
      log: [...delivery.log, attempt].slice(-LOG_LENGTH_MAX),
    };
  }

  /** A store that is away for a moment must not have it sent again. */
  async #save(next: Delivery): Promise<boolean> {
    for (let saves = 0; saves < SAVES_MAX; saves++) {
      try {
        await this.#options.facts.put(next);
        return true;
      } catch (thrown) {
        this.#options.onFault(new Error(`${SAVE_FAULT} (${next.id}), but the store could not.`, { cause: thrown }));
        if (this.#stopped.signal.aborted) return false;
        await sleep(SAVE_AGAIN_MS, undefined, { signal: this.#stopped.signal }).catch(() => {});
      }
    }
    return false;
  }
}
