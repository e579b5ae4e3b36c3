// Whose systems a command line means: those of the project it names, which get the run, the store and the files.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SystemEntry } from '../../ports/system.ts';
import { COMMAND_NAMES } from '../command-names.ts';
import type { Composition } from '../composition.ts';
import { BadUse } from '../exit-codes.ts';
import { operationCommands } from '../operation-commands.ts';

const FLAG = '--project';

/** The folder of `--project` where the command is not built in, so perhaps a system of that project; undefined: the
 *  project of this folder is meant. Read before the options are known, which the system itself gives. */
export function projectOfSystem(
  args: readonly string[],
  asked: string | undefined,
  { shipped }: Pick<Composition, 'shipped'>,
): string | undefined {
  const names = [...COMMAND_NAMES, ...shipped.map(({ name }) => name), ...operationCommands(shipped)];
  const isOurs = names.includes(asked ?? '');
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  const at = options.findIndex((word) => word === FLAG || word.startsWith(`${FLAG}=`));
  if (isOurs || at === -1) return undefined;
  const given = options[at] === FLAG ? options[at + 1] : options[at]?.slice(FLAG.length + 1);
  if (given === undefined || given === '') return undefined;
  const folder = resolve(given);
  // The command itself reports what is not a folder.
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? folder : undefined;
}

/** A run in a project that does not name the system could be done by nobody there. */
export async function checkNamedThere(
  name: string,
  project: string,
  entries: readonly SystemEntry[],
  composition: Pick<Composition, 'systemEntries'>,
): Promise<void> {
  if (entries.some((entry) => entry.name === name)) return;
  const here = await composition.systemEntries().catch(() => []);
  if (!here.some((entry) => entry.name === name)) return;
  const message = `Expected the system "${name}" in the signoff.config.json of ${project}, found none`;
  const why = 'only this folder has it, and nobody there could go on with its runs';
  throw new BadUse(`${message}: ${why}. Name it there, or leave --project out. Nothing was started.`);
}
