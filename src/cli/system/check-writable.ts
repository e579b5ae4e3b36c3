// Whether a run could keep what it makes, asked before anything is begun.

import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { BadUse } from '../exit-codes.ts';

const REASONS: { readonly [code: string]: string } = {
  ...{ EACCES: 'permission denied', EPERM: 'permission denied', EROFS: 'a read-only file system' },
};

/** Throws the system's error where that is not allowed. */
type Access = (path: string, mode: number) => void;

export interface WrittenPlaces {
  readonly project: string;
  /** The folder of the project that gets the documents; null: none are written. */
  readonly documents: string | null;
  /** Of the store; an address of a server needs no folder. */
  readonly place: string;
}

export function checkWritable({ project, documents, place }: WrittenPlaces, access: Access = accessSync): void {
  checkFolder(project, 'Give another --project.', access);
  if (documents !== null) checkWorkspace(project, join(project, documents), access);
  if (!place.includes('://')) checkFolder(nearestFolder(dirname(place)), 'Give another --store.', access);
}

function checkWorkspace(project: string, workspace: string, access: Access): void {
  if (lstatSync(workspace, { throwIfNoEntry: false }) === undefined) return;
  const found = statSync(workspace, { throwIfNoEntry: false });
  if (found === undefined) refuse(workspace, 'a link that leads nowhere');
  if (!found.isDirectory()) refuse(workspace, 'a file');
  const way = relative(project, realpathSync(workspace));
  if (way === '..' || way.startsWith(`..${sep}`)) refuse(workspace, `a link that leads outside ${project}`);
  checkFolder(workspace, 'Give another --project.', access);
}

function refuse(workspace: string, found: string): never {
  throw new BadUse(
    `Expected ${workspace} as a folder of the project, found ${found}. ` +
      'Move it away, or give another --project. Nothing was run.',
  );
}

function checkFolder(folder: string, advice: string, access: Access): void {
  try {
    access(folder, constants.W_OK | constants.X_OK);
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException;
    throw new BadUse(`Expected to write in ${folder}, found: ${REASONS[code] ?? code}. ${advice} Nothing was run.`);
  }
}

/** The one that is there, in which the others would be made. */
function nearestFolder(folder: string): string {
  let at = folder;
  while (statSync(at, { throwIfNoEntry: false }) === undefined && dirname(at) !== at) at = dirname(at);
  return at;
}
