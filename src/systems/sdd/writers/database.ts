// The database part, section by section: tables, diagram, indexes, and how data is kept safe, checked and moved.

import type { Column, Domain, Entity } from '../../../documents/design/domain.ts';
import { USER } from '../../../documents/design/entity-draft.ts';
import { listed } from '../../../documents/design/find-components.ts';
import type { Dialect } from '../../../documents/design/finding.ts';
import { pluralOf } from '../../../documents/design/nouns.ts';
import { type DraftInput, dialectOf, from, lines, RULES_WROTE, storedDomain } from './draft-input.ts';
import { placeColumns, takesPlace } from './endpoint-text.ts';
import { indexesOf, indexSql, periodCheck, sqlType, tableSql } from './sql.ts';

type SectionWriter = (domain: Domain, dialect: Dialect) => string;

export const DATABASE_SECTIONS: Readonly<Record<string, SectionWriter>> = {
  ddl: (domain, dialect) =>
    lines('## Tables', '', RULES_WROTE, '', ...domain.entities.flatMap((each) => tableLines(each, domain, dialect))),
  erd: (domain, dialect) =>
    lines('## Entity Relationship Diagram', '', '```mermaid', 'erDiagram', ...diagram(domain, dialect), '```'),
  indexes: (domain) => lines('## Indexes', '', ...indexLines(domain)),
  encryption: (domain, dialect) => lines('## Encryption', '', ...encryption(domain, dialect)),
  constraints: (domain, dialect) => lines('## Constraints', '', ...constraints(domain, dialect)),
  types: (domain, dialect) => lines('## Data Types', '', ...types(domain, dialect)),
  normalisation: (domain) => lines('## Normalisation', '', ...normalisation(domain)),
  performance: (domain) => lines('## Performance', '', ...performance(domain)),
  migrations: (domain, dialect) => lines('## Migrations', '', ...migrations(domain, dialect)),
};

export const databaseSection = (id: string, input: DraftInput): string | null =>
  DATABASE_SECTIONS[id]?.(storedDomain(input), dialectOf(input)) ?? null;

const tableLines = (entity: Entity, domain: Domain, dialect: Dialect): readonly string[] => [
  `### ${entity.id}: ${entity.table}`,
  '',
  `- **Model**: ${entity.model}`,
  '',
  '```sql',
  tableSql(entity, domain, dialect),
  '```',
  '',
];

function diagram({ entities }: Domain, dialect: Dialect): readonly string[] {
  const tables = entities.flatMap(({ table, columns }) => [
    `  ${table} {`,
    `    ${dialect === 'sqlite' ? 'INTEGER' : 'bigint'} id PK`,
    ...columns.map(
      (column) =>
        `    ${sqlType(column, dialect).replace(/\(.*/, '')} ` +
        `${column.name}${column.references === '' ? (column.isUnique ? ' UK' : '') : ' FK'}`,
    ),
    '  }',
  ]);
  const links = entities.flatMap(({ table, columns }) =>
    columns
      .filter(({ references }) => references !== '')
      .map(
        ({ references, name, isRequired }) =>
          `  ${entities.find((each) => each.name === references)?.table} ${isRequired ? '||' : '|o'}--o{ ` +
          `${table} : "${name}"`,
      ),
  );
  return [...tables, ...links];
}

function indexLines(domain: Domain): readonly string[] {
  const indexes = indexesOf(domain);
  if (indexes.length === 0)
    return ['Primary keys and unique columns answer every query of the endpoints; no further index is needed.'];
  return [
    '| Index | Columns | Why |',
    '| --- | --- | --- |',
    ...indexes.map(
      ({ name, table, columns, why, where }) =>
        `| \`${name}\` | ${table} ` +
        `(${columns.join(', ')})${where === '' ? '' : ` where ${where.replaceAll('|', '/')}`} | ${why} |`,
    ),
    '',
    '```sql',
    ...indexes.map(indexSql),
    '```',
  ];
}

const personalOf = ({ entities }: Domain): readonly { readonly table: string; readonly column: Column }[] =>
  entities.flatMap(({ table, columns }) =>
    columns.filter(({ isPersonal }) => isPersonal).map((column) => ({ table, column })),
  );

function encryption(domain: Domain, dialect: Dialect): readonly string[] {
  const personal = personalOf(domain);
  const free = domain.entities.flatMap(({ table, columns }) =>
    columns.filter(({ type }) => type === 'long-text').map(({ name }) => `\`${table}.${name}\``),
  );
  const erased = domain.qualities.filter(({ about }) => about === 'privacy');
  return [
    ...(personal.length === 0
      ? ['No column holds personal data; the disk is encrypted by the platform.']
      : [
          `Encrypted by the service before it is stored (AES-256-GCM, a key of the platform's key store, ` +
            `${dialect === 'sqlite' ? 'BLOB' : 'bytea'} columns):`,
          '',
          ...personal.map(({ table, column }) => `- \`${table}.${column.name}\`${lookupNote(column, domain)}`),
        ]),
    '',
    ...(free.length > 0
      ? [`Free text, not encrypted: ${listed(free)}. The client asks people to write no names there.`, '']
      : []),
    ...erased.map(
      ({ text, origin }) =>
        `- "${text.replace(/\.$/, '')}"${from(origin)}: the columns above are overwritten with empty ` +
        'values, so that the rows stay countable.',
    ),
  ];
}

function lookupNote({ name }: Column, { entities }: Domain): string {
  const hash = entities.some(({ columns }) => columns.some((each) => each.name === `${name}_hash`));
  return hash ? `; found again by \`${name}_hash\`, a keyed hash` : '; never searched by, only shown';
}

function constraints(domain: Domain, dialect: Dialect): readonly string[] {
  const rows = domain.entities.flatMap((entity) => {
    const own: string[] = [];
    for (const column of entity.columns) {
      if (column.isUnique) own.push(`\`${column.name}\` is unique`);
      if (column.values.length > 0 && column.name !== 'channel')
        own.push(`\`${column.name}\` is one of ${column.values.join(', ')}`);
      else if (column.maxLength !== null)
        own.push(`\`${column.name}\` has at most ${column.maxLength} characters${from(column.origin)}`);
      else if (column.check !== '' && column.values.length === 0) own.push(`\`${column.check}\``);
    }
    for (const names of entity.unique) own.push(`one row for each ${names.join(' and ')}`);
    if (entity.period !== undefined) own.push(`\`${periodCheck(entity.period, dialect)}\``);
    if (takesPlace(entity) && placeColumns(entity).length > 1) own.push('no two for the same time (unique index)');
    const optional = entity.columns
      .filter(({ isRequired, references }) => !isRequired && references !== '')
      .map(({ name }) => `\`${name}\``);
    if (optional.length > 0) own.push(`${listed(optional)} may be empty until somebody acts`);
    return own.length === 0 ? [] : [`- \`${entity.table}\`: ${own.join('; ')}.`];
  });
  const counted = domain.useCases
    .flatMap(({ rules }) => rules)
    .filter(
      ({ text, figures }) =>
        figures.some(
          ({ bound, unit }) =>
            bound === 'max' && domain.entities.some(({ name }) => name === unit || name.endsWith(` ${unit}`)),
        ) && /\b(?:up to|at most|no more than)\b/.test(text),
    );
  const texts = [...new Set(counted.map(({ text, origin }) => `"${text.replace(/\.$/, '')}"${from(origin)}`))];
  return [
    ...rows,
    ...(texts.length > 0
      ? ['', `Counted by the service inside the transaction, since a constraint cannot count rows: ${listed(texts)}.`]
      : []),
    '',
    deletion(domain, dialect),
  ];
}

function deletion(domain: Domain, dialect: Dialect): string {
  const { entities } = domain;
  if (!entities.some(({ columns }) => columns.some(({ references }) => references !== '')))
    return 'No table refers to another.';
  const parts = entities
    .filter((entity) => tableSql(entity, domain, dialect).includes('ON DELETE CASCADE'))
    .map(({ table }) => `\`${table}\``);
  return parts.length === 0
    ? 'Every foreign key refuses to delete what is referred to.'
    : `Every foreign key refuses to delete what is referred to, but for ${listed(parts)}: ` +
        'these rows are part of another and go with it (ON DELETE CASCADE above).';
}

const WHY: Readonly<Record<Dialect, Readonly<Partial<Record<Column['type'], string>>>>> = {
  postgres: {
    money: '`numeric(12, 2)`, exact to the cent; no floating point',
    moment: '`timestamptz`, stored in UTC and shown in the place of the reader',
    date: '`date`: a day has no time zone',
    decimal: '`numeric(10, 2)`, as measured',
    status: '`text` with a CHECK: a new state is a change of the constraint, not of a type',
    file: '`text`: the key of the file in the object storage',
  },
  sqlite: {
    money: '`INTEGER`, in cents; the interface writes them with two decimals',
    moment: '`TEXT` in ISO 8601 with `Z`, which sorts by time',
    date: '`TEXT`, `YYYY-MM-DD`',
    decimal: '`REAL`, as measured',
    status: '`TEXT` with a CHECK',
    file: '`TEXT`: the key of the file in the object storage',
  },
};

function types({ entities }: Domain, dialect: Dialect): readonly string[] {
  const rows = Object.entries(WHY[dialect]).flatMap(([type, why]) => {
    const used = entities.flatMap(({ table, columns }) =>
      columns.filter((column) => column.type === type).map(({ name }) => `${table}.${name}`),
    );
    return used.length === 0
      ? []
      : [`- ${why}: ${used.slice(0, 8).join(', ')}${used.length > 8 ? ` and ${used.length - 8} more` : ''}.`];
  });
  const keys =
    dialect === 'sqlite'
      ? '`INTEGER PRIMARY KEY` keys, STRICT tables, so that a column takes its own type only.'
      : '`bigint` identity keys: short in indexes, and nobody chooses them.';
  return [`- ${keys}`, ...rows];
}

function normalisation({ entities }: Domain): readonly string[] {
  const parts = entities.filter(({ columns, name }) =>
    entities.some(
      (each) =>
        name.startsWith(`${each.name.split(' ').at(-1)} `) &&
        columns.some(({ references }) => references === each.name),
    ),
  );
  const lines: string[] = [];
  for (const { table, columns } of parts) {
    const owner = entities.find(({ name }) => columns.some(({ references }) => references === name));
    lines.push(
      `- \`${table}\` is a table of its own because ` +
        `${owner === undefined ? 'its owner' : `one ${owner.name}`} has several of them.`,
    );
  }
  const codes = entities.flatMap(({ table, columns }) =>
    columns
      .filter(({ name }) => /^(?:category|genre|species|breed|currency|brand|vaccine|seat_category)$/.test(name))
      .map(({ name }) => `\`${table}.${name}\``),
  );
  if (codes.length > 0) lines.push(`- ${listed(codes)} ${codes.length === 1 ? 'is' : 'are'} plain text.`);
  const users = entities.find(({ name }) => name === USER);
  const owned = entities.filter(
    ({ columns }) =>
      !columns.some(({ references }) => references === USER) && columns.some(({ references }) => references !== ''),
  );
  if (users !== undefined && owned.length > 0)
    lines.push(
      `- To whom ${listed(owned.map(({ name }) => pluralOf(name)))} belong is read through the ` +
        'record above them, not repeated.',
    );
  const copied = entities
    .filter(({ name }) => /(?:order|payment|invoice)$/.test(name))
    .map(({ table, columns }) => ({ table, money: columns.find(({ type }) => type === 'money')?.name }));
  for (const { table, money } of copied)
    if (money !== undefined)
      lines.push(`- \`${table}.${money}\` is kept though it can be computed: it must not change when a price does.`);
  if (lines.length === 0) {
    const keys = entities.flatMap(({ table, columns }) =>
      columns.filter(({ references }) => references !== '').map(({ name }) => `\`${table}.${name}\``),
    );
    lines.push(
      `Nothing is kept twice: ${listed(entities.map(({ table }) => `\`${table}\``))} ` +
        `${keys.length === 0 ? 'stand alone' : `are joined by ${listed(keys)} only`}.`,
    );
  }
  if (codes.length > 0)
    lines.push(
      '',
      'Assumption: nobody maintains lists of allowed values for the plain texts; with one, each becomes a table.',
    );
  return lines;
}

const quoted = ({ text }: { readonly text: string }): string => `"${text.replace(/\.$/, '')}"`;

function performance(domain: Domain): readonly string[] {
  const lists = domain.endpoints.filter(
    ({ kind, method, path }) =>
      kind === 'read' && method === 'GET' && !path.endsWith('}') && !path.startsWith('/reports/'),
  );
  const exports = domain.endpoints.filter(({ kind }) => kind === 'export').map(({ id }) => id);
  const wanted = domain.qualities.filter(({ about }) => about === 'speed' || about === 'load');
  const figures = wanted.filter(({ text }, at) => wanted.findIndex((each) => each.text === text) === at);
  const series = domain.entities.find(({ name }) => /(?:reading|measurement)$/.test(name));
  const lines: string[] = [];
  for (const { text, origin } of figures) lines.push(`- Target: "${text.replace(/\.$/, '')}"${from(origin)}.`);
  if (lists.length > 0)
    lines.push(
      `- ${listed(lists.map(({ id }) => id))} read a page by key (\`id > after\`, 50 rows), so that ` +
        'the last page costs what the first does.',
    );
  if (exports.length > 0)
    lines.push(
      `- ${listed(exports)} ` +
        `${exports.length === 1 ? 'streams its rows and holds' : 'stream their rows and hold'} no list in memory.`,
    );
  if (series !== undefined)
    lines.push(
      `- \`${series.table}\` is only appended to; its index ends with the time, so that a period is one range.`,
    );
  for (const { id, path } of domain.endpoints.filter(({ path }) => path.startsWith('/reports/')))
    lines.push(`- ${id} \`${path}\` is computed when asked. Open: from which size on it is stored; to be measured.`);
  const timed = domain.statements.filter(({ figures: own }) =>
    own.some(({ unit }) => /^(?:second|minute|hour)$/.test(unit)),
  );
  if (figures.length === 0)
    lines.push(
      timed.length === 0
        ? '- Open: no answer times or loads are named; the product owner decides. Until then nothing is cached.'
        : `- Open: the input names times (${listed(timed.slice(0, 3).map(quoted))}) ` +
            'and no answer times of requests; the product owner decides. Until then nothing is cached.',
    );
  return lines;
}

const indexCount = (count: number): string => (count === 1 ? 'the index' : `the ${count} indexes`);

function migrations(domain: Domain, dialect: Dialect): readonly string[] {
  const first = domain.entities.map(({ table }) => `\`${table}\``);
  const seeded = domain.assumptions
    .filter((text) => text.includes('seed script'))
    .map((text) => /enter ([^;]{1,500});/.exec(text)?.[1] ?? '');
  const kept = domain.qualities.filter(({ about }) => about === 'retention');
  const leaving = domain.endpoints.filter(({ path }) => /\/(?:delete|remove)-/.test(path)).map(({ id }) => id);
  const old = /\b(?:spreadsheet|paper|diary|excel)\b/i.exec(domain.brief)?.[0];
  return [
    `1. \`0001_tables\`: ${first.join(', ')}, in this order, so that each foreign key finds its table.`,
    `2. \`0002_indexes\`: ${indexCount(indexesOf(domain).length)} ` +
      `above${dialect === 'postgres' ? '; on a table with rows, each with `CREATE INDEX CONCURRENTLY`' : ''}.`,
    ...(seeded.length > 0 ? [`3. \`0003_seed\`: ${listed(seeded)}, from a file that the operator gives.`] : []),
    '',
    dialect === 'sqlite'
      ? 'SQLite cannot change a CHECK in place: a new status is a new table, filled from the old one ' +
        'and renamed in one transaction.'
      : 'A new status replaces the CHECK in one transaction (`NOT VALID`, then `VALIDATE CONSTRAINT`), ' +
        'so that writers wait for milliseconds.',
    ...(kept.length > 0
      ? [
          '',
          `Rows leave by ${listed(leaving)}, never by a migration: ` +
            `${listed(kept.map(({ text }) => `"${text.replace(/\.$/, '')}"`))}.`,
        ]
      : []),
    ...(old === undefined
      ? []
      : ['', `Open: whether what is kept today (${old.toLowerCase()}) is taken over; the product owner decides.`]),
  ];
}
