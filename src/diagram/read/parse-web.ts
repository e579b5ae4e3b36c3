// Parses diagrams in the browser, in a Web Worker: what parse.ts is in Node.

import { type FromParser, type ParseDiagram, parseInWorker } from './parse-in-worker.ts';

// All that is used of a browser's Worker; Node's types have none.
declare const Worker: new (
  file: URL,
  options: { readonly type: 'module' },
) => {
  onmessage: (event: { readonly data: FromParser }) => void;
  onerror: (event: { readonly message?: string }) => void;
  postMessage(message: unknown): void;
  terminate(): void;
};

export const parseDiagram: ParseDiagram = parseInWorker((events) => {
  const worker = new Worker(new URL('./parse-web-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => events.message(data);
  // Without a message: the script itself could not be fetched.
  worker.onerror = ({ message }) => events.died(message);
  return { post: (source) => worker.postMessage(source), end: () => worker.terminate() };
});
