// All files of a project that an agent may see, sorted by path: no links, nothing closed, nothing ignored.

import { lstat, opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type WalkedFiles, walkFiles as walk } from '../../documents/search/walk-files.ts';

const GITIGNORE_BYTES_MAX = 100_000;

export function walkFiles(folder: string, signal: AbortSignal): Promise<WalkedFiles> {
  return walk(
    {
      entries: (at) => opendir(join(folder, at), { bufferSize: 1_024 }).catch(() => null),
      ignoreFile: (at) => readIgnoreFile(join(folder, at, '.gitignore')),
    },
    signal,
  );
}

async function readIgnoreFile(path: string): Promise<string | null> {
  // A FIFO by that name would never end, and a link may lead anywhere.
  const found = await lstat(path).catch(() => null);
  if (!found?.isFile() || found.size > GITIGNORE_BYTES_MAX) return null;
  return readFile(path, 'utf8').catch(() => null);
}
