// What a parser of the dialect says of the SQL in a database part. The parsers run beside the program, with limits.

import { type Answer, askWorker } from '../../../diagram/read/ask-worker.ts';
import type { SqlReport } from '../../../documents/design/finding.ts';
import { startProcess } from '../../../start-process.ts';
import { type Statement, sqlOf, statementsOf } from './statement.ts';

type Found = Pick<SqlReport, 'problems' | 'tables'>;

const SQL_MAX = 4_000_000;
const WORK_MS = 5_000;
const HEAP_MB = 512;
// V8 would take 500 MB to optimise the one large function of PostgreSQL's grammar; a design gains nothing by it.
const HOW = [`--max-old-space-size=${HEAP_MB}`, '--liftoff-only'];

// Beside this file, whatever it is compiled to.
const fileOf = (name: string): URL => new URL(import.meta.url.replace(/read-sql(\.\w+)$/, `${name}$1`));

const PARSERS: Readonly<Record<string, (statements: readonly Statement[], workMs: number) => Promise<Answer<Found>>>> =
  {
    postgres: askWorker((events) => startProcess(fileOf('postgres-process'), HOW, events), "PostgreSQL's parser"),
    sqlite: askWorker((events) => startProcess(fileOf('sqlite-process'), HOW, events), 'SQLite'),
  };

/** Never rejects because of the SQL. Nothing outside of the process is read or written. */
export async function readSql(part: string, dialect: string, { workMs = WORK_MS } = {}): Promise<SqlReport> {
  const notRead = (notReadBecause?: string): SqlReport => ({
    ...{ dialect, isChecked: false, problems: [], tables: [] },
    ...(notReadBecause !== undefined && { notReadBecause }),
  });
  const ask = Object.hasOwn(PARSERS, dialect) ? PARSERS[dialect] : undefined;
  if (ask === undefined) return notRead();
  const sql = sqlOf(part);
  if (sql.length > SQL_MAX) return notRead(`it has ${inMb(sql.length)} MB, and ${inMb(SQL_MAX)} MB are read at most`);
  const statements = statementsOf(sql, dialect);
  if (statements.length === 0) return { dialect, isChecked: true, problems: [], tables: [] };
  const answer = await ask(statements, workMs);
  if (answer.kind === 'answer') return { dialect, isChecked: true, ...answer.message };
  if (answer.kind === 'late') return notRead(`reading it took longer than ${workMs / 1_000} s`);
  return notRead(`reading it took more than ${HEAP_MB} MB of memory, or ended the parser`);
}

const inMb = (length: number): string => (length / 1_000_000).toFixed(1);
