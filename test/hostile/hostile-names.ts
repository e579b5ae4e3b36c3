// Names that mean something to JavaScript, wherever a workflow, an input or an answer may name something.

import { config, type HostileCase, replies, routed, task } from './hostile-case.ts';

const WORDS = [
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupGetter__',
];
const ALL = ['__proto__', ...WORDS];
const polluting = `{${ALL.map((word) => `"${word}": {"polluted": 1}`).join(', ')}}`;
const each = (value: unknown) => Object.fromEntries(WORDS.map((word) => [word, value]));
/** Only where nothing was polluted does the run go to B, which alone has an answer. */
const unpolluted = '!output.polluted && !run.input.polluted && !steps.A.output.polluted';
const drawn = (lines: string, settings: Record<string, object>) =>
  `graph TD\n${lines}\n${Object.entries(settings)
    .map(([id, json]) => config(id, json))
    .join('')}`;
const EVENTS = WORDS.slice(0, 5);
const transitions = EVENTS.map((word, n) => `${word} --> ${EVENTS[n + 1] ?? '[*]'} : ${word}`);
const states = `stateDiagram-v2\n[*] --> ${EVENTS[0]}\n${transitions.join('\n')}\n`;

export const names: readonly HostileCase[] = [
  { name: 'steps', diagram: `graph TD\n${WORDS.join(' --> ')}`, finds: [], run: replies(WORDS, polluting) },
  { name: 'the step __proto__', diagram: 'graph TD\nA --> __proto__ --> B', finds: ['reserved-id'] },
  {
    name: 'configuration of steps not drawn',
    diagram: `graph TD\nA\n${ALL.map((id) => config(id, {})).join('')}`,
    finds: null,
  },
  {
    name: 'configuration keys',
    diagram: task({ ...each(1), config: each(1) }) + config('workflow', each(1)),
    finds: ['unknown-key'],
    run: replies(['A']),
  },
  {
    name: '__proto__ as a configuration key',
    diagram: 'graph TD\nA\n%% @A: {"__proto__": {"prompt": "x"}}',
    finds: ['forbidden-key'],
  },
  {
    name: 'values of an answer and an input',
    diagram: routed(unpolluted),
    finds: null,
    run: { ...replies(['A', 'B'], polluting), input: polluting, args: ['--input', '__proto__={"polluted":1}'] },
  },
  {
    name: 'members in conditions',
    diagram: routed(
      `!(${WORDS.map((word) => `output.${word} || 'x'.${word} || [1].${word} || run.input.${word}`).join(' || ')})`,
    ),
    finds: null,
    run: replies(['A', 'B'], '{}'),
  },
  {
    name: 'members in templates',
    diagram: task({ prompt: ALL.map((word) => `{{input.${word}}} {{${word}}} {{run.input.${word}}}`).join('\n') }),
    finds: null,
    run: replies(['A']),
  },
  {
    name: 'members of what has none but its own',
    diagram: routed(`!(${WORDS.map((word) => `run.${word} || steps.A.${word}`).join(' || ')})`),
    finds: ['unknown-field'],
  },
  {
    name: 'data names',
    diagram:
      routed(unpolluted, config('A', { set: each('output.n') })) +
      config('workflow', { data: { type: 'object', properties: each({ type: 'number', default: 2 }) } }),
    finds: [],
    run: { ...replies(['A', 'B'], '{"n": 1}'), input: '{"constructor": 5}' },
  },
  {
    name: '__proto__ as a data name',
    diagram: 'graph TD\nA\n%% @A: {"set": {"__proto__": "1"}}',
    finds: ['forbidden-key'],
  },
  ...ALL.slice(0, 5).map((word) => ({
    name: `the item variable ${word}`,
    diagram: drawn('A[x] --> E[[Each: item]] --> B[y] --> J[Join]', { E: { itemsPath: 'output', itemVariable: word } }),
    finds: ['__proto__', 'constructor', 'prototype'].includes(word) ? ['bad-setting'] : [],
    ...(word === 'toString' && { run: replies(['A', 'B'], '[1, 2]') }),
  })),
  {
    name: 'signals',
    diagram: drawn(
      WORDS.map((_, n) => `w${n}[wait]`).join(' --> '),
      Object.fromEntries(WORDS.map((signal, n) => [`w${n}`, { stepType: 'wait', signal }])),
    ),
    finds: [],
    run: { answers: JSON.stringify({ $signals: WORDS.map((name) => ({ name, data: polluting })) }), exits: [0] },
  },
  {
    name: 'a signal nobody waits for',
    diagram: task({}),
    finds: [],
    run: { answers: '{"$signals": [{"name": "__proto__"}]}', exits: [1] },
  },
  {
    name: 'states and events',
    diagram: states,
    finds: [],
    run: { answers: JSON.stringify({ $signals: EVENTS.map((name) => ({ name })) }), exits: [0] },
  },
  {
    name: 'the answers key __proto__',
    diagram: task({}),
    finds: [],
    run: { answers: '{"__proto__": {"output": 1}}', exits: [2] },
  },
  {
    name: 'the answers key constructor',
    diagram: task({}),
    finds: [],
    run: { answers: '{"constructor": {"output": 1}}', exits: [2] },
  },
  {
    name: 'a reply with __proto__',
    diagram: task({}),
    finds: [],
    run: { answers: '{"A": {"output": 1, "__proto__": 1}}', exits: [2] },
  },
  {
    name: 'fields of a schema',
    diagram: task({ output: { type: 'object', properties: each({ type: 'object' }), required: ['constructor'] } }),
    finds: [],
    run: replies(['A'], polluting),
  },
  {
    name: 'inherited members are no fields',
    diagram: task({ output: { type: 'object', required: ['constructor'] } }),
    finds: [],
    run: replies(['A'], '{}', [1]),
  },
  {
    name: 'actions, assignees, agents and subflows',
    diagram: task({ action: 'constructor', assignee: '__proto__', tools: ['toString'] }),
    finds: null,
  },
  { name: 'a subflow', diagram: 'graph TD\nS[[Run: __proto__]]', finds: null },
];
