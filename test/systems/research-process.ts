// A process that leads a research run with a model on loopback, and dies where it is told to: by SIGKILL, right after a
// commit of the kind that was named.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./research-dying-program.ts', import.meta.url));
const COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'signoff-e2e-compile-cache');

export interface ResearchProgramSettings {
  readonly place: string;
  readonly project: string;
  readonly run: string;
  /** Base URL of the model. */
  readonly model: string;
  /** `WORKFLOW: EVENT DETAIL`: it dies at its first commit that has one of these. */
  readonly dies: readonly string[];
  /** Where it writes what it died of, which worker it called and which one was finished, a line each. */
  readonly log: string;
}

/** `SIGKILL`: it died where it was told to; null: it came to the end. */
export async function researchProcess(settings: ResearchProgramSettings): Promise<string | null> {
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
