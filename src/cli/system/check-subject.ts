// What is wrong with the text that a run is to begin with, said before anything is asked or begun.

import { statSync } from 'node:fs';
import type { StartForm, System } from '../../ports/system.ts';
import { shellWord } from '../shell-word.ts';
import { program } from '../started-as.ts';
import { nounOf } from '../system-command.ts';

type Begun = Pick<System, 'name'> & { readonly start: StartForm };

/** The name of a file is no text about anything: it is given to the option that reads it. */
export function fileProblem({ name, start }: Begun, subject: string): string | undefined {
  const options = (start.options ?? []).filter(({ kind }) => kind === 'file');
  if (options.length === 0 || !/[./]/.test(subject) || !isFile(subject)) return undefined;
  const ways = options.map(({ name: option, noun = 'a file' }) => {
    const as = options.length === 1 ? '' : ` (${noun})`;
    return `${program()} ${name} --${option} ${shellWord(subject)}${as}`;
  });
  return `${subject} is a file. To begin with what it holds: ${ways.join(', or ')}.`;
}

/** undefined: it is long enough, or nothing was said yet. */
export function lengthProblem(start: StartForm, subject: string): string | undefined {
  const { charactersMin = 0 } = start.subject;
  const count = [...subject.trim()].length;
  if (count === 0 || count >= charactersMin) return undefined;
  return `Expected ${nounOf(start)} of at least ${charactersMin} characters, found ${count}.`;
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
