// Where programs of this machine are looked for that start without anybody's naming them: never in the project.

import { realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, relative, sep } from 'node:path';

/** The PATH without folders named from nowhere or inside the project; null: nothing is left. */
export function programPath(path: string, project: string): string | null {
  // Ignore `/` as a project root: every program is in it.
  const own = [project, real(project)].filter((root) => dirname(root) !== root);
  const isOwn = (folder: string): boolean => own.some((root) => isInside(root, folder) || isInside(root, real(folder)));
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder) && !isOwn(folder));
  return folders.length === 0 ? null : folders.join(delimiter);
}

function isInside(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
