// What expressions read against what it can be, and the ways out of a step against the values there are.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, JsonObject } from '../../json.ts';
import { compile } from '../compile.ts';

const OUTPUT =
  '{"type":"object","properties":{"score":{"type":"number"},"n":{"type":"integer"},"name":{"type":"string"},' +
  '"kind":{"enum":["bug","idea","question"]},"ok":{"type":"boolean"},' +
  '"tags":{"type":"array","items":{"enum":["a","b"]}},' +
  '"in":{"type":"object","properties":{"x":{}},"additionalProperties":false}},"required":["kind","ok"]}';
const when = (condition: string, more = ''): string =>
  `graph TD\n  A -->|"${condition}"| B\n${more}  A -->|default| C\n%% @A: {"output":${OUTPUT}}`;

describe('a value that is compared', () => {
  for (const condition of [
    "output.kind === 'bug'",
    "output.kind !== 'idea' && output.ok === true",
    "['bug', 'idea'].includes(output.kind)",
    "output.tags.includes('a')",
    'output.score >= 80.5',
    "output.score > '80'",
    'output.n === 3',
    'output.kind == null',
    "output.name === 'x'",
    'output.name.length > 3',
    "output.other === 'x' || output.kind.toLowerCase() === 'bug'",
  ]) {
    test(`is one there can be: ${condition}`, async () => {
      const codes = await found(when(condition));
      assert.deepEqual(
        codes.filter((code) => code !== '2:3 unknown-field'),
        [],
      );
    });
  }
  for (const [condition, code] of [
    ["output.kind === 'bgu'", 'unknown-value'],
    ["'bgu' !== output.kind", 'unknown-value'],
    ["['bug', 'ideas'].includes(output.kind)", 'unknown-value'],
    ["output.tags.includes('c')", 'unknown-value'],
    ["output.ok === 'true'", 'unknown-value'],
    ["output.kind.toLowerCase() === 'Bug'", 'unknown-value'],
    ["output.score === '80'", 'wrong-type'],
    ["output.score > 'high'", 'wrong-type'],
    ['output.n === 3.5', 'wrong-type'],
    ['output.name === 3', 'wrong-type'],
    ['output.tags > 3', 'wrong-type'],
    ["output.score.startsWith('8')", 'wrong-type'],
    ['output.in.y === 1', 'unknown-field'],
    ['output.name.first', 'unknown-field'],
    ["steps.A.output.kind === 'bgu'", 'unknown-value'],
    ['steps.A.outputs', 'unknown-field'],
    ['steps.Q.output', 'unknown-step-read'],
    ['each.A.item', 'unknown-step-read'],
    ['run.inputs.x', 'unknown-field'],
  ] as const) {
    test(`${condition} is refused`, async () => assert.deepEqual(await found(when(condition)), [`2:3 ${code}`]));
  }
  test('with the answer of a gate is its verdict', async () => {
    const gate = (condition: string): string => `graph TD\n  A(x) -->|"${condition}"| B\n  A -->|default| C`;
    assert.deepEqual(await found(gate("output === 'reject'")), ['2:3 wrong-type']);
    assert.deepEqual(await found(gate("output.verdit === 'reject'")), ['2:3 unknown-field']);
    assert.deepEqual(await found(gate("output.verdict.toLowerCase() === 'Reject'")), ['2:3 unknown-verdict']);
    assert.deepEqual(await found(gate("output.comment !== ''")), ['2:3 reject-as-approve']);
  });
  test('may come from a fallback, or from code', async () => {
    const from = (config: string): string => when("output.kind === 'late'").replace('%% @A: {', `%% @A: {${config},`);
    assert.deepEqual(await found(from('"fallback":{"output":{"kind":"late"}}')), []);
    assert.deepEqual(await found(from('"accept":"code"')), []);
  });
  test('in "branches" and "on" is found there', async () => {
    const branches =
      'graph TD\n  A(x) --> B\n  A --> C\n%% @A: {"branches":[{"condition":"output.verdict === \'no\'",' +
      '"targetStepId":"B"},{"condition":null,"targetStepId":"C"}]}';
    assert.deepEqual(await found(branches), ['4:22 unknown-verdict']);
    const on =
      'stateDiagram-v2\n  [*] --> A\n  A --> B\n  B --> [*]\n%% @A: {"execution":"manual",' +
      '"on":{"done":{"target":"B","when":"output.verdict === \'no\'"}}}';
    assert.deepEqual(await found(on), ['5:36 unknown-verdict']);
  });
});

describe('the items of a foreach', () => {
  const each = (path: string, prompt: string): string =>
    'graph TD\n  A --> F[[Each: x]] --> J[Join]\n' +
    `%% @F: {"itemsPath":"${path}","itemVariable":"t","prompt":"${prompt}"}\n` +
    '%% @A: {"output":{"$ref":"#/$defs/all","$defs":{"all":{"type":"object","properties":{"list":{"type":"array",' +
    '"items":{"type":"object","properties":{"s":{}},"additionalProperties":false}}}}}}}';
  test('have the fields of their schema', async () => {
    assert.deepEqual(await found(each('output.list', '{{t.s}} {{each.F.item.s}}')), []);
    assert.deepEqual(await found(each('output.list', '{{t.x}}')), ['3:54 unknown-field']);
  });
  test('are a list', async () =>
    assert.deepEqual(await found(each('steps.A.output', '{{t.s}}')), ['3:9 items-not-a-list']));
});

describe('ways out', () => {
  test('that no token takes', async () => {
    const second = (condition: string): string => `  A -->|"${condition}"| D\n`;
    assert.deepEqual(await found(when('output.score > 1', second('output.score > 1'))), ['3:3 edge-never-taken']);
    assert.deepEqual(await found(when('output.ok', second("output.ok && output.kind === 'bug'"))), [
      '3:3 edge-never-taken',
    ]);
    assert.deepEqual(await found(when('output.ok || !output.ok', second('output.score > 1'))), [
      '3:3 edge-never-taken',
    ]);
    assert.deepEqual(await found(when('output.ok && !output.ok')), ['2:3 edge-never-taken']);
    assert.deepEqual(await found(when('output.ok', second('!output.ok'))), []);
  });
  test('for values that no edge takes', async () => {
    const two = when("output.kind === 'bug'", '  A -->|"output.kind === \'idea\'"| D\n');
    assert.deepEqual(await found(two), []);
    const open = two.replace('  A -->|default| C\n', '');
    assert.deepEqual(await found(open), ['2:3 value-without-edge']);
    assert.deepEqual(await found(open.replace("=== 'idea'", "!== 'bug'")), []);
    assert.deepEqual(await found('graph TD\n  G(x) -->|"output.verdict === \'approve\'"| B'), []);
  });
  test('of a decision that takes every verdict need no default', async () => {
    const text = 'graph TD\n  G(x) -->|default| D{y}\n  D -->|"output.verdict === \'approve\'"| A\n';
    assert.deepEqual(await found(`${text}  D -->|"output.verdict === 'reject'"| B`), []);
    assert.deepEqual(await found(text), ['2:21 decision-without-default']);
  });
});

describe('a refusal', () => {
  test('that goes where the approval goes is warned of, over decisions too', async () => {
    const same = 'graph TD\n  G(x) -->|default| D{y}\n  D -->|"data.rounds > 3"| A\n  D -->|default| B';
    assert.deepEqual(await found(same), ['2:3 reject-as-approve']);
    const looked = same.replace('data.rounds > 3', "steps.G.output.verdict === 'approve'");
    assert.deepEqual(await found(looked), []);
  });
  test('under another word is warned of', async () => {
    const words = (more: string): string => `graph TD\n  G(x) --> B\n%% @G: {"verdicts":["yes","no"]}\n${more}`;
    assert.deepEqual(await found(words('')), ['2:3 reject-as-approve']);
    assert.deepEqual(await found(words('%% @B: {"requires":["G"]}')), ['3:9 reject-as-approve']);
  });
  test('that is looked at later is not', async () => {
    const gate = 'graph TD\n  G(x) -->|default| B\n';
    assert.deepEqual(await found(gate), ['2:3 reject-as-approve']);
    assert.deepEqual(await found(`${gate}%% @B: {"prompt":"Tell them: {{output.verdict}}"}`), []);
    assert.deepEqual(await found(`${gate}%% @G: {"set":{"verdict":"output.verdict"}}`), []);
    assert.deepEqual(await found(`${gate}  B --> C\n%% @C: {"requires":["G"]}`), []);
  });
  test('in a state machine is held unless its transition has a condition', async () => {
    const machine = (label: string): string =>
      `stateDiagram-v2\n  [*] --> G\n  G --> A${label}\n  A --> [*]\n%% @G: {"execution":"manual"}`;
    assert.deepEqual(await found(machine('')), []);
    assert.deepEqual(await found(machine(" : [output.comment !== '']")), ['2:11 reject-as-approve']);
    assert.deepEqual(await found(machine(" : [output.verdict === 'approve']")), []);
  });
});

describe('values in the configuration', () => {
  const validator = {
    fault: () => null,
    problems: (_: JsonObject, value: Json) => (JSON.stringify(value).includes('bad') ? ['it is bad'] : []),
  };
  const codes = async (text: string): Promise<string[]> => {
    const { problems } = await compile({ fileName: 'a.mmd', text, hash, validator });
    return problems.map(({ line, column, severity, code }) => `${line}:${column} ${severity} ${code}`);
  };
  test('are those the schemas allow', async () => {
    const data = '%% @workflow: {"data":{"type":"object","properties":{"word":{"default":"DEFAULT"}}}}';
    const text = (set: string, word = 'good'): string =>
      `graph TD\n  A\n%% @A: {"set":${set}}\n${data.replace('DEFAULT', word)}`;
    assert.deepEqual(await codes(text('{"word":"\'good\'"}')), []);
    assert.deepEqual(await codes(text('{"word":"\'bad\'"}')), ['3:16 problem unfit-value']);
    assert.deepEqual(await codes(text('{"wrod":"output"}')), ['3:16 warning unknown-field']);
    assert.deepEqual(await codes(text('{"word":"output"}', 'bad')), ['4:16 warning unfit-value']);
    const fallback = 'graph TD\n  A\n%% @A: {"output":{"type":"string"},"fallback":{"output":"bad"}}';
    assert.deepEqual(await codes(fallback), ['3:48 warning unfit-value']);
  });
  test('name each verdict once, and those of the schema', async () => {
    const gate = (config: string): string => `graph TD\n  G(x)\n%% @G: {${config}}`;
    assert.deepEqual(await found(gate('"verdicts":["a","a"]')), ['3:9 bad-setting']);
    assert.deepEqual(await found(gate('"verdicts":[]')), ['3:9 bad-setting']);
    const schema = '"output":{"type":"object","properties":{"verdict":{"enum":["yes","no"]}}}';
    assert.deepEqual(await found(gate(schema)), ['3:9 unknown-verdict']);
    assert.deepEqual(await found(gate(`${schema},"verdicts":["yes","no"]`)), []);
  });
});

const hash = (text: string): string => `sha256:${text.length}`;

async function found(text: string): Promise<string[]> {
  const { problems } = await compile({ fileName: 'a.mmd', text, hash });
  for (const one of problems) assert.match(`${one.message} ${one.fix}`, /^[A-Z].*(?:found|Expected).*[.?]$/s);
  return problems.map((one) => `${one.line}:${one.column} ${one.code}`);
}
