// What a parser of the dialect says of the SQL in a database part. The parsers run beside the program, with limits.

import { type Answer, askWorker } from '../../../diagram/read/ask-worker.ts';
import type { SqlReport } from '../../../documents/design/finding.ts';
import { startProcess } from '../../../start-process.ts';

type Found = Pick<SqlReport, 'problems' | 'tables' | 'notReadBecause'>;

/** Its SQL is found and distinguished beside the program, too. */
export interface SqlQuestion {
  readonly part: string;
}

const PART_MAX = 4_000_000;
const WORK_MS = 5_000;
/** Where a part has none there is no SQL in it. */
const FENCE = /```|~~~/;
const MEMORY_MB = 512;
// V8 would take 500 MB to optimise the one large function of PostgreSQL's grammar; a design gains nothing by it.
const LIMITS = { heapMb: 384, memoryMb: MEMORY_MB, flags: ['--liftoff-only'] };

// Beside this file, whatever it is compiled to.
const fileOf = (name: string): URL => new URL(import.meta.url.replace(/read-sql(\.\w+)$/, `${name}$1`));

type Ask = (question: SqlQuestion, workMs: number) => Promise<Answer<Found>>;

const PARSERS: Readonly<Record<string, Ask>> = {
  postgres: askWorker((events) => startProcess(fileOf('postgres-process'), LIMITS, events), "PostgreSQL's parser"),
  sqlite: askWorker((events) => startProcess(fileOf('sqlite-process'), LIMITS, events), 'SQLite'),
};

/** Never rejects because of the SQL. Nothing outside of the process is read or written. */
export async function readSql(part: string, dialect: string, { workMs = WORK_MS } = {}): Promise<SqlReport> {
  const notRead = (notReadBecause?: string): SqlReport => ({
    ...{ dialect, isChecked: false, problems: [], tables: [] },
    ...(notReadBecause !== undefined && { notReadBecause }),
  });
  const ask = Object.hasOwn(PARSERS, dialect) ? PARSERS[dialect] : undefined;
  if (ask === undefined) return notRead();
  if (part.length > PART_MAX)
    return notRead(`it has ${inMb(part.length)} MB, and ${inMb(PART_MAX)} MB are read at most`);
  if (!FENCE.test(part)) return { dialect, isChecked: true, problems: [], tables: [] };
  const answer = await ask({ part }, workMs);
  if (answer.kind === 'answer')
    return { dialect, isChecked: answer.message.notReadBecause === undefined, ...answer.message };
  if (answer.kind === 'late') return notRead(`reading it took longer than ${workMs / 1_000} s`);
  return notRead(`reading it took more than ${MEMORY_MB} MB of memory, or ended the parser`);
}

const inMb = (length: number): string => (length / 1_000_000).toFixed(1);
