// A process that leads PM runs, or only what a test lets it do, and dies where it is told to: by SIGKILL, right after a
// commit of the kind that was named.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./pm-dying-program.ts', import.meta.url));
const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'signoff-e2e-compile-cache');

export interface PmProgramSettings {
  readonly place: string;
  readonly project: string;
  readonly run: string;
  /** Which side it answers for: it leaves gates of the other to others. */
  readonly answers: readonly ('person' | 'architect')[];
  /** `WORKFLOW: EVENT DETAIL`: it dies at its first commit that has one of these. */
  readonly dies: readonly string[];
  /** Where it writes what it died of. */
  readonly log: string;
}

/** `SIGKILL`: it died where it was told to; null: it came to the end. */
export async function pmProcess(settings: PmProgramSettings): Promise<string | null> {
  const child = spawn(process.execPath, ['--no-warnings=ExperimentalWarning', PROGRAM, JSON.stringify(settings)], {
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
