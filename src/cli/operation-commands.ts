// What operations of systems that ship are called as commands, so that each name means one thing.

import type { OperationEntry, SystemEntry } from '../ports/system.ts';

const WORD = /^[a-z][a-z0-9-]*$/;

/** The first word of each operation that ships: the command it is found under. */
export function operationCommands(entries: readonly SystemEntry[]): readonly string[] {
  const names = entries.flatMap(({ operations = [] }) => operations.map(commandOf));
  return [...new Set(names)];
}

export const commandOf = ({ name }: OperationEntry): string => name.split(' ')[0] ?? name;

/** In sentences, for the tests of the package: operations that ship and have a name which is taken. */
export function operationClashes(entries: readonly SystemEntry[], commands: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  return entries.flatMap((entry) =>
    (entry.operations ?? []).flatMap((operation) => {
      const { name } = operation;
      const before = seen.get(name);
      seen.set(name, entry.name);
      const command = commandOf(operation);
      const of = entries.find((other) => other.name === command);
      if (!name.split(' ').every((word) => WORD.test(word)) || name.split(' ').length > 2)
        return [`Expected one or two words in lower case, found the operation "${name}" of ${entry.name}.`];
      if (before !== undefined) return [`Expected "${name}" once, found it of ${before} and of ${entry.name}.`];
      if (commands.includes(command)) return [`Expected a free name, found "${name}": ${command} is a command.`];
      if (of !== undefined && (of !== entry || command === name))
        return [`Expected a free name, found "${name}": ${command} is a system.`];
      return [];
    }),
  );
}
