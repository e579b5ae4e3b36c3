// How this program was started, so that the commands it prints can be pasted.

import type { SystemEntry } from '../ports/system.ts';
import { COMMAND_NAMES } from './command-names.ts';
import { operationCommands } from './operation-commands.ts';
import { currentCall } from './program-call.ts';
import { shellWord } from './shell-word.ts';

// Not where a path stands before it: a command that names the program already is left alone.
const commandPattern = (names: readonly string[]): RegExp =>
  new RegExp(`(?<![\\w./-])signoff (?=(?:${names.join('|')})\\b)`, 'g');

/** Commands of these name the store they are about. */
const STORED = ['runs', 'tasks', 'workflows', 'agents', 'signals', 'store', 'timers', 'views', 'notices'];
const STORED_COMMAND = new RegExp(
  `(?<![\\w./-])signoff (?:${STORED.join('|')}) [a-z]+(?:-[a-z]+)*\\b(?! --store)`,
  'g',
);

/** The systems that have a command of their own. */
export function systemsAre(entries: readonly SystemEntry[]): void {
  currentCall().systems = entries.filter(({ hasCommand }) => hasCommand);
}

/** The project brings it along. */
export function systemIsOwn(name: string): boolean {
  return currentCall().systems.some((entry) => entry.name === name && entry.isOwn === true);
}

/** Set once, by the code that read how the process was started. */
export function startedAs(given: string): void {
  currentCall().program = given;
}

/** What begins a command line here: `signoff`, `./signoff`, `npx signoff`. */
export function program(): string {
  return currentCall().program;
}

/** The store was named on the command line: commands that go on with it name it too. */
export function useStore(place: string | undefined): void {
  currentCall().storeFlag = place === undefined ? '' : ` --store ${shellWord(place)}`;
}

/** The name was given on the command line: the same person goes on. */
export function useName(as: string | undefined): void {
  currentCall().nameFlag = as === undefined ? '' : ` --as ${shellWord(as)}`;
}

/** ` --as WHO`, or nothing where the name was found elsewhere. */
export function nameFlag(): string {
  return currentCall().nameFlag;
}

/** ` --store PLACE`, or nothing where the folder's own store was used. */
export function storeFlag(): string {
  return currentCall().storeFlag;
}

/** A text of ours that names commands, such as an error's advice, as they can be pasted here. `place`: of a store that
 *  the reader may not be in the folder of. */
export function asStarted(text: string, place?: string): string {
  const { program: name, storeFlag: store, systems } = currentCall();
  const flag = place === undefined ? store : ` --store ${shellWord(place)}`;
  const stored = flag === '' ? text : text.replace(STORED_COMMAND, (command) => `${command}${flag}`);
  if (name === 'signoff') return stored;
  const names = [...COMMAND_NAMES, ...systems.map((entry) => entry.name), ...operationCommands(systems)];
  const command = commandPattern(names);
  return stored.replace(command, () => `${name} `);
}
