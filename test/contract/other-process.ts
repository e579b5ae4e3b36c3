// A second, real process on the same store, which does what it is asked by lines of JSON.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ProcessRequest {
  /** put: `count` commits of a new run, one by one, for at most `forMs`. */
  readonly do: 'put' | 'end';
  readonly workflow?: number;
  readonly count?: number;
  readonly forMs?: number;
  readonly isRegistered?: boolean;
}

export interface ProcessReply {
  readonly run: string;
  readonly written: number;
  readonly committedAt: number;
  /** The longest time its event loop stood still meanwhile. */
  readonly stalledMs: number;
}

export interface OtherProcess {
  readonly ask: (asked: ProcessRequest) => Promise<ProcessReply>;
  readonly end: () => Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./other-program.ts', import.meta.url));

export async function otherProcess(address: string): Promise<OtherProcess> {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, address], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('expected pipes to the other process');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async ask(asked) {
      stdin.write(`${JSON.stringify(asked)}\n`);
      const { value } = await lines.next();
      return JSON.parse(value as string) as ProcessReply;
    },
    async end() {
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      stdin.end();
      await ended;
    },
  };
}
