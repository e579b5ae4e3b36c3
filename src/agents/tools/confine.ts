// Where a path that a model names really lies: inside the project's folder, links followed, or it is refused.

import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isClosed } from '../../documents/search/closed-paths.ts';
import { ToolRefusal } from './tool.ts';

export interface ConfinedPath {
  readonly target: string;
  /** From the folder, with `/` between its parts, links resolved; `''` for the folder itself. */
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
  const root = await realpath(folder);
  const wanted = resolve(root, name);
  const target = isInside(root, wanted) ? await realpath(wanted).catch(() => null) : null;
  if (target === null || !isInside(root, target)) {
    throw new ToolRefusal(`Nothing in the project is at ${shown}. list_files tells which files there are.`);
  }
  const path = relative(root, target).split(sep).join('/');
  if (isClosed(path)) throw new ToolRefusal(`${shown} may hold secrets and is closed to agents. Go on without it.`);
  return { target, path };
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
