// Commands of the program, one after the other in a process that lives on, each with a time to be ended by.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ProgramResult } from '../support/run-signoff.ts';

export interface ProgramCommand {
  readonly args: readonly string[];
  readonly cwd: string;
}

const FILE = fileURLToPath(new URL('called-program.ts', import.meta.url));

export class ProgramProcess {
  #child: ChildProcess | null = null;
  #errors = '';

  /** Throws when the process dies of the command, or has not answered it by then. */
  async run(command: ProgramCommand, hangsMs: number): Promise<ProgramResult> {
    const child = this.#child ?? this.#start();
    child.send(command);
    const late = new AbortController();
    const { signal } = late;
    const end = await Promise.race([
      once(child, 'message', { signal }).then(([said]) => said as ProgramResult),
      once(child, 'exit', { signal }).then(([code, by]) => `it ended with ${by ?? code}`),
      sleep(hangsMs, `nothing after ${hangsMs} ms`, { signal, ref: false }),
    ]).finally(() => late.abort());
    if (typeof end !== 'string') return end;
    this.stop();
    throw new Error(`Expected an exit code, found that ${end}: ${this.#errors.slice(-2_000)}`);
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #start(): ChildProcess {
    const child = fork(FILE, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
    this.#errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
    this.#child = child;
    return child;
  }
}
