// Faults in tables, keys, indexes, encryption and diagrams.

import type { DesignTexts } from '../../src/documents/design/part.ts';
import { atMatches, CREATE_TABLE, type Operator, withPart } from './operator.ts';

const PERSONAL = 'email|phone|first_name|last_name|full_name|iban|address|birth_date|receiver_name|receiver_street';
const REFERENCES = /REFERENCES (\w+)( \(\w+\))?/g;

export const DATABASE_OPERATORS: readonly Operator[] = [
  {
    name: 'drop-table',
    rule: 'model-without-table',
    also: [
      ...['foreign-key-unknown-table', 'diagram-unknown-name', 'unknown-reference', 'table-not-in-ddl'],
      // Its indexes cannot be made.
      'ddl-invalid',
    ],
    mutations: (texts) =>
      atMatches(
        texts,
        'database',
        /(?:^### (TBL-\d+).*\n(?:- .*\n)?\n?```sql\n|^-- (?:TBL-\d+).*\n)?CREATE TABLE (\w+) \([\s\S]*?;\n(?:```\n)?/gm,
        ([block, heading, table = '']) => {
          const [model] = modelsOf(texts, heading ?? /TBL-\d+/.exec(block)?.[0] ?? '', table);
          if (model === undefined) return null;
          // What stands below in the same fence stays in one.
          return [heading !== undefined && !block.endsWith('```\n') ? '```sql\n' : '', model];
        },
      ),
  },
  {
    name: 'rename-fk-column',
    rule: 'foreign-key-unknown-column',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'database', REFERENCES, ([, table]) => [`REFERENCES ${table} (ident)`, 'ident']),
  },
  {
    name: 'fk-unknown-table',
    rule: 'foreign-key-unknown-table',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'database', REFERENCES, ([, table, column = '']) => [
        `REFERENCES ${table}_archive${column}`,
        `${table}_archive`,
      ]),
  },
  {
    name: 'fk-type-mismatch',
    rule: 'foreign-key-type',
    also: ['field-type-mismatch'],
    mutations: (texts) =>
      atMatches(
        texts,
        'database',
        /^ {2}(\w+) (bigint|integer|uuid|INTEGER|TEXT)\b(.*)$/gm,
        ([, name = '', type, rest]) => {
          const isKey = /REFERENCES/.test(rest ?? '') || new RegExp(`FOREIGN KEY \\(${name}\\)`).test(texts.database);
          const other = { bigint: 'text', integer: 'uuid', uuid: 'integer', INTEGER: 'TEXT', TEXT: 'INTEGER' }[
            type ?? ''
          ];
          return isKey ? [`  ${name} ${other}${rest}`, name] : null;
        },
      ),
  },
  {
    name: 'unknown-index-column',
    rule: 'index-unknown-column',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'database', /^(CREATE (?:UNIQUE )?INDEX \w+ ON \w+ \()\w+([ ,)])/gm, ([, before, after]) => [
        `${before}shelf_mark${after}`,
        'shelf_mark',
      ]),
  },
  {
    name: 'break-ddl',
    rule: 'ddl-invalid',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'database', /^( {2}\w+ \w+ NOT NULL),\n( {2}\w+)/gm, ([, line, next]) => [
        `${line}\n${next}`,
        '',
      ]),
  },
  {
    name: 'unclosed-ddl',
    rule: 'ddl-invalid',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'database', CREATE_TABLE, ([whole]) => [whole.replace(/\n\)[^;\n]*;$/, '\n;'), '']),
  },
  {
    name: 'unencrypted-personal-column',
    rule: 'personal-data-open',
    // A line may speak of two columns.
    also: ['personal-data-open'],
    mutations: (texts) => {
      const section = /^## Encryption\n[\s\S]*?(?=^## )/m.exec(texts.database);
      if (section === null) return [];
      return [...new Set(texts.database.match(new RegExp(`^  (?:${PERSONAL}) `, 'gm')))].map((found) => {
        const column = found.trim();
        const rest = section[0]
          .split('\n')
          .filter((line) => !new RegExp(`\\b${column}\\b`).test(line))
          .join('\n');
        return { texts: withPart(texts, 'database', texts.database.replace(section[0], rest)), about: column };
      });
    },
  },
  {
    name: 'add-personal-column',
    rule: 'personal-data-open',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'database', CREATE_TABLE, ({ 0: whole, index }) => {
        const column = ['home_address', 'mobile_phone', 'date_of_birth', 'contact_email'][index % 4] ?? '';
        return [whole.replace(/\n {2}created_at/, `\n  ${column} text,\n  created_at`), column];
      }),
  },
  {
    name: 'drop-created-at',
    rule: 'standard-not-met',
    also: ['index-unknown-column'],
    mutations: (texts) =>
      atMatches(texts, 'database', CREATE_TABLE, ([whole, table = '']) => [
        whole.replace(/,\n {2}created_at [^\n]*?(,?)\n/, '$1\n'),
        table,
      ]),
  },
  {
    name: 'money-as-real',
    rule: 'standard-not-met',
    also: ['field-type-mismatch'],
    mutations: (texts) =>
      atMatches(texts, 'database', /^ {2}((?:\w+_cents)|amount) (?:integer|numeric\(10, 2\))/gm, ([, column = '']) => [
        `  ${column} real`,
        column,
      ]).filter(() => texts.database.includes('timestamptz')),
  },
  {
    name: 'break-mermaid',
    rule: 'diagram-invalid',
    also: [],
    mutations: (texts) =>
      (['hld', 'database'] as const).flatMap((part) =>
        atMatches(texts, part, /^```mermaid\n[\s\S]*?\n(?=```$)/gm, ([block]) => [`${block}  ]] --> ((\n`, '']),
      ),
  },
  {
    name: 'diagram-unknown-node',
    rule: 'diagram-unknown-name',
    also: [],
    mutations: (texts) => [
      ...atMatches(texts, 'hld', /^( {2}.*-->[^[\n]*\[)([\w -]+)\]$/gm, ([, before]) => [
        `${before}Quota broker]`,
        'Quota broker',
      ]),
      ...atMatches(texts, 'database', /^ {2}\w+( \|\|--\S+ \w+ : .*)$/gm, ([, rest]) => [
        `  quota_brokers${rest}`,
        'quota_brokers',
      ]),
    ],
  },
];

/** Models of the design that name this table. */
function modelsOf(texts: DesignTexts, id: string, table: string): readonly string[] {
  return [...texts.lld.matchAll(/^### (\w+)\n- \*\*Table\*\*: (.*)$/gm)]
    .filter(([, , named = '']) => (id !== '' && named.includes(id)) || named.replaceAll('`', '') === table)
    .map(([, model = '']) => model);
}
