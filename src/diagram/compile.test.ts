import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { compile } from './compile.ts';
import type { Edge, Step, Workflow } from './workflow.ts';

describe('kinds', () => {
  const cases: readonly [string, string][] = [
    ['A[x]', 'task automated'],
    ['A', 'task automated'],
    ['A(x)', 'task manual'],
    ['A{x}', 'decision '],
    ['A[[Each: x]]', 'foreach '],
    ['A[Each: x]', 'foreach '],
    ['A[[Run: x]]', 'subflow '],
    ['A([x])', 'start '],
    ['A((x))', 'start '],
    ['A[START]', 'start '],
    ['A(Start)', 'start '],
    ['A[Joining things]', 'task automated'],
    ['A(Join us)', 'task manual'],
    ['A@{ shape: rounded, label: "x" }', 'task manual'],
    ['A@{ shape: diam, label: "x" }', 'decision '],
  ];
  for (const [node, expected] of cases) {
    test(`${node} is ${expected.trim()}`, async () => {
      const workflow = await compiled(`graph TD\n  ${node} --> B\n%% @A: {"itemsPath":"output.x"}`);
      assert.equal(`${step(workflow, 'A').kind} ${step(workflow, 'A').execution ?? ''}`, expected);
    });
  }

  test('stepType beats label and shape, execution beats the shape', async () => {
    const workflow = await compiled(
      'graph TD\n  A[[Each: x]] --> B(x) --> C[x] --> D([x])\n%% @A: {"stepType":"task"}\n%% @B: ' +
        '{"execution":"conversation"}\n%% @C: {"stepType":"wait","timeout":"5m"}',
    );
    assert.deepEqual(
      workflow.steps.map((one) => `${one.kind} ${one.execution}`),
      ['task automated', 'task conversation', 'wait null', 'end null'],
    );
    assert.equal(step(workflow, 'C').wait?.signal, 'C');
  });

  test('a foreach or join with work has a task of its own', async () => {
    const workflow = await compiled(
      'graph TD\n  F[[Each: x]] --> J[Join]\n%% @F: {"itemsPath":"output.x","prompt":"Read ' +
        '{{item.name}}"}\n%% @J: {"action":"a.b"}',
    );
    assert.equal(step(workflow, 'F').task?.reads[0]?.text, 'item.name');
    assert.equal(step(workflow, 'J').execution, 'automated');
    assert.equal(step(workflow, 'J').closes, 'F');
  });

  test('the error edge of a foreach with work is taken by an item, that of one without work by the whole', async () => {
    const text = 'graph TD\n  F[[Each: x]] --> J[Join]\n  F -->|error| R[Repair]';
    const items = await compiled(`${text} --> J\n%% @F: {"itemsPath":"output.x","prompt":"p"}`);
    assert.deepEqual(step(items, 'R').within, ['F']);
    const whole = await compiled(`${text} --> E([END])\n%% @F: {"itemsPath":"output.x"}`);
    assert.deepEqual(step(whole, 'R').within, []);
  });

  test('items may be found in an outer item, never in the own one', async () => {
    const workflow = await compiled(
      'graph TD\n  F[[Each: doc]] --> G[[Each: part]] --> J[Join] --> K[Join]\n' +
        '%% @F: {"itemsPath":"doc","itemVariable":"doc"}\n%% @G: {"itemsPath":"doc.parts"}',
    );
    assert.deepEqual(step(workflow, 'F').foreach?.items, { text: 'doc', relative: ['doc'] });
    assert.ok('absolute' in (step(workflow, 'G').foreach?.items ?? {}));
  });

  test('a START with several edges is a fork', async () => {
    const workflow = await compiled('graph TD\n  S([START]) --> A & B\n  A & B --> J[Join]');
    assert.equal(step(workflow, 'S').kind, 'fork');
    assert.equal(step(workflow, 'S').closedBy, 'J');
  });
});

describe('where a run starts', () => {
  const starts = async (text: string): Promise<readonly string[]> => (await compiled(`graph TD\n${text}`)).start;
  test('at @workflow.start', async () =>
    assert.deepEqual(await starts('A --> B\nB --> A\nA --> C\n%% @workflow: {"start":"B"}'), ['B']));
  test('at START', async () => assert.deepEqual(await starts('A --> B\nS[START] --> A\nB --> A\nB --> C'), ['S']));
  test('at every step nothing leads to, but for the failure step', async () =>
    assert.deepEqual(await starts('A --> C\nB --> C\nX --> Y\n%% @workflow: {"onFailure":"X"}'), ['A', 'B']));
  test('at the first step written when something leads to each', async () =>
    assert.deepEqual(await starts('B --> A\nA --> B\nA -->|error| C'), ['B']));
  test('at several, which are a fork that a join may close', async () => {
    const workflow = await compiled('graph TD\n  A & B --> J[Join] --> C');
    assert.equal(workflow.startClosedBy, 'J');
    assert.equal(step(workflow, 'J').closes, '');
    assert.deepEqual(step(workflow, 'A').within, ['']);
  });
});

describe('edges', () => {
  test('without labels are all taken', async () => {
    const workflow = await compiled('graph TD\n  A --> B & C\n  A -->|error| D\n  A -->|timeout| E');
    assert.deepEqual([step(workflow, 'A').routing, edges(step(workflow, 'A'))], ['all', ['B', 'C']]);
    assert.equal(step(workflow, 'A').onError?.target, 'D');
    assert.equal(step(workflow, 'A').onTimeout?.target, 'E');
  });

  test('with labels are tried in order, the default last', async () => {
    const workflow = await compiled(
      'graph TD\n  A -->|default| B\n  A -->|"output.n #gt; 1"| C\n  A -->|"output.ok"| D',
    );
    assert.deepEqual(
      [step(workflow, 'A').routing, edges(step(workflow, 'A'))],
      ['first', ['C if output.n > 1', 'D if output.ok', 'B']],
    );
  });

  test('the one without a label beside labelled ones is the default', async () => {
    const workflow = await compiled('graph TD\n  A{x} --> B\n  A -->|"output.ok"| C');
    assert.deepEqual(edges(step(workflow, 'A')), ['C if output.ok', 'B']);
  });

  test('are as `branches` says, whatever their labels', async () => {
    const workflow = await compiled(
      'graph TD\n  A -->|yes, please| B\n  A -->|no| C\n%% @A: ' +
        '{"branches":[{"condition":null,"targetStepId":"C"},' +
        '{"condition":"output.ok","targetStepId":"B","set":{"x":"1"}}]}',
    );
    assert.deepEqual(edges(step(workflow, 'A')), ['B if output.ok', 'C']);
    assert.deepEqual(step(workflow, 'A').edges[0]?.label, 'yes, please');
    assert.deepEqual(step(workflow, 'A').edges[0]?.set[0]?.name, 'x');
  });

  test('of `branches` need no label to be tried one by one', async () => {
    const branches = '[{"condition":"output.ok","targetStepId":"B"},{"condition":null,"targetStepId":"C"}]';
    const workflow = await compiled(`graph TD\n  A --> B & C\n%% @A: {"branches":${branches}}`);
    assert.deepEqual([step(workflow, 'A').routing, edges(step(workflow, 'A'))], ['first', ['B if output.ok', 'C']]);
  });

  test('defaultBranch names the default, prose or not', async () => {
    const workflow = await compiled(
      'graph TD\n  A{x} -->|otherwise| B\n  A -->|"output.ok"| C\n%% @A: {"defaultBranch":"B"}',
    );
    assert.deepEqual(edges(step(workflow, 'A')), ['C if output.ok', 'B']);
  });
});

describe('the whole', () => {
  const text = 'graph TD\n  A[x]\n%% @A: {"promptFile":"a.md","output":"s"}';
  const version = async (source: string, prompt: string, schema: Record<string, string>): Promise<string | undefined> =>
    (await compile({ fileName: 'a.mmd', text: source, hash, prompt: () => prompt, schema: () => schema })).workflow
      ?.version;

  test('has a version made of source, prompts and schemas', async () => {
    const first = await version(text, 'p', { type: 'object', title: 't' });
    assert.match(first ?? '', /^sha256:[0-9a-f]{64}$/);
    assert.equal(await version(text.replaceAll('\n', '\r\n'), 'p', { title: 't', type: 'object' }), first);
    assert.notEqual(await version(`${text} `, 'p', { type: 'object', title: 't' }), first);
    assert.notEqual(await version(text, 'q', { type: 'object', title: 't' }), first);
    assert.notEqual(await version(text, 'p', { type: 'array', title: 't' }), first);
  });

  test('survives JSON', async () => {
    const workflow = await compiled(
      'graph TD\n  subgraph G [One]\n  F[[Each: x]] --> J[Join]\n  end\n%% @F: {"itemsPath":"output.x"}',
    );
    assert.deepEqual(JSON.parse(JSON.stringify(workflow)), workflow);
    assert.deepEqual(
      workflow.groups.map(({ id, title, steps }) => [id, title, [...steps].sort()]),
      [['G', 'One', ['F', 'J']]],
    );
  });

  test('takes its name from the configuration, else from the file', async () => {
    assert.equal((await compiled('graph TD\n  A\n%% @workflow: {"name":"mine"}')).name, 'mine');
    assert.equal((await compile({ fileName: 'x/review.mmd', text: 'graph TD\n  A', hash })).workflow?.name, 'review');
  });

  test('of a Markdown file has the places of that file', async () => {
    const { problems } = await compile({
      fileName: 'a.md',
      text: '# Hi\n\n```mermaid\ngraph TD\n  A -->|well| B\n```\n',
      hash,
    });
    assert.deepEqual(
      problems.map((one) => `${one.line}:${one.column} ${one.code}`),
      ['5:3 prose-label'],
    );
  });

  test('that cannot be parsed still reports its configuration', async () => {
    const { workflow, problems } = await compile({
      fileName: 'a.mmd',
      text: 'graph TD\n  A --> [\n%% @A: {"x":}',
      hash,
    });
    assert.equal(workflow, null);
    assert.deepEqual(problems.map((one) => one.code).sort(), ['bad-config-json', 'syntax-error']);
  });

  test('cuts what a label of 100,000 characters would say', async () => {
    const { problems } = await compile({
      fileName: 'a.mmd',
      text: `graph TD\n  A -->|${'x y '.repeat(25_000)}| B`,
      hash,
    });
    assert.equal(problems[0]?.code, 'prose-label');
    assert.ok((problems[0]?.message.length ?? 0) < 700);
  });
});

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function compiled(text: string): Promise<Workflow> {
  const { workflow, problems } = await compile({ fileName: 'a.mmd', text, hash });
  assert.deepEqual(
    problems.filter((one) => one.severity === 'problem'),
    [],
  );
  assert.ok(workflow);
  return workflow;
}

function step(workflow: Workflow, id: string): Step {
  const found = workflow.steps.find((one) => one.id === id);
  assert.ok(found);
  return found;
}

const edges = (from: Step): string[] => from.edges.map(edgeText);
const edgeText = ({ target, when }: Edge): string => (when === null ? target : `${target} if ${when.text}`);
