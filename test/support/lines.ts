// The lines of a stream, one at a time, in order.

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export function lines(stream: Readable): { next(): Promise<string> } {
  const each = createInterface({ input: stream })[Symbol.asyncIterator]();
  return {
    async next() {
      const { value, done } = await each.next();
      if (done === true) throw new Error('Expected another line, found the end of the stream.');
      return value;
    },
  };
}
