// `node test/stores/keep-stores.ts VERSION`: keeps a store of each kind as this version writes it, for all later ones.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { migrationSql } from '../../src/store/postgres/migrate.ts';
import { startPostgres } from '../support/postgres.ts';
import { PROJECT } from './flows.ts';
import { packFolder } from './pack-folder.ts';

const PROGRAM = fileURLToPath(new URL('fill-store.ts', import.meta.url));
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`Expected a version such as 0.1.0, found "${version}".`);
const folder = fileURLToPath(new URL(version, import.meta.url));
mkdirSync(folder, { recursive: true });
await keepSqlite();
await keepPostgres();

async function keepSqlite(): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'signoff-keep-'));
  const path = join(temp, 'store.db');
  await filled(path);
  const copy = join(temp, 'copy.db');
  const database = new DatabaseSync(path);
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  writeFileSync(join(folder, 'store.db.gz'), gzipSync(readFileSync(copy), { level: 9 }));
  keepProject('project-sqlite.json.gz');
  rmSync(temp, { recursive: true });
}

async function keepPostgres(): Promise<void> {
  const postgres = await startPostgres({ fsync: false });
  const url = await postgres.createDatabase();
  await filled(url);
  writeFileSync(join(folder, 'store.sql.gz'), gzipSync(await dumped(url), { level: 9 }));
  keepProject('project-postgres.json.gz');
  await postgres.close();
}

function keepProject(name: string): void {
  writeFileSync(join(folder, name), gzipSync(JSON.stringify(packFolder(PROJECT)), { level: 9 }));
  rmSync(dirname(PROJECT), { recursive: true, force: true });
}

/** The process that fills it is killed in the middle of a call. */
async function filled(place: string): Promise<void> {
  rmSync(dirname(PROJECT), { recursive: true, force: true });
  const child = fork(PROGRAM, [place]);
  const [word] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (word !== 'filled') throw new Error('The store was not filled: see above.');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The schema of this version and every row. Numbers of transactions mean nothing elsewhere: they are left out. */
async function dumped(url: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  await client.query('SET search_path = signoff');
  const lines = [await migrationSql()];
  const tables = await client.query<{ table_name: string; columns: string[]; identities: string[] }>(
    `SELECT table_name, array_agg(column_name::text ORDER BY ordinal_position) AS columns,
       array_remove(array_agg(CASE WHEN is_identity = 'YES' THEN column_name::text END), NULL) AS identities
     FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY 1 ORDER BY 1`,
  );
  for (const { table_name: table, columns, identities } of tables.rows) {
    const named = columns.filter((column) => column !== 'xid' && column !== 'through');
    const list = named.map(escapeIdentifier).join(', ');
    const texts = named.map((column) => `${escapeIdentifier(column)}::text`).join(', ');
    const { rows } = await client.query<(string | null)[]>({ text: `SELECT ${texts} FROM ${table}`, rowMode: 'array' });
    lines.push(`DELETE FROM ${table};`);
    for (const row of rows) {
      const values = row.map((value) => (value === null ? 'NULL' : escapeLiteral(value))).join(', ');
      lines.push(`INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE VALUES (${values});`);
    }
    for (const column of identities) {
      lines.push(`SELECT setval(pg_get_serial_sequence('${table}', '${column}'), 1000000);`);
    }
  }
  await client.end();
  return lines.join('\n');
}
