// The `signoff` program as a process: its arguments, its streams, and the code it exits with.

import { callProgram } from './call-program.ts';
import { EXIT } from './cli/exit-codes.ts';
import { explainFailure, tellUnsettled } from './cli/main.ts';
import { stderr, stdout } from './cli/terminal.ts';

// A reader that went away (`signoff check | head`) is not a fault.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.done);
    throw error;
  });
}
// What nobody caught is printed by us too: Node would print its message as it is.
process.on('uncaughtException', (thrown) => process.exit(explainFailure(thrown)));
process.on('exit', tellUnsettled);

const startedAs = process.env.SIGNOFF_STARTED_AS;
// Programs that this one starts are not started so.
delete process.env.SIGNOFF_STARTED_AS;
process.exitCode = await callProgram(process.argv.slice(2), process, startedAs);
