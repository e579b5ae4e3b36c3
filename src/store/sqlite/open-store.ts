// Opens a store in a SQLite file: folder, file, settings, schema, and the parts that make up the Store.

import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { prune } from './prune.ts';
import { reads } from './reads.ts';

const OPEN_MS_MAX = 10_000;
const CACHE_KIB = 8_000;
const LOG_BYTES_KEPT = 16_000_000;

export interface SqliteOptions {
  /** A file, or `:memory:` for a store that ends with the process. */
  readonly path: string;
  /** false: the file must be there. */
  readonly create?: boolean;
  readonly readOnly?: boolean;
}

/** Rejects with StoreFault: store-unusable, store-newer, store-busy or store-broken. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const { path } = options;
  const start = performance.now();
  while (true) {
    try {
      return storeOn(opened(options), path);
    } catch (error) {
      // Other processes open, migrate and close the same file; each holds its lock for milliseconds.
      if (!isBusy(error) || performance.now() - start > OPEN_MS_MAX) throw openFault(error, path);
    }
    await sleep(1 + Math.random() * 2);
  }
}

function opened({ path, create = true, readOnly = false }: SqliteOptions): DatabaseSync {
  if (path !== ':memory:') prepareFile(path, create && !readOnly);
  const database = new DatabaseSync(path, { readOnly, timeout: 0, enableForeignKeyConstraints: false });
  try {
    const schema = schemaOf(database, path);
    const newest = migrations().at(-1)?.number ?? 0;
    if (readOnly && schema < newest) {
      throw unusable(path, `a store of schema ${newest}`, `schema ${schema}, and no leave to change it`);
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
function prepareFile(path: string, create: boolean): void {
  if (existsSync(path)) return;
  if (!create) throw unusable(path, 'a store', 'no file');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}

function openFault(error: unknown, path: string): unknown {
  const fault = asStoreFault(error, path);
  const isSystem = fault instanceof Error && 'code' in fault && 'syscall' in fault;
  return isSystem ? unusable(path, 'a file this process may use', fault.message, fault) : fault;
}

function storeOn(database: DatabaseSync, path: string): Store {
  const connection = new Connection(database, path, path !== ':memory:');
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
    ...move(connection),
  };
}
