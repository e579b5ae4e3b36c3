// The process that read-sql.ts starts for SQLite. It ends with the one that started it.

import { readSqlite } from './read-sqlite.ts';
import type { Statement } from './statement.ts';

process.on('disconnect', () => process.exit());
process.on('message', (statements: readonly Statement[]) => process.send?.(readSqlite(statements)));
process.send?.('ready');
