// The thread parse.ts starts.

import { parentPort } from 'node:worker_threads';
import { serveParser } from './serve-parser.ts';

await serveParser(
  (message) => parentPort?.postMessage(message),
  (answer) => parentPort?.on('message', answer),
);
