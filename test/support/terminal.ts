// A pseudo-terminal with `./signoff` in it: a test reads what a person would read and types what they would type.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type ProgramResult, programEnv, root } from './run-signoff.ts';

/** Far more than any answer takes: it catches what hangs. */
const HANGS_MS = 30_000;

export const KEYS = {
  ...{ enter: '\r', escape: '\u001b', down: '\u001b[B', back: '\u007f', interrupt: '\u0003', end: '\u0004' },
} as const;

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

export interface Screen {
  readonly cwd: string;
  /** The SIGNOFF_HOME of several programs that share a store. */
  readonly home?: string;
  readonly columns?: number;
  readonly rows?: number;
}

export class Terminal {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #isEnded = false;
  #raw = '';
  /** Where in `#raw` the answer to what was last typed begins. */
  #typedAt = 0;
  #onChange: () => void = () => {};

  /** Starts `signoff` with `args` on a screen of its own. */
  constructor(args: readonly string[], { cwd, home, columns = 100, rows = 50 }: Screen) {
    if (maker === null) throw new Error('There is no terminal to test in.');
    const words = [join(root, 'signoff'), ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
    const [program, given] = maker(`stty cols ${columns} rows ${rows}; exec ${words.join(' ')}`);
    const { CI: _, ...env } = programEnv(home);
    this.#child = spawn(program, [...given], {
      cwd,
      env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#raw += text;
      this.#onChange();
    });
    this.#ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code) => {
        this.#isEnded = true;
        resolve(code);
        this.#onChange();
      });
    });
  }

  get raw(): string {
    return this.#raw;
  }

  /** Everything that was shown, one frame after the other, without colours and movements. */
  get text(): string {
    return plain(this.#raw);
  }

  /** Resolves when what was shown since the last key matches. */
  async sees(expected: RegExp): Promise<RegExpExecArray> {
    const giveUpAt = performance.now() + HANGS_MS;
    for (;;) {
      const found = expected.exec(plain(this.#raw.slice(this.#typedAt)));
      if (found !== null) return found;
      const isLate = performance.now() > giveUpAt;
      if (this.#isEnded || isLate) {
        const why = isLate ? `nothing of the kind in ${HANGS_MS} ms` : 'the end of the program';
        throw new Error(`Expected to see ${expected}, found ${why}. The screen:\n${this.text.slice(-3000)}`);
      }
      await this.#change(giveUpAt - performance.now());
    }
  }

  types(keys: string): void {
    this.#typedAt = this.#raw.length;
    this.#child.stdin?.write(keys);
  }

  /** Resolves when the words stand there, and on their line or below the prompt, which alone listens. */
  async isAsked({ source }: RegExp): Promise<void> {
    await this.sees(new RegExp(`(${source}[^]*◆|◆.*${source})[^]*└`));
  }

  /** Waits for a question, then types a line. */
  async answers(question: RegExp, line: string): Promise<void> {
    await this.isAsked(question);
    this.types(line + KEYS.enter);
  }

  /** Waits for a complaint of the prompt that is open, then types and sends again. */
  async corrects(complaint: RegExp, keys: string): Promise<void> {
    await this.sees(complaint);
    this.types(keys + KEYS.enter);
  }

  /** Waits for a question, moves down to the choice that begins with `label`, and takes it. */
  async chooses(question: RegExp, label: string): Promise<void> {
    await this.isAsked(question);
    const passed = new Set<string>();
    for (;;) {
      const [, active = ''] = await this.sees(/● (.+)/);
      if (active.split(' ')[0] === label) break;
      if (passed.has(active)) throw new Error(`Expected the choice ${label}, found only: ${[...passed].join(', ')}`);
      passed.add(active);
      this.types(KEYS.down);
    }
    this.types(KEYS.enter);
  }

  async exitCode(): Promise<number | null> {
    let isLate = false;
    const giveUp = setTimeout(() => {
      isLate = true;
      this.#child.kill();
    }, HANGS_MS);
    const code = await this.#ended;
    clearTimeout(giveUp);
    if (isLate) throw new Error(`Expected the program to end, but it did not. The screen:\n${this.text.slice(-3000)}`);
    return code;
  }

  [Symbol.dispose](): void {
    if (!this.#isEnded) this.#child.kill();
  }

  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, Math.max(0, ms));
      this.#onChange = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }
}

/** What must be on the screen since the last keys, and what is typed then. */
export type Step = readonly [RegExp, ...string[]];

/** Plays steps to the end of the program. `out` is all that was ever shown. */
export async function atTerminal(
  args: readonly string[],
  steps: readonly Step[],
  screen: Screen,
): Promise<ProgramResult & { readonly raw: string }> {
  using terminal = new Terminal(args, { columns: 80, ...screen });
  for (const [expected, ...keys] of steps) {
    await terminal.sees(expected);
    if (keys.length > 0) terminal.types(keys.join(''));
  }
  const code = await terminal.exitCode();
  return { code, out: terminal.text, err: '', raw: terminal.raw };
}

function plain(raw: string): string {
  return stripVTControlCharacters(raw).replaceAll('\r\n', '\n');
}
