// The command line of the `signoff` program: reads it and loads only what the command needs.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { GROUPS } from '../operations/groups.ts';
import { addGroupNames, addOperations } from './add-operations.ts';
import type { Composition } from './composition.ts';
import { BadUse, EXIT } from './exit-codes.ts';
import type { McpFlags } from './mcp.ts';
import type { InstallFlags } from './mcp-install.ts';
import { addPrd } from './prd-command.ts';
import { addRun } from './run-command.ts';
import type { ServeFlags } from './serve.ts';
import { asStarted, program } from './started-as.ts';
import { stderr, stdout } from './terminal.ts';
import type { TrustFlags } from './trust/trust.ts';
import type { WhoamiFlags } from './whoami.ts';
import type { WorkFlags } from './work.ts';

const DESCRIPTION = 'Runs workflows drawn in Mermaid: agents draft, people sign off, the engine alone routes.';
const exitHelp = (): string => `
Exit codes: 0 done, 1 problems, rejected or failed, 2 bad use, 3 on hold, 4 store busy or unreachable,
5 ended by its budget.
Start with: ${program()} run examples/pr-review/workflow.mmd --input-file examples/pr-review/pull-request.json`;

const AS = 'who you are: user:NAME (as signoff whoami says unless given)';
const AS_RELAYED = 'the person whose answers clients relay: user:NAME (as signoff whoami says unless given)';

export async function main(args: readonly string[], composition: Composition): Promise<void> {
  // A terminal that does not tell its size is of the usual one: what draws on it counts on a number.
  if (stdout.isTTY && !stdout.columns) Object.assign(stdout, { columns: 80, rows: 24 });
  // A reader that went away (`signoff check | head`) is no fault.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.done);
      throw error;
    });
  }
  // What nobody caught is told by us too: Node would print its message as it is.
  process.on('uncaughtException', (thrown) => process.exit(explainFailure(thrown)));
  try {
    await (await programOf(args, composition)).parseAsync([...args], { from: 'user' });
  } catch (thrown) {
    process.exitCode = explainFailure(thrown);
  }
}

async function programOf(args: readonly string[], composition: Composition): Promise<Command> {
  const program = new Command('signoff')
    .description(DESCRIPTION)
    .version(versionText(), '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', exitHelp())
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride();
  addCheck(program);
  addExplain(program);
  addRun(program, composition);
  addWork(program, composition);
  addChat(program, composition);
  addServe(program, composition);
  addMcp(program, composition);
  addPrd(program, composition);
  addTrust(program, composition);
  addWhoami(program, composition);
  // Only the group that is asked for is loaded: `signoff help runs` asks for it too.
  const asked = GROUPS.find(({ name }) => name === (args[0] === 'help' ? args[1] : args[0]));
  if (asked === undefined) addGroupNames(program);
  else await addOperations(program, asked.name, composition);
  return program;
}

function addWork(program: Command, composition: Composition): void {
  program
    .command('work')
    .description(
      'work in the store until you stop it: agents, registered code, timers, subflows, notices, what the dead left',
    )
    .option('--view <name>', 'only the tasks of this saved view, oldest first')
    .option('--code <file>', 'a module that exports the code its diagrams name')
    .option('--capacity <n>', 'tasks at once (100 unless given)')
    .option('--store <place>', 'a file or a postgres:// address instead of the store of this folder')
    .action(async (flags: WorkFlags) => {
      const { work } = await import('./work.ts');
      process.exitCode = await work(flags, composition);
    });
}

function addChat(program: Command, composition: Composition): void {
  program
    .command('chat')
    .description('hold your side of a conversation with an agent; you can leave and come back')
    .argument('<task>', 'the task: RUN#NUMBER, as tasks list shows it')
    .option('--as <who>', AS)
    .option('--store <place>', 'a file or a postgres:// address instead of the store of this folder')
    .action(async (task: string, flags: { store?: string; as?: string }) => {
      const { chat } = await import('./chat.ts');
      process.exitCode = await chat(task, flags, composition);
    });
}

function addServe(program: Command, composition: Composition): void {
  program
    .command('serve')
    .description('serve this machine over HTTP until you stop it: MCP at /mcp, and the work of the store')
    .option('--port <n>', 'the port (4100 unless given; 0: any free one)')
    .option('--host <address>', 'the address (127.0.0.1; others need authentication, which there is none of yet)')
    .option('--project <dir...>', 'folders of projects that files may be written in (this folder unless given)')
    .option('--as <who>', AS_RELAYED)
    .option('--store <place>', 'a file or a postgres:// address instead of the store of this folder')
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('./serve.ts');
      process.exitCode = await serve(flags, composition);
    });
}

function addMcp(program: Command, composition: Composition): void {
  const mcp = program
    .command('mcp')
    .description('serve MCP on stdin and stdout, as an AI coding client starts it; mcp install sets a client up')
    .option('--project <dir...>', 'folders of projects that files may be written in (this folder unless given)')
    .option('--as <who>', AS_RELAYED)
    .option('--store <place>', 'a file or a postgres:// address instead of the store of this folder')
    .action(async (flags: McpFlags) => {
      const { mcp: serveMcp } = await import('./mcp.ts');
      process.exitCode = await serveMcp(flags, composition);
    });
  mcp
    .command('install')
    .description('write the lines by which a client starts signoff for a project')
    .requiredOption('--client <name>', 'claude-code, cursor, vscode or codex')
    .option('--project <dir>', 'the project (this folder unless given)')
    .option('--print', 'only print the lines')
    .action(async (_flags: unknown, command: Command) => {
      const { mcpInstall } = await import('./mcp-install.ts');
      const { project, ...flags } = command.optsWithGlobals<InstallFlags & { project?: string | string[] }>();
      const folder = Array.isArray(project) ? project[0] : project;
      process.exitCode = mcpInstall(
        { ...flags, ...(folder !== undefined && { project: folder }) },
        composition.installPlaces,
      );
    });
}

function addTrust(program: Command, composition: Composition): void {
  program
    .command('trust')
    .description('say what a folder would start or call by its configuration and its store, and let it')
    .argument('[folder]', 'the folder (this one unless given)')
    .option('--list', 'what is allowed in which folder')
    .option('--remove', 'take back all that the folder was allowed')
    .option('--yes', 'it is read, and meant: ask nobody')
    .option('--store <place>', 'a file instead of the store of the folder')
    .option('--json', 'print what it gives as JSON')
    .action(async (folder: string | undefined, flags: TrustFlags) => {
      const { trust } = await import('./trust/trust.ts');
      process.exitCode = await trust(folder, flags, composition);
    });
}

function addWhoami(program: Command, composition: Composition): void {
  program
    .command('whoami')
    .description('say under which name you act here, where it comes from, and which OS user you are')
    .option('--as <who>', 'as if a command were given this name')
    .option('--json', 'print it as JSON')
    .action(async (flags: WhoamiFlags) => {
      const { whoami } = await import('./whoami.ts');
      process.exitCode = whoami(flags, composition);
    });
}

function addCheck(program: Command): void {
  program
    .command('check')
    .description('find everything that is wrong in diagrams, all at once, each with its place and a fix')
    .argument('<file...>', '.mmd files, or .md files with a mermaid block')
    .option('--json', 'print the findings as JSON')
    .action(async (files: string[], options: { json?: boolean }) => {
      const { check } = await import('./check.ts');
      process.exitCode = await check(files, { json: options.json === true });
    });
}

function addExplain(program: Command): void {
  program
    .command('explain')
    .description('say in words what a diagram means: its steps, who does them, where they lead, its limits')
    .argument('<file>', 'a .mmd file, or a .md file with a mermaid block')
    .option('--json', 'print it as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const { explain } = await import('./explain.ts');
      process.exitCode = await explain(file, { json: options.json === true });
    });
}

export function versionText(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

/** Commander has printed its own message. Anything unforeseen is our fault, and a stack trace helps nobody here. */
function explainFailure(thrown: unknown): number {
  if (thrown instanceof CommanderError) {
    const isHelp = thrown.exitCode === 0 || thrown.code === 'commander.help';
    return isHelp ? EXIT.done : EXIT.badUse;
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof BadUse) {
    stderr.write(`signoff: ${asStarted(message)}\n`);
    return EXIT.badUse;
  }
  stderr.write(`signoff: Something went wrong in signoff itself: ${message}\n`);
  if (process.env.SIGNOFF_DEBUG && thrown instanceof Error) stderr.write(`${thrown.stack}\n`);
  else stderr.write('Set SIGNOFF_DEBUG=1 to see where. Please report it.\n');
  return EXIT.refused;
}
