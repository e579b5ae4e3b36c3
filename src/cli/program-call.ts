// One call of the program: its streams, how it was started, and what was reported in it so far.

import type { SystemEntry } from '../ports/system.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** `process` has them too. */
export interface ProgramStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export class ProgramCall {
  readonly streams: ProgramStreams;
  /** What begins a command line here: `signoff`, `./signoff`, `npx signoff`. */
  program = 'signoff';
  /** The systems that have a command of their own. */
  systems: readonly SystemEntry[] = [];
  /** ` --store PLACE`, or nothing where the folder's own store is used. */
  storeFlag = '';
  /** ` --as WHO`, or nothing where the name was found elsewhere. */
  nameFlag = '';
  isSignerShown = false;
  exitCode: ExitCode = EXIT.done;

  constructor(streams: ProgramStreams) {
    this.streams = streams;
  }
}

/** What is printed outside of any call goes to the process's own streams. */
const outside = new ProgramCall(process);
let current = outside;

export function currentCall(): ProgramCall {
  return current;
}

/** Calls share the folder and the environment of the process, so that one has to end before the next begins. */
export async function inCall<T>(call: ProgramCall, work: () => Promise<T>): Promise<T> {
  if (current !== outside) throw new Error('Expected one call of the program at a time, found another in progress.');
  current = call;
  try {
    return await work();
  } finally {
    current = outside;
  }
}
