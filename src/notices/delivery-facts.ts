// Deliveries, how far the feed was read, and what was asked for, as facts that the processes of a store share.
//
// Facts and not records: a record's change is history for ever, and a delivery is of interest for days. What waits
// and what is over have names of their own, so that a look at what waits does not read all that was.

import type { JsonObject } from '../json.ts';
import type { Delivery } from '../ports/notices.ts';
import type { Store } from '../ports/store.ts';

type Facts = Pick<Store, 'changeShared' | 'shared'>;

const WAITS = 'notices/waits/';
const OVER = 'notices/over/';
const CURSOR = 'notices/cursor';
const ASKED = 'notices/asked';
const DELIVERED_MAX = 1000;
const FAILED_MAX = 10_000;
const FAILED_KEPT_MS = 7 * 24 * 3_600_000;

export class DeliveryFacts {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** What was there when it was last known stays: a page of the feed may be read twice. */
  async putNew(delivery: Delivery): Promise<boolean> {
    if ((await this.#read(OVER + delivery.id)) !== null) return false;
    return this.#facts.changeShared(nameOf(delivery), (now) => ({
      next: now ?? asJson(delivery),
      answer: now === null,
    }));
  }

  /** Keeps it as it is now. One that is over is first written there and then goes: killed between, it is sent again. */
  async put(delivery: Delivery): Promise<void> {
    await this.#set(nameOf(delivery), asJson(delivery));
    if (delivery.status !== 'pending') await this.#set(WAITS + delivery.id, null);
  }

  async waiting(): Promise<Delivery[]> {
    return (await this.#facts.shared(WAITS)).map(({ content }) => asDelivery(content));
  }

  /** Newest first. */
  async all(): Promise<Delivery[]> {
    const byId = new Map<string, Delivery>();
    for (const one of [...(await this.#finished()), ...(await this.waiting())]) byId.set(one.id, one);
    return [...byId.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  }

  async find(id: string): Promise<Delivery | null> {
    return (await this.#read(WAITS + id)) ?? (await this.#read(OVER + id));
  }

  /** Makes one that is over wait again; null when there is none such. */
  async again(id: string, now: number): Promise<Delivery | null> {
    const before = (await this.#read(WAITS + id)) === null ? await this.#read(OVER + id) : null;
    if (before === null) return null;
    const next: Delivery = { ...before, status: 'pending', attempts: 0, nextAt: now, endedAt: null };
    await this.#set(WAITS + id, asJson(next));
    await this.#set(OVER + id, null);
    return next;
  }

  /** Makes the delivering process look at what waits. */
  ask(): Promise<void> {
    return this.#facts.changeShared(ASKED, (now) => ({
      next: { count: Number(now?.count ?? 0) + 1 },
      answer: undefined,
    }));
  }

  async asked(): Promise<number> {
    const [found] = await this.#facts.shared(ASKED);
    return Number(found?.content.count ?? 0);
  }

  async cursor(): Promise<string | null> {
    const [found] = await this.#facts.shared(CURSOR);
    return found === undefined ? null : String(found.content.at);
  }

  setCursor(at: string): Promise<void> {
    return this.#set(CURSOR, { at });
  }

  /** false: someone else moved it, and nothing was changed. */
  moveCursor(from: string, to: string): Promise<boolean> {
    return this.#facts.changeShared(CURSOR, (now) =>
      now?.at === from ? { next: { at: to }, answer: true } : { next: now, answer: false },
    );
  }

  /** Removes what is over and no longer kept. */
  async prune(now: number): Promise<number> {
    const over = (await this.#finished()).sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
    const delivered = over.filter(({ status }) => status === 'delivered').slice(DELIVERED_MAX);
    const failed = over.filter(({ status }) => status === 'failed');
    const old = failed.filter(({ endedAt }, at) => at >= FAILED_MAX || (endedAt ?? 0) < now - FAILED_KEPT_MS);
    for (const { id } of [...delivered, ...old]) await this.#set(OVER + id, null);
    return delivered.length + old.length;
  }

  async #finished(): Promise<Delivery[]> {
    return (await this.#facts.shared(OVER)).map(({ content }) => asDelivery(content));
  }

  async #read(name: string): Promise<Delivery | null> {
    const found = (await this.#facts.shared(name)).find((fact) => fact.name === name);
    return found === undefined ? null : asDelivery(found.content);
  }

  #set(name: string, next: JsonObject | null): Promise<void> {
    return this.#facts.changeShared(name, () => ({ next, answer: undefined }));
  }
}

const nameOf = ({ id, status }: Delivery): string => (status === 'pending' ? WAITS : OVER) + id;
const asJson = (delivery: Delivery): JsonObject => delivery as unknown as JsonObject;
const asDelivery = (content: JsonObject): Delivery => content as unknown as Delivery;
