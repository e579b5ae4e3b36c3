// Files of a project as code may see them: inside the workspaces, links followed, and nowhere else.

import { lstat, mkdir, readdir, readFile, realpath, rmdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { type ConfinedFile, confineAmong, symlinkOut } from '../confine-file.ts';
import { isClosed } from '../documents/search/closed-paths.ts';
import { WorkspaceFault } from '../errors.ts';
import type { ProjectFiles } from '../ports/project-files.ts';
import { amendFile } from './amend-file.ts';
import { symlinkFault, workspaceFault } from './disk-fault.ts';
import { listFiles } from './list-files.ts';

const TEXT_BYTES_MAX = 5_000_000;

/** `readsHidden`: the paths are those of a person at a terminal. */
export function workspaceFiles(workspaces: readonly string[], { readsHidden = false } = {}): ProjectFiles {
  const find = async (path: string): Promise<ConfinedFile | null> => {
    const confined = isAbsolute(path) ? await confineAmong(workspaces, path) : null;
    if (confined !== null) return confined;
    const link = isAbsolute(path) ? await symlinkOut(workspaces, path) : null;
    if (link !== null) throw symlinkFault(path, workspaces, link);
    return null;
  };
  const confinedOf = async (path: string): Promise<ConfinedFile> => {
    const confined = await find(path);
    if (confined !== null) return confined;
    const places = workspaces.join(' or ');
    const message = `Expected an absolute path inside ${places}, found "${path}". Start signoff with --project DIR.`;
    throw Object.assign(new Error(message), { code: 'path-outside-workspace' });
  };
  /** What a client or an input names may lie where no model looks. */
  const openOf = async (path: string): Promise<string> => {
    const confined = await confinedOf(path);
    if (readsHidden || !isClosed(confined.path)) return confined.target;
    const message = `Expected a file that is open to agents, found "${path}", which is hidden or may hold secrets.`;
    throw Object.assign(new Error(message), { code: 'path-outside-workspace' });
  };
  const targetOf = async (path: string): Promise<string> => (await confinedOf(path)).target;
  /** Files lie in a workspace; a folder may be one. */
  const workspaceAt = async (path: string): Promise<string | null> => {
    const real = isAbsolute(path) ? await realpath(path).catch(() => null) : null;
    const own = await Promise.all(workspaces.map((workspace) => realpath(workspace).catch(() => null)));
    return real !== null && own.includes(real) ? real : null;
  };
  return {
    holds: (path) => onDisk(`find "${path}"`, async () => (await find(path)) !== null),
    read: async (path) => {
      const target = await openOf(path);
      return onDisk(`read "${path}"`, () => readText(target));
    },
    folders: async (path) => {
      const target = await targetOf(path);
      return onDisk(`read the folder "${path}"`, () => foldersIn(target));
    },
    list: async (path, filesMax) => {
      const target = (await workspaceAt(path)) ?? (await targetOf(path));
      return onDisk(`list the folder "${path}"`, () => listFiles(target, filesMax));
    },
    hasParent: async (path) => {
      const folder = dirname(await targetOf(path));
      const isFolder = async (): Promise<boolean> => (await unlessMissing(stat(folder)))?.isDirectory() === true;
      return onDisk(`find the folder of "${path}"`, isFolder);
    },
    makeFolder: async (path) => {
      const target = await targetOf(path);
      return onDisk(`make the folder "${path}"`, async () => (await mkdir(target, { recursive: true })) !== undefined);
    },
    amend: async (path, change) => {
      const confined = await confinedOf(path);
      return onDisk(`change "${path}"`, () => amendFile(confined, () => readText(confined.target), change));
    },
    removeFolder: async (path) => {
      const target = await targetOf(path);
      // Not empty, or gone already: it is no longer what was made.
      await rmdir(target).catch(() => {});
    },
  };
}

async function onDisk<T>(doing: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    throw workspaceFault(doing, thrown);
  }
}

async function readText(path: string): Promise<string | null> {
  const file = await unlessMissing(lstat(path));
  if (file === null) return null;
  if (!file.isFile()) {
    const found = file.isDirectory() ? 'a folder' : 'something that is not a plain file';
    throw new WorkspaceFault(`Expected a file at "${path}", found ${found}. The folder must be repaired.`);
  }
  if (file.size > TEXT_BYTES_MAX) {
    const message = `Expected at most ${TEXT_BYTES_MAX} bytes in "${path}", found ${file.size}.`;
    throw new WorkspaceFault(`${message} Shorten the file.`);
  }
  return unlessMissing(readFile(path, 'utf8'));
}

async function foldersIn(path: string): Promise<readonly string[]> {
  const entries = (await unlessMissing(readdir(path, { withFileTypes: true }))) ?? [];
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((thrown: unknown) => {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  });
}
