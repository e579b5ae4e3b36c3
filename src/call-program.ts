// A call of the `signoff` program in this process, with the streams it is given and the folder and environment it finds.

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
