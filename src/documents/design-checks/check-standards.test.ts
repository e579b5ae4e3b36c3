import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SqlReport } from '../design/finding.ts';
import { contextOf } from './check-context.ts';
import { checkStandards, standardsIn } from './check-standards.ts';

const column = (name: string, type: string) => ({ name, type, isNullable: false });
const SQL: SqlReport = {
  ...{ dialect: 'postgres', isChecked: true, problems: [] },
  tables: [
    {
      ...{ name: 'orders', line: 4, primaryKey: ['id'], foreignKeys: [], indexes: [] },
      columns: [column('id', 'uuid'), column('total_amount', 'real'), column('weight', 'real')],
    },
  ],
};
const LLD = '## Endpoints\n\n### API-001: GET /orders\n- **Response**: 200\n- **Errors**: 401 no session, 404\n';

function judged(rule: string, hld = '## Security\n\nNothing yet.\n', sql = SQL): readonly string[] {
  const standards = standardsIn('rules.md', `# Rules\n\n- ${rule}\n`);
  const context = contextOf({ hld, lld: LLD, database: '## Tables\n' }, { sql, standards, diagrams: [] });
  return checkStandards(context).map((each) => `${each.rule} ${each.severity} ${each.part}`);
}

test('only lines that say MUST are standards, with their file and line', () => {
  assert.deepEqual(standardsIn('a.md', '# A\n\n1. Names MUST be short.\n- Code SHOULD be read.\n'), [
    { file: 'a.md', line: 3, text: 'Names MUST be short.' },
  ]);
});

test('a finding cites the standard', () => {
  const standards = standardsIn('rules.md', 'Every table MUST have a `created_at` column.');
  const context = contextOf({ hld: '', lld: LLD, database: '## T\n' }, { sql: SQL, standards, diagrams: [] });
  assert.equal(
    checkStandards(context)[0]?.message,
    'rules.md:1 says: "Every table MUST have a `created_at` column." The table orders has no column created_at.',
  );
});

test('columns of every table', () => {
  assert.deepEqual(judged('Each table MUST have `id`.'), []);
  assert.deepEqual(judged('Each table MUST have `changed_at`.'), ['standard-not-met HIGH database']);
});

test('status codes of every endpoint', () => {
  assert.deepEqual(judged('Every endpoint MUST name `401` among its errors.'), []);
  assert.deepEqual(judged('Every endpoint MUST name `429` among its errors.'), ['standard-not-met HIGH lld']);
});

test('types that may not be used, for all columns or for money', () => {
  assert.deepEqual(judged('Amounts of money MUST NOT be stored as `real`.'), ['standard-not-met INFO database']);
  const met = ['standard-not-met HIGH database'];
  assert.deepEqual(judged('Numbers MUST NOT be stored as `real`.'), [...met, ...met]);
  assert.deepEqual(judged('Amounts of money MUST NOT be stored as `float`.'), []);
});

test('names of tables', () => {
  assert.deepEqual(judged('Table names MUST be in `snake_case`.'), []);
  const [table] = SQL.tables;
  const sql = { ...SQL, tables: table === undefined ? [] : [{ ...table, name: 'OrderLines' }] };
  assert.deepEqual(judged('Table names MUST be in `snake_case`.', undefined, sql), ['standard-not-met HIGH database']);
});

test('the rest is for a reader, whatever the design says of it', () => {
  const rule = 'Backups MUST be restored on a spare server once a month.';
  const says = (sentence: string) => judged(rule, `## Reliability\n\n${sentence}\n`);
  assert.deepEqual(says('Each month we restore the backup on a spare server.'), ['standard-not-checked INFO hld']);
  assert.deepEqual(says('The server is fast.'), ['standard-not-checked INFO hld']);
});

test('what needs the tables is not judged where the SQL was not read', () => {
  const unread = { dialect: 'mysql', isChecked: false, problems: [], tables: [] };
  assert.deepEqual(judged('Each table MUST have `id`.', undefined, unread), ['standard-not-checked INFO hld']);
});
