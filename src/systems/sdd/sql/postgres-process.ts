// The process that read-sql.ts starts for PostgreSQL. It ends with the one that started it.

import { loadPostgres, readPostgres } from './read-postgres.ts';
import type { Statement } from './statement.ts';

process.on('disconnect', () => process.exit());
await loadPostgres();
process.on('message', (statements: readonly Statement[]) => process.send?.(readPostgres(statements)));
process.send?.('ready');
