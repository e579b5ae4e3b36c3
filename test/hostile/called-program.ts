// A process that receives commands and calls the program with each, so that a command that hangs can be killed.

import { signoffHere } from '../support/signoff-here.ts';
import type { ProgramCommand } from './program-process.ts';

// A stack trace is a fault here.
delete process.env.SIGNOFF_DEBUG;
process.on('message', ({ args, cwd }: ProgramCommand) => {
  void signoffHere(args, { cwd }).then((said) => process.send?.(said));
});
