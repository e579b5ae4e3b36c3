// The thread that read-sql.ts starts for PostgreSQL.

import { parentPort } from 'node:worker_threads';
import { loadPostgres, readPostgres } from './read-postgres.ts';
import type { Statement } from './statement.ts';

await loadPostgres();
parentPort?.on('message', (statements: readonly Statement[]) => parentPort?.postMessage(readPostgres(statements)));
parentPort?.postMessage('ready');
