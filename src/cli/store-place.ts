// Where the store of a project is, and the line that tells a person of one that lies above.

import { join, resolve } from 'node:path';
import { StoreFault } from '../errors.ts';
import { projectOf } from './project-of.ts';
import { stderr } from './terminal.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** In a project's folder: what this program keeps of it. */
export const STORE_FOLDER = '.signoff';
const FILE = 'signoff.db';

/** DATABASE_URL, else signoff.db in SIGNOFF_HOME, else in `.signoff` of the project this folder is in. */
export function storePlace(env: Env, folder: string): string {
  if (env.DATABASE_URL !== undefined && env.DATABASE_URL !== '') return env.DATABASE_URL;
  return ownHome(env, folder) ?? join(projectOf(folder), STORE_FOLDER, FILE);
}

/** The store in the folder that SIGNOFF_HOME names; null: it names none. */
export function ownHome({ SIGNOFF_HOME }: Env, folder: string): string | null {
  return SIGNOFF_HOME === undefined || SIGNOFF_HOME === '' ? null : join(resolve(folder, SIGNOFF_HOME), FILE);
}

/** Reports a store of a folder above, whose runs are not of this folder alone; true when it did. Not reported to
 *  programs that read stderr. */
export function tellStoreAbove(place: string, folder: string): boolean {
  const project = projectOf(folder);
  if (!stderr.isTTY || project === resolve(folder) || place !== join(project, STORE_FOLDER, FILE)) return false;
  stderr.write(`The store is ${place}, of a folder above. Use --store for another one.\n`);
  return true;
}

export const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place);
/** One letter is a drive; a file of such a name is given as ./NAME. */
export const isNoFile = (place: string): boolean => /^\s*(?:[a-z][a-z0-9+.-]+:|:memory:)/i.test(place);

/** The rest of the address may hold a password: only the scheme is shown. */
export function unknownScheme(place: string): StoreFault {
  const start = JSON.stringify(/^\s*:?[^:]*/.exec(place)?.[0] ?? '');
  const message = `Expected a file or a postgres:// address as the store, found the scheme ${start}.`;
  return new StoreFault('store-unusable', `${message} Give one of the two. Nothing was changed.`);
}
