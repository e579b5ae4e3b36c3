// The folders that were named on the command line: files are written inside of projects and nowhere else.

import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadUse } from './exit-codes.ts';

/** Folders of documents that runs may read besides, as they really are. */
export function foldersIn(named: readonly string[] = []): readonly string[] {
  return named.map((folder) => {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder);
    throw new BadUse(`There is no folder of documents at "${resolve(folder)}". Create it, or give another.`);
  });
}

/** This folder when none is named. */
export function projectsIn(named: readonly string[] | undefined): readonly string[] {
  const folders = (named ?? ['.']).map((folder) => resolve(folder));
  for (const folder of folders) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    throw new BadUse(`There is no project folder at "${folder}". Create it, or give another.`);
  }
  return folders;
}
