// Where a path that a model names really lies: inside the project's folder, links followed, or it is refused.

import { lstat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { confineFile } from '../../confine-file.ts';
import { isClosed } from '../../documents/search/closed-paths.ts';
import { ToolRefusal } from './tool.ts';

export interface ConfinedPath {
  readonly target: string;
  /** From the folder, with `/` between its parts, links resolved. */
  readonly path: string;
}

const PATH_LENGTH_MAX = 4_096;
/** Throws ToolRefusal. A path outside the folder and a missing file give the same message, so a model cannot probe the
 *  file system. */
export async function confine(folder: string, name: string): Promise<ConfinedPath> {
  const shown = JSON.stringify(name.slice(0, 200));
  if (name.includes('\0') || name.length > PATH_LENGTH_MAX || isAbsolute(name) || /\\|^[a-z]:/i.test(name)) {
    throw new ToolRefusal(
      `Expected a path from the project's folder, such as "src/main.ts", with "/" between its parts; found ${shown}.`,
    );
  }
  const found = await confineFile(folder, name).catch(() => null);
  if (found === null || !(await isThere(found.target))) {
    throw new ToolRefusal(`Nothing in the project is at ${shown}. list_files tells which files there are.`);
  }
  if (isClosed(found.path))
    throw new ToolRefusal(`${shown} may hold secrets and is closed to agents. Go on without it.`);
  return found;
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
