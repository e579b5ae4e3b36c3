// All files of a project that a model may see, sorted by path: no links, nothing closed, nothing ignored. How a folder
// is read is given, and so is the bound.

import { isClosed } from './closed-paths.ts';
import { IgnoredPaths } from './ignored-paths.ts';

export interface WalkedFiles {
  /** From the folder, `/` between parts, sorted by code units. */
  readonly paths: readonly string[];
  /** There is more than the bound allows to look at. */
  readonly isCut: boolean;
  /** Folders that were not looked into: they are deeper than the bound. */
  readonly tooDeep: readonly string[];
  /** Neither files nor folders: pipes, sockets, devices, and links where they are given. */
  readonly special: readonly string[];
}

export interface WalkedFolder {
  /** One by one: a folder of millions of entries must not fill the memory before the bound is reached. null: it cannot
   *  be read. */
  entries(folder: string): Promise<AsyncIterable<WalkedEntry> | null>;
  /** The text of its .gitignore; null: none that may be read. */
  ignoreFile(folder: string): Promise<string | null>;
}

export interface WalkedEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

const ENTRIES_MAX = 200_000;
export const DEPTH_MAX = 64;

export async function walkFiles(
  disk: WalkedFolder,
  signal?: { throwIfAborted(): void },
  entriesMax = ENTRIES_MAX,
): Promise<WalkedFiles> {
  const ignored = new IgnoredPaths();
  const paths: string[] = [];
  const [tooDeep, special]: [string[], string[]] = [[], []];
  const open: string[] = [''];
  let seen = 0;
  while (open.length > 0 && seen < entriesMax) {
    signal?.throwIfAborted();
    const at = open.pop() ?? '';
    const entries = await disk.entries(at);
    if (entries === null && at === '') throw new Error('the project folder cannot be read.');
    const rules = entries === null ? null : await disk.ignoreFile(at);
    if (rules !== null) ignored.add(at, rules);
    for await (const entry of entries ?? []) {
      if (++seen > entriesMax) break;
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (entry.name === 'node_modules' || isClosed(path, isFolder) || ignored.has(path, isFolder)) continue;
      if (entry.isFile()) paths.push(path);
      else if (!isFolder) special.push(path);
      else if (path.split('/').length < DEPTH_MAX) open.push(path);
      else tooDeep.push(path);
    }
  }
  return { paths: paths.sort(), isCut: seen >= entriesMax, tooDeep, special };
}
