// Calls the program in this process: what it says and its exit code, without the start of a process for each command.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { callProgram } from '../../src/call-program.ts';
import type { ProgramStreams } from '../../src/cli/program-call.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import { type ProgramResult, programEnv, type RunOptions, root, signoff } from './run-signoff.ts';

/** Signals and what is printed meanwhile are matters of a process. */
export type HereOptions = Omit<RunOptions, 'onOutput'> & { readonly onOutput?: never };

/** A name of the environment that is undefined is taken out of it. */
export interface CallPlace {
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/** Gives the exit code. */
export type CallHere = (streams: ProgramStreams) => Promise<number>;

let last: Promise<unknown> = Promise.resolve();

/** As `signoff` of run-signoff.ts. */
export function signoffHere(args: readonly string[], options: HereOptions = {}): Promise<ProgramResult> {
  return calledHere((streams) => callProgram(args, streams, join(root, 'signoff')), options);
}

/** What a call of the program said, read from the streams that it is given here. */
export async function calledHere(call: CallHere, options: HereOptions = {}): Promise<ProgramResult> {
  const [out, err, stdin] = [new Text(), new Text(), new PassThrough()];
  stdin.end(options.input ?? '');
  const streams = { stdin, stdout: out, stderr: err } as unknown as ProgramStreams;
  const code = await inPlace(options, () => call(streams));
  return { code, out: out.text, err: err.text };
}

/** Folder and environment of the process are those of the call meanwhile: calls wait for each other. */
export function inPlace<T>(place: CallPlace, call: () => Promise<T>): Promise<T> {
  const done = last.then(() => calledIn(place, call));
  last = done.catch(() => {});
  return done;
}

async function calledIn<T>({ cwd = root, env, home }: CallPlace, call: () => Promise<T>): Promise<T> {
  const [before, folder] = [{ ...process.env }, process.cwd()];
  process.chdir(cwd);
  setEnv({ ...programEnv(home), ...env });
  try {
    return await call();
  } finally {
    setEnv(before);
    process.chdir(folder);
  }
}

/** A process of its own only where the test acts on it while it runs. */
export function signoffOrHere(args: readonly string[], options: RunOptions = {}): Promise<ProgramResult> {
  const { onOutput, ...others } = options;
  return onOutput === undefined ? signoffHere(args, others) : signoff(args, options);
}

class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

/** In place: what asks the operating system (the home folder, a program to start) must see it too. */
function setEnv(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

export type RecordedEvent = AnyEvent & { readonly run: string };

/** `signoff run ... --json --events F`: the result and the events. */
export async function recordedRun(args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-test-'));
  const file = join(folder, 'events.ndjson');
  try {
    const said = await signoffHere(['run', ...args, '--json', '--events', file]);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as RecordedEvent);
    return { ...said, result: JSON.parse(said.out), events };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
