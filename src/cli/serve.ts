// `signoff serve`: the HTTP server of this machine, in front, until it is stopped.

import { StoreFault } from '../errors.ts';
import type { Identity } from '../runtime/who-acts.ts';
import type { Composition } from './composition.ts';
import { BadUse, EXIT, type ExitCode } from './exit-codes.ts';
import { type Output, STREAMS } from './output.ts';
import { paintFor } from './paint.ts';
import { storeFault } from './perform-command.ts';
import { foldersIn, projectsIn } from './projects-in.ts';
import { oneLine } from './shown-text.ts';
import { personAt, statedText } from './signer.ts';
import { asStarted, program } from './started-as.ts';
import { stderr } from './terminal.ts';
import { untilStopped } from './until-stopped.ts';

export interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly store?: string;
  readonly as?: string;
  readonly folder?: readonly string[];
  readonly project?: readonly string[];
}

/** What `signoff serve` is given by src/compose.ts. */
export type ServeDeps = Pick<Composition, 'storePlace' | 'whoActs' | 'openMcp' | 'listen'>;

const PORT = 4100;
const PORT_MAX = 65_535;
const LOCAL = '127.0.0.1';

export async function serve(flags: ServeFlags, composition: ServeDeps, output: Output = STREAMS): Promise<ExitCode> {
  const port = portOf(flags.port);
  const projects = projectsIn(flags.project);
  const place = composition.storePlace(flags.store, projects[0]);
  const person = personAt(composition, flags.as, projects[0]);
  const stopped = untilStopped();
  try {
    const mcp = await composition.openMcp({ place, person, projects, folders: foldersIn(flags.folder) });
    try {
      const listening = await composition.listen({ port, host: flags.host ?? LOCAL, place, mcp: mcp.handle });
      if (!listening.ok) return printRejection(listening.rejection, output);
      output.out(greeting(listening.server.url, mcp.place, person));
      try {
        await stopped.promise;
        output.out('Finishing tasks in progress.\n');
      } finally {
        await listening.server.close();
      }
      return EXIT.done;
    } finally {
      await mcp.close();
    }
  } catch (thrown) {
    if (thrown instanceof StoreFault) return storeFault(thrown, false);
    throw thrown;
  } finally {
    stopped.forget();
  }
}

function greeting(url: string, place: string, person: Identity): string {
  const lines = [
    `Listening on ${url}, for this machine only, with the store ${place}.`,
    `What people answer there is by ${oneLine(statedText(person.actor, person))}.`,
    `MCP clients that speak HTTP use ${url}/mcp. For those that start signoff themselves:`,
    `  ${program()} mcp install --client claude-code (or cursor, vscode, codex)`,
    `Is it well? curl ${url}/health. Ctrl-C stops it.`,
  ];
  return `${lines.join('\n')}\n`;
}

function printRejection(
  { code, message }: { readonly code: string; readonly message: string },
  output: Output,
): ExitCode {
  output.err(`${paintFor(stderr).red(code)}: ${oneLine(asStarted(message))}\n`);
  return code === 'authentication-missing' ? EXIT.badUse : EXIT.refused;
}

function portOf(given: string | undefined): number {
  if (given === undefined) return PORT;
  const port = Number(given);
  if (/^\d+$/.test(given) && port <= PORT_MAX) return port;
  throw new BadUse(`Expected --port as a number from 0 (any free one) to ${PORT_MAX}, found "${given}".`);
}
