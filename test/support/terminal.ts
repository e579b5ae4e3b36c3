// A pseudo-terminal with `./signoff` in it: a test reads what a person would read and types what they would type.
// Where the process is not the subject, terminal-here.ts does without one.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programEnv, root } from './run-signoff.ts';
import { playSteps, type Screen, type Step, TerminalScreen } from './terminal-screen.ts';

export { KEYS, type Step } from './terminal-screen.ts';

const PYTHON = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

/** What makes pseudo-terminals on this machine: `script` of util-linux, which Debian always has, else Python. */
function findMaker(): ((line: string) => readonly [string, readonly string[]]) | null {
  const says = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';
  if (says('script', '--version').includes('util-linux'))
    return (line) => ['script', ['--quiet', '--flush', '--return', '--command', line, '/dev/null']];
  if (says('python3', '--version') !== '') return (line) => ['python3', ['-c', PYTHON, '/bin/sh', '-c', line]];
  return null;
}

const maker = findMaker();

/** Why there is no terminal to test in; false where there is one. */
export const noTerminal: string | false =
  maker === null && 'Expected a program that makes pseudo-terminals, found neither "script" of util-linux nor python3.';

export class Terminal extends TerminalScreen {
  readonly #child: ChildProcess;

  /** Starts `signoff` with `args` on a screen of its own. */
  constructor(args: readonly string[], { cwd, home, columns = 100, rows = 50 }: Screen) {
    super();
    if (maker === null) throw new Error('There is no terminal to test in.');
    const words = [join(root, 'signoff'), ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
    const [program, given] = maker(`stty cols ${columns} rows ${rows}; exec ${words.join(' ')}`);
    const { CI: _, ...env } = programEnv(home);
    this.#child = spawn(program, [...given], {
      cwd,
      env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.show(text));
    this.#child.once('error', (error) => this.fail(error));
    this.#child.once('close', (code) => this.end(code));
  }

  protected override begun(): Promise<void> {
    return Promise.resolve();
  }

  protected override press(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  protected override stop(): void {
    this.#child.kill();
  }
}

/** Plays steps to the end of the program, on 80 columns. */
export async function atTerminal(args: readonly string[], steps: readonly Step[], screen: Screen) {
  using terminal = new Terminal(args, { columns: 80, ...screen });
  return await playSteps(terminal, steps);
}
