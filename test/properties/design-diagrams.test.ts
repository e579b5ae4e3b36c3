// The three diagrams that code draws of a design parse, whatever its tables, columns and components are called.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createdTables } from '../../src/documents/design/created-tables.ts';
import { drawDiagrams } from '../../src/documents/design/draw-diagrams.ts';
import { faultIn } from '../../src/systems/sdd/read-diagrams.ts';
import { soaked } from '../support/soak.ts';

const WORDS = [
  ...['class', 'style', 'end', 'one', 'to', 'many', 'classDef', 'only', 'zero', 'pk', 'fk', 'UK', 'PK', 'direction'],
  ...['title', 'accTitle', 'erDiagram', 'subgraph', 'click', 'default', 'graph', 'flowchart', 'u', 'o', 'LR', 'order'],
  ...[
    '%%{init: {"theme": "dark"}}%%',
    'a "quoted" name',
    'Größe',
    '顧客',
    'x--y',
    'a;b',
    '<b>',
    '#quot;',
    '9lives',
    '[x]',
  ],
];
const name = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replace(/[\n\r"`]/g, '') || 'x'),
);
const quoted = (text: string): string => `"${text.replace(/"/g, '') || 'x'}"`;
const fenced = (sql: string): string => `## Tables\n\n\`\`\`sql\n${sql}\n\`\`\`\n`;

/** Each with the tables before it as references. */
function sqlOf(tables: readonly { readonly table: string; readonly columns: readonly string[] }[]): string {
  return tables
    .map(({ table, columns }, at) => {
      const other = quoted(tables[at - 1]?.table ?? table);
      const lines = columns.map((column) => `  ${quoted(column)} text DEFAULT 'x),(' REFERENCES ${other} (id)`);
      return `CREATE TABLE ${quoted(table)} (\n${lines.join(',\n')}\n);`;
    })
    .join('\n');
}

test('all three parse over hostile names of tables, columns, components and actors', async () => {
  const tables = fc.array(fc.record({ table: name, columns: fc.array(name, { maxLength: 3 }) }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(tables, fc.array(name, { maxLength: 4 }), async (made, titles) => {
      const entries = (kind: string) => titles.map((title, at) => `### ${kind}-00${at + 1}: ${title}\n`).join('\n');
      const cases = `## Overview and Use Cases\n\n${entries('UC')}\n- **Actor**: ${titles[0] ?? ''}\n`;
      const hld = `${cases}\n## Components\n\n${entries('CMP')}`;
      const lld = `## API Endpoints\n\n### API-001: GET /${titles[0] ?? ''}\n\n- **Use cases**: UC-001\n`;
      for (const { title, source } of drawDiagrams({ hld, lld, database: fenced(sqlOf(made)) }))
        assert.equal(await faultIn(source), null, `${title}:\n${source}`);
    }),
    { numRuns: soaked(40) },
  );
});

test('actors between commas are drawn one by one, and a title as Markdown shows it', async () => {
  const cases = [
    '### UC-001: \\| Role | sees |\n\n- **Actor**: Member, Manager\n',
    '### UC-002: Pay\n\n- **Actor**: Member\n',
  ];
  const components = '## Components\n\n### CMP-001: Desk\n\n- **Use cases**: UC-001, UC-002\n';
  const hld = `## Overview and Use Cases\n\n${cases.join('\n')}\n${components}`;
  const [architecture, dataFlow] = drawDiagrams({ hld, lld: '', database: '' });
  for (const { source } of [architecture, dataFlow]) {
    assert.equal(await faultIn(source), null, source);
    assert.deepEqual(source.match(/A\d\(\[".*"\]\)/g), ['A1(["Member"])', 'A2(["Manager"])']);
  }
  assert.match(architecture.source, /\n {4}A1 --> CMP_001\n {4}A2 --> CMP_001$/);
  assert.match(dataFlow.source, /\n {4}A1 & A2 --> UC_001\["UC-001 \| Role \| sees \|"\]\n {4}A1 --> UC_002\["/);
});

describe('tables are read from SQL', () => {
  for (const word of ['class', 'style', 'end', 'one', 'to', 'many', 'classDef'])
    test(`a table named ${word} is drawn with its columns pk and fk`, async () => {
      const database = fenced(`CREATE TABLE ${word} (pk int PRIMARY KEY, fk int REFERENCES ${word} (pk));`);
      const [, , { source }] = drawDiagrams({ hld: '', lld: '', database });
      assert.equal(await faultIn(source), null, source);
      assert.match(source, new RegExp(`\\["${word}"\\] \\{\\n +int pk_ PK\\n +int fk_ FK\\n`));
    });

  test('signs within a text end nothing, and comments are no columns', () => {
    const [table] = createdTables(
      fenced("CREATE TABLE t (\n a text DEFAULT 'x),(', -- it's, (so)\n b int, /* c int, */ \"d,e\" int\n);"),
    );
    assert.deepEqual(
      table?.columns.map((column) => column.name),
      ['a', 'b', 'd,e'],
    );
  });

  test('prose that speaks of a table makes none', () => {
    assert.deepEqual(createdTables('We do not CREATE TABLE foo (yet).\n'), []);
  });
});
