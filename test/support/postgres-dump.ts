// A store in PostgreSQL as one script, and a database made of it.

import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { migrationSql } from '../../src/store/postgres/migrate.ts';

/** The schema of this version and every row. Numbers of transactions mean nothing elsewhere: they are left out. */
export async function dumpPostgres(url: string): Promise<string> {
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

/** Into an empty database. Seals speak of numbers of transactions, which were not dumped. */
export async function loadPostgres(url: string, script: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(script);
  await client.query('UPDATE seals SET through = NULL');
  await client.end();
}
