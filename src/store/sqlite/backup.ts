// A consistent copy of the file while this and other processes write.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { backup as copyPages, DatabaseSync } from 'node:sqlite';
import type { Connection } from './connection.ts';
import { asStoreFault, unusable } from './faults.ts';

const PAGES_PER_STEP = 256;

/** The copy gets its name only when it is whole. */
export async function backup(connection: Connection, path: string): Promise<{ readonly bytes: number }> {
  if (existsSync(path)) throw unusable(path, 'no file (a backup never overwrites one)', 'a file');
  const partial = `${path}.partial`;
  const source = await connection.read(() => snapshot(connection));
  try {
    rmSync(partial, { force: true });
    closeSync(openSync(partial, 'wx', 0o600));
    await copyPages(source, partial, { rate: PAGES_PER_STEP });
    flush(partial);
    renameSync(partial, path);
    return { bytes: statSync(path).size };
  } catch (error) {
    rmSync(partial, { force: true });
    throw asStoreFault(error, path);
  } finally {
    if (source !== connection.database) source.close();
  }
}

/** A reader of its own that stands still in time: otherwise each commit of others would restart the copy. */
export function snapshot({ database, file, isWal }: Connection): DatabaseSync {
  if (!isWal) return database;
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM meta').get();
    return reader;
  } catch (error) {
    reader.close();
    throw error;
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
