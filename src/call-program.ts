// A call of the `signoff` program in this process: the streams are given, the folder and the environment are found.

import type { ExitCode } from './cli/exit-codes.ts';
import { main } from './cli/main.ts';
import { ProgramCall, type ProgramStreams } from './cli/program-call.ts';
import { programName } from './cli/program-name.ts';
import { compose, SCRIPT } from './compose.ts';

/** `startedAs`: the word that the shell script was started by, where it was. Calls must not overlap. */
export async function callProgram(
  args: readonly string[],
  streams: ProgramStreams,
  startedAs?: string,
): Promise<ExitCode> {
  const call = new ProgramCall(streams);
  const path = process.env.PATH ?? '';
  call.program = programName({ word: startedAs, script: SCRIPT, path, folder: process.cwd() });
  return await main(args, await compose(args), call);
}
