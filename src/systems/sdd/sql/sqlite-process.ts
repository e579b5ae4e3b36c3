// The process that read-sql.ts starts for SQLite. It ends with the one that started it.

import type { SqlQuestion } from './read-sql.ts';
import { readSqlite } from './read-sqlite.ts';
import { reportable } from './reportable.ts';
import { sqlOf, statementsOf } from './statement.ts';

process.on('disconnect', () => process.exit());
process.on('message', ({ part }: SqlQuestion) =>
  process.send?.(reportable(readSqlite(statementsOf(sqlOf(part), 'sqlite')))),
);
process.send?.('ready');
