// Keeps every path that a diagram names inside the diagram's own folder, links included.

import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { isInside } from '../confine-file.ts';

export type ConfinedPath =
  | { readonly found: string }
  | { readonly outside: true }
  /** Nothing is there, and nothing outside was asked for. */
  | { readonly missing: true };

/** `folder` must exist. */
export function confinePath(folder: string, name: string): ConfinedPath {
  const root = realpathSync(folder);
  if (name.includes('\0') || isAbsolute(name)) return { outside: true };
  const wanted = resolve(root, name);
  if (!isInOrAt(root, wanted)) return { outside: true };
  try {
    const real = realpathSync(wanted);
    return isInOrAt(root, real) ? { found: real } : { outside: true };
  } catch {
    return { missing: true };
  }
}

function isInOrAt(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || isInside(way);
}
