// What other processes, and people, see of this one's limits: which provider is down, and which agents' tasks wait.

import type { Limit } from '../engine/waits-for.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Outage } from '../ports/agent-host.ts';
import type { SharedFacts } from '../ports/money.ts';

const OUTAGE = 'outage/';
const LIMIT = 'limit/';

export class OutageBoard {
  readonly #store: Pick<SharedFacts, 'changeShared'>;
  readonly #now: () => number;
  /** As it was last written, by name. */
  readonly #written = new Map<string, { readonly text: string; readonly since: Json }>();

  constructor(store: Pick<SharedFacts, 'changeShared'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** All there is now; what was written before and is over is removed. Each opening is written again, because it lasts
   *  longer. */
  async tell(outages: readonly Outage[], limits: ReadonlyMap<string, Limit>): Promise<void> {
    const facts = new Map<string, JsonObject>();
    for (const outage of outages) facts.set(OUTAGE + outage.provider, { ...outage });
    for (const [queue, limit] of limits) facts.set(LIMIT + queue, { ...limit });
    for (const name of new Set([...facts.keys(), ...this.#written.keys()])) await this.#write(name, facts.get(name));
  }

  async #write(name: string, fact: JsonObject | undefined): Promise<void> {
    const before = this.#written.get(name);
    const text = fact === undefined ? '' : JSON.stringify(fact);
    if (before?.text === text) return;
    const since = before?.since ?? fact?.since ?? null;
    // It has been down since it first was, however often it was tried in between.
    const next = fact === undefined ? null : { ...fact, ...(fact.since !== undefined && { since }), at: this.#now() };
    if (fact === undefined) this.#written.delete(name);
    else this.#written.set(name, { text, since });
    await this.#store.changeShared(name, () => ({ next, answer: null })).catch(() => {});
  }
}
