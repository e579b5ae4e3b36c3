// As much of what a parser found as the program can use: millions of faults are reported as a few and a number.

import type { SqlReport } from '../../../documents/design/finding.ts';

type Found = Pick<SqlReport, 'problems' | 'tables' | 'notReadBecause'>;

const PROBLEMS_MAX = 200;
/** Of columns, keys and indexes too, all tables together. */
const PARTS_MAX = 100_000;

export function reportable({ problems, tables }: Found): Found {
  const parts = tables.reduce(
    (sum, { columns, foreignKeys, indexes }) => sum + 1 + columns.length + foreignKeys.length + indexes.length,
    0,
  );
  if (parts > PARTS_MAX) {
    const found = `${tables.length} tables with ${parts} columns, keys and indexes`;
    return { problems: [], tables: [], notReadBecause: `it has ${found}, and ${PARTS_MAX} are read at most` };
  }
  if (problems.length <= PROBLEMS_MAX) return { problems, tables };
  const line = problems[PROBLEMS_MAX]?.line ?? 1;
  const more = { line, message: `and ${problems.length - PROBLEMS_MAX} more statements have faults` };
  return { problems: [...problems.slice(0, PROBLEMS_MAX), more], tables };
}
