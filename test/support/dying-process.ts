// A program that dies at a given point: by SIGKILL, right after a commit of the kind that was named.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'signoff-e2e-compile-cache');

/** `SIGKILL`: it died at that point; null: it came to the end. */
export async function dyingProcess(program: string, args: readonly string[]): Promise<string | null> {
  const child = spawn(process.execPath, ['--no-warnings=ExperimentalWarning', program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The process ended with ${signal ?? code}: ${errors}`);
  return signal;
}
