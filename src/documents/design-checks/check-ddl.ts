// The DDL parses; foreign keys and indexes name tables and columns that are there, with fitting types.

import type { DesignFinding, ForeignKey, SqlTable } from '../design/finding.ts';
import { type CheckContext, columnNamed, findingAt, isThere, listed, sectionOf, tableNamed } from './check-context.ts';
import { fitsReference } from './fits-column.ts';

export function checkDdl(context: CheckContext): readonly DesignFinding[] {
  if (!isThere(context, 'database')) return [];
  const { sql } = context.around;
  if (!sql.isChecked) return [notChecked(context)];
  return [
    ...problems(context),
    ...sql.tables.flatMap((table) => table.foreignKeys.flatMap((key) => keyFindings(context, table, key))),
    ...sql.tables.flatMap((table) => indexFindings(context, table)),
  ];
}

function notChecked(context: CheckContext): DesignFinding {
  const line = sectionOf(context, 'database', 'ddl')?.line ?? 1;
  const { notReadBecause } = context.around.sql;
  if (notReadBecause !== undefined)
    return findingAt(
      context,
      { part: 'database', line },
      {
        ...{ rule: 'sql-not-checked', severity: 'HIGH' },
        message: `The SQL was not checked: ${notReadBecause}.`,
        suggestion: 'Keep to the statements that make tables and indexes, and make long or deeply nested ones shorter.',
      },
    );
  return findingAt(
    context,
    { part: 'database', line },
    {
      ...{ rule: 'sql-not-checked', severity: 'INFO' },
      message: `The SQL was not checked: no parser here knows the dialect ${context.around.sql.dialect}.`,
      suggestion: 'Run the statements on an empty database before the design is approved.',
    },
  );
}

const MISSING = /(?:relation "([^"]+)".{0,200} does not exist|no such table: (?:main\.)?(\S+))/;

function problems(context: CheckContext): readonly DesignFinding[] {
  return context.around.sql.problems.flatMap(({ line, message }) => {
    const [, relation, table] = MISSING.exec(message) ?? [];
    // Its own statement did not parse, and that is reported already.
    if (context.created.has((relation ?? table ?? '').toLowerCase())) return [];
    return [
      findingAt(
        context,
        { part: 'database', line },
        {
          ...{ rule: 'ddl-invalid', severity: 'CRITICAL' },
          message: `The SQL does not run: ${message}.`,
          suggestion: `Correct the statement at line ${line} of the database part.`,
        },
      ),
    ];
  });
}

function keyFindings(context: CheckContext, table: SqlTable, key: ForeignKey): readonly DesignFinding[] {
  const at = { part: 'database', line: key.line } as const;
  const target = tableNamed(context, key.table);
  const name = `${table.name} (${listed(key.columns)})`;
  if (target === undefined) {
    if (context.created.has(key.table.toLowerCase())) return [];
    return [
      findingAt(context, at, {
        ...{ rule: 'foreign-key-unknown-table', severity: 'HIGH' },
        message: `The foreign key of ${name} refers to the table ${key.table}, which no statement creates.`,
        suggestion: `Create ${key.table}, or refer to a table that is there.`,
      }),
    ];
  }
  const references = key.references.length === 0 ? target.primaryKey : key.references;
  const missing = [
    ...key.columns.filter((column) => columnNamed(table, column) === undefined).map((each) => `${table.name}.${each}`),
    ...references.filter((column) => columnNamed(target, column) === undefined).map((each) => `${target.name}.${each}`),
  ];
  if (missing.length > 0 || references.length !== key.columns.length)
    return [
      findingAt(context, at, {
        ...{ rule: 'foreign-key-unknown-column', severity: 'HIGH' },
        message:
          missing.length > 0
            ? `The foreign key of ${name} names ${listed(missing)}, and there is no such column.`
            : `The foreign key of ${name} has ${key.columns.length} columns and refers to ${references.length}.`,
        suggestion: `Refer to the key of ${target.name}: ${listed(target.primaryKey) || 'it has none yet'}.`,
      }),
    ];
  return [...typeFindings(context, table, key, target, references), ...orderFindings(context, table, key, target)];
}

function typeFindings(
  context: CheckContext,
  table: SqlTable,
  key: ForeignKey,
  target: SqlTable,
  references: readonly string[],
): readonly DesignFinding[] {
  return key.columns.flatMap((name, index) => {
    const own = columnNamed(table, name);
    const other = columnNamed(target, references[index] ?? '');
    if (own === undefined || other === undefined || fitsReference(own.type, other.type)) return [];
    return [
      findingAt(
        context,
        { part: 'database', line: key.line },
        {
          ...{ rule: 'foreign-key-type', severity: 'HIGH' },
          message:
            `${table.name}.${own.name} is ${own.type}, ` +
            `but ${target.name}.${other.name}, to which it refers, is ${other.type}.`,
          suggestion: 'Give both columns the same type.',
        },
      ),
    ];
  });
}

/** PostgreSQL makes tables in the order of the text; SQLite does not look. */
function orderFindings(
  context: CheckContext,
  table: SqlTable,
  key: ForeignKey,
  target: SqlTable,
): readonly DesignFinding[] {
  if (context.around.sql.dialect !== 'postgres' || target === table || target.line < key.line) return [];
  return [
    findingAt(
      context,
      { part: 'database', line: key.line },
      {
        ...{ rule: 'ddl-order', severity: 'MEDIUM' },
        message: `${table.name} refers to ${target.name}, which is created only below it.`,
        suggestion: `Create ${target.name} first, or add the foreign key with ALTER TABLE after both.`,
      },
    ),
  ];
}

function indexFindings(context: CheckContext, table: SqlTable): readonly DesignFinding[] {
  return table.indexes.flatMap(({ name, columns, line }) => {
    const missing = columns.filter((column) => columnNamed(table, column) === undefined);
    if (missing.length === 0) return [];
    return [
      findingAt(
        context,
        { part: 'database', line },
        {
          ...{ rule: 'index-unknown-column', severity: 'HIGH' },
          message: `The index ${name} names ${listed(missing)}, and ${table.name} has no such column.`,
          suggestion: `Columns of ${table.name}: ${listed(table.columns.map((column) => column.name))}.`,
        },
      ),
    ];
  });
}
