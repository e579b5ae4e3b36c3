// `signoff NAME` of each system that has one: rendered from how the system is started.

import type { Command } from 'commander';
import type { StartForm, System, SystemEntry } from '../ports/system.ts';
import type { Composition } from './composition.ts';
import { program } from './started-as.ts';
import type { SystemFlags } from './system/start-options.ts';
import type { StartedSystem } from './system/start-or-resume.ts';

/** All by name; the one that is asked for is loaded, with its options. */
export async function addSystems(
  program: Command,
  entries: readonly SystemEntry[],
  asked: string | undefined,
  composition: Composition,
): Promise<void> {
  for (const entry of entries.filter(({ hasCommand }) => hasCommand)) {
    const command = program.command(entry.name).summary(entry.summary).description(entry.summary);
    const system = entry.name === asked ? await (await composition.systems()).find(entry.name) : null;
    if (system === null) addName(command, entry);
    else addSystem(command, system, composition);
  }
}

/** As `signoff --help` lists it. */
function addName(command: Command, { argument }: SystemEntry): void {
  command.option('--resume');
  if (argument !== undefined) command.argument(`[${argument}]`);
}

function addSystem(command: Command, system: System, composition: Composition): void {
  const { name, start, documents, gates = {} } = system;
  if (start === undefined) throw new Error(`The system "${name}" has a command and no form for its start.`);
  const where = documents === undefined ? '' : `, whose ${documents.folder} folder gets the files`;
  const stops = Object.keys(start.stops ?? {});
  command
    .description(system.description ?? system.summary)
    .argument(`[${start.subject.name}]`, start.subject.help)
    .option('--project <dir>', `the project${where} (this folder unless given)`);
  for (const { name: flag, placeholder, help } of start.options ?? []) command.option(`--${flag} ${placeholder}`, help);
  command.option('--resume [run]', 'go on with the unfinished run of this project, or with the one named');
  if (stops.length > 0)
    command.option('--until <part>', `leave when this is approved: ${stops.join(' or ')}; --resume goes on later`);
  const steps = Object.keys(gates).join(', ');
  command
    .option('--answers <file>', `a JSON file with what is decided at each review${steps === '' ? '' : `: ${steps}`}`)
    .option('--as <who>', 'who you are: user:NAME (as signoff whoami says unless given)')
    .option('--store <place>', 'a file or a postgres:// address instead of the store of this folder')
    .option('--json', 'print only the final result, as JSON')
    .configureOutput({ outputError: (text, write) => write(withAdvice(text, { ...system, start })) })
    .action(async (subject: string | undefined, flags: SystemFlags) => {
      const { startOrResume } = await import('./system/start-or-resume.ts');
      process.exitCode = await startOrResume({ ...system, start }, subject, flags, composition);
    });
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
