// Tables as SQL of PostgreSQL or SQLite.

import type { Column, Domain, Endpoint, Entity, Figure } from '../../../documents/design/domain.ts';
import { USER } from '../../../documents/design/entity-draft.ts';
import type { Dialect } from '../../../documents/design/finding.ts';
import { headOf, snake } from '../../../documents/design/nouns.ts';
import { placeColumns, takesPlace } from './endpoint-text.ts';

type Types = Readonly<Record<Column['type'], string>>;
const TYPES: Readonly<Record<Dialect, Types>> = {
  postgres: {
    ...{ text: 'text', 'long-text': 'text', integer: 'integer', decimal: 'numeric(10, 2)', money: 'numeric(12, 2)' },
    ...{ date: 'date', time: 'time', moment: 'timestamptz', boolean: 'boolean', file: 'text', key: 'bigint' },
    ...{ reference: 'bigint', status: 'text' },
  },
  sqlite: {
    ...{ text: 'TEXT', 'long-text': 'TEXT', integer: 'INTEGER', decimal: 'REAL', money: 'INTEGER', date: 'TEXT' },
    ...{
      time: 'TEXT',
      moment: 'TEXT',
      boolean: 'INTEGER',
      file: 'TEXT',
      key: 'INTEGER',
      reference: 'INTEGER',
      status: 'TEXT',
    },
  },
};

export const sqlType = ({ type, isPersonal }: Column, dialect: Dialect): string =>
  isPersonal ? (dialect === 'sqlite' ? 'BLOB' : 'bytea') : TYPES[dialect][type];

/** Words that SQL keeps for itself. */
const KEPT = /^(?:order|group|table|check|references|end|index|column|primary|values|user|desc)$/;
export const quoted = (name: string): string => (KEPT.test(name) ? `"${name}"` : name);

export function tableSql(entity: Entity, domain: Domain, dialect: Dialect): string {
  const { columns, table, unique } = entity;
  const key = dialect === 'sqlite' ? 'id INTEGER PRIMARY KEY' : 'id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY';
  const created =
    dialect === 'sqlite'
      ? "created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"
      : 'created_at timestamptz NOT NULL DEFAULT now()';
  const parts = [key, ...columns.map((column) => columnSql(column, entity, domain, dialect)), created];
  parts.push(
    ...columns.filter(({ check }) => /[<>=] \w+_(?:at|on)$/.test(check)).map(({ check }) => `CHECK (${check})`),
  );
  const { period } = entity;
  if (period !== undefined && columns.some(({ name }) => name === 'starts_at') && columns.some(({ name }) => name === 'ends_at'))
    parts.push(`CHECK (${periodCheck(period, dialect)})`);
  parts.push(...unique.map((names) => `UNIQUE (${names.map(quoted).join(', ')})`));
  const body = parts.map((part) => `  ${part}`).join(',\n');
  return `CREATE TABLE ${quoted(table)} (\n${body}\n)${dialect === 'sqlite' ? ' STRICT' : ''};`;
}

const SECONDS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_678_400 };

/** `for one hour` is one hour, `at most 14 days` is less or equal. */
export function periodCheck({ bound, amount, unit }: Figure, dialect: Dialect): string {
  const sign = bound === 'max' ? '<=' : bound === 'min' ? '>=' : bound === 'over' ? '>' : '=';
  if (dialect === 'sqlite')
    return `unixepoch(ends_at) - unixepoch(starts_at) ${sign} ${amount * (SECONDS[unit] ?? 86_400)}`;
  return `ends_at - starts_at ${sign} interval '${amount} ${unit}${amount === 1 ? '' : 's'}'`;
}

function columnSql(column: Column, entity: Entity, domain: Domain, dialect: Dialect): string {
  const { name, isRequired, isUnique, check, values, references, maxLength, type } = column;
  const parts = [quoted(name), sqlType(column, dialect)];
  if (isRequired) parts.push('NOT NULL');
  if (isUnique) parts.push('UNIQUE');
  const first = values[0];
  if (name === 'status' && first !== undefined) parts.push(`DEFAULT '${first}'`);
  if (name === 'attempts') parts.push('DEFAULT 0');
  if (values.length > 0) parts.push(`CHECK (${quoted(name)} IN (${values.map((value) => `'${value}'`).join(', ')}))`);
  else if (maxLength !== null) parts.push(`CHECK (length(${quoted(name)}) <= ${maxLength})`);
  else if (check !== '' && !/_(?:at|on)$/.test(check)) parts.push(`CHECK (${check})`);
  if (type === 'reference') {
    const other = domain.entities.find((each) => each.name === references)?.table ?? references;
    parts.push(`REFERENCES ${quoted(other)} (id)${onDelete(entity, references, isRequired)}`);
  }
  return parts.join(' ');
}

/** What is part of another record goes with it; nothing else is deleted by the way. */
function onDelete({ name }: Entity, references: string, isRequired: boolean): string {
  const isPart = name.startsWith(`${headOf(references)} `) || /(?:item|line|receipt|photo)$/.test(name);
  return references !== USER && isRequired && isPart ? ' ON DELETE CASCADE' : '';
}

export interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** SQL after WHERE; '' for none. */
  readonly where: string;
  readonly why: string;
}

export const indexSql = ({ name, table, columns, isUnique, where }: Index): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${name} ON ${quoted(table)} ` +
  `(${columns.map(quoted).join(', ')})${where === '' ? '' : ` WHERE ${where}`};`;

/** What the lists, filters, jobs and foreign keys of the interface look rows up by. */
export function indexesOf(domain: Domain): readonly Index[] {
  const found = new Map<string, Index>();
  const add = (entity: Entity, columns: readonly string[], why: string, extra: Partial<Index> = {}): void => {
    const key = `${entity.table}(${columns.join(',')})`;
    const isLed = [...found.values()].some(
      (each) =>
        each.table === entity.table && each.columns[0] === columns[0] && columns.length === 1 && each.where === '',
    );
    const isUniqueLed = entity.unique.some(([first]) => first === columns[0]) && columns.length === 1;
    if (found.has(key) || isLed || isUniqueLed) return;
    const name = `${entity.table}_${columns.join('_')}_${extra.isUnique === true ? 'key' : 'idx'}`.slice(0, 60);
    found.set(key, { name, table: entity.table, columns, isUnique: false, where: '', why, ...extra });
  };
  for (const entity of domain.entities) {
    const own = domain.endpoints.filter((each) => each.entity === entity.name);
    const cancelled = entity.columns.find(({ name }) => name === 'status')?.values.includes('cancelled') ?? false;
    const place = takesPlace(entity) ? placeColumns(entity) : [];
    // A hold that has ended blocks nobody, so that no constraint can say it.
    if (place.length === 1) add(entity, [...place, 'expires_at'], 'who holds it now (409 `taken`)');
    else if (place.length > 1)
      add(entity, place, 'nobody gets the same twice (409 `taken`)', {
        isUnique: true,
        where: cancelled ? "status <> 'cancelled'" : '',
      });
    const time = entity.columns.find(({ name }) =>
      /^(?:measured_at|starts_at|starts_on|on_date|due_on)$/.test(name),
    )?.name;
    for (const { name, references } of entity.columns.filter(
      (column) => column.type === 'reference' && !/_by$/.test(column.name),
    )) {
      const reading = own
        .filter(
          ({ filters, path, ownRoles }) =>
            filters.includes(name) ||
            path.includes(`{${camel(references)}Id}`) ||
            ownRoles.some((role) => name === `${snake(role)}_id`),
        )
        .map(({ id }) => id);
      const isSeries = /(?:reading|measurement)$/.test(entity.name) && time !== undefined;
      add(
        entity,
        isSeries ? [name, time] : [name],
        reading.length > 0 ? `read by ${reading.join(', ')}` : `rows of one ${references}, and the foreign key`,
      );
    }
    const ranged = own.filter(({ filters }) => filters.includes('from')).map(({ id }) => id);
    if (ranged.length > 0) add(entity, [time ?? 'created_at'], `the period of ${ranged.join(', ')}`);
    for (const { name } of entity.columns.filter((column) => column.type !== 'reference' && column.type !== 'status' && !column.isUnique,
    )) {
      const reading = own.filter(({ filters }) => filters.includes(name)).map(({ id }) => id);
      if (reading.length > 0) add(entity, [name], `the filter of ${reading.join(', ')}`);
    }
    const jobs = domain.endpoints.filter(
      (each) => each.kind === 'job' && each.entity === entity.name && !isMakingJob(each),
    );
    const due = entity.columns.find(({ name }) => /^(?:due_on|starts_at|expires_at)$/.test(name))?.name;
    for (const { id, path } of jobs) {
      const column = /\/(?:delete|remove)-/.test(path) ? agedBy(entity) : due;
      if (column !== undefined) add(entity, [column], `what ${id} selects`);
    }
    if (entity.name === 'outgoing message') add(entity, ['due_at'], 'what is to be sent', { where: 'sent_at IS NULL' });
  }
  return [...found.values()];
}

/** The age of a reading counts from when it was measured, of an event from when it was. */
const agedBy = ({ columns }: Entity): string =>
  columns.find(({ name }) => /^(?:measured_at|ends_at|starts_at|visited_at|started_at)$/.test(name))?.name ?? 'created_at';

/** It looks at other rows and writes these. */
export const isMakingJob = ({ kind, path }: Endpoint): boolean =>
  kind === 'job' && /\/(?:raise|create|generate|issue|open)-/.test(path);

const camel = (name: string): string => name.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase());

export function schemaSql(domain: Domain, dialect: Dialect): string {
  const tables = domain.entities.map((entity) => `-- ${entity.id}\n${tableSql(entity, domain, dialect)}`);
  return `${[...tables, indexesOf(domain).map(indexSql).join('\n')].join('\n\n').trim()}\n`;
}
