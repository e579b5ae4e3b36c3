// Runs the real `./signoff` program at a terminal of its own, and types what a person would.

import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, type Said } from './run-signoff.ts';

/** `script` of util-linux gives a program a terminal; elsewhere these tests are left out. */
export const hasTerminal =
  process.platform === 'linux' && /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout);

export const KEY = { enter: '\r', escape: '\u001b', down: '\u001b[B', ctrlC: '\u0003', ctrlD: '\u0004' } as const;

/** What must be on the screen since the last keys, and what is typed then. */
export type Step = readonly [RegExp, ...string[]];

export interface TerminalOptions {
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
}

const GIVE_UP_MS = 30_000;

/** `out` is all that was ever written, without colours and cursor movements. */
export async function atTerminal(
  args: readonly string[],
  steps: readonly Step[],
  { cwd, columns = 80, rows = 50 }: TerminalOptions,
): Promise<Said & { readonly raw: string }> {
  const quoted = [join(root, 'signoff'), ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const command = `stty cols ${columns} rows ${rows}; exec ${quoted}`;
  const { NO_COLOR: _, FORCE_COLOR: _no, ...env } = process.env;
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd, env: { ...env, TERM: 'xterm' } });
  let raw = '';
  let seen = 0;
  let at = 0;
  const act = (): void => {
    const [expected, ...keys] = steps[at] ?? [];
    if (expected === undefined || !expected.test(plain(raw.slice(seen)))) return;
    seen = raw.length;
    at++;
    for (const key of keys) child.stdin.write(key);
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text;
    act();
  });
  const giveUp = setTimeout(() => child.kill('SIGKILL'), GIVE_UP_MS);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(giveUp);
  const out = plain(raw);
  const missed = steps[at];
  if (missed !== undefined) throw new Error(`Expected ${missed[0]} on the terminal, found:\n${out}`);
  return { code, out, err: '', raw };
}

function plain(written: string): string {
  return stripVTControlCharacters(written).replaceAll('\r', '');
}
