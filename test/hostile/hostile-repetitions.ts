// Long runs of nearly the right thing: what makes a careless pattern or a careless template take for ever.

import { config, type HostileCase, replies, routed, task } from './hostile-case.ts';

const many = (piece: string, length = 60_000) => piece.repeat(Math.ceil(length / piece.length));
const holes = Array.from({ length: 5_000 }, (_, n) => `{{unknown${n}}}`).join('');

const inLabels = ['a', 'Each:', 'Join ', 'Run: ', '#35;', '<br', '%%', '=== ', '{{', ' '].map((piece) => ({
  name: `a label of ${JSON.stringify(piece)}`,
  diagram: `graph TD\nA["${many(piece)}!"] --> B`,
  finds: null,
}));

const inEdges = ['output.', 'a && ', "'", '1.', '(a+)+', 'default', ' '].map((piece) => ({
  name: `an edge label of ${JSON.stringify(piece)}`,
  diagram: `graph TD\nA --> D{x}\nD -->|"${many(piece, 1_990)}!"| B\nD -->|"${many(piece)}!"| C`,
  finds: null,
}));

const inStates = ['a.', 'event [', '-', '[', ' '].map((piece) => ({
  name: `a transition label of ${JSON.stringify(piece)}`,
  diagram: `stateDiagram-v2\n[*] --> A\nA --> B : a${many(piece)}!\n`,
  finds: null,
}));

const inConditions = ["'", '\\', 'output.', '1e', '0.', 'a ', '&& ', '== ', '"a" + ', 'includes('].map((piece) => ({
  name: `a condition of ${JSON.stringify(piece)}`,
  diagram: routed(many(piece, 1_990)),
  finds: null,
}));

const inPrompts = ['{{', '{{ ', '{{output.', '}}', '{{{', '{{output}} {{', '{ {', '{{a}'].map((piece) => ({
  name: `a prompt of ${JSON.stringify(piece)}`,
  diagram: task({ prompt: `${many(piece)}${piece === '{{' ? many('}}') : '!'}` }),
  finds: null,
}));

const inSettings = [
  ['timeout', `${many('1')}x`],
  ['timeout', `P${many('1D')}`],
  ['timeout', many('1h ')],
  ['assignee', many('user:')],
  ['promptFile', `${many('../', 3_000)}etc/passwd`],
  ['promptFile', 'a\0b'],
  ['promptFile', '/etc/passwd'],
  ['output', many('name')],
  ['title', many('{{output.x')],
  [many('a'), 1],
  ['requires', Array.from({ length: 2_000 }, (_, n) => `s${n}`)],
  ['verdicts', Array.from({ length: 2_000 }, () => 'approve')],
].map(([key, value], n) => ({
  name: `the setting ${String(key).slice(0, 20)} (${n + 1})`,
  diagram: task({ [String(key)]: value }),
  finds: null,
}));

const inFiles = [
  ['a comment', `graph TD\nA\n%% ${many('=')} WORKFLOW_CONFIG ${many('= ')}\n`],
  ['a configured id', `graph TD\nA\n%% @${many('a:')}\n%% @${many('A')}: {}\n`],
  ['spaces before a colon', `graph TD\nA\n%% @A${many(' ')}: {}\n`],
  ['config lines', `graph TD\nA\n%% === WORKFLOW_CONFIG ===\n${many('%% @A: {\n')}`],
  ['items', `graph TD\nA --> E[[Each: x]] --> B\n${config('E', { itemsPath: `output${many('.a')}` })}`],
].map(([name, diagram]) => ({ name: String(name), diagram: String(diagram), finds: null }));

const inMarkdown = ['```', '~~~', '> ', '```mermaid\n', ' ', '- ', '\r'].map((piece) => ({
  name: `Markdown of ${JSON.stringify(piece)}`,
  diagram: `${many(piece, 300_000)}\n\n\`\`\`mermaid\ngraph TD\nA\n\`\`\`\n`,
  isMarkdown: true as const,
  finds: null,
}));

export const repetitions: readonly HostileCase[] = [
  ...[...inLabels, ...inEdges, ...inStates, ...inConditions],
  ...[...inPrompts, ...inSettings, ...inFiles, ...inMarkdown],
  { name: '5,000 unknown holes', diagram: task({ prompt: holes }), finds: ['unknown-path'], run: replies(['A']) },
  {
    name: 'a template that grows to 60 MB',
    diagram: `graph TD\nA[x] --> B[y]\n${config('B', { prompt: many('{{output}}') })}`,
    finds: [],
    run: replies(['A', 'B'], JSON.stringify(many('x', 10_000)), [0, 1, 3]),
  },
  {
    name: 'an answer full of holes',
    diagram: `graph TD\nA[x] --> B(y)\n${config('B', { prompt: '{{output}} {{output}}' })}`,
    finds: [],
    run: replies(['A', 'B'], JSON.stringify(many('{{output}}')), [1]),
  },
  {
    name: 'texts that grow in a condition',
    diagram: routed(`(${Array.from({ length: 150 }, () => 'output.a').join(' + ')}).length > 1`),
    finds: [],
    run: replies(['A', 'B', 'C'], JSON.stringify({ a: many('x', 20_000) }), [0, 1, 3]),
  },
  { name: 'NUL bytes', diagram: 'graph TD\nA[\0] --> B\0', finds: ['unreadable-character'] },
  { name: 'nothing but NUL bytes', diagram: '\0'.repeat(100_000), finds: ['unreadable-character'] },
  {
    name: 'NUL characters in prompts, answers and inputs',
    diagram: task({ prompt: 'a\0{{input.x}}', title: '\0' }),
    finds: null,
    run: { ...replies(['A'], '"\\u0000\\u001b[2J"'), input: '{"x": "\\u0000"}' },
  },
  { name: 'NUL bytes in answers', diagram: task({}), finds: [], run: { answers: '{"A": \0}', exits: [2] } },
  { name: 'answers that are no text', diagram: task({}), finds: [], run: { answers: '\uD800', exits: [2] } },
];
