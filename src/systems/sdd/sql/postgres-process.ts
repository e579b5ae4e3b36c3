// The process that read-sql.ts starts for PostgreSQL. It ends with the one that started it.

import { loadPostgres, readPostgres } from './read-postgres.ts';
import type { SqlQuestion } from './read-sql.ts';
import { reportable } from './reportable.ts';
import { sqlOf, statementsOf } from './statement.ts';

process.on('disconnect', () => process.exit());
await loadPostgres();
process.on('message', ({ part }: SqlQuestion) =>
  process.send?.(reportable(readPostgres(statementsOf(sqlOf(part), 'postgres')))),
);
process.send?.('ready');
