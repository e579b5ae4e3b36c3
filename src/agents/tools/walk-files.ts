// All files of a project that an agent may see, sorted by path: no links, nothing closed, nothing ignored.

import type { Dir } from 'node:fs';
import { lstat, opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isClosed } from './confine.ts';
import { type IsIgnored, ignoredPaths } from './ignored-paths.ts';

export interface WalkedFiles {
  /** From the folder, `/` between parts, sorted by code units. */
  readonly paths: readonly string[];
  /** There is more than the bound allows to look at. */
  readonly isCut: boolean;
}

const ENTRIES_MAX = 200_000;
const DEPTH_MAX = 64;
const GITIGNORE_BYTES_MAX = 100_000;

export async function walkFiles(folder: string, signal: AbortSignal): Promise<WalkedFiles> {
  const isIgnored = await readIgnored(folder);
  const paths: string[] = [];
  const open: string[] = [''];
  let seen = 0;
  while (open.length > 0 && seen < ENTRIES_MAX) {
    signal.throwIfAborted();
    const at = open.pop() ?? '';
    const entries = await opened(join(folder, at));
    if (entries === null && at === '') throw new Error('the project folder cannot be read.');
    for await (const entry of entries ?? []) {
      if (++seen > ENTRIES_MAX) break;
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.name === 'node_modules' || isClosed(path) || isIgnored(path, entry.isDirectory())) continue;
      if (entry.isFile()) paths.push(path);
      else if (entry.isDirectory() && path.split('/').length < DEPTH_MAX) open.push(path);
    }
  }
  return { paths: paths.sort(), isCut: seen >= ENTRIES_MAX };
}

/** Read bit by bit: a folder of millions of entries must not fill the memory before the bound is reached. */
function opened(folder: string): Promise<Dir | null> {
  return opendir(folder, { bufferSize: 1_024 }).catch(() => null);
}

async function readIgnored(folder: string): Promise<IsIgnored> {
  // A FIFO by that name would never end, and a link may lead anywhere.
  const found = await lstat(join(folder, '.gitignore')).catch(() => null);
  if (!found?.isFile() || found.size > GITIGNORE_BYTES_MAX) return () => false;
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '');
  return ignoredPaths(text);
}
