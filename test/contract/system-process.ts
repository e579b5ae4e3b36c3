// A process that leads a run of a system to its next gate, to be killed there.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SystemFixtureSettings } from './system-fixture.ts';

const PROGRAM = fileURLToPath(new URL('./system-program.ts', import.meta.url));
/** Compiled once for all the processes that follow. */
const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'signoff-e2e-compile-cache');

export interface LedRun {
  readonly run: string;
  /** The gate that it waits at; null: it has ended. */
  readonly at: string | null;
  /** How it ended. */
  readonly ended: string | null;
}

/** Starts a run, or answers the gate it waits at, and leads it to the next of these gates, to die there: by SIGKILL,
 *  without a word to anyone. */
export async function leadAndDie(
  settings: SystemFixtureSettings,
  run: string | null,
  gates: readonly string[],
): Promise<LedRun> {
  const asked = JSON.stringify({ ...settings, gates, ...(run !== null && { run }) });
  const child = spawn(process.execPath, ['--no-warnings=ExperimentalWarning', PROGRAM, asked], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as LedRun;
    throw new Error(`Expected the process to come to a gate, but it ended: ${errors}`);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
