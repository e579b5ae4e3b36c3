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

const told = ({ findings }: Found) => findings.map(({ rule, place, what }) => `${rule} ${place}: ${what}`);
const lineOf = (path: string, text: string): number =>
  readFileSync(path, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

describe('the product manager of pm-state-machine', () => {
  test('has 16 arrows and 15 pairs, and says two times in its text what its matrix lacks', async () => {
    const found = await conform(PM);
    assert.equal(found.code, 1);
    assert.deepEqual(
      found.sources.map(({ kind, count, pairs, states }) => [kind, count, pairs, states]),
      [
        ['drawing', 16, 15, 6],
        ['states', 6, 0, 6],
        ['table', 15, 15, 6],
      ],
    );
    assert.deepEqual(
      found.findings.map(({ what, place, line }) => [what, place, line]),
      [
        ['SUBMITTING -> INTERVIEWING', 'text', lineOf(PM, 'with a bad one')],
        ['SUBMITTING -> INTERVIEWING', 'text', lineOf(PM, 'Returns to INTERVIEWING')],
      ],
    );
  });

  test('is settled by the list that ships, and the drawing that is played has its pairs', async () => {
    const settled = here('docs/sources/pm-state-machine.settled.md');
    const found = await conform(PM, '--settled', settled, '--workflow', 'pm');
    assert.equal(found.code, 0);
    assert.ok(found.findings.every((each) => each.settled?.includes('leads to ERROR')));
    assert.deepEqual([found.findings.length, found.unusedSettled.length, found.triggers.length], [2, 0, 15]);
    const [first] = found.triggers;
    assert.deepEqual(first?.workflow, ['interview request from WebUI', 'architect feedback (spec needs changes)']);
  });

  test('is told at 80 columns, line first and then what to do', async () => {
    const found = await conform(PM, '--workflow', 'pm');
    const lines = outputLines(
      'conform',
      { ...found, document: 'pm.md' },
      { paint: paintFor({}, {}), width: 80, now: 0 },
    );
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
    );
    const out = lines.join('\n');
    assert.match(out, /drawing "Drawing": 16 arrows, 15 pairs, 6 states; 2 more from or to \[\*\]/);
    assert.match(out, new RegExp(`^${lineOf(PM, 'Returns to')}: The text says "Returns to INTERVIEWING`, 'm'));
    assert.match(out, /^ {2}Change the sentence, or add the transition\.$/m);
    assert.match(out, /2 findings open\.$/);
  });
});

describe('the article of research-workflow', () => {
  test('has two tables that differ, and a short line that leaves a phase out', async () => {
    const found = await conform(RESEARCH);
    assert.equal(found.code, 1);
    assert.deepEqual(told(found), [
      'statement-not-listed text: PLANNING -> EXECUTING',
      'pair-missing table: EVALUATING -> COMPLETED',
      'pair-missing table: Any -> FAILED',
    ]);
  });

  test('is settled by the list that ships, and the drawing that is played differs in nothing', async () => {
    const settled = here('docs/sources/research-workflow.settled.md');
    const found = await conform(RESEARCH, '--settled', settled, '--workflow', here('test/sketches/research.mmd'));
    assert.deepEqual([found.code, found.unusedSettled.length, found.findings.length], [0, 0, 3]);
  });
});

const DRAWING = '```mermaid\nstateDiagram-v2\n  [*] --> OPEN\n  OPEN --> SHUT\n  SHUT --> OPEN\n```\n';

describe('signoff conform', () => {
  test('finds pairs and states that the drawing has and the table lacks, and the other way round', async () => {
    const table = '| From | To |\n|---|---|\n| OPEN | SHUT |\n| OPEN | GONE |\n';
    assert.deepEqual(told(await conformText(`${DRAWING}\n${table}`)).sort(), [
      'pair-missing drawing: OPEN -> GONE',
      'pair-missing table: SHUT -> OPEN',
      'state-missing drawing: GONE',
    ]);
  });

  test('reads tables of targets, grids and lists of allowed transitions', async () => {
    const targets = '| State | Allowed transitions |\n|---|---|\n| `OPEN` | SHUT |\n| `SHUT` | - |\n';
    assert.deepEqual(told(await conformText(`${DRAWING}\n${targets}`)), ['pair-missing table: SHUT -> OPEN']);
    const grid = '| from \\ to | OPEN | SHUT |\n|---|---|---|\n| OPEN | - | ✓ |\n| SHUT | no | - |\n';
    assert.deepEqual(told(await conformText(`${DRAWING}\n${grid}`)), ['pair-missing table: SHUT -> OPEN']);
    const list = '## Allowed transitions\n\n- `OPEN -> SHUT`: closed\n- SHUT → GONE\n';
    assert.deepEqual(told(await conformText(`${DRAWING}\n${list}`)).sort(), [
      'pair-missing drawing: SHUT -> GONE',
      'pair-missing list: SHUT -> OPEN',
      'state-missing drawing: GONE',
    ]);
  });

  test('takes a transition that is forbidden and drawn for a contradiction', async () => {
    const found = await conformText(`${DRAWING}\n## Invalid transitions\n\n- SHUT -> OPEN\n`);
    assert.deepEqual(told(found), ['forbidden-but-listed text: SHUT -> OPEN']);
  });

  test('claims nothing for a sentence that denies, or whose state is not sure', async () => {
    const sure = '## OPEN\n\nIt enters GONE at the end.\n';
    const states = '| State | Next state |\n|---|---|\n| OPEN | SHUT |\n| SHUT | GONE |\n| GONE | - |\n\n';
    assert.deepEqual(told(await conformText(states + sure)), ['statement-not-listed text: OPEN -> GONE']);
    for (const text of ['It never enters GONE.', 'When SHUT is over, it enters GONE.', 'See GONE.'])
      assert.deepEqual(told(await conformText(`${states}## OPEN\n\n${text}\n`)), [], text);
    assert.deepEqual(told(await conformText(`${states}It enters GONE.\n`)), []);
  });

  test('says which pairs and states a workflow lacks and adds', async () => {
    const found = await conformText(DRAWING, 'stateDiagram-v2\n  [*] --> OPEN\n  OPEN --> SHUT\n  OPEN --> GONE\n');
    assert.equal(found.code, 1);
    assert.deepEqual(told(found).sort(), [
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
    assert.deepEqual(told(found), ['workflow-lacks-pair workflow: SHUT -> OPEN']);
  });

  test('passes through choices, and knows a box by its label', async () => {
    const choice =
      '```mermaid\nstateDiagram-v2\n  state c <<choice>>\n  OPEN --> c\n  c --> SHUT : late\n  c --> GONE\n```\n';
    const rows = '| From | To |\n|---|---|\n| OPEN | SHUT |\n| OPEN | GONE |\n';
    assert.deepEqual(told(await conformText(`${choice}\n${rows}`)), []);
    const boxes = '```mermaid\nflowchart TD\n  a[Draft text] --> b[Review text]\n```\n';
    const named = '| From | To |\n|---|---|\n| Draft text | Review text |\n';
    assert.deepEqual(told(await conformText(`${boxes}\n${named}`)), []);
  });

  test('finds no nonsense in a document of flowcharts', async () => {
    const drawn = ['pr-review', 'sdd'].map((name) => readFileSync(here(`test/sketches/${name}.mmd`), 'utf8'));
    const blocks = drawn.map((diagram) => `\`\`\`mermaid\n${diagram}\n\`\`\`\n\nA review goes to the team.\n\n`);
    const others = '| Step | What |\n|---|---|\n| one | first |\n\n| From | To |\n|---|---|\n| old name | new name |\n';
    const found = await conformText(blocks.join('') + others);
    const kinds = found.sources.map(({ kind }) => kind);
    assert.deepEqual([told(found), found.code, kinds], [[], 0, ['drawing', 'drawing', 'table']]);
  });

  test('says that a document has nothing to compare, which is no agreement with a workflow', async () => {
    const found = await conformText('# Words\n\nOnly words -> here.\n');
    assert.match(found.notes.join(' '), /there is nothing to compare/);
    assert.equal(found.code, 0);
    assert.equal((await conformText('# Words\n', 'stateDiagram-v2\n  A --> B\n')).code, 1);
  });

  test('names a diagram that cannot be read with its line', async () => {
    const found = await conformText('# X\n\n```mermaid\nstateDiagram-v2\n  A --> --> B\n```\n');
    assert.deepEqual([told(found), found.findings[0]?.line], [['drawing-unreadable drawing: diagram'], 5]);
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
      [`${states}${'1. It enters SHUT and OPEN -> SHUT -> OPEN\n'.repeat(100_000)}`, /Only the first 2,000 statements/],
      [`${states}${'```mermaid\nstateDiagram-v2\n'.repeat(50_000)}`, /^$/],
      [`| From | To |\n|---|---|\n${rows}\n`, /Only the first 0 of 1 tables/],
      [`${states}${'x\n'.repeat(250_000)}`, /Only the first 200,000 lines of 250,010/],
      [`${states}${'|'.repeat(5_000_000)}\n${'**'.repeat(1_000_000)}`, /^$/],
    ];
    for (const [text, note] of texts) assert.match((await conformText(text)).notes.join(' '), note);
  });
});
