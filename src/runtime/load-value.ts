// The JSON that a value of an event stands for: what it refers to is loaded from the store.

import { readValue, type Value } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { Store } from '../ports/store.ts';
import { payloadsLeft } from './needed-payloads.ts';
import { withPayloads } from './with-payloads.ts';

/** null where there is nothing, or where `run`, whose it is, was erased or removed meanwhile. */
export async function loadValue(store: Store, run: string, value: Value | undefined): Promise<Json> {
  const loaded = new Map<string, Json>();
  const source = {
    get: (ref: string) => loaded.get(ref),
    async fetch(refs: readonly string[]): Promise<void> {
      const texts = await payloadsLeft(store, refs, run);
      for (const ref of refs) loaded.set(ref, JSON.parse(texts.get(ref) ?? 'null') as Json);
    },
  };
  return withPayloads(source, (payloads) => readValue(value, [], payloads) ?? null);
}
