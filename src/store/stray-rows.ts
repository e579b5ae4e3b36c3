// Rows of runs that do not exist: nothing writes them, and nothing removes them.

const TABLES = ['commits', 'tasks', 'timers', 'payload_uses', 'snapshots', 'outbox'];
const NAMED = 5;

/** One query for each table, the same in every store. */
export const STRAYS: readonly { readonly table: string; readonly sql: string }[] = TABLES.map((table) => ({
  table,
  sql: `SELECT DISTINCT t.run FROM ${table} t WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.key = t.run)
    ORDER BY t.run LIMIT ${NAMED}`,
}));

export function strayProblem(table: string, runs: readonly unknown[]): string {
  const found = `found rows of runs with the keys ${runs.join(', ')}`;
  return `Expected the rows of ${table} to be of runs that are there, ${found}.`;
}
