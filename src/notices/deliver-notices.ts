// Notices of a store: one process at a time reads the feed, stores the deliveries it leads to, then sends them.
//
// The cursor moves on only after the deliveries of its page are stored, and nothing of a page is sent before it moved:
// a process killed at any moment leaves either a page that is read again or deliveries that wait.

import { randomUUID } from 'node:crypto';
import { lookup as dnsLookup } from 'node:dns/promises';
import { StoreFault } from '../errors.ts';
import type { Delivery, Notice, NoticeKind, Notices, Subscription } from '../ports/notices.ts';
import type { Store, SystemNote } from '../ports/store.ts';
import type { Trust } from '../ports/trust.ts';
import type { Lookup } from '../public-address.ts';
import type { Env } from './attempt-delivery.ts';
import { BACKOFF_MS } from './backoff.ts';
import { againstReceiver } from './check-receiver.ts';
import { DeliveryFacts } from './delivery-facts.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { LeaderLease } from './leader-lease.ts';
import { readNotices } from './read-notices.ts';
import { putSubscription, readSubscriptions, removeSubscription } from './subscription-records.ts';

export interface NoticesOptions {
  readonly store: Store;
  readonly env: Env;
  now(): number;
  random(): number;
  /** What it refuses waits, and is sent once it does no more. */
  readonly trust: Pick<Trust, 'receiver'>;
  /** This process's key in the store: others see by it at once that a killed one is gone. */
  process?(): number;
  readonly lookup?: Lookup;
  readonly times?: Partial<NoticeTimes>;
  /** Something went wrong that the loop survives. */
  onFault?(thrown: unknown): void;
}

export interface NoticeTimes {
  /** Between two looks at the feed when nobody tells of anything. */
  readonly lookMs: number;
  readonly leaseMs: number;
  /** Of one attempt. */
  readonly timeoutMs: number;
  readonly backoffMs: readonly number[];
  /** How long what is under way may still take once it is stopped. */
  readonly drainMs: number;
}

const TIMES: NoticeTimes = {
  ...{ lookMs: 1000, leaseMs: 15_000, timeoutMs: 10_000, drainMs: 5000 },
  backoffMs: BACKOFF_MS,
};
const COMMITS_AT_ONCE = 200;
const PAGES_A_ROUND = 50;
/** What waits for one receiver; more of it fails at once, and can be replayed. */
const WAITING_EACH_MAX = 5000;
/** Clocks of machines differ: what happened just before a subscription was added may be after it. */
const CLOCK_TOLERANCE_MS = 60_000;
const PAUSE_MS = 60_000;
const PRUNE_MS = 600_000;
const PRUNE_AFTER = 200;

export function openNotices(options: NoticesOptions): Notices {
  return new NoticeLoop(options);
}

class NoticeLoop implements Notices {
  readonly #options: NoticesOptions;
  readonly #times: NoticeTimes;
  readonly #facts: DeliveryFacts;
  readonly #lease: LeaderLease;
  readonly #queue: DeliveryQueue;
  #subscriptions: ReadonlyMap<string, Subscription> = new Map();
  /** null: not the leader, or what waits is not known yet. */
  #asked: number | null = null;
  #round: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = true;
  #timer: NodeJS.Timeout | null = null;
  #unlisten: (() => void) | null = null;
  #pausedUntil = 0;
  #prunedAt = Number.NEGATIVE_INFINITY;
  #moves = 0;

  constructor(options: NoticesOptions) {
    const { store, env, random, process = () => 0, lookup = lookupAll } = options;
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
    const { leaseMs, timeoutMs, backoffMs } = this.#times;
    this.#facts = new DeliveryFacts(store);
    this.#lease = new LeaderLease({ store, leaseMs, process });
    this.#queue = new DeliveryQueue({
      ...{ facts: this.#facts, backoffMs, random },
      context: { env, lookup, timeoutMs, now: () => options.now() },
      maySend: () => !this.#isStopped && this.#lease.isHeld,
      moved: () => {
        this.#moves++;
        this.#queue.fill(this.#subscriptions);
      },
      onFault: (thrown) => options.onFault?.(thrown),
    });
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#unlisten = this.#options.store.listen(() => this.#wake());
    this.#timer = setInterval(() => this.#wake(), this.#times.lookMs);
    this.#timer.unref();
    this.#wake();
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#unlisten?.();
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#round;
    await this.#queue.drain(this.#times.drainMs);
    // Without it another process waits until the lease is over.
    await this.#lease.release().catch((thrown: unknown) => this.#options.onFault?.(thrown));
  }

  #wake(): void {
    this.#isWanted = true;
    if (this.#isStopped || this.#round !== null) return;
    this.#round = this.#rounds().finally(() => {
      this.#round = null;
    });
  }

  async #rounds(): Promise<void> {
    while (this.#isWanted && !this.#isStopped && performance.now() >= this.#pausedUntil) {
      this.#isWanted = false;
      try {
        await this.#deliverRound();
      } catch (thrown) {
        this.#options.onFault?.(thrown);
        await this.#giveUp(thrown);
      }
    }
  }

  /** A store that is away comes back. Anything else is ours, or a newer version's: others may do better. */
  async #giveUp(thrown: unknown): Promise<void> {
    this.#forget();
    if (thrown instanceof StoreFault) return;
    this.#pausedUntil = performance.now() + PAUSE_MS;
    await this.#lease.release().catch((again: unknown) => this.#options.onFault?.(again));
  }

  #forget(): void {
    this.#asked = null;
    this.#queue.forget();
  }

  async #deliverRound(): Promise<void> {
    let list = await readSubscriptions(this.#options.store);
    if (list.length === 0 && this.#queue.isEmpty) return this.#rest();
    if (!(await this.#lease.hold())) return this.#forget();
    const asked = await this.#facts.asked();
    if (asked !== this.#asked) {
      await this.#queue.load();
      // What was asked for may be for a subscription that was made meanwhile: read before, it would look removed.
      list = await readSubscriptions(this.#options.store);
    }
    this.#asked = asked;
    this.#subscriptions = new Map(list.map((one) => [one.id, this.#asAllowed(one)]));
    if (list.length > 0) await this.#readFeed(list);
    this.#queue.fill(this.#subscriptions);
    await this.#prune();
  }

  /** What is for one that is not allowed is kept until it is. */
  #asAllowed(one: Subscription): Subscription {
    return this.#options.trust.receiver(one) === null ? one : { ...one, isActive: false };
  }

  /** There are no subscriptions: no lease is renewed for them. */
  async #rest(): Promise<void> {
    if (this.#asked === null) return;
    this.#forget();
    await this.#lease.release();
  }

  async #readFeed(subscriptions: readonly Subscription[]): Promise<void> {
    const { store } = this.#options;
    let cursor = await this.#facts.cursor();
    if (cursor === null) {
      // The store was moved here: subscriptions come along, facts do not.
      await this.#facts.setCursor(await store.feedEnd());
      return;
    }
    for (let pages = 0; pages < PAGES_A_ROUND && !this.#isStopped; pages++) {
      if (!(await this.#lease.hold())) return this.#forget();
      const page = await store.feed(cursor, COMMITS_AT_ONCE);
      if (page.cursor === cursor) return;
      const made: Delivery[] = [];
      for (const commit of page.commits)
        for (const notice of await readNotices(store, commit, kindsOf(subscriptions)))
          for (const one of subscriptions) if (isFor(one, notice)) made.push(this.#deliveryOf(one.id, notice));
      const added: Delivery[] = [];
      for (const delivery of made) if (await this.#facts.putNew(delivery)) added.push(delivery);
      if (!(await this.#facts.moveCursor(cursor, page.cursor))) return this.#forget();
      for (const delivery of added) if (delivery.status === 'pending') this.#queue.add(delivery);
      this.#queue.fill(this.#subscriptions);
      cursor = page.cursor;
    }
    this.#isWanted = true;
  }

  #deliveryOf(subscription: string, notice: Notice): Delivery {
    const now = this.#options.now();
    const delivery = newDelivery(subscription, notice, now);
    if (this.#queue.countFor(subscription) < WAITING_EACH_MAX) return delivery;
    const lastError = `Expected at most ${WAITING_EACH_MAX} deliveries to wait for one receiver, found so many.`;
    return { ...delivery, status: 'failed', lastError, nextAt: null, endedAt: now };
  }

  async #prune(): Promise<void> {
    const now = performance.now();
    if (this.#moves < PRUNE_AFTER && now - this.#prunedAt < PRUNE_MS) return;
    this.#prunedAt = now;
    this.#moves = 0;
    await this.#facts.prune(this.#options.now());
  }

  subscriptions(): Promise<readonly Subscription[]> {
    return readSubscriptions(this.#options.store);
  }

  against(subscription: Subscription): string | null {
    return againstReceiver(subscription, this.#options.env);
  }

  async subscribe(subscription: Subscription, by: SystemNote): Promise<void> {
    const { store } = this.#options;
    // Without subscriptions nobody reads the feed: the first one begins here. The end is asked for before it is known
    // that there is none: notices for another one, added meanwhile, come after it.
    const end = await store.feedEnd();
    if ((await this.subscriptions()).length === 0) await this.#facts.setCursor(end);
    await putSubscription(store, subscription, by);
  }

  unsubscribe(id: string, by: SystemNote): Promise<boolean> {
    return removeSubscription(this.#options.store, id, by);
  }

  deliveries(): Promise<readonly Delivery[]> {
    return this.#facts.all();
  }

  delivery(id: string): Promise<Delivery | null> {
    return this.#facts.find(id);
  }

  async replay(id: string): Promise<Delivery | null> {
    const again = await this.#facts.again(id, this.#options.now());
    if (again !== null) await this.#facts.ask();
    return again;
  }

  async test(subscription: string): Promise<Delivery> {
    const at = this.#options.now();
    const id = `test/${randomUUID()}/test`;
    const message = 'This is a test: nothing happened.';
    const delivery = newDelivery(subscription, { id, kind: 'test', at, run: '', workflow: '', message }, at);
    await this.#facts.putNew(delivery);
    await this.#facts.ask();
    return delivery;
  }
}

function newDelivery(subscription: string, notice: Notice, at: number): Delivery {
  return {
    ...{ id: `${notice.id}/${subscription}`, notice, subscription, at },
    ...{ status: 'pending', attempts: 0, nextAt: at, endedAt: null, lastStatus: null, lastError: null, log: [] },
  };
}

function kindsOf(subscriptions: readonly Subscription[]): ReadonlySet<NoticeKind> {
  return new Set(subscriptions.flatMap(({ events, isActive }) => (isActive ? events : [])));
}

function isFor({ isActive, events, workflow, addedAt }: Subscription, { kind, at, workflow: of }: Notice): boolean {
  if (!isActive || kind === 'test' || !events.includes(kind)) return false;
  return (workflow === null || workflow === of) && at >= addedAt - CLOCK_TOLERANCE_MS;
}

const lookupAll: Lookup = (host) => dnsLookup(host, { all: true });
