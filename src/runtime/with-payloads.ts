// Reads without waiting; what is missing is fetched, then it is read again.

import { NeedsPayloads, type Payloads } from '../engine/value.ts';

/** Payloads at hand, and a way to fetch those that are not: what was fetched is at hand from then on. */
export interface PayloadSource extends Payloads {
  fetch(refs: readonly string[]): Promise<void>;
}

/** `read` is called again from its beginning: it must come to the same. Code of a step, which may do more than read, is
 *  called by `callCode`. */
export async function withPayloads<T>(payloads: PayloadSource, read: (payloads: Payloads) => T): Promise<T> {
  for (;;) {
    try {
      return read(payloads);
    } catch (thrown) {
      if (!(thrown instanceof NeedsPayloads)) throw thrown;
      await payloads.fetch(thrown.refs);
    }
  }
}
