// A process of Node for ask-worker.ts. A thread that is inside of native code, such as SQLite's, cannot be ended.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AskableWorker, WorkerEvents } from '../../../diagram/read/ask-worker.ts';

export function startProcess<Question extends object, Reply>(
  file: URL,
  heapMb: number,
  events: WorkerEvents<Reply>,
): AskableWorker<Question> {
  const child = fork(fileURLToPath(file), [], {
    // V8 would take 500 MB to optimise the one large function of PostgreSQL's grammar; a design gains nothing by it.
    execArgv: [`--max-old-space-size=${heapMb}`, '--liftoff-only'],
    // Nothing of ours is its business: neither keys nor settings.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.on('message', (message) => events.message(message as 'ready' | Reply));
  child.on('error', (error) => events.died(error));
  child.once('exit', () => {
    process.off('exit', end);
    events.died();
  });
  return {
    // A process that died meanwhile says so itself.
    post: (question) => void child.send(question, () => undefined),
    end,
    rest: () => {
      child.unref();
      child.channel?.unref();
    },
    wake: () => {
      child.ref();
      child.channel?.ref();
    },
  };
}
