// `signoff mcp`: the MCP server on stdin and stdout, as clients start it. Only the protocol is written to stdout.

import { StoreFault } from '../errors.ts';
import type { Composition } from './composition.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { storeFault } from './perform-command.ts';
import { foldersIn, projectsIn } from './projects-in.ts';
import { personAt } from './signer.ts';

export interface McpFlags {
  readonly project?: readonly string[];
  readonly store?: string;
  readonly as?: string;
  readonly folder?: readonly string[];
}

export async function mcp(flags: McpFlags, composition: Composition): Promise<ExitCode> {
  const projects = projectsIn(flags.project);
  try {
    const person = personAt(composition, flags.as, projects[0]);
    const place = composition.storePlace(flags.store, projects[0]);
    const serving = await composition.serveStdio({ place, person, projects, folders: foldersIn(flags.folder) });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void serving.stop());
    await serving.closed;
    return EXIT.done;
  } catch (thrown) {
    if (thrown instanceof StoreFault) return storeFault(thrown, false);
    throw thrown;
  }
}
