// Ends a process of start-process.ts that takes more memory than it may. A thread of its own looks, on every platform
// and also while the process is inside of native code; its first argument is the limit in MB.

import { isMainThread, Worker, workerData } from 'node:worker_threads';

const LOOK_MS = 50;
const BYTES_PER_MB = 1_000_000;

if (isMainThread) {
  // Flags of the process are not for the thread: it would start this file once more.
  const watch = { execArgv: [], workerData: Number(process.argv[2]) * BYTES_PER_MB };
  new Worker(new URL(import.meta.url), watch).unref();
} else {
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL');
  }, LOOK_MS);
}
