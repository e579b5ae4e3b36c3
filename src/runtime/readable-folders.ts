// Which folders of documents a run may read, wherever their names come from: its project, folders that were named when
// this process was started, and those that a person named when they started the run.

import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isInside } from '../confine-file.ts';
import { isClosed } from '../documents/search/closed-paths.ts';
import type { Store } from '../ports/store.ts';
import { isNamedAtStart } from './named-at-start.ts';

export interface ReadablePlaces {
  /** Of this process. */
  readonly projects: readonly string[];
  /** Read by whatever run: named when this process was started, or part of the program. */
  readonly folders: readonly string[];
  /** Whether a person named the folder when they started the run, or the one that it is part of. */
  isNamed?(run: string, folder: string): Promise<boolean>;
}

export interface FolderToRead {
  /** From a client, a model or a run's input: whatever they wrote. */
  readonly folder: string;
  readonly project: string;
  /** Left out: it has not been started. */
  readonly run?: string;
}

/** As it really is, or why it may not be read, in sentences. */
export type FoundFolder = { readonly folder: string } | { readonly refused: string };

export type FindFolder = (asked: FolderToRead) => Promise<FoundFolder>;

/** `openStore`: for a question, closed after it; left out: runs are in memory, and the person at the terminal started
 *  them. */
export function readableIn(places: Omit<ReadablePlaces, 'isNamed'>, openStore?: () => Promise<Store>): FindFolder {
  const isNamed = async (run: string, folder: string): Promise<boolean> => {
    if (openStore === undefined) return true;
    const store = await openStore();
    try {
      return await isNamedAtStart(store, run, folder);
    } finally {
      await store.close();
    }
  };
  return (asked) => findReadable({ ...places, isNamed }, asked);
}

const LENGTH_MAX = 4_096;

export async function findReadable(places: ReadablePlaces, asked: FolderToRead): Promise<FoundFolder> {
  const { folder: named, project, run } = asked;
  const shown = JSON.stringify(named.slice(0, 200));
  if (!isAbsolute(named) || named.includes('\0') || named.length > LENGTH_MAX)
    return { refused: `Expected the absolute path of a folder of documents, found ${shown}.` };
  const real = await realpath(named).catch(() => null);
  // Only inside of what may be read is a missing file reported as missing.
  const at = real ?? (await whereItWouldBe(resolve(named)));
  const root = (await rootsOf(places, project)).find((each) => isInOrAt(each, at));
  if (root !== undefined && !isClosed(relative(root, at).split(sep).join('/'), true)) return { folder: at };
  // A link that was put in its place since leads elsewhere than the person saw.
  if (run !== undefined && real === resolve(named) && (await places.isNamed?.(run, named))) return { folder: real };
  if (root === undefined) return { refused: outside(shown, project) };
  return { refused: `Hidden folders are not read, and ${shown} is one or lies in one. Give another folder.` };
}

/** Of what is not there: below the last folder that is, as it really is. */
async function whereItWouldBe(missing: string): Promise<string> {
  const parent = dirname(missing);
  if (parent === missing) return missing;
  const real = await realpath(parent).catch(() => null);
  return join(real ?? (await whereItWouldBe(parent)), basename(missing));
}

/** The project counts only where this process works in it. */
async function rootsOf({ projects, folders }: ReadablePlaces, project: string): Promise<readonly string[]> {
  const [own, served, others] = await Promise.all([realOf([project]), realOf(projects), realOf(folders)]);
  return [...own.filter((each) => served.some((root) => isInOrAt(root, each))), ...others];
}

const isInOrAt = (root: string, path: string): boolean => root === path || isInside(relative(root, path));

async function realOf(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(folders.map((folder) => realpath(resolve('/', folder)).catch(() => null)));
  return found.filter((folder) => folder !== null);
}

function outside(shown: string, project: string): string {
  const where = `Expected a folder of documents inside the project ${project}, found ${shown}.`;
  const named = 'Put the documents there, name the folder on the command line that starts the run (--corpus), or start';
  const then = 'signoff serve or mcp with --folder DIR. A run that failed for it goes on by runs retry or fork.';
  return `${where} ${named} ${then}`;
}
