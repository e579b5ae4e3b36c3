// Parses diagrams in Node, in a worker thread. The browser's is parse-web.ts.

import { type ParseDiagram, parseInWorker } from './parse-in-worker.ts';
import { startThread } from './start-thread.ts';

const HEAP_MB = 512;

// Beside this file, whatever it is compiled to.
const file = new URL(import.meta.url.replace(/parse(\.\w+)$/, 'parse-worker$1'));

export const parseDiagram: ParseDiagram = parseInWorker((events) => startThread(file, HEAP_MB, events));
