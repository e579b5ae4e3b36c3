// Files of a project as code may see them: inside the workspaces, links followed, and nowhere else.

import { lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { ProjectFiles } from '../ports/project-files.ts';
import { confineAmong } from './confine-file.ts';

const TEXT_BYTES_MAX = 5_000_000;

export function workspaceFiles(workspaces: readonly string[]): ProjectFiles {
  const targetOf = async (path: string): Promise<string> => {
    const confined = isAbsolute(path) ? await confineAmong(workspaces, path) : null;
    if (confined !== null) return confined.target;
    const places = workspaces.join(' or ');
    throw new Error(`Expected an absolute path inside ${places}, found "${path}". Start signoff with --project DIR.`);
  };
  return {
    holds: async (path) => isAbsolute(path) && (await confineAmong(workspaces, path)) !== null,
    read: async (path) => readText(await targetOf(path)),
    folders: async (path) => foldersIn(await targetOf(path)),
    makeFolder: async (path) => {
      const target = await targetOf(path);
      return (await mkdir(target, { recursive: true })) !== undefined;
    },
  };
}

async function readText(path: string): Promise<string | null> {
  const stat = await unlessMissing(lstat(path));
  if (stat === null) return null;
  if (!stat.isFile()) throw new Error(`Expected a file at "${path}", found something else.`);
  if (stat.size > TEXT_BYTES_MAX)
    throw new Error(`Expected at most ${TEXT_BYTES_MAX} bytes in "${path}", found ${stat.size}.`);
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
