// Starts child.ts and says what became of it. What takes longer than the cap is ended and counts as "over".

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Act, ChildReport } from './child.ts';
import type { Place } from './contender.ts';

export const CAP_SECONDS = 75;
const SAID_CHARACTERS_MAX = 2_000;
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
/** Every contender's compiled code is kept from one process to the next, as `signoff` does for itself. */
const COMPILED = join(tmpdir(), 'signoff-bench-compiled');
const QUIET = {
  NODE_COMPILE_CACHE: COMPILED,
  NODE_ENV: 'production',
  NODE_NO_WARNINGS: '1',
  LANGSMITH_TRACING: 'false',
  MASTRA_TELEMETRY_DISABLED: '1',
};

export class OverCap extends Error {}

export interface ChildResult {
  readonly ms: number;
  readonly bytesWritten: number;
  /** From just before the process was started to the first task behind an approval. */
  readonly coldMs: number | undefined;
}

/** `whilePaused` sees the process that has paused all its runs, before SIGKILL ends it. */
export async function runChild(
  file: string,
  place: Place,
  act: Act,
  whilePaused?: (pid: number | undefined) => Promise<void>,
): Promise<ChildResult> {
  const module = fileURLToPath(new URL('child.ts', import.meta.url));
  const startedAt = performance.timeOrigin + performance.now();
  const child = fork(module, [file, JSON.stringify(place), JSON.stringify(act)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: { ...process.env, ...QUIET },
  });
  const exited = once(child, 'exit');
  try {
    const { done, firstTaskAt } = await outcomeOf(child);
    await whilePaused?.(child.pid);
    return { ...done, coldMs: firstTaskAt === undefined ? undefined : firstTaskAt - startedAt };
  } finally {
    // Engines leave timers and connections behind; whoever said "done" has nothing more to say.
    child.kill('SIGKILL');
    await exited;
  }
}

function outcomeOf(child: ChildProcess) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    done: { ms: number; bytesWritten: number };
    firstTaskAt: number | undefined;
  }>();
  let firstTaskAt: number | undefined;
  let said = '';
  const cap = setTimeout(() => reject(new OverCap(`over ${CAP_SECONDS} s`)), CAP_SECONDS * 1000);
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-SAID_CHARACTERS_MAX);
  });
  child.on('message', (report: ChildReport) => {
    if (report.report === 'first-task') firstTaskAt = report.at;
    else if (report.report === 'failed') reject(new Error(report.reason.replaceAll(PROJECT, '')));
    else resolve({ done: { ms: report.ms, bytesWritten: report.bytesWritten }, firstTaskAt });
  });
  child.once('error', reject);
  child.once('exit', (code, signal) => {
    const words = said.replaceAll(PROJECT, '').trim().split('\n').at(-1) ?? '';
    reject(new Error(`its process ended with ${signal ?? `exit code ${code}`}${words === '' ? '' : `: ${words}`}`));
  });
  return promise.finally(() => clearTimeout(cap));
}
