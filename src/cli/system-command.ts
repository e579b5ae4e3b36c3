// `signoff NAME` of each system that has one: rendered from how the system is started.

import type { Command } from 'commander';
import { SystemFault } from '../errors.ts';
import type { StartForm, System, SystemEntry } from '../ports/system.ts';
import { COMMAND_NAMES } from './command-names.ts';
import type { Composition } from './composition.ts';
import { operationCommands } from './operation-commands.ts';
import { currentCall } from './program-call.ts';
import { program } from './started-as.ts';
import type { SystemFlags } from './system/start-options.ts';
import type { StartedSystem } from './system/start-or-resume.ts';
import { addOwnOperations } from './system-operation.ts';

export interface AskedCommand {
  /** Of the command line; undefined: none. */
  readonly name: string | undefined;
  readonly isHelp: boolean;
  /** The project whose systems are meant; undefined: that of this folder. */
  readonly project?: string | undefined;
}

/** All by name; the one that is asked for is loaded, with its options. For help nothing of a project is loaded. */
export async function addSystems(
  program: Command,
  entries: readonly SystemEntry[],
  asked: AskedCommand,
  composition: Composition,
): Promise<void> {
  const shipped = entries.filter(({ isOwn }) => isOwn !== true);
  const taken = [...COMMAND_NAMES, ...shipped.map(({ name }) => name), ...operationCommands(shipped)];
  for (const entry of entries.filter(({ hasCommand }) => hasCommand)) {
    const { name, summary, isOwn = false } = entry;
    // The command stays what it is; the person who works with the system sees a warning.
    if (isOwn && taken.includes(name)) continue;
    const command = program.command(name).summary(summary).description(summary);
    const isLoaded = name === asked.name && !(isOwn && asked.isHelp);
    const system = isLoaded ? await (await composition.systems(asked.project)).find(name) : null;
    if (system === null) addName(command, entry);
    else {
      const operations = isOwn ? (system.operations ?? []) : [];
      if (system.start !== undefined || operations.length === 0) addSystem(command, system, composition);
      addOwnOperations(command, operations, composition.sources);
      if (system.signals !== undefined) {
        const { addLiveCommands } = await import('./system/live-commands.ts');
        addLiveCommands(command, system, composition);
      }
    }
  }
}

/** As `signoff --help` lists it, and as far as it is known without its code. */
function addName(command: Command, { argument, isOwn }: SystemEntry): void {
  if (argument !== undefined) command.argument(`[${argument}]`);
  if (isOwn !== true) return void command.option('--resume');
  command.argument('[subject]', 'what it is about');
  addSharedOptions(command, '', []);
}

function addSystem(command: Command, system: System, composition: Composition): void {
  const { name, start, documents, gates = {} } = system;
  if (start === undefined) throw new SystemFault('system-unusable', withoutStart(name));
  const where = documents === undefined ? '' : `, whose ${documents.folder} folder gets the files`;
  command.description(system.description ?? system.summary).argument(`[${start.subject.name}]`, start.subject.help);
  for (const { name: flag, placeholder, help, isList } of start.options ?? [])
    if (isList === true) command.option(`--${flag} ${placeholder}`, help, collected);
    else command.option(`--${flag} ${placeholder}`.trimEnd(), help);
  const stops = Object.keys(start.stops ?? {});
  if (stops.length > 0)
    command.option('--until <part>', `leave when this is approved: ${stops.join(' or ')}; --resume goes on later`);
  addSharedOptions(command, where, Object.keys(gates));
  command
    .configureOutput({ outputError: (text, write) => write(withAdvice(text, { ...system, start })) })
    .action(async (subject: string | undefined, flags: SystemFlags) => {
      const { startOrResume } = await import('./system/start-or-resume.ts');
      currentCall().exitCode = await startOrResume({ ...system, start }, subject, flags, composition);
    });
}

const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

function withoutStart(name: string): string {
  const message = `Expected a form for the start of the system "${name}", found no "start" in it.`;
  return `${message} Add one, or start it by its drawing: signoff run FILE --input KEY=VALUE. Nothing was started.`;
}

function addSharedOptions(command: Command, where: string, gates: readonly string[]): void {
  const steps = gates.length === 0 ? '' : `: ${gates.join(', ')}`;
  command
    .option('--project <dir>', `the project${where} (default: this folder)`)
    .option('--resume [run]', 'go on with the unfinished run of this project, or with the one named')
    .option('--answers <file>', `a rehearsal: a JSON file decides at each review, and nobody signs${steps}`)
    .option('--as <who>', 'your identity: user:NAME (default: see signoff whoami)')
    .option('--store <place>', 'a SQLite file or a postgres:// URL (default: the store of this folder)')
    .option('--json', 'print only the final result, as JSON');
}

/** What is given to a start, within a sentence. */
export const nounOf = ({ subject }: StartForm): string => subject.noun ?? `the ${subject.name}`;

/** A sentence that begins with a dash is taken for a flag. */
function withAdvice(text: string, { name, start }: StartedSystem): string {
  if (!/^error: unknown option '-\s|^error: unknown option '[^']*\s/.test(text)) return text;
  const noun = nounOf(start);
  const what = noun.charAt(0).toUpperCase() + noun.slice(1);
  return `${text.trimEnd()}. ${what} that begins with "-" goes behind "--": ${program()} ${name} -- "- ..."\n`;
}
