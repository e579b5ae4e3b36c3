// A process of the program, with how long it took and the most memory it had.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** As the program itself is started. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));
const LOOK_MS = 20;

export interface MeasuredProcess {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly seconds: number;
  /** 0 where the system does not tell. */
  readonly peakMb: number;
}

/** `signoff ARGS` in a folder, by rules and without searches. */
export async function measuredProcess(args: readonly string[], cwd: string): Promise<MeasuredProcess> {
  const own = {
    SIGNOFF_PROVIDER: 'offline',
    SIGNOFF_STARTED_AS: 'signoff',
    NODE_COMPILE_CACHE: COMPILED,
    NO_COLOR: '1',
  };
  const env = { ...process.env, ...own };
  const started = performance.now();
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  let peakMb = 0;
  const looking = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid));
  }, LOOK_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(looking);
  return { code: code ?? 1, ...said, seconds: (performance.now() - started) / 1000, peakMb };
}

/** The system keeps the highest value: the last look tells it. */
function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}
