// Models and tables belong together, and their fields and columns fit.

import type { DesignFinding, SqlTable } from '../design/finding.ts';
import type { Model } from '../design/items.ts';
import { type CheckContext, findingAt, isThere, plainName, singular, tableNamed } from './check-context.ts';
import { fitsColumn } from './fits-column.ts';

const NO_TABLE = /\b(?:no|without a?)\s+(?:own\s+)?table\b|\bnot (?:stored|kept|persisted)\b|\bin memory\b/i;
const NO_COLUMN = /\b(?:derived|computed|calculated|counted|virtual|transient|not (?:stored|kept|persisted))\b/i;
const OWN_TABLES = /(?:^|_)(?:schema_)?migrations?$/;

export function checkModels(context: CheckContext): readonly DesignFinding[] {
  if (!isThere(context, 'lld') || !isThere(context, 'database')) return [];
  return [
    ...context.items.models.flatMap((model) => modelFindings(context, model)),
    ...tablesWithoutModel(context),
    ...tablesNotCreated(context),
  ];
}

function modelFindings(context: CheckContext, model: Model): readonly DesignFinding[] {
  const name = tableNameOf(context, model);
  if (name !== null) {
    const table = tableNamed(context, name);
    return table === undefined ? [] : fieldFindings(context, model, table);
  }
  if (NO_TABLE.test(proseOf(context, model))) return [];
  const named =
    model.table === '' ? 'names no table' : `names the table ${model.table}, which the design does not create`;
  return [
    findingAt(context, model, {
      ...{ rule: 'model-without-table', severity: 'HIGH' },
      message: `The model ${model.name} ${named}.`,
      suggestion: `Add the table and "- **Table**: TBL-nnn name" under ${model.name}, or say that it is not stored.`,
    }),
  ];
}

/** The table that a model names or, where it names none, the one called like it; null for none. */
function tableNameOf({ items, created }: CheckContext, { name, table }: Model): string | null {
  const byId = items.tables.find(({ id }) => id === table)?.name;
  const known = [...created];
  if (table !== '') {
    const wanted = (byId ?? table).toLowerCase();
    return known.find((each) => each === wanted) ?? null;
  }
  const claimed = items.tables.find(({ model }) => model !== '' && plainName(model) === plainName(name))?.name;
  return known.find((each) => each === claimed?.toLowerCase() || isNamedLike(each, name)) ?? null;
}

const isNamedLike = (table: string, model: string): boolean =>
  singular(plainName(table)) === singular(plainName(model));

/** The lines between the model's heading and the next. */
function proseOf({ texts }: CheckContext, { line }: Model): string {
  const lines = texts.lld.split(/\r?\n/).slice(line);
  const end = lines.findIndex((each) => /^#{1,3}\s/.test(each));
  return lines.slice(0, end < 0 ? lines.length : end).join('\n');
}

function fieldFindings(context: CheckContext, model: Model, table: SqlTable): readonly DesignFinding[] {
  const models = new Set(context.items.models.map(({ name }) => plainName(name)));
  return model.fields.flatMap(({ name, type, notes }) => {
    if (NO_COLUMN.test(notes) || name === '') return [];
    const column = table.columns.find((each) => plainName(each.name) === plainName(name));
    const place = () => ({ part: model.part, line: fieldLine(context, model, name) });
    if (column === undefined) {
      const isNested = /\[\]|\b(?:list|array|map|object|set)\b/i.test(type) || models.has(plainName(type));
      if (isNested) return [];
      return [
        findingAt(context, place(), {
          ...{ rule: 'field-without-column', severity: 'MEDIUM' },
          message: `The field ${name} of ${model.name} has no column in ${table.name}.`,
          suggestion: `Add a column to ${table.name}, rename the field, or note that it is derived.`,
        }),
      ];
    }
    if (fitsColumn(type, column.type, context.around.sql.dialect)) return [];
    return [
      findingAt(context, place(), {
        ...{ rule: 'field-type-mismatch', severity: 'MEDIUM' },
        message:
          `The field ${name} of ${model.name} is ${type}, ` +
          `but the column ${table.name}.${column.name} is ${column.type}.`,
        suggestion: `Give ${name} and ${table.name}.${column.name} types that fit.`,
      }),
    ];
  });
}

function fieldLine({ texts }: CheckContext, model: Model, field: string): number {
  const lines = texts.lld.split(/\r?\n/);
  const at = lines.findIndex((each, index) => index >= model.line && firstCell(each) === field);
  return at < 0 ? model.line : at + 1;
}

function firstCell(line: string): string {
  const [before = '', cell = ''] = line.trim().split('|');
  return before === '' ? cell.replaceAll('`', '').trim() : '';
}

function tablesWithoutModel(context: CheckContext): readonly DesignFinding[] {
  const { models, tables } = context.items;
  if (models.length === 0) return [];
  const taken = new Set(models.map((model) => tableNameOf(context, model)));
  return context.around.sql.tables
    .filter(({ name }) => !taken.has(name.toLowerCase()) && !OWN_TABLES.test(name))
    .filter((table) => !isJoin(table))
    .map(({ name, line }) => {
      const id = tables.find((table) => table.name === name)?.id;
      return findingAt(
        context,
        { part: 'database', line },
        {
          ...{ rule: 'table-without-model', severity: 'MEDIUM' },
          message: `No model is kept in the table ${name}${id === undefined ? '' : ` (${id})`}.`,
          suggestion: `Add a model with "- **Table**: ${id ?? name}" to the low-level design, or remove the table.`,
        },
      );
    });
}

/** A table that only joins others: each column but its times is part of a foreign key. */
function isJoin({ columns, foreignKeys }: SqlTable): boolean {
  const keys = new Set(foreignKeys.flatMap((key) => key.columns));
  return foreignKeys.length > 1 && columns.every(({ name }) => keys.has(name) || /_(?:at|on)$/.test(name));
}

function tablesNotCreated(context: CheckContext): readonly DesignFinding[] {
  if (!context.around.sql.isChecked) return [];
  return context.items.tables
    .filter(({ name }) => !context.created.has(name.toLowerCase()))
    .map(({ id, name, ...place }) =>
      findingAt(context, place, {
        ...{ rule: 'table-not-in-ddl', severity: 'HIGH' },
        message: `${id} is called ${name}, but no statement creates a table of that name.`,
        suggestion: `Add CREATE TABLE ${name} under ${id}, or correct the name.`,
      }),
    );
}
