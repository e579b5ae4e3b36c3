// Spawns the programs of these tests with the Node that runs the test, and ends them.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type ProgramSettings, SETTINGS_NAME } from './program-settings.ts';

export type ProgramName = 'worker' | 'person' | 'agent' | 'file' | 'orders';

/** Compiled once for all the processes that follow: they begin in a fifth of the time. */
const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'signoff-e2e-compile-cache');

export class Program {
  readonly child: ChildProcess;
  /** Resolves when it said `ready`; rejects when it ended before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  readonly said: string[] = [];
  #errors = '';

  /** `shell`: a command line in which "$@" is the program. */
  constructor(name: ProgramName, settings: ProgramSettings, shell?: string) {
    const file = fileURLToPath(new URL(`${name}-program.ts`, import.meta.url));
    const command = [process.execPath, '--no-warnings=ExperimentalWarning', file];
    const [program = '', ...args] = shell === undefined ? command : ['sh', '-c', shell, 'sh', ...command];
    this.child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, [SETTINGS_NAME]: JSON.stringify(settings) },
    });
    this.ended = once(this.child, 'exit').then(([code, signal]) => ({ code, signal }));
    this.child.stderr?.on('data', (text) => {
      this.#errors += text;
    });
    this.ready = this.#says('ready');
    this.ready.catch(() => {});
  }

  /** What it wrote to standard error: warnings and the reason it died, if it was not a signal of ours. */
  get errors(): string {
    return this.#errors;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves when it has ended. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.isRunning) this.child.kill(signal);
    await this.ended;
  }

  #says(word: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream });
      lines.on('line', (line) => {
        this.said.push(line);
        if (line === word) resolve();
      });
      void this.ended.then(({ code, signal }) => {
        reject(
          new Error(`Expected the program to say "${word}", but it ended with ${signal ?? code}: ${this.#errors}`),
        );
      });
    });
  }
}
