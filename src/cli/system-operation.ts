// Commands of the operations that systems bring along: by name alone until one is asked for.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { OperationEntry, OperationField, SystemEntry, SystemOperation } from '../ports/system.ts';
import type { Composition } from './composition.ts';
import { dashed, flagOf } from './flag-of.ts';
import { currentCall } from './program-call.ts';
import { program as startedWith } from './started-as.ts';

type Flags = { readonly [name: string]: string | boolean | undefined };

/** Of the systems that ship. Only what the first word of the command line asks for is loaded. */
export async function addShippedOperations(
  program: Command,
  entries: readonly SystemEntry[],
  asked: string | undefined,
  composition: Composition,
): Promise<void> {
  for (const entry of entries.filter(({ isOwn }) => isOwn !== true)) {
    for (const head of entry.operations ?? []) {
      const [first = '', second] = head.name.split(' ');
      const command = second === undefined ? program.command(first) : inGroup(program, first, second);
      command.description(head.summary);
      const system = first === asked ? await (await composition.systems()).find(entry.name) : null;
      const operation = system?.operations?.find(({ name }) => name === head.name);
      if (operation === undefined) command.option('--json');
      else addOperation(command, operation, composition.sources);
    }
  }
}

/** Behind the system's own command, or behind a name that only holds operations and is described by them. */
function inGroup(program: Command, name: string, second: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  const group = known ?? program.command(name);
  const before = group.commands.map((command) => command.name());
  const isOnlyGroup = known === undefined || known.description() === before.join(', ');
  if (isOnlyGroup) group.description([...before, second].join(', '));
  return group.command(second);
}

/** Of a project's own system, behind its name; it is loaded already. */
export function addOwnOperations(
  parent: Command,
  operations: readonly SystemOperation[],
  sourcesOf: Composition['sources'],
): void {
  if (operations.length === 0) return;
  // What stands behind the operation's name is for the operation, also where the start has an option of that name.
  parent.enablePositionalOptions();
  for (const operation of operations) addOperation(parent.command(operation.name), operation, sourcesOf);
}

function addOperation(command: Command, operation: SystemOperation, sourcesOf?: Composition['sources']): void {
  command.description(operation.summary);
  for (const field of operation.input) addField(command, field);
  command
    .option('--project <dir>', 'the project (default: this folder)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', () => exampleText(operation))
    .action(async (...given: unknown[]) => {
      const own = given.at(-1) as Command;
      const flags = { ...(own.parent?.opts() ?? {}), ...own.opts() } as Flags;
      const place = operation.input.find(({ isPlaced }) => isPlaced === true);
      const placed = place === undefined ? {} : { [place.name]: given[0] as string | undefined };
      const named = operation.input.filter((field) => field !== place).map(({ name }) => [name, own.opts()[name]]);
      const input = { ...placed, ...Object.fromEntries(named) };
      currentCall().exitCode = await performed(operation, input, flags, sourcesOf);
    });
}

function addField(command: Command, { name, kind, help, isRequired, isPlaced }: OperationField): void {
  const word = kind === 'number' ? 'n' : dashed(name);
  if (isPlaced === true) command.argument(isRequired === true ? `<${dashed(name)}>` : `[${dashed(name)}]`, help);
  else if (kind === 'flag') command.option(flagOf(name), help);
  else if (isRequired === true) command.requiredOption(`${flagOf(name)} <${word}>`, help);
  else command.option(`${flagOf(name)} <${word}>`, help);
}

const exampleText = ({ example }: OperationEntry): string =>
  example === undefined ? '' : `\nExample: ${startedWith()} ${example}`;

async function performed(
  operation: SystemOperation,
  given: Flags,
  { project = '.', json }: Flags,
  sourcesOf: Composition['sources'] | undefined,
) {
  const [{ performOperation }, { showOperation, refusedOperation }] = await Promise.all([
    import('../runtime/perform-operation.ts'),
    import('./show-operation.ts'),
  ]);
  const folder = resolve(String(project));
  const isJson = json === true;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const message = `Expected a folder at ${folder}, found none. Give it with --project. Nothing was changed.`;
    return refusedOperation({ code: 'unknown-folder', message }, isJson);
  }
  const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const done = await performOperation(operation, folder, wanted, sourcesOf);
  if (!done.ok) return refusedOperation(done.rejection, isJson);
  if (done.write === undefined) return showOperation(operation, done, isJson);
  const written = await (await import('../operations/write-files.ts')).writeFiles(done.write, done.output);
  if (!written.ok) return refusedOperation(written.rejection, isJson);
  return showOperation(operation, { ...done, output: written.output }, isJson);
}
