// The Web Worker parse-web.ts starts.

import type { FromParser, ToParser } from './parse-in-worker.ts';
import { serveParser } from './serve-parser.ts';

// All that is used of a worker's own scope; Node's types have none.
declare const self: {
  onmessage: (event: { readonly data: ToParser }) => void;
  postMessage(message: FromParser): void;
};

await serveParser(
  (message) => self.postMessage(message),
  (answer) => {
    self.onmessage = ({ data }) => answer(data);
  },
);
