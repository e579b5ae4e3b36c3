// A thread of Node with limited memory, for ask-worker.ts.

import { Worker } from 'node:worker_threads';
import type { AskableWorker, WorkerEvents } from './ask-worker.ts';

export function startThread<Question, Reply>(
  file: URL,
  heapMb: number,
  events: WorkerEvents<Reply>,
): AskableWorker<Question> {
  // Flags of the process (`--input-type`, `--test`) are not for the worker.
  const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMb } });
  worker.on('message', (message: 'ready' | Reply) => events.message(message));
  worker.on('error', (error) => events.died(error));
  worker.on('exit', () => events.died());
  return {
    post: (question) => worker.postMessage(question),
    end: () => void worker.terminate(),
    rest: () => worker.unref(),
    wake: () => worker.ref(),
    // Node has it from 24.6 on.
    ...(typeof worker.cpuUsage === 'function' && { workedMs: () => workedMs(worker) }),
  };
}

async function workedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}
