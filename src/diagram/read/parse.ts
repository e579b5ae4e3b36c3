// Parses diagrams in Node, in a worker thread. The browser's is parse-web.ts.

import { Worker } from 'node:worker_threads';
import { type FromParser, type ParseDiagram, parseInWorker } from './parse-in-worker.ts';

const HEAP_MB = 512;

export const parseDiagram: ParseDiagram = parseInWorker((events) => {
  // Beside this file, whatever it is compiled to.
  const file = new URL(import.meta.url.replace(/parse(\.\w+)$/, 'parse-worker$1'));
  // Flags of the process (`--input-type`, `--test`) are not for the worker.
  const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  worker.on('message', (message: FromParser) => events.message(message));
  worker.on('error', (error) => events.died(error));
  worker.on('exit', () => events.died());
  return {
    post: (source) => worker.postMessage(source),
    end: () => void worker.terminate(),
    rest: () => worker.unref(),
    wake: () => worker.ref(),
    // Node has it from 24.6 on.
    ...(typeof worker.cpuUsage === 'function' && { workedMs: () => workedMs(worker) }),
  };
});

async function workedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}
