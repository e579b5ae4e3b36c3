// The project folders that were named on the command line: files are written inside them and nowhere else.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadUse } from './exit-codes.ts';

/** This folder when none is named. */
export function projectsIn(named: readonly string[] | undefined): readonly string[] {
  const folders = (named ?? ['.']).map((folder) => resolve(folder));
  for (const folder of folders) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    throw new BadUse(`There is no project folder at "${folder}". Create it, or give another.`);
  }
  return folders;
}
