// The Node worker: parses one diagram after the other. A Web Worker does the same with `parseDiagramHere`.

import { parentPort } from 'node:worker_threads';
import { loadMermaid } from './load-mermaid.ts';
import { type Parsed, parseDiagramHere } from './parse-here.ts';
import type { SourceText } from './source.ts';

export type ToParser = SourceText;
/** `ready` comes once, after loading: the time limit of a diagram does not count it. */
export type FromParser = 'ready' | Parsed;

const answer = (message: FromParser) => parentPort?.postMessage(message);

await loadMermaid();
parentPort?.on('message', (source: ToParser) => {
  void parseDiagramHere(source).then(answer);
});
answer('ready');
