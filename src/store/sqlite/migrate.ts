// Brings a SQLite file to this program's schema: numbered files, each in a transaction that holds the write lock.

import type { DatabaseSync } from 'node:sqlite';
import { StoreFault } from '../../errors.ts';
import { type Migration, readMigrations } from '../read-migrations.ts';
import { unusable } from './faults.ts';

/** "SIGN": tells our files from other programs' SQLite files. */
const APPLICATION_ID = 0x5349474e;
const FOLDER = new URL('./migrations/', import.meta.url);

export const migrations = (): readonly Migration[] => readMigrations(FOLDER);

/** What would be executed on a store whose schema is `from`: for people who want to read it before. */
export function migrationSql(from = 0): string {
  const texts = migrations().filter((each) => each.number > from);
  return texts.map((each) => `-- ${each.name}\nBEGIN IMMEDIATE;\n${each.sql}${stamps(each)}COMMIT;\n`).join('\n');
}

/** The file's schema; 0 for an empty file. Throws StoreFault for another program's file and for a newer schema. All of
 *  it is read at one moment: another process may be making the store just now. */
export function schemaOf(database: DatabaseSync, place: string): number {
  if (database.isTransaction) return schemaIn(database, place);
  database.exec('BEGIN');
  try {
    return schemaIn(database, place);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

function schemaIn(database: DatabaseSync, place: string): number {
  const number = pragma(database, 'user_version');
  const id = pragma(database, 'application_id');
  if (id === APPLICATION_ID) return checkedAge(number, place);
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count;
  if (id === 0 && number === 0 && tables === 0) return 0;
  throw unusable(place, 'a store', `a SQLite file of another program (application_id ${id}, ${tables} tables)`);
}

/** Each migration looks again at the schema with the lock in hand, so that parallel starts do it once. */
export function migrate(database: DatabaseSync, place: string): void {
  for (const each of migrations()) {
    if (schemaOf(database, place) >= each.number) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      if (schemaOf(database, place) < each.number) database.exec(each.sql + stamps(each));
      database.exec('COMMIT');
    } finally {
      if (database.isTransaction) database.exec('ROLLBACK');
    }
  }
}

function stamps({ number }: Migration): string {
  return `\nPRAGMA application_id = ${APPLICATION_ID};\nPRAGMA user_version = ${number};\n`;
}

function checkedAge(number: number, place: string): number {
  const newest = migrations().at(-1)?.number ?? 0;
  if (number <= newest) return number;
  const found = `found schema ${number}: a newer version of Signoff wrote it. Use that version. Nothing was changed.`;
  const message = `Expected a store of schema ${newest} or older at ${place}, ${found}`;
  throw new StoreFault('store-newer', message);
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
