// The command line of the `signoff` program: reads it and loads only what the command needs.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { SystemFault } from '../errors.ts';
import { GROUPS } from '../operations/groups.ts';
import { addGroupNames, addOperations } from './add-operations.ts';
import { addExample } from './command-examples.ts';
import type { Composition } from './composition.ts';
import { BadUse, EXIT, type ExitCode } from './exit-codes.ts';
import type { McpFlags } from './mcp.ts';
import type { InstallFlags } from './mcp-install.ts';
import { currentCall, inCall, ProgramCall } from './program-call.ts';
import { addRun } from './run-command.ts';
import type { ServeFlags } from './serve.ts';
import { asStarted, program as startedWith, systemsAre } from './started-as.ts';
import { checkNamedThere, projectOfSystem } from './system/project-of-system.ts';
import { addSystems } from './system-command.ts';
import { addShippedOperations } from './system-operation.ts';
import { stderr, stdout } from './terminal.ts';
import type { TrustFlags } from './trust/trust.ts';
import type { WhoamiFlags } from './whoami.ts';
import type { WorkFlags } from './work.ts';

const DESCRIPTION = 'Runs workflows drawn in Mermaid: agents draft, people sign off, the engine routes.';
const EXIT_HELP = `
Exit codes: 0 success, 1 problems found, rejected or failed, 2 usage error,
3 on hold or waiting, 4 store busy or unreachable, 5 ended by its budget.`;

const AS = 'your identity: user:NAME (default: see signoff whoami)';
const AS_RELAYED = 'the person using the client: user:NAME (default: see signoff whoami)';

/** One call of the program, and the exit code of it. */
export async function main(
  args: readonly string[],
  composition: Composition,
  call = new ProgramCall(process),
): Promise<ExitCode> {
  return await inCall(call, async () => {
    try {
      // A terminal that does not tell its size is of the usual one: what draws on it counts on a number.
      if (stdout.isTTY && !stdout.columns) Object.assign(stdout, { columns: 80, rows: 24 });
      await (await programOf(args, composition)).parseAsync([...args], { from: 'user' });
      return call.exitCode;
    } catch (thrown) {
      return explainFailure(thrown);
    }
  });
}

async function programOf(args: readonly string[], composition: Composition): Promise<Command> {
  let fault: unknown = null;
  // Only the system or group that is asked for is loaded: `signoff help runs` asks for it too.
  const asked = args[0] === 'help' ? args[1] : args[0];
  const project = projectOfSystem(args, asked, composition);
  const entries = await composition.systemEntries(project).catch((thrown: unknown) => {
    fault = thrown;
    return composition.shipped;
  });
  if (project !== undefined && fault === null) await checkNamedThere(asked ?? '', project, entries, composition);
  systemsAre(entries);
  const example = entries.find((entry) => entry.example !== undefined)?.example;
  const program = new Command('signoff')
    .description(DESCRIPTION)
    .version(versionText(), '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help for a command')
    .addHelpText(
      'after',
      example === undefined ? EXIT_HELP : `${EXIT_HELP}\nStart with:\n  ${startedWith()} ${example}`,
    )
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride();
  addCheck(program, composition);
  addExplain(program, composition);
  addRun(program, composition);
  addWork(program, composition);
  addChat(program, composition);
  addServe(program, composition);
  addMcp(program, composition);
  const isHelp = args[0] === 'help' || args.includes('--help') || args.includes('-h');
  await addSystems(program, entries, { name: asked, isHelp, project }, composition);
  await addShippedOperations(program, entries, asked, composition);
  addTrust(program, composition);
  addWhoami(program, composition);
  for (const command of program.commands) addExample(command, command.name());
  const group = GROUPS.find(({ name }) => name === asked);
  if (group === undefined) addGroupNames(program);
  else await addOperations(program, group.name, composition);
  // A name that nobody knows may be that of a system which the configuration does not name rightly.
  const isKnown =
    asked === undefined || asked.startsWith('-') || program.commands.some((each) => each.name() === asked);
  if (fault !== null && !isKnown) throw fault;
  return program;
}

function addWork(program: Command, composition: Composition): void {
  program
    .command('work')
    .description(
      [
        'run a worker until you stop it: it performs agent tasks and registered code, fires timers, starts subflows,',
        'sends notices, and takes over from crashed workers',
      ].join(' '),
    )
    .option('--view <name>', 'perform only the tasks in this saved view, oldest first')
    .option('--code <file>', 'a module that exports the actions named in diagrams')
    .option('--capacity <n>', 'how many tasks to perform concurrently (default: 100)')
    .option('--store <place>', 'a SQLite file or a postgres:// URL (default: the store of this folder)')
    .action(async (flags: WorkFlags) => {
      const { work } = await import('./work.ts');
      currentCall().exitCode = await work(flags, composition);
    });
}

function addChat(program: Command, composition: Composition): void {
  program
    .command('chat')
    .description('talk with an agent in a conversation task; you can leave and continue later')
    .argument('<task>', 'the task as RUN#NUMBER; signoff tasks list shows it')
    .option('--as <who>', AS)
    .option('--store <place>', 'a SQLite file or a postgres:// URL (default: the store of this folder)')
    .action(async (task: string, flags: { store?: string; as?: string }) => {
      const { chat } = await import('./chat.ts');
      currentCall().exitCode = await chat(task, flags, composition);
    });
}

function addServe(program: Command, composition: Composition): void {
  program
    .command('serve')
    .description('run a worker and an HTTP server for this machine until you stop it; MCP is at /mcp')
    .option('--port <n>', 'the port (default: 4100; 0 picks a free one)')
    .option(
      '--host <address>',
      'the address (default: 127.0.0.1; other addresses need authentication, which is not available yet)',
    )
    .option('--project <dir...>', 'project folders that files may be written to (default: this folder)')
    .option('--folder <dir...>', 'folders of documents that runs may read besides')
    .option('--as <who>', AS_RELAYED)
    .option('--store <place>', 'a SQLite file or a postgres:// URL (default: the store of this folder)')
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('./serve.ts');
      currentCall().exitCode = await serve(flags, composition);
    });
}

function addMcp(program: Command, composition: Composition): void {
  const mcp = program
    .command('mcp')
    .description('serve MCP on stdin and stdout; AI coding clients start this. Set one up with mcp install')
    .option('--project <dir...>', 'project folders that files may be written to (default: this folder)')
    .option('--folder <dir...>', 'folders of documents that runs may read besides')
    .option('--as <who>', AS_RELAYED)
    .option('--store <place>', 'a SQLite file or a postgres:// URL (default: the store of this folder)')
    .action(async (flags: McpFlags) => {
      const { mcp: serveMcp } = await import('./mcp.ts');
      currentCall().exitCode = await serveMcp(flags, composition);
    });
  const install = mcp
    .command('install')
    .description('configure an AI coding client to start signoff for a project')
    .requiredOption('--client <name>', 'claude-code, cursor, vscode or codex')
    .option('--project <dir>', 'the project folder (default: this folder)')
    .option('--print', 'print the configuration instead of writing it')
    .action(async (_flags: unknown, command: Command) => {
      const { mcpInstall } = await import('./mcp-install.ts');
      const { project, ...flags } = command.optsWithGlobals<InstallFlags & { project?: string | string[] }>();
      const folder = Array.isArray(project) ? project[0] : project;
      currentCall().exitCode = mcpInstall(
        { ...flags, ...(folder !== undefined && { project: folder }) },
        composition.installPlaces,
      );
    });
  addExample(install, 'mcp install');
}

function addTrust(program: Command, composition: Composition): void {
  program
    .command('trust')
    .description(
      'show the programs that a folder would start and the addresses it would call, and ask whether to allow them',
    )
    .argument('[folder]', 'the folder (default: this one)')
    .option('--list', 'list what is allowed in each folder')
    .option('--remove', 'revoke everything that was allowed for the folder')
    .option('--yes', 'allow it without asking')
    .option('--store <place>', 'a SQLite file (default: the store of the folder)')
    .option('--json', 'print the result as JSON')
    .action(async (folder: string | undefined, flags: TrustFlags) => {
      const { trust } = await import('./trust/trust.ts');
      currentCall().exitCode = await trust(folder, flags, composition);
    });
}

function addWhoami(program: Command, composition: Composition): void {
  program
    .command('whoami')
    .description('show the name you act under here, where it comes from, and your OS user')
    .option('--as <who>', 'show the result for a command that is given this --as')
    .option('--json', 'print the result as JSON')
    .action(async (flags: WhoamiFlags) => {
      const { whoami } = await import('./whoami.ts');
      currentCall().exitCode = whoami(flags, composition);
    });
}

function addCheck(program: Command, composition: Composition): void {
  program
    .command('check')
    .description('report every problem in diagrams, each with its line and a fix')
    .argument('<file...>', '.mmd files, or .md files with a mermaid block')
    .option('--json', 'print the problems as JSON')
    .action(async (files: string[], options: { json?: boolean }) => {
      const { check } = await import('./check.ts');
      currentCall().exitCode = await check(files, {
        json: options.json === true,
        systems: await composition.systemEntries(),
      });
    });
}

function addExplain(program: Command, composition: Composition): void {
  program
    .command('explain')
    .description('explain a diagram in words: its steps, who does them, where they lead, its limits')
    .argument('<file>', 'a .mmd file, or a .md file with a mermaid block')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const { explain } = await import('./explain.ts');
      currentCall().exitCode = await explain(file, {
        json: options.json === true,
        systems: await composition.systemEntries(),
      });
    });
}

export function versionText(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

/** Node's code for a program that waits for something which nothing will ever bring. It would end without a word. */
const UNSETTLED = 13;

export function tellUnsettled(code: number): void {
  if (code !== UNSETTLED) return;
  stderr.write('signoff: Something was waited for that can never come: a promise in the code of a system or of a\n');
  stderr.write('module given with --code never settles. Correct that code; what was stored stays.\n');
  process.exitCode = EXIT.refused;
}

/** Commander has printed its own message. Anything unforeseen is our fault, and a stack trace helps nobody here. */
export function explainFailure(thrown: unknown): ExitCode {
  if (thrown instanceof CommanderError) {
    const isHelp = thrown.exitCode === 0 || thrown.code === 'commander.help';
    return isHelp ? EXIT.done : EXIT.badUse;
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof BadUse) {
    stderr.write(`signoff: ${asStarted(message)}\n`);
    return EXIT.badUse;
  }
  if (thrown instanceof SystemFault) {
    stderr.write(`${thrown.code}: ${asStarted(message)}\n`);
    return EXIT.refused;
  }
  stderr.write(`signoff: Something went wrong in signoff itself: ${message}\n`);
  if (process.env.SIGNOFF_DEBUG && thrown instanceof Error) stderr.write(`${thrown.stack}\n`);
  else stderr.write('Set SIGNOFF_DEBUG=1 to see where. Please report it.\n');
  return EXIT.refused;
}
