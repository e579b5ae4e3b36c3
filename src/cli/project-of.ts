// Which project a folder is in. What lies above it counts only where nobody else could have put it there.

import { type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const SIGNS = ['.signoff', 'signoff.config.json', 'package.json', '.git'];
const WORLD_WRITABLE = 0o002;
const ROOT = 0;

/** The nearest folder upwards that has a store or looks like a project; else the folder itself. A folder above that
 *  everyone can write, such as /tmp, or that is another user's is passed over: its store would be a stranger's. */
export function projectOf(folder: string, user = process.getuid?.()): string {
  const start = resolve(folder);
  for (let at = start, up = dirname(at); ; at = up, up = dirname(at)) {
    if (at === start ? SIGNS.some((name) => statOf(join(at, name)) !== undefined) : isOwnProject(at, user)) return at;
    if (up === at) return folder;
  }
}

function isOwnProject(folder: string, user: number | undefined): boolean {
  const isOwn = (found: Stats | undefined): boolean =>
    found !== undefined && (user === undefined || (isOf(user, found) && (found.mode & WORLD_WRITABLE) === 0));
  return SIGNS.some((name) => isOwn(statOf(join(folder, name)))) && isOwn(statOf(folder));
}

/** What root made is no stranger's: root can do everything here anyway. */
const isOf = (user: number, { uid }: Stats): boolean => uid === user || uid === ROOT;

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
