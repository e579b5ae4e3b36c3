// Where a file that code wants to write really lies: inside its workspace, links followed, or nowhere.

import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export interface ConfinedFile {
  /** From the workspace, with `/` between its parts, links resolved: one file has one such path. */
  readonly path: string;
  readonly target: string;
  /** The workspace itself, links resolved. */
  readonly root: string;
}

/** null: it leads out of the workspace, or names the workspace itself. The file need not exist; the workspace must. */
export async function confineFile(workspace: string, name: string): Promise<ConfinedFile | null> {
  if (name === '' || name.includes('\0')) return null;
  const root = await realpath(workspace);
  // An absolute name may spell the workspace as it was given or as it really is.
  const way = isAbsolute(name) ? [resolve(workspace), root].map((from) => relative(from, name)).find(isInside) : name;
  if (way === undefined) return null;
  const target = await realTarget(resolve(root, way));
  const path = target === null ? '' : relative(root, target);
  if (target === null || !isInside(path)) return null;
  return { path: path.split(sep).join('/'), target, root };
}

/** The first of the workspaces that it lies in. A relative name is one of the first. */
export async function confineAmong(workspaces: readonly string[], name: string): Promise<ConfinedFile | null> {
  for (const workspace of isAbsolute(name) ? workspaces : workspaces.slice(0, 1)) {
    const confined = await confineFile(workspace, name);
    if (confined !== null) return confined;
  }
  return null;
}

/** The symlink by which a name inside a workspace leads out of it, or nowhere; null: the name itself does. */
export async function symlinkOut(workspaces: readonly string[], name: string): Promise<string | null> {
  for (const workspace of isAbsolute(name) ? workspaces : workspaces.slice(0, 1)) {
    const root = await realpath(workspace).catch(() => resolve(workspace));
    const ways = isAbsolute(name) ? [resolve(workspace), root].map((from) => relative(from, name)) : [name];
    const way = ways.find(isInside);
    if (way === undefined || name.includes('\0')) continue;
    let at = root;
    for (const part of way.split(sep)) {
      at = join(at, part);
      const stat = await lstat(at).catch(() => null);
      if (stat === null) break;
      const real = stat.isSymbolicLink() ? await realpath(at).catch(() => null) : at;
      if (real === null || !isInside(relative(root, real))) return at;
      at = real;
    }
  }
  return null;
}

export function isInside(way: string): boolean {
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** What exists of the path, really; the rest as it is named. null for a link that leads nowhere. */
async function realTarget(wanted: string): Promise<string | null> {
  const missing: string[] = [];
  for (let at = wanted; ; at = dirname(at)) {
    if (await isThere(at)) {
      const real = await realpath(at).catch(() => null);
      return real === null ? null : join(real, ...missing);
    }
    missing.unshift(relative(dirname(at), at));
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return dirname(path) === path;
    throw thrown;
  }
}
