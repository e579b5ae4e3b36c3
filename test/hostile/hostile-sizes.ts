// Too much of everything, and nesting without end.

import { config, type HostileCase, replies, routed, task } from './hostile-case.ts';

const DEEP = 100_000;
const deepList = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const ROUTED = replies(['A', 'B'], '{"n": 1}');
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`);

export const sizes: readonly HostileCase[] = [
  { name: 'over 10 MB', diagram: `graph TD\n${'A --> B\n'.repeat(1_250_000)}`, finds: ['file-too-large'] },
  { name: '9 MB', diagram: `graph TD\n${'A --> B\n'.repeat(1_125_000)}`, finds: ['diagram-too-large'] },
  {
    name: 'a label of 100,000 characters',
    diagram: `graph TD\nA["${'long '.repeat(20_000)}"] --> B["${'x'.repeat(100_000)}"]`,
    finds: [],
    run: replies(['A', 'B']),
  },
  { name: 'a prompt of 500,000 characters', diagram: task({ prompt: 'long '.repeat(100_000) }), finds: [] },
  { name: 'an answer of 4 MB', diagram: routed('output.length > 1'), finds: [], run: replies(['A', 'B'], text(4e6)) },
  { name: 'answers of 11 MB', diagram: task({}), finds: [], run: replies(['A'], text(11e6), [2]) },
  { name: 'an expression of 1,998 characters', diagram: routed(sum(1_998)), finds: [], run: ROUTED },
  { name: 'an expression of 2,002 characters', diagram: routed(sum(2_002)), finds: ['bad-expression'] },
  {
    name: 'a chain of 2,000 steps',
    diagram: `graph TD\n${numbered(2_000).join(' --> ')}`,
    finds: ['not-drawn-on-github'],
    run: replies(numbered(2_000)),
  },
  {
    name: 'a chain of 2,001 steps',
    diagram: `graph TD\n${numbered(2_001).join(' --> ')}`,
    finds: ['not-drawn-on-github', 'too-many-steps'],
  },
  {
    name: 'a fork of 400 branches',
    diagram: `graph TD\n${numbered(400)
      .map((id) => `A[x] --> ${id} --> J[Join]`)
      .join('\n')}`,
    finds: ['not-drawn-on-github'],
    run: replies(['A', ...numbered(400)]),
  },
  {
    name: 'a chain of 1,100 decisions, more than one commit may pass',
    diagram: `graph TD\nA[x] --> s0{q}\n${numbered(1_100)
      .map((id, n) => `${id} -->|default| s${n + 1}{q}`)
      .join('\n')}`,
    finds: ['not-drawn-on-github', 'decision-without-default'],
    run: replies(['A'], '1', [3]),
  },
];

export const depths: readonly HostileCase[] = [
  { name: 'brackets', diagram: `graph TD\nA${around('[', 'x', ']', 10_000)}`, finds: ['syntax-error'] },
  { name: 'subgraphs', diagram: `graph TD\n${around('subgraph s\n', 'A\n', 'end\n', 500)}`, finds: null },
  { name: 'composite states', diagram: `stateDiagram-v2\n${around('state s {\n', 'A\n', '}\n', 500)}`, finds: null },
  { name: 'parentheses 99 deep', diagram: routed(around('(', 'output.n', ')', 99)), finds: [], run: ROUTED },
  { name: 'parentheses 990 deep', diagram: routed(around('(', 'output.n', ')', 990)), finds: ['bad-expression'] },
  { name: 'parentheses never closed', diagram: routed('('.repeat(2_000)), finds: ['bad-expression'] },
  { name: 'lists in a condition', diagram: routed(around('[', '1', ']', 990)), finds: ['bad-expression'] },
  { name: 'indexes in a condition', diagram: routed(around('run[', '1', ']', 390)), finds: ['bad-expression'] },
  { name: 'negations', diagram: routed(`${'!'.repeat(1_900)}output`), finds: ['bad-expression'] },
  { name: 'minus signs', diagram: routed(`${'- '.repeat(950)}1`), finds: ['bad-expression'] },
  { name: 'a path of 900 names', diagram: routed(`!output${'.a'.repeat(900)}`), finds: [], run: ROUTED },
  { name: 'configuration', diagram: `graph TD\nA\n%% @A: {"config": ${deepList}}\n`, finds: ['bad-config-json'] },
  {
    name: 'configuration never closed',
    diagram: `graph TD\nA\n%% @A: ${'{"a":'.repeat(DEEP)}\n`,
    finds: ['bad-config-json'],
  },
  {
    name: 'an answer',
    diagram: `graph TD\nA[x] --> B[y]\n${config('B', { prompt: '{{output}}' })}`,
    finds: [],
    run: replies(['A', 'B'], deepList, [1, 2]),
  },
  { name: 'an input', diagram: task({}), finds: [], run: { ...replies(['A']), input: deepList, exits: [1, 2] } },
  {
    name: 'an input on the command line',
    diagram: task({}),
    finds: [],
    run: { ...replies(['A']), args: ['--input', `x=${'['.repeat(20_000)}${']'.repeat(20_000)}`], exits: [1, 2] },
  },
  { name: 'the answers as a whole', diagram: task({}), finds: [], run: { answers: deepList, exits: [2] } },
  {
    name: 'a schema that is itself',
    diagram: task({ output: { $ref: '#' } }),
    finds: null,
    run: replies(['A'], '1', [1]),
  },
];

function around(open: string, inside: string, close: string, depth: number): string {
  return open.repeat(depth) + inside + close.repeat(depth);
}

function text(length: number): string {
  return JSON.stringify('x'.repeat(length));
}

function sum(length: number): string {
  return `output.n === 1${' + 0'.repeat(length)}`.slice(0, length);
}
