// What a person types to start this program again, from how it was started this time.

import { basename, delimiter, dirname, isAbsolute, relative, sep } from 'node:path';
import { shellWord } from './shell-word.ts';

export interface Start {
  /** The word the shell script was started by; undefined where Node was started by hand or by npm. */
  readonly word: string | undefined;
  /** The absolute path of the shell script. */
  readonly script: string;
  readonly path: string;
  readonly folder: string;
}

export function programName({ word, script, path, folder }: Start): string {
  const found = word ?? nearest(script, folder);
  if (!found.includes('/')) return found;
  if (dirname(found).endsWith(`node_modules${sep}.bin`)) return `npx ${basename(found)}`;
  if (isAbsolute(found) && path.split(delimiter).includes(dirname(found))) return basename(found);
  return shellWord(found);
}

function nearest(script: string, folder: string): string {
  const way = relative(folder, script);
  if (way.startsWith('..')) return script;
  return `./${way}`;
}
