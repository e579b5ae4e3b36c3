// Files that nobody means well with, each with what `signoff check` and `signoff run --answers` must make of it.

export interface HostileCase {
  readonly name: string;
  readonly diagram: string;
  readonly isMarkdown?: true;
  /** All that `check` finds, each code once; null where a workflow and problems are both right. */
  readonly finds: readonly string[] | null;
  /** The texts of the files it is run with, and the exit code. */
  readonly run?: { readonly answers?: string; readonly input?: string; readonly exit: number };
}

const WORDS = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'];
const DEEP = 100_000;
const LONG = 100_000;
const done = (ids: readonly string[]) =>
  `{${ids.map((id) => `${JSON.stringify(id)}: {"output": {"__proto__": {"polluted": 1}}}`).join(',')}}`;
const deepList = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const config = (id: string, value: unknown) => `%% @${id}: ${JSON.stringify(value)}\n`;
const ONE = { answers: '{"A": {"output": "done"}}', exit: 0 };

/** A decision whose condition is given in the configuration, so that no label limits what it may be. */
const routed = (condition: string) =>
  'graph TD\nA[Work] --> D{Which?}\nD -->|x| B[Yes]\nD -->|y| C[No]\n' +
  config('D', { branches: [{ condition, targetStepId: 'B' }], defaultBranch: 'C' });
const ROUTES = { answers: '{"A": {"output": {"n": 1}}, "B": {"output": 1}, "C": {"output": 2}}', exit: 0 };

/** One task with a prompt. */
const asking = (prompt: string) => `graph TD\nA[Work]\n${config('A', { prompt })}`;

const sizes: HostileCase[] = [
  { name: '10 MB and a bit', diagram: `graph TD\n${'A --> B\n'.repeat(1_250_000)}`, finds: ['file-too-large'] },
  { name: '9 MB', diagram: `graph TD\n${'A --> B\n'.repeat(1_125_000)}`, finds: ['diagram-too-large'] },
  { name: 'a label of 100,000 characters', diagram: `graph TD\nA["${'long '.repeat(20_000)}"]`, finds: [], run: ONE },
  { name: 'a label of one word of 100,000', diagram: `graph TD\nA["${'x'.repeat(LONG)}"]`, finds: [], run: ONE },
  { name: 'a prompt of 500,000 characters', diagram: asking('long '.repeat(LONG)), finds: [], run: ONE },
  { name: 'an expression of 2,000 characters', diagram: routed(sum(2_000)), finds: [], run: ROUTES },
  { name: 'an expression of 2,002 characters', diagram: routed(sum(2_002)), finds: ['bad-condition'] },
  { name: 'a chain of 2,000 steps', diagram: chain(2_000), finds: ['not-drawn-on-github'], run: chained(2_000) },
  { name: 'a chain of 2,001 steps', diagram: chain(2_001), finds: ['diagram-too-large', 'not-drawn-on-github'] },
  { name: 'a fork of 900 branches', diagram: fan(900), finds: ['not-drawn-on-github'], run: fanned(900) },
  { name: 'a chain of 1,500 decisions', diagram: decisions(1_500), finds: null, run: { ...ONE, exit: 0 } },
];

const depths: HostileCase[] = [
  {
    name: 'brackets 10,000 deep',
    diagram: `graph TD\nA${'['.repeat(10_000)}x${']'.repeat(10_000)}`,
    finds: ['syntax-error'],
  },
  {
    name: 'subgraphs 500 deep',
    diagram: `graph TD\n${'subgraph s\n'.repeat(500)}A\n${'end\n'.repeat(500)}`,
    finds: null,
  },
  {
    name: 'composite states 500 deep',
    diagram: `stateDiagram-v2\n${'state s {\n'.repeat(500)}${'}\n'.repeat(500)}`,
    finds: null,
  },
  ...[99, 990].map((depth) => ({
    name: `parentheses ${depth} deep`,
    diagram: routed(`${'('.repeat(depth)}output.n${')'.repeat(depth)}`),
    finds: depth < 100 ? [] : ['bad-condition'],
    ...(depth < 100 && { run: ROUTES }),
  })),
  { name: 'lists 990 deep', diagram: routed(`${'['.repeat(990)}1${']'.repeat(990)}`), finds: ['bad-condition'] },
  { name: '1,900 negations', diagram: routed(`${'!'.repeat(1_900)}output`), finds: ['bad-condition'] },
  { name: '1,900 minus signs', diagram: routed(`${'- '.repeat(950)}1`), finds: ['bad-condition'] },
  { name: 'an index in an index 600 deep', diagram: routed(`${'run['.repeat(400)}1${']'.repeat(400)}`), finds: ['bad-condition'] },
  { name: 'a path of 900 names', diagram: routed(`output${'.a'.repeat(900)}`), finds: null, run: ROUTES },
  { name: 'JSON 100,000 deep in the configuration', diagram: `graph TD\nA[x]\n%% @A: {"config": ${deepList}}\n`, finds: ['bad-json'] },
  { name: 'JSON never closed in the configuration', diagram: `graph TD\nA[x]\n%% @A: ${'{"a":'.repeat(DEEP)}\n`, finds: ['bad-json'] },
  { name: 'an answer 100,000 deep', diagram: 'graph TD\nA[x]', finds: [], run: { answers: `{"A": {"output": ${deepList}}}`, exit: 0 } },
  { name: 'an answer 100,000 deep into a template', diagram: `graph TD\nA[x] --> B[y]\n${config('B', { prompt: '{{output}}' })}`, finds: [], run: { answers: `{"A": {"output": ${deepList}}, "B": {"output": 1}}`, exit: 0 } },
  { name: 'an input 100,000 deep', diagram: 'graph TD\nA[x]', finds: [], run: { ...ONE, input: `{"x": ${deepList}}` } },
  { name: 'answers 100,000 deep', diagram: 'graph TD\nA[x]', finds: [], run: { answers: deepList, exit: 2 } },
  { name: 'a schema that refers to itself', diagram: `graph TD\nA[x]\n${config('A', { output: { $ref: '#' } })}`, finds: null, run: { ...ONE, exit: 1 } },
  { name: 'a deep answer for a schema of any depth', diagram: `graph TD\nA[x]\n${config('A', { output: { type: 'array', items: { $ref: '#' } } })}`, finds: [], run: { answers: `{"A": {"output": ${deepList}}}`, exit: 1 } },
];

const names: HostileCase[] = [
  { name: 'prototype words as steps', diagram: `graph TD\n${WORDS.join(' --> ')}`, finds: [], run: { answers: done(WORDS), exit: 0 } },
  ...WORDS.map((word) => ({
    name: `${word} as a data name, an input key and a configuration key`,
    diagram: `graph TD\nA[x] --> D{y}\nD -->|data.${word} === 1| B[b]\nD -->|default| C[c]\n%% @A: {"${word}": 1, "set": {"${word}": "1"}}\n%% @workflow: {"${word}": 1, "data": {"type": "object", "properties": {"${word}": {"type": "number", "default": 2}}}}\n`,
    finds: null,
    run: { answers: done(['A', 'B', 'C']), input: `{"${word}": {"polluted": 1}}`, exit: 0 },
  })),
];

function sum(length: number): string {
  return `output.n === 1${' + 0'.repeat((length - 14) / 4)}`.padEnd(length, ' ');
}
function chain(steps: number): string {
  return `graph TD\n${Array.from({ length: steps - 1 }, (_, n) => `s${n} --> s${n + 1}`).join('\n')}`;
}
function chained(steps: number) {
  return { answers: done(Array.from({ length: steps }, (_, n) => `s${n}`)), exit: 0 };
}
function fan(width: number): string {
  return `graph TD\n${Array.from({ length: width }, (_, n) => `A[x] --> s${n} --> J[Join]`).join('\n')}`;
}
function fanned(width: number) {
  return { answers: done(['A', ...Array.from({ length: width }, (_, n) => `s${n}`)]), exit: 0 };
}
function decisions(count: number): string {
  const lines = Array.from({ length: count }, (_, n) => `d${n}{q} -->|default| d${n + 1}{q}`);
  return `graph TD\nA[x] --> d0{q}\n${lines.join('\n')}\n`;
}

export const cases = [...sizes, ...depths, ...names];
