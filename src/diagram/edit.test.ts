// Every edit, in every way of writing a diagram.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStep } from './edit/add-step.ts';
import { removeStep } from './edit/remove-step.ts';
import { renameStep } from './edit/rename-step.ts';
import { setEdgeCondition } from './edit/set-edge-condition.ts';
import { setKind, setLabel } from './edit/set-kind.ts';
import { setStepConfig } from './edit/set-step-config.ts';
import { type Change, editDiagram } from './edit.ts';
import { parseDiagramHere } from './read/parse-here.ts';

async function edited(text: string, change: Change, fileName = 'w.mmd'): Promise<string> {
  const result = await editDiagram(fileName, text, change, parseDiagramHere);
  return 'refused' in result ? `refused: ${result.refused}` : result.text;
}

const lines = (...all: string[]) => all.join('\n');

test('a new key is written in the style of its entry, and only there', async () => {
  const multi = lines(
    'graph TD',
    'A --> B',
    '%% === WORKFLOW_CONFIG ===',
    '%% @A: {',
    '%%   "prompt":   "x"',
    '%% }',
    '%% @B: { "y":1 }',
    '%% === END_CONFIG ===',
    '',
  );
  assert.equal(
    await edited(multi, setStepConfig('A', ['tags'], ['t'])),
    multi.replace('"x"\n', '"x",\n%%   "tags": ["t"]\n'),
  );
  assert.equal(
    await edited(multi, setStepConfig('B', ['z', 'deep'], null)),
    multi.replace('"y":1 }', '"y":1,"z":{"deep":null} }'),
  );
  assert.equal(await edited(multi, setStepConfig('A', ['prompt'], 'new')), multi.replace('"x"', '"new"'));
});

test('keys are removed from the start, the middle and the end of an object', async () => {
  const text = 'graph TD\nA --> B\n%% @A: {"a": 1, "b": 2, "c": 3}\n';
  assert.equal(await edited(text, setStepConfig('A', ['a'], undefined)), text.replace('"a": 1, ', ''));
  assert.equal(await edited(text, setStepConfig('A', ['b'], undefined)), text.replace(', "b": 2', ''));
  assert.equal(await edited(text, setStepConfig('A', ['c'], undefined)), text.replace(', "c": 3', ''));
  assert.equal(
    await edited(text, setStepConfig('A', [], { b: 2, d: 4 })),
    text.replace('{"a": 1, "b": 2, "c": 3}', '{"b": 2, "d": 4}'),
  );
  assert.equal(await edited(text, setStepConfig('A', [], undefined)), 'graph TD\nA --> B\n');
});

test('an entry is added to the block like its neighbours, or in a new block', async () => {
  const text = lines(
    'graph TD',
    'A --> B',
    '  %% === WORKFLOW_CONFIG ===',
    '  %% @A: { "y": 1 }',
    '  %% === END_CONFIG ===',
    '%% end',
  );
  assert.equal(
    await edited(text, setStepConfig('B', ['k'], true)),
    text.replace('1 }\n', '1 }\n  %% @B: { "k": true }\n'),
  );
  const bare = 'graph TD\nA --> B';
  const block = lines(
    '%% === WORKFLOW_CONFIG ===',
    '%% @workflow: {',
    '%%   "name": "n"',
    '%% }',
    '%% === END_CONFIG ===',
  );
  assert.equal(await edited(bare, setStepConfig('workflow', ['name'], 'n')), `${bare}\n${block}`);
  assert.match(await edited(bare, setStepConfig('C', ['k'], 1)), /^refused: Expected the id of a step/);
  assert.match(await edited(bare, setStepConfig('A', ['__proto__'], 1)), /^refused: .*"__proto__"/);
});

test('line ends, a byte order mark and the Markdown around a diagram stay', async () => {
  const text = '\uFEFF# Title\r\n\r\n```mermaid\r\ngraph TD\r\n  A[Old] --> B\n```\r\nA[Old] --> B\r\n';
  const changed = await edited(text, setLabel('A', 'New'), 'w.md');
  assert.equal(changed, text.replace('A[Old]', 'A[New]'));
  const config = await edited(text, setStepConfig('A', ['k'], 1), 'w.md');
  assert.equal(
    config,
    text.replace(
      'B\n```',
      'B\r\n%% === WORKFLOW_CONFIG ===\r\n%% @A: {\r\n%%   "k": 1\r\n%% }\r\n%% === END_CONFIG ===\n```',
    ),
  );
});

test('a label keeps its quotes, and gets them when it needs them', async () => {
  assert.equal(await edited('graph TD\nA[Old]-->B', setLabel('A', 'New one')), 'graph TD\nA[New one]-->B');
  assert.equal(await edited('graph TD\nA["Old"]-->B', setLabel('A', 'New')), 'graph TD\nA["New"]-->B');
  assert.equal(await edited('graph TD\nA["`Old`"]-->B', setLabel('A', '*New*')), 'graph TD\nA["`*New*`"]-->B');
  assert.equal(await edited('graph TD\nA(Old)-->B', setLabel('A', 'f(x) [y]')), 'graph TD\nA("f(x) [y]")-->B');
  assert.equal(
    await edited('graph TD\nA-->B', setLabel('B', 'say "#35;"')),
    'graph TD\nA-->B["say #quot;#35;35;#quot;"]',
  );
  assert.equal(await edited('graph TD\nA[one]-->B\nA{two}', setLabel('A', 'three')), 'graph TD\nA[one]-->B\nA{three}');
  assert.match(await edited('graph TD\nA-->B', setLabel('A', 'x\ny')), /^refused: Expected a label of one line/);
});

test('only the step itself is found, not labels and ids that contain its id', async () => {
  const text = lines(
    'graph TD',
    'A1[A] --> A["A --> B"]',
    'A-->|A| B[see A]',
    'style A fill:#fff',
    'style A1 fill:#eee',
    '%% A[x]',
  );
  assert.equal(await edited(text, setLabel('A', 'B')), text.replace('"A --> B"', '"B"'));
  assert.equal(
    await edited(text, renameStep('A', 'Z')),
    lines(
      'graph TD',
      'A1[A] --> Z["A --> B"]',
      'Z-->|A| B[see A]',
      'style Z fill:#fff',
      'style A1 fill:#eee',
      '%% A[x]',
    ),
  );
});

test('a kind is drawn by brackets and prefix, and the configuration says no other', async () => {
  const text = 'graph TD\nA[Check] --> B\n%% @A: {"stepType": "task", "execution": "automated"}';
  assert.equal(
    await edited(text, setKind('A', 'task-manual')),
    text.replace('[Check]', '(Check)').replace('automated', 'manual'),
  );
  assert.equal(
    await edited(text, setKind('A', 'decision')),
    text.replace('[Check]', '{Check}').replace('"task"', '"decision"'),
  );
  assert.equal(
    await edited('graph TD\nA[Run: x]', setKind('A', 'foreach')),
    'graph TD\nA[["Each: x"]]'.replaceAll('"', ''),
  );
  assert.equal(await edited('graph TD\nA --> B', setKind('B', 'terminal')), 'graph TD\nA --> B([B])');
  assert.equal(await edited('graph TD\nA[x] --> B', setKind('A', 'join')), 'graph TD\nA[Join x] --> B');
});

test('a condition is set, changed and removed in each way of writing it', async () => {
  const set = (text: string, label: string | null, nth = 0) =>
    edited(`graph TD\n${text}`, setEdgeCondition('A', 'B', nth, label));
  assert.equal(await set('A --> B --> C', 'x > 1'), 'graph TD\nA -->|"x > 1"| B --> C');
  assert.equal(await set('A -->|"x"| B', 'y'), 'graph TD\nA -->|"y"| B');
  assert.equal(await set('A -->|x| B', null), 'graph TD\nA --> B');
  assert.equal(await set('A -- x --> B', 'y'), 'graph TD\nA -- y --> B');
  assert.equal(await set('A -. x .-> B; A == z ==> B', null), 'graph TD\nA -.-> B; A == z ==> B');
  assert.equal(await set('A -->|x| B\nA -->|y| B', 'z', 1), 'graph TD\nA -->|x| B\nA -->|z| B');
  assert.equal(await set('  A[a] & C --> B', 'x'), 'graph TD\n  A[a] -->|x| B\n  C --> B');
  assert.match(await set('A --> B', 'x', 1), /^refused: Expected arrow number 2 .* found 1/);
});

test('a step is added after the last arrow, outside every subgraph', async () => {
  const text = lines('graph TD', '  subgraph S', '    A --> B', '  end', '  style A fill:#fff', '%% end', '');
  const change = addStep({ id: 'N', label: 'New (step)', kind: 'decision' }, [
    { from: 'B', to: 'N', label: 'ok' },
    { from: 'N', to: 'A' },
  ]);
  assert.equal(await edited(text, change), text.replace('  end\n', '  end\n  B -->|ok| N{"New (step)"}\n  N --> A\n'));
  assert.equal(
    await edited('graph TD', addStep({ id: 'N', label: 'x', kind: 'foreach' })),
    'graph TD\n    N[[Each: x]]',
  );
  assert.match(
    await edited(text, addStep({ id: 'A', label: 'x', kind: 'join' })),
    /^refused: Expected an id that is not in use/,
  );
  assert.match(await edited(text, addStep({ id: 'end', label: 'x', kind: 'join' })), /^refused: /);
});

test('a step is removed with its arrows, styling and configuration; boxes of others stay', async () => {
  const text = lines(
    'graph TD',
    '  A[a] --> X[x] --> C[c]',
    '  %% keep',
    '  X & A --> D',
    '  D --> X',
    '  class A,X,D big',
    '  style X fill:#fff',
    '  linkStyle 1,3 stroke:red',
    '  linkStyle 0 stroke:blue',
    '%% @X: {"a": 1}',
    '%% @A: {}',
  );
  assert.equal(
    await edited(text, removeStep('X')),
    lines(
      'graph TD',
      '  A[a]',
      '  C[c]',
      '  %% keep',
      '  A --> D',
      '  class A,D big',
      '  linkStyle 0 stroke:red',
      '%% @A: {}',
    ),
  );
});

test('a removed step can be bridged', async () => {
  const bridge = (text: string) => edited(`graph TD\n${text}`, removeStep('X', { bridge: true }));
  assert.equal(await bridge('A[a] --> X --> C[c] --> D'), 'graph TD\nA[a] --> C[c] --> D');
  assert.equal(await bridge('A & B --> X\nX --> C\nX --> D'), 'graph TD\nA & B --> C & D\n');
  assert.equal(await bridge('A -->|x| X\nA -->|y| B\nX --> C[c]'), 'graph TD\nA -->|x| C\nA -->|y| B\nC[c]');
  assert.equal(await bridge('A --> X{x}\nX -->|p| C\nX -->|q| D'), 'graph TD\nA -->|p| C\nA -->|q| D\n');
  assert.match(await bridge('A -->|x| X\nX -->|y| C'), /^refused: Expected one condition at most/);
});

test('a renamed step keeps its name in configuration, templates and conditions', async () => {
  const text = lines(
    'graph TD',
    'A["steps.A"] --> B{b}',
    'B -->|"steps.A.visits < 3"| A',
    'B -->|default| C',
    'click A "http://x"',
    'class A,B big',
    '%% @workflow: {"start":"A","onFailure":"C","output":{"x":"steps.A.output"}}',
    '%% @A: {"prompt":"steps.A and {{steps.A.output}} {{steps.AB.output}}","keeps":["A","B"],  "tags":["A"]}',
    '%% @B: {"branches":[{"condition":"steps[\'A\'].status === \'x\'","targetStepId":"A"}],"awaitTag":"foreach:A"}',
  );
  const renamed = await edited(text, renameStep('A', 'Get'));
  assert.equal(
    renamed,
    lines(
      'graph TD',
      'Get["steps.A"] --> B{b}',
      'B -->|"steps.Get.visits < 3"| Get',
      'B -->|default| C',
      'click Get "http://x"',
      'class Get,B big',
      '%% @workflow: {"start":"Get","onFailure":"C","output":{"x":"steps.Get.output"}}',
      '%% @Get: {"prompt":"steps.A and {{steps.Get.output}} {{steps.AB.output}}","keeps":["Get","B"],  "tags":["A"]}',
      '%% @B: {"branches":[{"condition":"steps.Get.status === \'x\'","targetStepId":"Get"}],"awaitTag":"foreach:Get"}',
    ),
  );
  assert.equal(await edited(renamed, renameStep('Get', 'A')), text.replace("steps['A']", 'steps.A'));
});

const MACHINE = lines(
  'stateDiagram-v2',
  '  [*] --> A',
  '  A --> B : go [data.x > 1]',
  '  %% note',
  '  B --> [*]',
  '  state "Long text" as B',
  '  note right of A : hi',
  '  class A, B big',
  '%% @A: {"on":{"go":[{"target":"B"}]}}',
  '',
);

test('a state diagram is edited by the same functions', async () => {
  assert.equal(
    await edited(MACHINE, setLabel('B', 'Short "x"; y')),
    MACHINE.replace('Long text', 'Short #quot;x#quot;; y'),
  );
  assert.equal(
    await edited(MACHINE, setLabel('A', 'a; b::c')),
    MACHINE.replace('--> A\n', '--> A\n  A : a#59; b#58;:c\n'),
  );
  assert.equal(await edited(MACHINE, setEdgeCondition('A', 'B', 0, null)), MACHINE.replace(' : go [data.x > 1]', ''));
  assert.equal(
    await edited(MACHINE, setEdgeCondition('B', '[*]', 0, 'done')),
    MACHINE.replace('B --> [*]', 'B --> [*] : done'),
  );
  assert.equal(
    await edited(MACHINE, setKind('A', 'decision')),
    MACHINE.replace('  [*] --> A', '  state A <<choice>>\n  [*] --> A'),
  );
  assert.match(await edited(MACHINE, setKind('A', 'foreach')), /^refused: /);
  const add = addStep({ id: 'C', label: 'New', kind: 'state' }, [
    { from: 'A', to: 'C', label: 'stop' },
    { from: 'C', to: '[*]' },
  ]);
  assert.equal(
    await edited(MACHINE, add),
    MACHINE.replace('as B\n', 'as B\n  state "New" as C\n  A --> C : stop\n  C --> [*]\n'),
  );
});

test('a state is renamed and removed with its notes, classes and targets', async () => {
  assert.equal(
    await edited(MACHINE, renameStep('B', 'Last')),
    MACHINE.replace('A --> B', 'A --> Last')
      .replace('B --> [*]', 'Last --> [*]')
      .replace('as B', 'as Last')
      .replace('A, B', 'A, Last')
      .replace('"B"', '"Last"'),
  );
  assert.equal(
    await edited(MACHINE, removeStep('A', { bridge: true })),
    lines(
      'stateDiagram-v2',
      '  [*] --> B : go [data.x > 1]',
      '  %% note',
      '  B --> [*]',
      '  state "Long text" as B',
      '  class B big',
      '',
    ),
  );
  assert.equal(
    await edited(MACHINE, removeStep('B')),
    lines(
      'stateDiagram-v2',
      '  [*] --> A',
      '  %% note',
      '  note right of A : hi',
      '  class A big',
      '%% @A: {"on":{"go":[{"target":"B"}]}}',
      '',
    ),
  );
});

test('what cannot be edited safely is refused, never damaged', async () => {
  const composite = 'stateDiagram-v2\nstate A {\n  B --> C\n}\n';
  assert.match(await edited(composite, setLabel('B', 'x')), /^refused: Expected text that can be edited in place/);
  assert.match(
    await edited('graph TD\nA -->', setLabel('A', 'x')),
    /^refused: Expected a diagram without syntax errors/,
  );
  assert.match(
    await edited('graph TD\nA\n%% @A: {"x"}', setStepConfig('A', ['y'], 1)),
    /^refused: .* Correct the configuration first/,
  );
  assert.match(await edited('graph TD\nA-->B', renameStep('A', 'B')), /^refused: Expected an id that is not in use/);
  assert.match(await edited('graph TD\nA-->B', renameStep('A', 'x y')), /^refused: Expected an id of letters/);
  assert.match(
    await edited('graph TD\nA-->B', renameStep('A', 'subgraph')),
    /^refused: Expected the changed diagram to be readable/,
  );
});
