// Starts the real `./signoff` program as a user would, and gives back what it said.
// Where the process is not the subject, signoff-here.ts calls it without one.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface ProgramResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Called with all that was printed so far; lets a test act on a running program. */
  onOutput?(out: string, kill: (signal: NodeJS.Signals) => void): void;
  readonly env?: Readonly<Record<string, string>>;
  /** The SIGNOFF_HOME of several programs that share a store. */
  readonly home?: string;
  /** What stands on its stdin; nothing when left out. */
  readonly input?: string;
}

/** The environment of a program under test: a store of its own unless `home` names one, nothing of the caller's, a name
 *  that is the same on every machine, and no model that would cost someone money. */
export function programEnv(home?: string): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, NO_COLOR: _no, DATABASE_URL: _url, VISUAL: _visual, EDITOR: _editor, ...env } = process.env;
  // As if it were installed: the commands it prints begin with its bare name.
  const PATH = `${root}:${env.PATH ?? ''}`;
  const own = join(homesFolder(), 'config');
  return {
    ...env,
    PATH,
    SIGNOFF_HOME: home ?? freshHome(),
    XDG_CONFIG_HOME: own,
    SIGNOFF_PROVIDER: 'offline',
    SIGNOFF_USER: 'user:local',
  };
}

let homes: string | null = null;

/** For stores of programs that are not asked again, and for what the user of all of them trusts; it goes with the test
 *  process. */
function homesFolder(): string {
  if (homes === null) {
    const made = mkdtempSync(join(tmpdir(), 'signoff-homes-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    homes = made;
  }
  return homes;
}

const freshHome = (): string => mkdtempSync(join(homesFolder(), 'home-'));

export function signoff(args: readonly string[], options: RunOptions = {}): Promise<ProgramResult> {
  return started([join(root, 'signoff'), ...args], options);
}

/** Another program, with the environment and the folder that `signoff` would have. */
export function started([program = '', ...args]: readonly string[], options: RunOptions): Promise<ProgramResult> {
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: { ...programEnv(options.home), ...options.env },
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // Who reads nothing may be gone before it is written.
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    options.onOutput?.(out, (signal) => child.kill(signal));
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

/** A folder of files for one test, and its removal. */
export function folderOf(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-test-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return {
    folder,
    path: (name: string) => join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
