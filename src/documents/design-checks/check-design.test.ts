import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CATALOGUE } from '../design/catalogue.ts';
import type { SqlReport, SqlTable } from '../design/finding.ts';
import type { DesignTexts, PartName } from '../design/part.ts';
import type { Around } from './check-context.ts';
import { checkDesign } from './check-design.ts';

const PART: Readonly<Record<PartName, Readonly<Record<string, string>>>> = {
  hld: { overview: '### UC-001: Borrow a copy\n- **Actor**: Member', components: '### CMP-001: Loan service' },
  lld: {
    'api-map': '| Use case | API |\n| --- | --- |\n| UC-001 | API-001 |',
    endpoints:
      '### API-001: POST /loans\n- **Use cases**: UC-001\n- **Component**: CMP-001\n- **Request**: `{memberId}`\n' +
      '- **Response**: 201\n- **Errors**: 400, 401',
    models:
      '### Loan\n- **Table**: TBL-001 loans\n\n| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n' +
      '| id | integer | yes | |\n| memberEmail | string | yes | |\n| late | boolean | no | derived |',
  },
  database: {
    ddl: '```sql\n-- TBL-001: loans\nCREATE TABLE loans (id bigint PRIMARY KEY, member_email text);\n```',
    encryption: '`loans.member_email` is encrypted with AES-256.',
  },
};

/** A design with all sections of the catalogue; those without a text of their own say something specific. */
function textsWith(edit: (text: string, part: PartName) => string = (text) => text): DesignTexts {
  const write = (part: PartName): string => {
    const sections = CATALOGUE[part].map(({ id, names: [title] }) => {
      return `## ${title}\n\n${PART[part][id] ?? `Kept in \`${id}.md\` for 30 days.`}\n`;
    });
    return edit(sections.join('\n'), part);
  };
  return { hld: write('hld'), lld: write('lld'), database: write('database') };
}

const LOANS: SqlTable = {
  ...{ name: 'loans', line: 5, primaryKey: ['id'], foreignKeys: [], indexes: [] },
  columns: [
    { name: 'id', type: 'bigint', isNullable: false },
    { name: 'member_email', type: 'text', isNullable: true },
  ],
};
const sqlOf = (...tables: readonly SqlTable[]): SqlReport => ({
  ...{ dialect: 'postgres', isChecked: true, problems: [], tables },
});
const AROUND: Around = { sql: sqlOf(LOANS), diagrams: [], standards: [] };

function rulesOf(texts: DesignTexts, around: Partial<Around> = {}): readonly string[] {
  return checkDesign(texts, { ...AROUND, ...around }).map(({ rule, part, section }) => `${rule} ${part}/${section}`);
}
const editing = (part: PartName, from: string | RegExp, to: string): DesignTexts =>
  textsWith((text, each) => {
    if (each === part) assert.notEqual(text.replace(from, to), text, 'the edit changes the text');
    return each === part ? text.replace(from, to) : text;
  });

test('a sound design has no findings', () => {
  assert.deepEqual(rulesOf(textsWith()), []);
});

test('each finding has its line, a message that names the thing, and a suggestion', () => {
  const texts = editing('lld', '- **Response**: 201\n', '');
  const [finding, ...others] = checkDesign(texts, AROUND);
  assert.deepEqual(others, []);
  assert.deepEqual(finding, {
    ...{ rule: 'endpoint-incomplete', severity: 'HIGH', part: 'lld', section: 'endpoints' },
    line: texts.lld.split('\n').indexOf('### API-001: POST /loans') + 1,
    message: 'API-001 does not name its response.',
    suggestion: 'Add to API-001: "- **Response**: 200 ...".',
  });
});

describe('use cases and endpoints', () => {
  test('a use case without a row in the map', () => {
    const texts = editing('hld', '### UC-001', '### UC-002: Return a copy\n\nAt the desk.\n\n### UC-001');
    assert.deepEqual(rulesOf(texts), ['use-case-without-api hld/overview']);
  });
  test('a map and an endpoint that disagree', () => {
    const more = '### UC-002: Return a copy\n\nAt the desk.\n\n### UC-001';
    const texts = textsWith((text, part) =>
      part === 'hld'
        ? text.replace('### UC-001', more)
        : text.replace('| UC-001 | API-001 |', '| UC-001 | API-001 |\n| UC-002 | API-001 |'),
    );
    assert.deepEqual(rulesOf(texts), ['api-map-mismatch lld/endpoints']);
  });
  test('an endpoint that no use case asks for', () => {
    const orphan = '### API-002: GET /x\n- **Request**: none\n- **Response**: 200\n- **Errors**: 401\n\n### API-001';
    assert.deepEqual(rulesOf(editing('lld', '### API-001', orphan)), ['endpoint-without-use-case lld/endpoints']);
  });
  test('a map that names an endpoint that is not there is one finding', () => {
    const rules = rulesOf(editing('lld', '| UC-001 | API-001 |', '| UC-001 | API-001, API-009 |'));
    assert.deepEqual(rules, ['unknown-reference lld/api-map']);
  });
  test('a requirement that no use case names', () => {
    const texts = editing('hld', '- **Actor**: Member', '- **Actor**: Member\n- **Requirements**: REQ-001, REQ-009');
    assert.deepEqual(rulesOf(texts, { requirements: ['REQ-001', 'REQ-002'] }), [
      ...['requirement-without-use-case hld/overview', 'unknown-reference hld/overview'],
    ]);
    assert.deepEqual(rulesOf(texts), [], 'without a PRD requirements are not judged');
  });
});

describe('models and tables', () => {
  test('a model without a table, unless the text says that it is not stored', () => {
    const model = (prose: string): string => `### Draft\n\n${prose}\n\n### Loan`;
    const texts = editing('lld', '### Loan', model('A loan before it is confirmed.'));
    assert.deepEqual(rulesOf(texts), ['model-without-table lld/models']);
    assert.deepEqual(rulesOf(editing('lld', '### Loan', model('It has no table.'))), []);
  });
  test('a model whose table is not created', () => {
    const texts = editing('lld', '- **Table**: TBL-001 loans', '- **Table**: TBL-007 fines');
    assert.deepEqual(rulesOf(texts), ['model-without-table lld/models', 'table-without-model database/ddl']);
  });
  test('a table that only joins two others needs no model', () => {
    const key = (column: string) => ({ columns: [column], table: 'loans', references: ['id'], line: 6 });
    const join: SqlTable = {
      ...{ name: 'loan_pairs', line: 6, primaryKey: ['a_id', 'b_id'], indexes: [] },
      columns: ['a_id', 'b_id'].map((name) => ({ name, type: 'bigint', isNullable: false })),
      foreignKeys: [key('a_id'), key('b_id')],
    };
    assert.deepEqual(rulesOf(textsWith(), { sql: sqlOf(LOANS, join) }), []);
    assert.deepEqual(rulesOf(textsWith(), { sql: sqlOf(LOANS, { ...join, foreignKeys: [key('a_id')] }) }), [
      'table-without-model database/ddl',
    ]);
  });
  test('a field without a column, and one whose type does not fit', () => {
    assert.deepEqual(rulesOf(editing('lld', '| derived |', '| |')), ['field-without-column lld/models']);
    const texts = editing('lld', '| memberEmail | string |', '| memberEmail | integer |');
    assert.deepEqual(rulesOf(texts), ['field-type-mismatch lld/models']);
  });
  test('a table with an id that no statement creates', () => {
    const texts = editing('database', '-- TBL-001', '-- TBL-002: fines\n-- TBL-001');
    assert.deepEqual(rulesOf(texts), ['table-not-in-ddl database/ddl']);
  });
});

describe('DDL', () => {
  const keyed = (key: Partial<SqlTable['foreignKeys'][number]>, type = 'bigint'): SqlTable => ({
    ...LOANS,
    columns: [...LOANS.columns, { name: 'parent', type, isNullable: true }],
    foreignKeys: [{ columns: ['parent'], table: 'loans', references: ['id'], line: 5, ...key }],
  });
  test('what a parser says is a finding; SQL that nobody could parse is only noted', () => {
    const sql = { ...sqlOf(LOANS), problems: [{ line: 5, message: 'syntax error at or near ")"' }] };
    assert.deepEqual(rulesOf(textsWith(), { sql }), ['ddl-invalid database/ddl']);
    const unread = { dialect: 'mysql', isChecked: false, problems: [], tables: [] };
    const [finding, ...others] = checkDesign(textsWith(), { ...AROUND, sql: unread });
    assert.deepEqual([finding?.rule, finding?.severity, others], ['sql-not-checked', 'INFO', []]);
    const late = { ...unread, dialect: 'sqlite', notReadBecause: 'reading it took longer than 5 s' };
    const [slow] = checkDesign(textsWith(), { ...AROUND, sql: late });
    assert.deepEqual(
      [slow?.severity, slow?.message],
      ['HIGH', 'The SQL was not checked: reading it took longer than 5 s.'],
    );
  });
  test('an index on a table whose own statement does not parse is not told again', () => {
    const problems = [{ line: 9, message: 'relation "loans" of index "x" does not exist' }];
    assert.deepEqual(rulesOf(textsWith(), { sql: { ...sqlOf(LOANS), problems } }), []);
  });
  test('foreign keys: unknown table, unknown column, type', () => {
    assert.deepEqual(rulesOf(textsWith(), { sql: sqlOf(keyed({})) }), []);
    const rule = (table: SqlTable) => rulesOf(textsWith(), { sql: sqlOf(table) }).map((each) => each.split(' ')[0]);
    assert.deepEqual(rule(keyed({ table: 'fines' })), ['foreign-key-unknown-table']);
    assert.deepEqual(rule(keyed({ references: ['key'] })), ['foreign-key-unknown-column']);
    assert.deepEqual(rule(keyed({ references: [] }, 'uuid')), ['foreign-key-type']);
    assert.deepEqual(rule(keyed({}, 'integer')), []);
  });
  test('PostgreSQL makes tables in the order of the text', () => {
    const later: SqlTable = { ...LOANS, name: 'fines', line: 6 };
    const sql = sqlOf(keyed({ table: 'fines' }), later);
    const rules = rulesOf(textsWith(), { sql });
    assert.ok(rules.includes('ddl-order database/ddl'));
    assert.ok(!rulesOf(textsWith(), { sql: { ...sql, dialect: 'sqlite' } }).includes('ddl-order database/ddl'));
  });
  test('an index on a column that is not there', () => {
    const indexes = [{ name: 'loans_day', columns: ['id', 'day'], line: 5 }];
    assert.deepEqual(rulesOf(textsWith(), { sql: sqlOf({ ...LOANS, indexes }) }), [
      'index-unknown-column database/ddl',
    ]);
  });
});

test('personal data of which the section on encryption does not speak', () => {
  const open = ['personal-data-open database/ddl'];
  const unnamed = editing('database', 'loans.member_email', 'members.member_email');
  assert.deepEqual(rulesOf(unnamed), open);
  assert.equal(checkDesign(unnamed, AROUND)[0]?.severity, 'INFO', 'a name is a guess, and blocks nothing');
  assert.deepEqual(rulesOf(editing('database', '`loans.member_email` is', 'Each member email is')), []);
  const all = 'Every personal column is encrypted with AES.';
  assert.deepEqual(rulesOf(editing('database', /`loans.member_email`.*/, all)), []);
});

test('diagrams: a fault, and a name of which the text never speaks', () => {
  const diagram = { part: 'hld', line: 8, fault: null, names: ['Loan service', 'loans'] } as const;
  assert.deepEqual(rulesOf(textsWith(), { diagrams: [diagram] }), []);
  assert.deepEqual(rulesOf(textsWith(), { diagrams: [{ ...diagram, names: ['Fine service'] }] }), [
    'diagram-unknown-name hld/components',
  ]);
  assert.deepEqual(rulesOf(textsWith(), { diagrams: [{ ...diagram, fault: 'Expected "]".' }] }), [
    'diagram-invalid hld/components',
  ]);
});

test('a part that is missing is one finding', () => {
  assert.deepEqual(rulesOf({ ...textsWith(), hld: '  \n' }), ['missing-part hld/hld']);
  assert.deepEqual(rulesOf({ ...textsWith(), lld: '' }), ['missing-part lld/lld']);
  assert.deepEqual(rulesOf({ ...textsWith(), database: '' }, { sql: sqlOf() }), ['missing-part database/database']);
});
