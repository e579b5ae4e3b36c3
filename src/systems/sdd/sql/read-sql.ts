// What a parser of the dialect says of the SQL in a database part. The parsers are loaded when they are needed.

import type { SqlReport } from '../../../documents/design/finding.ts';
import { sqlOf, statementsOf } from './statement.ts';

/** Never rejects because of the SQL. Nothing outside of the process is read or written. */
export async function readSql(part: string, dialect: string): Promise<SqlReport> {
  const statements = statementsOf(sqlOf(part));
  if (dialect === 'postgres') {
    const { readPostgres } = await import('./read-postgres.ts');
    return { dialect, isChecked: true, ...(await readPostgres(statements)) };
  }
  if (dialect === 'sqlite') {
    const { readSqlite } = await import('./read-sqlite.ts');
    return { dialect, isChecked: true, ...(await readSqlite(statements)) };
  }
  return { dialect, isChecked: false, problems: [], tables: [] };
}
