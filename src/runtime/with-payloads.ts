// Reads without waiting; what is missing is fetched, then it is read again.

import { NeedsPayloads, type Payloads } from '../engine/value.ts';
import { type PayloadCache, PayloadView } from './payload-cache.ts';

export async function withPayloads<T>(cache: PayloadCache, read: (payloads: Payloads) => T): Promise<T> {
  const payloads = new PayloadView(cache);
  for (;;) {
    try {
      return read(payloads);
    } catch (thrown) {
      if (!(thrown instanceof NeedsPayloads)) throw thrown;
      await payloads.fetch(thrown.refs);
    }
  }
}
