// Payloads read lately, parsed, by reference: bounded by their bytes, filled from the store.

import type { Payloads } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { Store } from '../ports/store.ts';
import { neededPayloads } from './needed-payloads.ts';

/** Parsed when it is first read. */
interface CacheEntry {
  readonly text: string;
  json?: Json;
}

const BYTES_MAX = 24_000_000;

export class PayloadCache implements Payloads {
  readonly #kept = new Map<string, CacheEntry>();
  readonly #store: Pick<Store, 'payloads' | 'place'>;
  #bytes = 0;

  constructor(store: Pick<Store, 'payloads' | 'place'>) {
    this.#store = store;
  }

  get(ref: string): Json | undefined {
    const kept = this.#kept.get(ref);
    if (kept === undefined) return undefined;
    this.#kept.delete(ref);
    this.#kept.set(ref, kept);
    kept.json ??= JSON.parse(kept.text) as Json;
    return kept.json;
  }

  put(ref: string, text: string): void {
    if (this.#kept.has(ref)) return;
    this.#kept.set(ref, { text });
    this.#bytes += text.length;
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= BYTES_MAX || oldest === ref) break;
      this.#kept.delete(oldest);
      this.#bytes -= kept.text.length;
    }
  }

  /** Into `into`, which keeps them whatever the cache lets go. Rejects when the store has lost one, or has another
   *  text in its place: what is here was proved when it was loaded. `run` needs them, as far as that is known. */
  async fetch(refs: readonly string[], into: Map<string, Json>, run: string | null = null): Promise<void> {
    const missing = refs.filter((ref) => {
      const json = this.get(ref);
      if (json !== undefined) into.set(ref, json);
      return json === undefined;
    });
    if (missing.length === 0) return;
    const texts = await neededPayloads(this.#store, missing, run);
    for (const [ref, text] of texts) {
      const json = JSON.parse(text) as Json;
      into.set(ref, json);
      this.put(ref, text);
    }
  }
}

/** What one decision reads: the cache, what was fetched for it, and what is about to be stored with it. */
export class PayloadView implements Payloads {
  readonly fetched = new Map<string, Json>();
  readonly #cache: PayloadCache;
  readonly #unstored: ReadonlyMap<string, string>;
  readonly #run: string | null;

  /** `run` is whose payloads are read, for a message. */
  constructor(cache: PayloadCache, unstored: ReadonlyMap<string, string> = new Map(), run: string | null = null) {
    this.#cache = cache;
    this.#unstored = unstored;
    this.#run = run;
  }

  /** What was read once stays at hand, whatever the cache lets go. */
  get(ref: string): Json | undefined {
    const fetched = this.fetched.get(ref);
    if (fetched !== undefined) return fetched;
    const cached = this.#cache.get(ref);
    if (cached !== undefined) this.fetched.set(ref, cached);
    return cached;
  }

  fetch(refs: readonly string[]): Promise<void> {
    const stored = refs.filter((ref) => {
      const text = this.#unstored.get(ref);
      if (text !== undefined) this.fetched.set(ref, JSON.parse(text) as Json);
      return text === undefined;
    });
    return this.#cache.fetch(stored, this.fetched, this.#run);
  }
}
