// Runs one program without a shell: a text in, bounded output out, and nothing of it left behind.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { endProcessTree, killGroup } from './end-process-tree.ts';

export interface ProgramRun {
  readonly command: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly outputMax: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type ProgramEnd =
  | {
      readonly how: 'exited';
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly out: string;
      readonly err: string;
    }
  | { readonly how: 'stopped'; readonly reason: StopReason; readonly err: string }
  | { readonly how: 'not-started'; readonly systemCode: string };

export type StopReason = 'timeout' | 'abort' | 'output';

const ERR_BYTES_KEPT = 65_536;
/** Longer ones make Node fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;
/** How long a program that has ended may leave its output open: something it started still holds it. */
const DRAIN_MS = 250;

export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const child = start(run);
    if (typeof child === 'string') return resolve({ how: 'not-started', systemCode: child });
    child.once('error', (error: NodeJS.ErrnoException) => {
      // Also said of a signal that could not be sent, when there is a process.
      if (child.pid === undefined) resolve({ how: 'not-started', systemCode: error.code ?? 'UNKNOWN' });
    });
    if (child.pid !== undefined) follow(child, child.pid, run, resolve);
  });
}

function start(run: ProgramRun): ChildProcessWithoutNullStreams | string {
  const [program, ...args] = run.command;
  try {
    return spawn(program ?? '', args, {
      cwd: run.folder,
      env: { ...run.env },
      shell: false,
      // A group of its own, so that what the program starts can be ended with it.
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
  }
}

function follow(
  child: ChildProcessWithoutNullStreams,
  pid: number,
  run: ProgramRun,
  resolve: (end: ProgramEnd) => void,
): void {
  const forget = endWithThisProcess(pid);
  const out: Buffer[] = [];
  let outBytes = 0;
  let err: Buffer = Buffer.alloc(0);
  let stopped: StopReason | null = null;
  let drain: NodeJS.Timeout | undefined;

  const stop = (reason: StopReason): void => {
    if (stopped !== null) return;
    stopped = reason;
    // It never rejects, and `settle` is what this whole run waits for.
    void endProcessTree(pid).then(() => settle({ how: 'stopped', reason, err: err.toString() }));
  };
  const onAbort = (): void => stop('abort');
  const timer = setTimeout(() => stop('timeout'), Math.min(Math.max(run.timeoutMs, 0), TIMER_MS_MAX));
  let isSettled = false;
  const settle = (end: ProgramEnd): void => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    clearTimeout(drain);
    run.signal.removeEventListener('abort', onAbort);
    killGroup(pid);
    forget();
    // Processes that left the group may still hold the other ends; without this they would keep this process alive.
    for (const stream of child.stdio) stream?.destroy();
    child.unref();
    resolve(end);
  };

  run.signal.addEventListener('abort', onAbort, { once: true });
  if (run.signal.aborted) onAbort();
  child.stdout.on('data', (chunk: Buffer) => {
    if (stopped !== null) return;
    outBytes += chunk.length;
    if (outBytes > run.outputMax) return stop('output');
    out.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err = Buffer.concat([err, chunk]).subarray(-ERR_BYTES_KEPT);
  });
  // A program need not read its input; what it makes of that shows in how it ends.
  child.stdin.on('error', () => {});
  child.stdin.end(run.input);
  const exited = (): void => {
    if (stopped !== null) return;
    const texts = { out: Buffer.concat(out).toString(), err: err.toString() };
    settle({ how: 'exited', exitCode: child.exitCode, signal: child.signalCode, ...texts });
  };
  child.once('exit', () => {
    drain = setTimeout(exited, DRAIN_MS);
  });
  child.once('close', exited);
}

const running = new Set<number>();

/** A group of its own does not hear the terminal's Ctrl-C; it must not outlive the process that wanted its reply. */
function endWithThisProcess(pid: number): () => void {
  if (running.size === 0) process.on('exit', killAll);
  running.add(pid);
  return () => {
    running.delete(pid);
    if (running.size === 0) process.off('exit', killAll);
  };
}

function killAll(): void {
  for (const pid of running) killGroup(pid);
}
