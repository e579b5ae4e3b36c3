import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../json.ts';
import { compile } from '../compile.ts';
import type { KnownNames } from './compilation.ts';

describe('boxes', () => {
  test('a shape without a meaning is an automated task, with a warning', () =>
    finds('graph TD\n  A[/x/] --> B', '2:3 unknown-shape'));
  test('[[x]] without a prefix is an automated task, with a warning', () =>
    finds('graph TD\n  A[[x]] --> B', '2:3 unknown-shape'));
  test('"workflow" is no step id', () => finds('graph TD\n  A --> workflow', '2:9 reserved-id'));
  test('"__proto__" is no step id', () => finds('graph TD\n  A --> __proto__', '2:9 reserved-id'));
  test('a terminal shape stands where a workflow starts or ends', () =>
    finds('graph TD\n  A --> B([x]) --> C', '2:9 terminal-in-the-middle'));
  test('no edge leaves an end', () => finds('graph TD\n  A --> B([END])\n  B --> C', '3:3 edge-after-end'));
  test('the old key for execution is reported', () =>
    finds('graph TD\n  A\n%% @A: {"type":"manual"}', '3:9 deprecated-key'));
  test('2,001 steps are too many', async () => {
    const chain = Array.from({ length: 2000 }, (_, at) => `s${at} --> s${at + 1}`);
    const [first] = await found(`graph TD\n${chain.join('\n')}`);
    assert.match(first ?? '', /not-drawn-on-github$/);
    assert.ok((await found(`graph TD\n${chain.join('\n')}`)).includes('2:1 too-many-steps'));
  });
});

describe('configuration', () => {
  test('of a step that is not drawn', async () => {
    await finds('graph TD\n  build --> B\n%% @biuld: {}', '3:4 unknown-step');
    const { problems } = await compile({ fileName: 'a.mmd', text: 'graph TD\n  build\n%% @biuld: {}', hash });
    assert.equal(problems[0]?.fix, 'Did you mean "@build"?');
  });
  test('twice for one step', () => finds('graph TD\n  A\n%% @A: {}\n%% @A: {}', '4:4 duplicate-config'));
  test('of a wrong value, at its key', () => finds('graph TD\n  A\n%% @A: {"visits":"many"}', '3:9 bad-setting'));
  test('of a wrong value further in', () =>
    finds(
      'graph TD\n  A -->|x| B\n%% @A: {"branches":[{"condition":"nope(","targetStepId":"B"}]}',
      '3:22 bad-expression',
    ));
  test('start, onFailure and onCancel name steps', () =>
    finds(
      'graph TD\n  A\n%% @workflow: {"start":"X","onFailure":"Y","onCancel":"Z"}',
      '3:16 unknown-target',
      '3:28 unknown-target',
      '3:44 unknown-target',
    ));
});

describe('edges', () => {
  test('lead one way', () => finds('graph TD\n  A <--> B', '2:3 two-way-edge'));
  test('lead to no subgraph', () => finds('graph TD\n  A --> G\n  subgraph G\n    B\n  end', '2:3 edge-to-subgraph'));
  test('that are invisible are none', () => finds('graph TD\n  A --> B\n  A ~~~ C\n  B --> C'));
  test('have conditions or branches, not prose', () => finds('graph TD\n  A -->|looks good| B', '2:3 prose-label'));
  test('of a manual task with a verdict for a label explain how to write it', async () => {
    const { problems } = await compile({ fileName: 'a.mmd', text: 'graph TD\n  A(x) -->|Approve| B', hash });
    assert.match(problems[0]?.fix ?? '', /output\.verdict === 'approve'/);
  });
  test('with a path that has no known root are prose', () =>
    finds('graph TD\n  A -->|"score > 1"| B', '2:3 prose-label'));
  test('may read the item of the foreach around them', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> A -->|"file.ok"| J[Join]\n  A -->|default| J\n%% @F: ' +
        '{"itemsPath":"f","itemVariable":"file"}',
    ));
  test('may not read an item behind its join', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> J[Join] -->|"item.ok"| B\n  J -->|default| B\n%% @F: {"itemsPath":"f"}',
      '2:20 prose-label',
    ));
  test('have one default', () =>
    finds('graph TD\n  A{x} -->|"output.a"| B\n  A -->|default| C\n  A --> D', '4:3 ambiguous-edges'));
  test('have one error edge', () =>
    finds('graph TD\n  A --> B\n  A -->|error| C\n  A -->|error| D', '4:3 ambiguous-edges', '4:16 unreachable-step'));
  test('have one default among branches', () =>
    finds(
      'graph TD\n  A -->|x| B\n  A -->|y| C\n%% @A: ' +
        '{"branches":[{"condition":null,"targetStepId":"B"},{"condition":null,"targetStepId":"C"}]}',
      '4:9 ambiguous-edges',
    ));
  test('of a decision have conditions', () =>
    finds('graph TD\n  D{x} --> A\n  D --> B', '2:3 decision-without-conditions'));
  test('of a decision have a default, or there is a warning', () =>
    finds('graph TD\n  D{x} -->|"output.a"| A', '2:3 decision-without-default'));
  test('of branches are drawn', () =>
    finds(
      'graph TD\n  A -->|x| B\n%% @A: {"branches":[{"condition":null,"targetStepId":"B"},' +
        '{"condition":"output.a","targetStepId":"C"}]}',
      '3:83 unknown-target',
    ));
  test('that no branch names are never taken', () =>
    finds(
      'graph TD\n  A -->|x| B\n  A -->|y| C\n  A2 --> C\n%% @A: {"branches":[{"condition":null,"targetStepId":"B"}]}',
      '3:3 edge-without-branch',
    ));
  test('of defaultBranch are drawn', () =>
    finds(
      'graph TD\n  A{x} -->|"output.a"| B\n%% @A: {"defaultBranch":"C"}',
      '2:3 decision-without-default',
      '3:9 unknown-target',
    ));
});

describe('ways through', () => {
  test('reach every step', () =>
    finds('graph TD\n  S([START]) --> A\n  B --> C', '3:3 unreachable-step', '3:9 unreachable-step'));
  test('need not reach the onFailure and onCancel steps', () =>
    finds('graph TD\n  S([START]) --> A\n  B --> C\n  D\n%% @workflow: {"onFailure":"B","onCancel":"D"}'));
  test('leave a loop', () => finds('graph TD\n  A --> B\n  B --> C\n  C --> B', '2:9 loop-without-exit'));
  test('do work on a loop', () =>
    finds(
      'graph TD\n  A --> B{x} -->|"output.a"| C{y}\n  C -->|"output.b"| B\n  C -->|default| D\n  B -->|default| D',
      '2:9 loop-without-task',
    ));
  test('start somewhere', () => finds('stateDiagram-v2\n  A --> B : go\n  B --> A : back', '2:3 no-start'));
});

describe('scopes', () => {
  test('join-without-scope', () => finds('graph TD\n  A --> J[Join]', '2:9 join-without-scope'));
  test('join-without-scope at its awaitTag', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> A --> J[Join]\n%% @F: {"itemsPath":"f"}\n%% @J: {"awaitTag":"foreach:A"}',
      '4:9 join-without-scope',
    ));
  test('an awaitTag that names no step', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> J[Join]\n%% @F: {"itemsPath":"f"}\n%% @J: {"awaitTag":"G"}',
      '4:9 unknown-target',
    ));
  test('an awaitTag that names no step does not lead the scope past its join', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> A --> J[Join] --> B\n%% @F: {"itemsPath":"f"}\n%% @J: {"awaitTag":"G"}\n' +
        '%% @A: {"set":{"a":"1"}}\n%% @B: {"set":{"b":"1"}}',
      '4:9 unknown-target',
      '5:9 set-in-scope',
    ));
  test('behind a start that is not drawn', () =>
    finds(
      'graph TD\n  S[[START]] --> F[[Each: x]] --> A --> J[Join] --> K[Join]\n  L --> L2 --> L3\n' +
        '%% @workflow: {"start":"Strat"}\n%% @F: {"itemsPath":"f"}\n%% @J: {"awaitTag":"G"}\n%% @A: {"set":{"a":"1"}}',
      '2:53 join-without-scope',
      '4:16 unknown-target',
      '6:9 unknown-target',
      '7:9 set-in-scope',
    ));
  test('two-joins', () =>
    finds(
      'graph TD\n  S --> A & B & C\n  A & B --> J1[Join]\n  J1 & C --> J2[Join]',
      '2:3 edge-leaves-scope',
      '4:14 two-joins',
    ));
  test('edge-enters-scope', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> A --> J[Join] --> B{x}\n  B -->|"output.total > 9"| A\n  B -->|default| ' +
        'E([END])\n%% @F: {"itemsPath":"f"}',
      '3:3 edge-enters-scope',
    ));
  test('edge-leaves-scope', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> A{x} -->|"output.a"| J[Join]\n  A -->|default| E([END])\n%% @F: {"itemsPath":"f"}',
      '3:3 edge-leaves-scope',
    ));
  test('scopes-cross', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> G[[Each: y]] --> A --> J[Join] --> B --> K[Join]\n%% @F: ' +
        '{"itemsPath":"f"}\n%% @G: {"itemsPath":"f"}\n%% @J: {"awaitTag":"F"}\n%% @K: {"awaitTag":"G"}',
      '2:3 scopes-cross',
    ));
  test('foreach-without-join', () =>
    finds('graph TD\n  F[[Each: x]] --> A\n%% @F: {"itemsPath":"f"}', '2:3 foreach-without-join'));
  test('set-in-scope on a step, a branch and a foreach that is its own body', () =>
    finds(
      [
        'graph TD',
        '  F[[Each: x]] --> A',
        '  A -->|x| J[Join]',
        '%% @F: {"itemsPath":"f","prompt":"p","set":{"a":"output"}}',
        '%% @A: {"set":{"b":"output"},"branches":[{"condition":null,"targetStepId":"J","set":{"c":"output"}}]}',
      ].join('\n'),
      '4:38 set-in-scope',
      '5:9 set-in-scope',
      '5:79 set-in-scope',
    ));
  test('set behind a join is no problem', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> J[Join] --> A\n%% @F: {"itemsPath":"f"}\n%% @J: ' +
        '{"set":{"b":"output"}}\n%% @A: {"set":{"b":"output"}}',
    ));
});

describe('names', () => {
  const known = { agents: new Set(['writer']), actions: new Set(['a.b']), workflows: new Set(['child']) };
  test('of agents', () =>
    findsKnown(
      known,
      'graph TD\n  A --> B\n%% @A: {"assignee":"agent:writr"}\n%% @B: {"fallback":{"assignee":"agent:x"}}',
      '3:9 unknown-agent',
      '4:21 unknown-agent',
    ));
  test('of actions', () =>
    findsKnown(
      known,
      'graph TD\n  A\n%% @A: {"action":"a.c","prepare":"a.b"}\n%% @workflow: {"accept":"x"}',
      '3:9 unknown-action',
      '4:16 unknown-action',
    ));
  test('of workflows', () =>
    findsKnown(known, 'graph TD\n  A[[Run: child]] --> B[[Run: childe]]', '2:23 unknown-workflow'));
  test('of agents are not checked when none are given', () =>
    finds('graph TD\n  A\n%% @A: {"assignee":"agent:x","action":"y"}'));
  test('of the workflow itself as its subflow', () =>
    finds('graph TD\n  A --> B[[Run: me@abc]]\n%% @workflow: {"name":"me"}', '2:9 subflow-cycle'));
  test('of gates', () => finds('graph TD\n  A(x) --> B\n%% @B: {"requires":["A","gate"]}', '3:25 unknown-target'));
  test('of gates are not those of other steps', () =>
    finds('graph TD\n  A --> B(x)\n%% @B: {"requires":"A","keeps":["A"]}', '3:9 not-a-gate', '3:33 not-a-gate'));
  test('of schemas and prompt files', async () => {
    const text = 'graph TD\n  A\n%% @A: {"promptFile":"a.md","output":"s"}';
    const { problems } = await compile({ fileName: 'a.mmd', text, hash, prompt: () => null, schema: () => null });
    assert.deepEqual(
      problems.map((one) => `${one.line}:${one.column} ${one.code}`),
      ['3:9 unknown-prompt-file', '3:29 unknown-schema'],
    );
  });
});

describe('fields a condition reads', () => {
  const schema = (extra: JsonObject = {}): string =>
    JSON.stringify({ type: 'object', properties: { ok: {} }, ...extra });
  const flow = (field: string, json: string): string =>
    `graph TD\n  A --> D{x}\n  D -->|"${field}"| B\n  D -->|default| C\n%% @A: {"output":${json}}`;
  test('are in the schema', () => finds(flow('output.ok', schema())));
  test('or there is a warning', () => finds(flow('output.okay', schema()), '3:3 unknown-field'));
  test('which is a problem when the schema allows no other', async () => {
    const { workflow } = await compile({
      fileName: 'a.mmd',
      text: flow('output.no', schema({ additionalProperties: false })),
      hash,
    });
    assert.equal(workflow, null);
  });
  test('and none when it allows any', () => finds(flow('output.okay', schema({ additionalProperties: true }))));
  test('and none when `accept` may give something else', () =>
    finds(flow('output.okay', `${schema()},"accept":"a.b"`)));
  test('or can be known by one of two sources only', () => finds(`${flow('output.okay', schema())}\n  A2 --> D`));
  test('through steps.ID.output and data', () =>
    finds(
      `${flow('steps.A.output.okay && data.b', schema())}\n%% @workflow: {"data":{"properties":{"a":{}}}}`,
      '3:3 unknown-field',
      '3:3 unknown-field',
    ));
  test('through a step that is not drawn', () => finds(flow('steps.X.visits > 1', schema()), '3:3 unknown-step-read'));
});

describe('edges drawn alike are reported each in its place', () => {
  test('with prose', () =>
    finds('graph TD\n  A -->|soon| C\n  A -->|default| B\n  A -->|soon| C', '2:3 prose-label', '4:3 prose-label'));
  test('with prose in a state diagram', () =>
    finds(
      'stateDiagram-v2\n  [*] --> A\n  A --> B : On the way\n  A --> B : On the way\n  B --> [*]',
      '3:3 prose-label',
      '4:3 prose-label',
    ));
  test('with two heads', () =>
    finds('graph TD\n  S --> A\n  A <--> B\n  A <--> B\n  B --> C', '3:3 two-way-edge', '4:3 two-way-edge'));
  test('out of a scope', () =>
    finds(
      'graph TD\n  F[[Each: x]] --> A --> J[Join]\n  A --> X\n  A --> X\n%% @F: {"itemsPath":"f"}',
      '3:3 edge-leaves-scope',
      '4:3 edge-leaves-scope',
    ));
  test('with a field that is not there', () =>
    finds(
      'graph TD\n  A -->|"output.b"| C\n  A -->|"output.b"| C\n  A -->|default| B\n' +
        '%% @A: {"output":{"type":"object","properties":{"a":{}},"additionalProperties":false}}',
      '2:3 unknown-field',
      '3:3 unknown-field',
    ));
  test('after an end', () =>
    finds('graph TD\n  A --> E[END]\n  E --> B\n  E --> B', '3:3 edge-after-end', '4:3 edge-after-end'));
});

describe("a person's task", () => {
  const gate = (settings: JsonObject) => `graph TD\n  G(Approve)\n%% @G: ${JSON.stringify(settings)}`;
  test('newcomer-M9: for a team, a role or a bare name there is a warning: nobody is bound yet', async () => {
    for (const assignee of ['team:board', 'role:lead', 'lead']) await finds(gate({ assignee }), '3:9 assignee-unbound');
  });
  test('for a person, the starter or nobody there is none', async () => {
    for (const assignee of ['user:ada', 'starter', 'user:{{data.who}}']) await finds(gate({ assignee }));
    await finds(gate({}));
    await finds('graph TD\n  A[Work]\n%% @A: {"assignee":"team:board"}');
  });
  test('several votes of one person can never be', async () => {
    await finds(gate({ assignee: 'user:ada', approvals: { need: 2 } }), '3:9 votes-of-one');
    await finds(gate({ assignee: 'team:board', approvals: { of: ['ada', 'bo'] } }));
  });
  test('more votes than "of" names different people can never be', async () => {
    const twice = [
      ['ada', 'user:ada'],
      ['ada', 'Ada'],
      ['zo\u00eb', 'zoe\u0308'],
      ['ada', 'team:board'],
      ['ada', 'user:a/b'],
    ];
    for (const voters of twice) await finds(gate({ approvals: { need: 2, of: voters } }), '3:9 votes-of-one');
    for (const voters of [['team:board'], ['agent:writer'], ['user:']])
      await finds(gate({ approvals: { of: voters } }), '3:9 votes-of-one');
    for (const voters of twice.slice(0, 4)) await finds(gate({ approvals: { need: 1, of: voters } }));
    await finds(gate({ approvals: { need: 2, of: ['ada', 'user:bo', 'team:board'] } }));
  });
  test('for a name that nobody can have there is a warning', async () => {
    for (const assignee of ['user:', 'user: boss', 'user:a/b', 'user:system'])
      await finds(gate({ assignee }), '3:9 assignee-nobody');
    await finds(gate({ escalate: { after: '2d', to: 'user:a/b' } }), '3:9 assignee-nobody');
    for (const assignee of ['user:Ada Byron', "user:o'neil@acme.org", 'user:zoe\u0308'])
      await finds(gate({ assignee }));
  });
});

const hash = (text: string): string => `sha256:${text.length}`;

async function found(text: string, known: KnownNames = {}): Promise<string[]> {
  const { workflow, problems } = await compile({ fileName: 'a.mmd', text, hash, known });
  assert.equal(
    workflow === null,
    problems.some((one) => one.severity === 'problem'),
  );
  for (const one of problems) assert.match(`${one.message} ${one.fix}`, /^[A-Z].*(?:found|Expected).*[.?]$/s);
  return problems.map((one) => `${one.line}:${one.column} ${one.code}`);
}

async function finds(text: string, ...expected: string[]): Promise<void> {
  assert.deepEqual(await found(text), expected);
}

async function findsKnown(known: KnownNames, text: string, ...expected: string[]): Promise<void> {
  assert.deepEqual(await found(text, known), expected);
}
