// Places of agents that all processes share: how many calls of one agent may be under way at once in all processes.

import { isJsonObject, type JsonObject } from '../json.ts';
import type { SharedFacts } from '../ports/money.ts';

export interface SharedPlacesOptions {
  readonly store: Pick<SharedFacts, 'changeShared'>;
  /** A name no other process bears. */
  readonly self: string;
  now(): number;
}

/** Processes say so often that they are there; one that has not for longer is gone, and its places are free. */
const BEAT_MS = 5000;
const GONE_MS = 20_000;

/** Of one process: how many places it has, and when it last said so. */
type Holder = {
  readonly places: number;
  readonly at: number;
};

export class SharedPlaces {
  readonly #options: SharedPlacesOptions;
  readonly #own = new Map<string, number>();
  #beatAt = 0;

  constructor(options: SharedPlacesOptions) {
    this.#options = options;
  }

  /** How many of the wanted places it gets, beside those it uses. */
  async take(name: string, limit: number, own: number, wanted: number): Promise<number> {
    if (wanted <= 0) return 0;
    this.#own.set(name, own);
    const granted = await this.#change(name, (others) => {
      const taken = Object.values(others).reduce((sum, { places }) => sum + places, 0);
      return Math.max(0, Math.min(wanted, limit - taken - own));
    });
    this.#own.set(name, own + granted);
    return granted;
  }

  /** Those it does not use any more are free. Alone it need not say so at once: the next beat does, for who comes. */
  async tell(name: string, own: number, isAlone: boolean): Promise<void> {
    const before = this.#own.get(name) ?? 0;
    this.#own.set(name, own);
    if (!isAlone && own < before) await this.#change(name, () => 0);
  }

  /** Keeps what this process has. */
  async beat(): Promise<void> {
    const now = this.#options.now();
    if (now - this.#beatAt < BEAT_MS) return;
    this.#beatAt = now;
    for (const [name, places] of this.#own) {
      await this.#change(name, () => 0);
      if (places === 0) this.#own.delete(name);
    }
  }

  /** `more` gives what is added to the places of this process, from what the others have. */
  #change(name: string, more: (others: { readonly [self: string]: Holder }) => number): Promise<number> {
    const { store, self, now } = this.#options;
    return store.changeShared(`places/${name}`, (content) => {
      const at = now();
      const others = livingIn(content, self, at);
      const answer = more(others);
      const places = (this.#own.get(name) ?? 0) + answer;
      const next = { ...others, ...(places > 0 && { [self]: { places, at } }) };
      return { next: Object.keys(next).length === 0 ? null : next, answer };
    });
  }
}

function livingIn(content: JsonObject | null, self: string, now: number): { readonly [self: string]: Holder } {
  const living: Record<string, Holder> = {};
  for (const [name, holder] of Object.entries(content ?? {})) {
    if (name === self || !isJsonObject(holder)) continue;
    const { places, at } = holder;
    if (typeof places === 'number' && typeof at === 'number' && Math.abs(now - at) < GONE_MS)
      living[name] = { places, at };
  }
  return living;
}
