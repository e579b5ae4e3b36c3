// The commands of the program with their options, as its help lists them.

import { signoffHere } from '../support/signoff-here.ts';
import type { Names } from './names-in-code.ts';

/** By the words of the command; those of the program itself stand under `signoff`. */
export async function commandNames(words: readonly string[] = []): Promise<Names> {
  const { code, out, err } = await signoffHere([...words, '--help'], { env: { COLUMNS: '10000' } });
  if (code !== 0) throw new Error(`${words.join(' ')} --help: ${err}`);
  const options = sectionOf(out, 'Options').flatMap((line) => /^(?:-\w, )?(--[a-z][a-z-]*)/.exec(line)?.[1] ?? []);
  const own: Names = { [['signoff', ...words].join(' ')]: options };
  const commands = sectionOf(out, 'Commands').flatMap((line) => /^[a-z][a-z-]*/.exec(line)?.[0] ?? []);
  const below: Names[] = [];
  for (const name of commands) if (name !== 'help') below.push(await commandNames([...words, name]));
  return Object.assign(own, ...below);
}

/** The lines of a heading's section that begin an entry. */
function sectionOf(help: string, heading: string): readonly string[] {
  const [, section = ''] = help.split(`\n${heading}:\n`);
  const [lines = ''] = section.split('\n\n');
  return lines.split('\n').flatMap((line) => /^ {2}(\S.*)$/.exec(line)?.[1] ?? []);
}
