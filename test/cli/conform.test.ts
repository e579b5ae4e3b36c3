// `signoff conform` through the real program: what documents say of state machines, against themselves and a workflow.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { paintFor } from '../../src/cli/paint.ts';
import { outputLines } from '../../src/cli/show-output.ts';
import { folderOf } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

const here = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PM = here('test/documents/conform/pm-state-machine.md');
const RESEARCH = here('test/documents/conform/research-workflow.md');

interface Found {
  readonly ok: boolean;
  readonly sources: readonly { kind: string; count: number; pairs: number; states: number }[];
  readonly findings: readonly { rule: string; place: string; line: number; what: string; settled: string | null }[];
  readonly unusedSettled: readonly unknown[];
  readonly triggers: readonly { from: string; to: string; workflow: readonly string[] }[];
  readonly notes: readonly string[];
}

async function conform(...args: readonly string[]): Promise<Found & { readonly code: number | null }> {
  const { code, out } = await signoffHere(['conform', ...args, '--json']);
  return { ...(JSON.parse(out) as Found), code };
}

async function conformText(text: string, workflow?: string) {
  const files = folderOf({ 'doc.md': text, ...(workflow !== undefined && { 'w.mmd': workflow }) });
  return conform(files.path('doc.md'), ...(workflow === undefined ? [] : ['--workflow', files.path('w.mmd')]));
}

const findingTexts = ({ findings }: Found) => findings.map(({ rule, place, what }) => `${rule} ${place}: ${what}`);
describe('the product manager of pm-state-machine', () => {
  test('has 16 arrows and 15 pairs, which its matrix has too, and so has the drawing that is played', async () => {
    const found = await conform(PM, '--workflow', 'pm');
    assert.deepEqual([found.code, found.findings.length, found.triggers.length], [0, 0, 15]);
    assert.deepEqual(
      found.sources.map(({ kind, count, pairs, states }) => [kind, count, pairs, states]),
      [
        ['drawing', 16, 15, 6],
        ['states', 6, 0, 6],
        ['table', 15, 15, 6],
      ],
    );
    const [first] = found.triggers;
    assert.deepEqual(first?.workflow, ['interview request from WebUI', 'architect feedback (spec needs changes)']);
  });

  test('is shown at 80 columns, line first and then what to do', async () => {
    const found = await conform(RESEARCH);
    const lines = outputLines(
      'conform',
      { ...found, document: 'research.md' },
      { paint: paintFor({}, {}), width: 80, now: 0 },
    );
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
    );
    const out = lines.join('\n');
    assert.match(out, /^\d+: Any -> FAILED .* is in the table \(line \d+\)/m);
    assert.match(out, /^ {2}Add it to the table \(line \d+\), or remove it here\.$/m);
    assert.match(out, /2 findings open\.$/);
  });
});

describe('the article of research-workflow', () => {
  test('has two tables that differ', async () => {
    const found = await conform(RESEARCH);
    assert.equal(found.code, 1);
    assert.deepEqual(findingTexts(found), [
      'pair-missing table: EVALUATING -> COMPLETED',
      'pair-missing table: Any -> FAILED',
    ]);
  });

  test('is settled by the list that ships, and the drawing that is played differs in nothing', async () => {
    const settled = here('docs/sources/research-workflow.settled.md');
    const found = await conform(
      RESEARCH,
      '--settled',
      settled,
      '--workflow',
      here('test/source-workflows/research.mmd'),
    );
    assert.deepEqual([found.code, found.unusedSettled.length, found.findings.length], [0, 0, 2]);
  });
});

const DRAWING = '```mermaid\nstateDiagram-v2\n  [*] --> OPEN\n  OPEN --> SHUT\n  SHUT --> OPEN\n```\n';

describe('signoff conform', () => {
  test('finds pairs and states that the drawing has and the table lacks, and the other way round', async () => {
    const table = '| From | To |\n|---|---|\n| OPEN | SHUT |\n| OPEN | GONE |\n';
    assert.deepEqual(findingTexts(await conformText(`${DRAWING}\n${table}`)).sort(), [
      'pair-missing drawing: OPEN -> GONE',
      'pair-missing table: SHUT -> OPEN',
      'state-missing drawing: GONE',
    ]);
  });

  test('reads tables of targets and grids, and no sentence or list', async () => {
    const targets = '| State | Allowed transitions |\n|---|---|\n| `OPEN` | SHUT |\n| `SHUT` | - |\n';
    assert.deepEqual(findingTexts(await conformText(`${DRAWING}\n${targets}`)), ['pair-missing table: SHUT -> OPEN']);
    const grid = '| from \\ to | OPEN | SHUT |\n|---|---|---|\n| OPEN | - | ✓ |\n| SHUT | no | - |\n';
    assert.deepEqual(findingTexts(await conformText(`${DRAWING}\n${grid}`)), ['pair-missing table: SHUT -> OPEN']);
    const list = '## Allowed transitions\n\n- `OPEN -> SHUT`: closed\n- SHUT → GONE\n';
    const text = 'OPEN never leads to SHUT. In OPEN it goes to GONE.\n';
    assert.deepEqual(findingTexts(await conformText(`${DRAWING}\n${list}\n${text}`)), []);
  });

  test('says which pairs and states a workflow lacks and adds', async () => {
    const found = await conformText(DRAWING, 'stateDiagram-v2\n  [*] --> OPEN\n  OPEN --> SHUT\n  OPEN --> GONE\n');
    assert.equal(found.code, 1);
    assert.deepEqual(findingTexts(found).sort(), [
      'workflow-adds-pair workflow: OPEN -> GONE',
      'workflow-adds-state workflow: GONE',
      'workflow-lacks-pair workflow: SHUT -> OPEN',
    ]);
  });

  test('holds a system that ships against a document by its name', async () => {
    const source = readFileSync(here('src/systems/prd/workflow.mmd'), 'utf8');
    const files = folderOf({ 'doc.md': `\`\`\`mermaid\n${source}\n\`\`\`\n` });
    const found = await conform(files.path('doc.md'), '--workflow', 'prd');
    assert.deepEqual([found.code, found.findings.length], [0, 0]);
    assert.ok(found.triggers.length > 5);
  });

  test('holds a workflow of the store against a document', async () => {
    const files = folderOf({ 'doc.md': DRAWING, 'lid.mmd': 'flowchart TD\n  OPEN --> SHUT\n' });
    const store = ['--store', files.path('s.db')];
    assert.equal((await signoffHere(['workflows', 'add', files.path('lid.mmd'), ...store])).code, 0);
    const found = await conform(files.path('doc.md'), '--workflow', 'lid', ...store);
    assert.deepEqual(findingTexts(found), ['workflow-lacks-pair workflow: SHUT -> OPEN']);
  });

  test('passes through choices, and knows a box by its label', async () => {
    const choice =
      '```mermaid\nstateDiagram-v2\n  state c <<choice>>\n  OPEN --> c\n  c --> SHUT : late\n  c --> GONE\n```\n';
    const rows = '| From | To |\n|---|---|\n| OPEN | SHUT |\n| OPEN | GONE |\n';
    assert.deepEqual(findingTexts(await conformText(`${choice}\n${rows}`)), []);
    const boxes = '```mermaid\nflowchart TD\n  a[Draft text] --> b[Review text]\n```\n';
    const named = '| From | To |\n|---|---|\n| Draft text | Review text |\n';
    assert.deepEqual(findingTexts(await conformText(`${boxes}\n${named}`)), []);
  });

  test('finds no nonsense in a document of flowcharts', async () => {
    const drawn = ['pr-review', 'sdd'].map((name) => readFileSync(here(`test/source-workflows/${name}.mmd`), 'utf8'));
    const blocks = drawn.map((diagram) => `\`\`\`mermaid\n${diagram}\n\`\`\`\n\nA review goes to the team.\n\n`);
    const others = '| Step | What |\n|---|---|\n| one | first |\n\n| From | To |\n|---|---|\n| old name | new name |\n';
    const found = await conformText(blocks.join('') + others);
    const kinds = found.sources.map(({ kind }) => kind);
    assert.deepEqual([findingTexts(found), found.code, kinds], [[], 0, ['drawing', 'drawing', 'table']]);
  });

  test('says that a document has nothing to compare, which is no agreement with a workflow', async () => {
    const found = await conformText('# Words\n\nOnly words -> here.\n');
    assert.match(found.notes.join(' '), /there is nothing to compare/);
    assert.equal(found.code, 0);
    assert.equal((await conformText('# Words\n', 'stateDiagram-v2\n  A --> B\n')).code, 1);
  });

  test('names a diagram that cannot be read with its line', async () => {
    const found = await conformText('# X\n\n```mermaid\nstateDiagram-v2\n  A --> --> B\n```\n');
    assert.deepEqual([findingTexts(found), found.findings[0]?.line], [['drawing-unreadable drawing: diagram'], 5]);
  });

  test('tells bad use by exit code 2: no file, no text, no workflow, no settled points', async () => {
    const files = folderOf({ 'doc.md': DRAWING, 'bad.md': '# Nothing\n', 'bad.json': '[{"where": "moon"}]' });
    writeFileSync(files.path('bytes.md'), Buffer.from([0xff, 0xfe, 0x00, 0xd8]));
    const code = async (...args: readonly string[]) => (await signoffHere(['conform', ...args])).code;
    assert.equal(await code(), 2);
    assert.equal(await code(files.path('gone.md')), 2);
    assert.equal(await code(files.path('bytes.md')), 2);
    assert.equal(await code(files.path('doc.md'), '--workflow', files.path('gone.mmd')), 2);
    assert.equal(await code(files.path('doc.md'), '--settled', files.path('bad.md')), 2);
    assert.equal(await code(files.path('doc.md'), '--settled', files.path('bad.json')), 2);
  });

  test('reads settled points as JSON, narrowed by a heading, and names those that nothing was found for', async () => {
    const points = [
      { where: 'table (Two)', what: 'SHUT -> OPEN', how: 'It stays shut.' },
      { where: 'text', what: 'A -> B', how: 'Gone.' },
    ];
    const table = '\n## Two\n\n| From | To |\n|---|---|\n| OPEN | SHUT |\n';
    const files = folderOf({ 'doc.md': DRAWING + table, 'settled.json': JSON.stringify(points) });
    const found = await conform(files.path('doc.md'), '--settled', files.path('settled.json'));
    assert.deepEqual([found.code, found.findings[0]?.settled, found.unusedSettled], [0, 'It stays shut.', [points[1]]]);
  });

  test('says what of a text without end it did not read, and ends soon', { timeout: 60_000 }, async () => {
    const states = `${DRAWING}\n## OPEN state\n\n`;
    const rows = Array.from({ length: 60_000 }, (_, at) => `| S${at} | S${at + 1} |`).join('\n');
    const texts: readonly (readonly [string, RegExp])[] = [
      [`${states}${'```mermaid\nstateDiagram-v2\n'.repeat(50_000)}`, /^$/],
      [`| From | To |\n|---|---|\n${rows}\n`, /Only the first 0 of 1 tables/],
      [`${states}${'x\n'.repeat(250_000)}`, /Only the first 200,000 lines of 250,010/],
      [`${states}${'|'.repeat(5_000_000)}\n${'**'.repeat(1_000_000)}`, /^$/],
    ];
    for (const [text, note] of texts) assert.match((await conformText(text)).notes.join(' '), note);
  });
});
