// The JSON that a value of an event stands for: what it refers to is loaded from the store.

import { NeedsPayloads, readValue, type Value } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { Store } from '../ports/store.ts';
import { payloadsLeft } from '../runtime/needed-payloads.ts';

/** Payloads that refer to payloads; it bounds the loop. */
const DEPTH_MAX = 100;

/** null where there is nothing, or where `run`, whose it is, was erased or removed meanwhile. */
export async function loadValue(store: Store, run: string, value: Value | undefined): Promise<Json> {
  const loaded = new Map<string, Json>();
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    try {
      return readValue(value, [], loaded) ?? null;
    } catch (thrown) {
      if (!(thrown instanceof NeedsPayloads)) throw thrown;
      const texts = await payloadsLeft(store, thrown.refs, run);
      for (const ref of thrown.refs) loaded.set(ref, JSON.parse(texts.get(ref) ?? 'null') as Json);
    }
  }
  return null;
}
