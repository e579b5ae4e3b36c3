// Makes a command of each operation: places and options from its input's shape.

import { type Command, Option } from 'commander';
import type { AnyOperation } from '../operations/define-operation.ts';
import { GROUPS, type Group } from '../operations/groups.ts';
import { type Field, fieldsOf } from '../operations/read-shape.ts';
import { addExample } from './command-examples.ts';
import type { Composition } from './composition.ts';
import { dashed, flagOf } from './flag-of.ts';
import type { CommonFlags } from './perform-command.ts';
import { currentCall } from './program-call.ts';

/** Groups by name alone: what `signoff --help` shows. */
export function addGroupNames(program: Command): void {
  for (const { name, summary } of GROUPS) program.command(name).description(summary);
}

/** The operations of the one group that is asked for; the others stay names. */
export async function addOperations(program: Command, asked: string, composition: Composition): Promise<void> {
  for (const group of GROUPS) {
    const parent = program.command(group.name).description(group.summary);
    if (group.name === asked) await addGroup(parent, group, composition);
  }
}

async function addGroup(parent: Command, group: Group, composition: Composition): Promise<void> {
  for (const operation of await group.load()) {
    const [, verb] = operation.name.split('.');
    const command = verb === undefined ? parent : parent.command(verb).description(operation.summary);
    addFields(command, operation);
    addCommon(command, operation);
    addExample(command, operation.name.replace('.', ' '));
    command.action(async (...given: unknown[]) => {
      const { performCommand } = await import('./perform-command.ts');
      const places = given.slice(0, -2) as (string | readonly string[] | undefined)[];
      const flags = given.at(-2) as CommonFlags;
      currentCall().exitCode = await performCommand(operation, places, flags, composition);
    });
  }
}

function addFields(command: Command, operation: AnyOperation): void {
  const places = operation.places ?? [];
  const fields = new Map(fieldsOf(operation).map((field) => [field.name, field]));
  for (const name of places) {
    const field = fields.get(name);
    if (field === undefined) continue;
    const word = field.isList ? `${dashed(name)}...` : dashed(name);
    const isOnly = field.isRequired || field.form === 'file';
    command.argument(isOnly ? `<${word}>` : `[${word}]`, described(field));
  }
  for (const field of fields.values()) if (!places.includes(field.name)) addOption(command, field);
}

function addOption(command: Command, field: Field): void {
  const flag = flagOf(field.name);
  if (field.kind === 'flag') {
    command.option(flag, field.description);
    return;
  }
  const option = new Option(`${flag} <${valueWord(field)}>`, described(field));
  if (field.isRequired && field.form !== 'json') option.makeOptionMandatory();
  if (field.isList || field.form === 'pairs' || field.form === 'fields') option.argParser(collected);
  command.addOption(option);
  if (field.isNullable) command.option(`--no-${dashed(field.name)}`, `unset ${field.name}`);
  if (field.form === 'json' || field.form === 'fields')
    command.option(`${flag}-file <file>`, `read ${field.name} from a JSON file`);
}

function addCommon(command: Command, operation: AnyOperation): void {
  command.option('--json', 'print the result as JSON');
  command.option('--store <place>', 'a SQLite file or a postgres:// URL (default: the store of this folder)');
  if (!operation.changes) return;
  // An operation may have a meaning of its own for the word.
  if (!('as' in operation.input.shape))
    command.option('--as <who>', 'who does it: user:NAME or agent:NAME (default: see signoff whoami)');
  if (operation.keyed)
    command.option('--key <key>', 'idempotency key: repeating a request with the same key has no further effect');
}

function described({ description, choices, preset }: Field): string {
  const listed = choices.length === 0 ? '' : ` (${choices.join(', ')})`;
  const isShown = typeof preset === 'number' || (typeof preset === 'string' && preset.length <= 20 && preset !== '');
  return `${description}${listed}${isShown ? ` (default: ${String(preset)})` : ''}`;
}

function valueWord({ kind, form }: Field): string {
  if (form === 'pairs' || form === 'fields') return 'key=value';
  if (form !== null) return form === 'json' ? 'json' : 'file';
  return kind === 'number' ? 'n' : 'text';
}

function collected(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}
