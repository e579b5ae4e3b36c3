// Whatever a file holds, reading it ends with a drawing or with problems, in bounded time.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDiagram } from '../../src/diagram/read/parse.ts';
import type { ParseResult } from '../../src/diagram/read/parse-here.ts';
import { places } from '../../src/diagram/read/places.ts';
import { readSource } from '../../src/diagram/read/source.ts';

const PROTOTYPE_WORDS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
];

interface Expected {
  /** The codes of all problems; absent: a drawing and no problem. */
  readonly codes?: readonly string[];
  /** Where reading it takes long in itself. */
  readonly timeoutMs?: number;
}

/** For a machine that is busy with other things; a hang is longer. */
const HANG_MS = 60_000;

const cases: readonly (readonly [name: string, text: () => string, expected: Expected | 'either'])[] = [
  ['a file of 10 MB', () => `graph TD\n${'A --> B\n'.repeat(1_250_000)}`, { codes: ['diagram-too-large'] }],
  ['10 MB without a line end', () => 'x'.repeat(10_000_000), { codes: ['diagram-too-large'] }],
  ['a label of 100,000 characters', () => `graph TD\nA["${'long '.repeat(20_000)}"] --> B`, {}],
  ['an unquoted label of 100,000 characters', () => `graph TD\nA[${'long '.repeat(20_000)}] --> B`, 'either'],
  ['an edge label of 100,000 characters', () => `graph TD\nA -->|${'x'.repeat(100_000)}| B`, 'either'],
  ['an inline edge label of 100,000 characters', () => `graph TD\nA -- ${'x '.repeat(50_000)} --> B`, 'either'],
  ['an id of 100,000 characters', () => `graph TD\n${'a'.repeat(100_000)} --> B`, 'either'],
  ['a state description of 100,000 characters', () => `stateDiagram-v2\nA : ${'x '.repeat(50_000)}`, {}],
  ['subgraphs 1,000 deep', () => `graph TD\n${'subgraph s\n'.repeat(1_000)}A\n${'end\n'.repeat(1_000)}`, 'either'],
  [
    'named subgraphs 1,000 deep',
    () =>
      `graph TD\n${Array.from({ length: 1_000 }, (_, n) => `subgraph s${n}\n`).join('')}A\n${'end\n'.repeat(1_000)}`,
    'either',
  ],
  [
    'composite states 1,000 deep',
    () => `stateDiagram-v2\n${nest('state s', ' {\n', 1_000)}${'}\n'.repeat(1_000)}`,
    'either',
  ],
  ['composite states 20,000 deep', () => `stateDiagram-v2\n${nest('state s', ' {\n', 20_000)}`, 'either'],
  ['brackets 10,000 deep', () => `graph TD\nA${'['.repeat(10_000)}x${']'.repeat(10_000)}`, { codes: ['syntax-error'] }],
  ['braces never closed', () => `graph TD\n${'A{'.repeat(10_000)}`, { codes: ['syntax-error'] }],
  ['NUL bytes', () => 'graph TD\nA[\0] --> B\0', { codes: ['unreadable-character'] }],
  ['nothing but NUL bytes', () => '\0'.repeat(100_000), { codes: ['unreadable-character'] }],
  ['lone surrogates', () => 'graph TD\nA["\uD800"] --> B["\uDFFF"]', { codes: ['unreadable-character'] }],
  ['binary garbage', () => garbage(200_000), { codes: ['unreadable-character'] }],
  ['printable garbage', () => `graph TD\n${garbage(50_000).replace(/[^ -~\n]/g, '-')}`, 'either'],
  ['4,001 edges', () => `graph TD\n${chain(4_001)}`, { codes: ['diagram-too-large'] }],
  ['4,000 edges', () => `graph TD\n${chain(4_000)}`, { codes: ['not-drawn-on-github'], timeoutMs: 50_000 }],
  ['4,096 edges from one arrow', () => `graph TD\n${fan('a')} --> ${fan('b')}`, { codes: ['diagram-too-large'] }],
  ['4,001 transitions', () => `stateDiagram-v2\n${chain(4_001)}`, { codes: ['diagram-too-large'] }],
  ['prototype words as ids', () => `graph TD\n${PROTOTYPE_WORDS.join(' --> ')}`, {}],
  [
    'prototype words as labels',
    () => `graph TD\n${PROTOTYPE_WORDS.map((word, n) => `n${n}["${word}"]`).join(' --> ')}`,
    {},
  ],
  [
    'prototype words as edge labels',
    () => `graph TD\n${PROTOTYPE_WORDS.map((word) => `A -->|${word}| B`).join('\n')}`,
    {},
  ],
  ['prototype words as states', () => `stateDiagram-v2\n${PROTOTYPE_WORDS.join(' --> A\n')} --> A : __proto__`, {}],
  [
    'prototype words as subgraphs',
    () => `graph TD\n${PROTOTYPE_WORDS.map((id) => `subgraph ${id}\nx_${id}\nend`).join('\n')}`,
    {},
  ],
  [
    'hasOwnProperty inside a subgraph',
    () => 'graph TD\nsubgraph s\nhasOwnProperty\nB\nend',
    { codes: ['syntax-error'] },
  ],
  [
    'prototype words as classes',
    () => 'graph TD\nA:::__proto__ --> B\nclassDef __proto__ fill:#fff\nclass B constructor',
    {},
  ],
  ['prototype words in metadata', () => 'graph TD\nA@{ __proto__: 1, constructor: 2, label: "L" }', {}],
  ['a directive with a prototype', () => '%%{init: {"__proto__": {"polluted": 1}}}%%\ngraph TD\nA', {}],
  [
    'a directive with a constructor',
    () => '%%{init: {"constructor": {"prototype": {"polluted": 1}}}}%%\ngraph TD\nA',
    {},
  ],
  ['a directive that is no JSON', () => '%%{init: {{{"[}}%%\ngraph TD\nA --> B', 'either'],
  [
    'a directive that raises the limits',
    () => `%%{init: {"maxEdges": 99999}}%%\ngraph TD\n${fan('a')} --> ${fan('b')}`,
    { codes: ['diagram-too-large'] },
  ],
  [
    'a directive never closed',
    () => 'graph TD\nA --> B\n%%{init: {"theme": "dark"\nB --> C',
    { codes: ['unclosed-directive'] },
  ],
  [
    '10,000 directives never closed',
    () => `${'%%{init: '.repeat(10_000)}\ngraph TD\nA`,
    { codes: ['unclosed-directive'] },
  ],
  ['front matter never closed', () => '---\ntitle: x\ngraph TD\nA', { codes: ['syntax-error'] }],
  ['front matter that is no YAML', () => '---\n{{{: [\n---\ngraph TD\nA', { codes: ['syntax-error'] }],
  ['front matter with a prototype', () => '---\nconfig:\n  __proto__:\n    polluted: 1\n---\ngraph TD\nA', {}],
  ['front matter that unfolds', () => `---\na: &a [x,x,x,x,x,x,x,x,x]\n${unfold(12)}---\ngraph TD\nA`, 'either'],
  ['front matter nested 10,000 deep', () => `---\na: ${'['.repeat(10_000)}\n---\ngraph TD\nA`, 'either'],
  [
    'a label that bombs a careless expression',
    () => `graph TD\nA["${'a'.repeat(50_000)}!"] -->|"${'(a+)+'.repeat(5_000)}"| B`,
    'either',
  ],
  ['metadata without end', () => `graph TD\n${'A@{ '.repeat(100_000)}`, 'either'],
  ['an id of a million characters', () => `graph TD\n${'a-'.repeat(499_990)}`, 'either'],
  ['100,000 labels on one line', () => `graph TD\n${'A["x"];'.repeat(100_000)}`, 'either'],
  ['spaces without end', () => `graph TD\nA${' '.repeat(300_000)}!!`, 'either'],
  ['dashes without end', () => `graph TD\nA ${'-'.repeat(300_000)}`, 'either'],
  ['link starts without an end', () => `graph TD\n${'A -- '.repeat(60_000)}`, 'either'],
  ['quotes without end', () => `graph TD\n${'A["'.repeat(60_000)}`, 'either'],
  ['tags without end', () => `graph TD\nA["${'<a '.repeat(100_000)}"]`, 'either'],
  ['percent signs without end', () => `graph TD\n${'%'.repeat(500_000)}`, 'either'],
  ['style lines that backtrack', () => `graph TD\nA\n${'style A fill:#'.repeat(5_000)}`, 'either'],
  ['entities without end', () => `graph TD\nA["${'#'.repeat(200_000)}"]`, 'either'],
];

describe('hostile diagrams', () => {
  for (const [name, text, expected] of cases) {
    test(`${name}: a drawing or problems`, { timeout: HANG_MS }, async () => {
      const source = readSource('hostile.mmd', text());
      const parsed = await parseDiagram(source, expected === 'either' ? { timeoutMs: 2_000 } : limitOf(expected));
      assertSound(parsed, source.text.split('\n').length);
      if (expected !== 'either')
        assert.deepEqual(
          parsed.problems.map((problem) => problem.code),
          expected.codes ?? [],
        );
      assert.equal(({} as Record<string, unknown>).polluted, undefined);
      const where = places(source);
      for (const edge of parsed.drawing?.edges.slice(0, 100) ?? []) assert.ok(where.edge(edge.from, edge.to).line >= 1);
    });
  }

  test('a diagram that takes too long ends its worker, and the next one is read', { timeout: HANG_MS }, async () => {
    const slow = await parseDiagram(readSource('slow.mmd', `graph TD\n${chain(3_000)}`), { timeoutMs: 1 });
    assert.deepEqual(
      slow.problems.map((problem) => problem.code),
      ['diagram-too-slow'],
    );
    const next = await parseDiagram(readSource('next.mmd', 'graph TD\nA --> B'));
    assert.equal(next.drawing?.nodes.length, 2);
  });

  test('a Markdown file of 10 MB with a small diagram is read', async () => {
    const text = `${'words '.repeat(1_700_000)}\n\n\`\`\`mermaid\ngraph TD\nA --> B\n\`\`\`\n`;
    const { drawing } = await parseDiagram(readSource('big.md', text));
    assert.equal(drawing?.edges.length, 1);
  });
});

function limitOf({ timeoutMs }: Expected): { timeoutMs?: number } {
  return timeoutMs === undefined ? {} : { timeoutMs };
}

function assertSound({ drawing, problems }: ParseResult, lines: number): void {
  assert.ok(drawing !== null || problems.some((problem) => problem.severity === 'problem'));
  for (const problem of problems) {
    assert.match(problem.code, /^[a-z]+(-[a-z]+)*$/);
    assert.ok(problem.message.length > 10 && problem.message.length < 1_000 && problem.fix.length > 10);
    assert.ok(problem.line >= 1 && problem.line <= lines && problem.column >= 1);
  }
  assert.doesNotThrow(() => JSON.stringify(drawing));
}

function nest(word: string, open: string, depth: number): string {
  return Array.from({ length: depth }, (_, n) => `${word}${n}${open}`).join('');
}

function chain(edges: number): string {
  return Array.from({ length: edges }, (_, n) => `n${n} --> n${n + 1}`).join('\n');
}

function fan(name: string): string {
  return Array.from({ length: 64 }, (_, n) => `${name}${n}`).join(' & ');
}

function unfold(depth: number): string {
  const names = 'abcdefghijklmnop';
  const list = (n: number) => Array.from({ length: 9 }, () => `*${names[n]}`).join(',');
  return Array.from({ length: depth }, (_, n) => `${names[n + 1]}: &${names[n + 1]} [${list(n)}]\n`).join('');
}

/** Bytes of a fixed sequence, as characters: the same on every run. */
function garbage(length: number): string {
  let state = 4711;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode((state >> 16) & 0xff);
  }).join('');
}
