// Opens a store in a SQLite file: folder, file, settings, schema, and the parts that make up the Store.

import { closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { StoreFault } from '../../errors.ts';
import type { Store } from '../../ports/store.ts';
import { append } from './append.ts';
import { care } from './care.ts';
import { Connection } from './connection.ts';
import { asStoreFault, isBusy, unusable } from './faults.ts';
import { feed } from './feed.ts';
import { library } from './library.ts';
import { lists } from './lists.ts';
import { migrate, migrations, schemaOf } from './migrate.ts';
import { money } from './money.ts';
import { move } from './move.ts';
import { Names } from './names.ts';
import { ownProcess, processes } from './processes.ts';
import { prove } from './prove.ts';
import { prune } from './prune.ts';
import { reads } from './reads.ts';

const HOME = '.signoff';
const OPEN_MS_MAX = 10_000;
const CACHE_KIB = 8_000;
const LOG_BYTES_KEPT = 16_000_000;

export interface SqliteOptions {
  /** A file, or `:memory:` for a store that ends with the process. */
  readonly path: string;
  /** false: the file must be there. */
  readonly create?: boolean;
  readonly readOnly?: boolean;
  /** The folder is the store's own and is made where it is missing, as `.signoff` always is. */
  readonly ownsFolder?: boolean;
  /** Nothing will be written: a store that may only be read, or whose disk is full, is opened for reading. */
  readonly onlyReads?: boolean;
}

/** Rejects with StoreFault: store-unusable, store-newer, store-busy or store-broken. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const { path, onlyReads = false } = options;
  const start = performance.now();
  while (true) {
    try {
      return storeOn(opened(options), path);
    } catch (error) {
      // Other processes open, migrate and close the same file; each holds its lock for milliseconds.
      if (isBusy(error) && performance.now() - start <= OPEN_MS_MAX) {
        await sleep(1 + Math.random() * 2);
        continue;
      }
      const fault = openFault(error, path);
      if (!onlyReads || !isNoWriting(fault) || !existsSync(path)) throw fault;
      return openedForReading(path);
    }
  }
}

function isNoWriting(fault: unknown): boolean {
  return fault instanceof StoreFault && (fault.code === 'store-unusable' || fault.code === 'store-full');
}

/** Beside a file that is written through a log, SQLite writes even to read. Where it cannot, the file alone is read,
 *  unless there is a log, which would be missing then. */
function openedForReading(path: string): Store {
  try {
    return storeOn(opened({ path, readOnly: true }), path);
  } catch (error) {
    const fault = openFault(error, path);
    if (!isNoWriting(fault)) throw fault;
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw needsLog(path, fault);
    const file = pathToFileURL(path);
    file.search = 'immutable=1';
    try {
      return storeOn(opened({ path, readOnly: true }, file), path, file);
    } catch (other) {
      throw openFault(other, path);
    }
  }
}

function needsLog(path: string, cause: unknown): StoreFault {
  const found = `its log ${path}-wal holds the newest commits and can be read only with write permission`;
  const fix = 'Copy both files to a folder of your own, or let someone with write permission open the store once.';
  const message = `The store ${path} cannot be opened read-only: ${found}. ${fix} Nothing was changed.`;
  return new StoreFault('store-unusable', message, { cause });
}

function opened(options: SqliteOptions, file: string | URL = options.path): DatabaseSync {
  const { path, create = true, readOnly = false, ownsFolder } = options;
  if (path !== ':memory:') prepareFile(path, create && !readOnly, ownsFolder);
  const database = new DatabaseSync(file, { readOnly, timeout: 0, enableForeignKeyConstraints: false });
  try {
    const schema = schemaOf(database, path);
    const newest = migrations().at(-1)?.number ?? 0;
    if (readOnly && schema < newest) {
      throw unusable(path, `a store of schema ${newest}`, `schema ${schema}, opened read-only`);
    }
    if (!readOnly) {
      for (const setting of settings()) database.exec(`PRAGMA ${setting}`);
      if (schema < newest) migrate(database, path);
    }
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY;`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** mmap stays off: its pages would count as the process's memory. */
function settings(): readonly string[] {
  // Before the first table is made, so that compact() can give pages back in small steps.
  const all = ['auto_vacuum = INCREMENTAL', 'journal_mode = WAL', 'synchronous = FULL', 'wal_autocheckpoint = 0'];
  all.push(`journal_size_limit = ${LOG_BYTES_KEPT}`);
  if (process.platform === 'darwin') all.push('fullfsync = ON', 'checkpoint_fullfsync = ON');
  return all;
}

/** Documents may be confidential: nobody else may read the folder or the file. SQLite gives its log the same rights. */
function prepareFile(path: string, create: boolean, ownsFolder?: boolean): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there !== undefined && !there.isFile()) throw unusable(path, 'a file', 'something else');
  if (there !== undefined) return;
  if (!create) throw unusable(path, 'a store', 'no file');
  prepareFolder(path, ownsFolder);
  closeSync(openSync(path, 'a', 0o600));
}

/** Only a project's own `.signoff` is made: a mistyped folder would be a new, empty store. */
function prepareFolder(path: string, ownsFolder = basename(dirname(resolve(path))) === HOME): void {
  const folder = dirname(resolve(path));
  if (existsSync(folder)) return;
  if (!ownsFolder || !existsSync(dirname(folder))) {
    throw unusable(path, 'a folder that is there', `none at ${folder}`);
  }
  // What people wrote is not for the repository the folder stands in.
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, '.gitignore'), '*\n');
}

function openFault(error: unknown, path: string): unknown {
  const fault = asStoreFault(error, path);
  const isSystem = fault instanceof Error && 'code' in fault && 'syscall' in fault;
  return isSystem ? unusable(path, 'a file this process may use', fault.message, fault) : fault;
}

function storeOn(database: DatabaseSync, path: string, file?: URL): Store {
  const connection = new Connection(database, path, path !== ':memory:', undefined, file);
  const names = new Names(connection);
  const own = ownProcess(connection);
  return {
    kind: 'sqlite',
    place: path,
    appendsAtOnce: 1,
    mailbox: null,
    append: append(connection, names, own),
    ...reads(connection, names),
    ...lists(connection, names),
    ...feed(connection, names),
    ...processes(connection, own),
    ...library(connection, names),
    ...care(connection),
    ...money(connection),
    ...prune(connection, names),
    ...prove(connection, names),
    ...move(connection),
  };
}
