// Brings a PostgreSQL schema to this program's: numbered files, each in a transaction, one process at a time.

import { StoreFault } from '../../errors.ts';
import { type Migration, readMigrations } from '../read-migrations.ts';
import { type Connections, quoted, type Send } from './connections.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

export const migrations = (): readonly Migration[] => readMigrations(FOLDER);

export const newestSchema = (): number => migrations().at(-1)?.number ?? 0;

/** What would be executed on a store whose schema is `from`: for people who want to read it, or do it themselves. */
export function migrationSql(from = 0, schema = 'signoff'): string {
  const texts = migrations().filter((each) => each.number > from);
  const start = from === 0 ? `CREATE SCHEMA IF NOT EXISTS ${quoted(schema)};\n` : '';
  const path = `SET search_path = ${quoted(schema)};\n`;
  return (
    start + path + texts.map((each) => `\n-- ${each.name}\nBEGIN;\n${each.sql}${stamp(each)};\nCOMMIT;\n`).join('')
  );
}

/** The schema's number; 0 when there is none. Rejects with store-newer, or store-unusable for tables of others. */
export async function schemaOf(send: Send, { schema, place }: Connections): Promise<number> {
  const sql = `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relkind = 'r'`;
  const tables = (await send('', sql, [schema])).map((row) => row.name);
  if (tables.length === 0) return 0;
  if (!tables.includes('meta') || !tables.includes('commits')) {
    const found = `Expected a store in the schema ${schema} of ${place}, found other tables: ${tables.join(', ')}.`;
    const message = `${found} Name another schema. Nothing was changed.`;
    throw new StoreFault('store-unusable', message);
  }
  const rows = await send('', `SELECT value FROM ${quoted(schema)}.meta WHERE name = 'schema'`);
  const number = Number(rows[0]?.value ?? 0);
  if (number <= newestSchema()) return number;
  const found = `Expected a store of schema ${newestSchema()} or older at ${place}, found schema ${number}:`;
  const message = `${found} a newer version of Signoff wrote it. Use that version. Nothing was changed.`;
  throw new StoreFault('store-newer', message);
}

/** The number is read again with the lock in hand, so that parallel starts do each migration once. */
export async function migrate(connections: Connections): Promise<void> {
  const read: Send = (name, text, values) => connections.read(name, text, values);
  if ((await schemaOf(read, connections)) >= newestSchema()) return;
  const { schema } = connections;
  for (const each of migrations()) {
    await connections.transaction(async (send) => {
      await send('', `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`signoff schema ${schema}`]);
      if ((await schemaOf(send, connections)) >= each.number) return;
      if (each.number === 1) await send('', `CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
      await send('', `SET LOCAL search_path = ${quoted(schema)}`);
      await send('', each.sql);
      await send('', stamp(each));
    });
  }
}

function stamp({ number }: Migration): string {
  return `INSERT INTO meta (name, value) VALUES ('schema', ${number})
ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
}
