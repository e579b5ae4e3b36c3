// `signoff mcp`: the MCP server on stdin and stdout, as clients start it. Only the protocol is written to stdout.

import { StoreFault } from '../errors.ts';
import type { Composition } from './composition.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { storeFault } from './perform-command.ts';
import { projectsIn } from './projects-in.ts';

export interface McpFlags {
  readonly project?: readonly string[];
  readonly store?: string;
}

export async function mcp(flags: McpFlags, composition: Composition): Promise<ExitCode> {
  const projects = projectsIn(flags.project);
  try {
    const serving = await composition.serveStdio({ place: composition.storePlace(flags.store, projects[0]), projects });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void serving.stop());
    await serving.closed;
    return EXIT.done;
  } catch (thrown) {
    if (thrown instanceof StoreFault) return storeFault(thrown, false);
    throw thrown;
  }
}
