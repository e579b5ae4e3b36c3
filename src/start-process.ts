// A process of Node beside ours that answers questions (askWorker in src/diagram/read). A thread would not do: inside
// of native code, such as SQLite's, it cannot be ended, and one without memory left ends the whole process.

import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Linux tells times of processes in hundredths of a second. */
const MS_PER_TICK = 10;

interface ProcessEvents<Reply> {
  message(message: 'ready' | Reply): void;
  /** May come more than once. */
  died(error?: unknown): void;
}

/** How much a process may take before it is ended. */
interface ProcessLimits {
  /** Of JavaScript's own objects. */
  readonly heapMb: number;
  /** Of everything: what SQLite, WebAssembly and buffers hold is not in the heap. */
  readonly memoryMb: number;
  readonly flags?: readonly string[];
}

// Beside this file, whatever it is compiled to.
const WATCH = import.meta.url.replace(/start-process(\.\w+)$/, 'watch-memory$1');

export function startProcess<Question extends object, Reply>(
  file: URL,
  { heapMb, memoryMb, flags = [] }: ProcessLimits,
  events: ProcessEvents<Reply>,
) {
  const child = fork(fileURLToPath(file), [String(memoryMb)], {
    execArgv: [`--max-old-space-size=${heapMb}`, '--import', WATCH, ...flags],
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
    post: (question: Question): void => void child.send(question, () => undefined),
    end,
    /** While it rests it does not keep our process alive. */
    rest: (): void => {
      child.unref();
      child.channel?.unref();
    },
    wake: (): void => {
      child.ref();
      child.channel?.ref();
    },
    // Elsewhere it is the time on the clock that counts.
    ...(process.platform === 'linux' && { workedMs: () => workedMs(child.pid) }),
  };
}

/** What a process has computed: a busy machine makes it slow, and no question harder. */
async function workedMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may contain anything: the state, ten numbers, the time in its own code and in the system.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11);
  return (Number(user) + Number(system)) * MS_PER_TICK;
}
