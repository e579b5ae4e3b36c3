// The files below a folder of a project, with their sizes: what a model may see, and no more than so many.

import { fstatSync, type Stats } from 'node:fs';
import { lstat, opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { walkFiles } from '../documents/search/walk-files.ts';
import type { ListedFiles } from '../ports/project-files.ts';

const FILES_MAX = 5_000;
const ENTRIES_MAX = 50_000;
const GITIGNORE_BYTES_MAX = 100_000;
/** Files looked at in one go. */
const GROUP_SIZE = 64;

/** `folder` has its links resolved already. */
export async function listFiles(folder: string, filesMax = FILES_MAX): Promise<ListedFiles> {
  const found = await lstat(folder).catch(() => null);
  if (found?.isDirectory() !== true) return { files: [], isCut: false };
  const disk = {
    entries: (at: string) => opendir(join(folder, at), { bufferSize: 1_024 }).catch(() => null),
    ignoreFile: (at: string) => readIgnoreFile(join(folder, at, '.gitignore')),
  };
  const outputs = ownOutputs();
  const { paths, isCut } = await walkFiles(disk, undefined, ENTRIES_MAX);
  const most = Math.min(filesMax, FILES_MAX);
  const files: ListedFiles['files'][number][] = [];
  for (let at = 0; at < Math.min(paths.length, most); at += GROUP_SIZE) {
    const group = paths.slice(at, Math.min(at + GROUP_SIZE, most));
    const sizes = await Promise.all(group.map((path) => lstat(join(folder, path)).catch(() => null)));
    // What was removed meanwhile is not there.
    for (const [index, size] of sizes.entries())
      if (size?.isFile() === true && !isOutput(size, outputs))
        files.push({ path: group[index] ?? '', bytes: size.size, changedAt: size.mtimeMs });
  }
  return { files, isCut: isCut || paths.length > most };
}

/** Files that standard output and standard error of this process lead to, as in `2> log.txt`. */
function ownOutputs(): readonly Stats[] {
  return [1, 2].flatMap((descriptor) => {
    try {
      const found = fstatSync(descriptor);
      return found.isFile() ? [found] : [];
    } catch {
      return [];
    }
  });
}

const isOutput = ({ dev, ino }: Stats, outputs: readonly Stats[]): boolean =>
  outputs.some((output) => output.dev === dev && output.ino === ino);

async function readIgnoreFile(path: string): Promise<string | null> {
  // A pipe by that name would never end, and a link may lead anywhere.
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() !== true || found.size > GITIGNORE_BYTES_MAX) return null;
  return readFile(path, 'utf8').catch(() => null);
}
