// Which project a folder is in. What lies above it counts only where nobody else could have put it there.

import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse, resolve, sep } from 'node:path';

const STORE = '.signoff';
const SIGNS = [STORE, 'signoff.config.json', 'package.json', '.git'];
const WORLD_WRITABLE = 0o002;

export interface ProjectSearch {
  /** Undefined where the system knows no owners of files. */
  readonly user: number | undefined;
  readonly home: string;
  /** Of the disk. */
  readonly root: string;
}

/** The nearest folder upwards that has a store or looks like a project; else the folder itself. The search ends below
 *  the first folder that everyone can write, such as /tmp, that is another user's, or that holds this user's home or
 *  the whole disk: a store there would be a stranger's, or that of all who work below it. */
export function projectOf(folder: string, search: Partial<ProjectSearch> = {}): string {
  const start = resolve(folder);
  const { user = process.getuid?.(), home = homedir(), root = parse(start).root } = search;
  if (SIGNS.some((name) => statOf(join(start, name)) !== undefined)) return start;
  for (let at = dirname(start); start !== root && at !== root; at = dirname(at)) {
    if (!isOwn(statOf(at), user) || resolve(home).startsWith(`${at}${sep}`)) break;
    if (SIGNS.some((name) => isOwn(statOf(join(at, name)), user))) return canKeepStore(at, user) ? at : start;
  }
  return start;
}

const isOwn = (found: Stats | undefined, user: number | undefined): boolean =>
  found !== undefined && (user === undefined || (found.uid === user && (found.mode & WORLD_WRITABLE) === 0));

/** Whether this user's store is there, or can be made there. */
function canKeepStore(folder: string, user: number | undefined): boolean {
  const store = statOf(join(folder, STORE));
  if (store !== undefined && !isOwn(store, user)) return false;
  try {
    accessSync(store === undefined ? folder : join(folder, STORE), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
