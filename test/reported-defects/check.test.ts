// What `check`, `workflows add` and `run` refuse before anything runs, tried as reviewers did.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Problem } from '../../src/diagram/problem.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import { type Office, openOffice } from '../support/operations.ts';
import { folderOf } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

const REVIEW = (condition: string): string =>
  `flowchart TD\n    A[Draft] --> B(Review)\n    B -->|"${condition}"| A\n    B -->|default| C[Send]\n`;

describe('a diagram that would do something else than it says', () => {
  let office: Office;
  before(async () => {
    office = await openOffice();
  });
  after(() => office.close());

  /** `line:column code` of all that is found; every way into the store must agree on whether it is refused. */
  async function found(text: string): Promise<string[]> {
    const { ok, problems } = await office.done('workflows.check', { source: text });
    using files = folderOf({ 'a.mmd': text });
    const { workflow } = await loadWorkflowFile(files.path('a.mmd'));
    const added = await addDiagram(office.store, 'a.mmd', text, { actor: 'user:ada', channel: 'cli' });
    assert.deepEqual([workflow !== null, typeof added !== 'string'], [ok, ok]);
    if (!ok) await office.refused('diagram-with-problems', 'workflows.add', { source: text });
    return problems.map(({ line, column, code }: Problem) => `${line}:${column} ${code}`);
  }

  test('newcomer-B3: a verdict the gate does not have is refused, and the real one is named', async () => {
    assert.deepEqual(await found(REVIEW("output.verdict === 'rejected'")), ['3:5 unknown-verdict']);
    const { problems } = await office.done('workflows.check', { source: REVIEW("output.verdict === 'rejected'") });
    assert.match(problems[0].message, /"B" \(approve, reject\)/);
    assert.match(problems[0].fix, /^Write 'reject'/);
    assert.deepEqual(await found(REVIEW("output.verdict === 'reject'")), []);
  });

  test('newcomer-B3: the program refuses it before anything runs', async () => {
    using files = folderOf({
      'a.mmd': REVIEW("output.verdict === 'rejected'"),
      'answers.json': '{"A":[{"output":"x"}],"B":[{"output":"reject"}],"C":[{"output":"sent"}]}',
    });
    const { code, out, err } = await signoffHere(['run', 'a.mmd', '--answers', 'answers.json'], { cwd: files.folder });
    assert.equal(code, 1);
    assert.match(`${out}${err}`, /unknown-verdict/);
    assert.doesNotMatch(out, /sent/);
  });

  test('newcomer-B3: the fix of a prose label at a gate names a verdict the gate has', async () => {
    const text = 'flowchart TD\n  W[Write] --> R(Read it)\n  R -->|no| W\n  R -->|yes| S[Send]\n';
    const { problems } = await office.done('workflows.check', { source: text });
    assert.match(problems[0].fix, /such as "output\.verdict === 'reject'"/);
    assert.match(problems[1].fix, /such as "output\.verdict === 'approve'"/);
  });

  test('newcomer-B3: a gate whose rejection goes where its approval goes is warned of', async () => {
    assert.deepEqual(await found('flowchart TD\n  A[Draft] --> B(Review)\n  B -->|default| C[Send]\n'), [
      '2:16 reject-as-approve',
    ]);
    assert.deepEqual(await found('flowchart TD\n  A[Draft] --> B(Review)\n  B --> C[Send]\n'), []);
  });

  test('newcomer-M10: a step or a part of it that is not there is found in "shows"', async () => {
    const shows = (path: string): string =>
      `flowchart TD\n  W[Write] --> R(Read it)\n%% @R: { "shows": ["steps.W.output", "${path}"] }\n`;
    assert.deepEqual(await found(shows('steps.X.output')), ['3:38 unknown-step-read']);
    assert.deepEqual(await found(shows('steps.W.outptu')), ['3:38 unknown-field']);
    assert.deepEqual(await found(shows('steps.W.status')), []);
  });

  test('newcomer-M10: what "shows" takes for the name of a document is shown when it looks like a path', async () => {
    const shows = async (entry: string, more = ''): Promise<string[]> => {
      const config = `%% @R: { "shows": ["${entry}"] }\n${more}`;
      const source = `flowchart TD\n  W[Write] --> R(Read it)\n${config}`;
      const { problems } = await office.done('workflows.check', { source });
      await found(source);
      return problems.map(({ severity, code, fix }: Problem) => `${severity} ${code} ${fix}`);
    };
    const meant = (path: string): RegExp => new RegExp(`Did you mean "${path.replaceAll('.', '\\.')}"\\?`);
    for (const entry of [
      'step.W.output',
      'Steps.W.output',
      'STEPS.W.output',
      'stpes.W.output',
      'W.output',
      'steps.W.',
    ]) {
      const [first = '', ...others] = await shows(entry);
      assert.match(first, /^problem shows-no-path /, entry);
      assert.match(first, meant('steps.W.output'), entry);
      assert.deepEqual(others, []);
    }
    for (const [entry, path] of [
      ['W', 'steps.W.output'],
      ['w', 'steps.W.output'],
      ['step.X.output', 'steps.X.output'],
      ['Data.text', 'data.text'],
      ['ouput.text', 'output.text'],
    ] as const) {
      const [first = '', ...others] = await shows(entry);
      assert.match(first, /^warning shows-no-path /, entry);
      assert.match(first, meant(path), entry);
      assert.deepEqual(others, []);
    }
    for (const entry of ['spec.md', 'prd', 'W.md', 'docs/W.output.md', 'Release notes', 'steps.W.output'])
      assert.deepEqual(await shows(entry), [], entry);
    const [unset = ''] = await shows('data.nope');
    assert.match(unset, /^warning unknown-field /);
    const schema = '%% @workflow: { "data": { "properties": { "text": { "type": "string" } } } }\n';
    const [slip = ''] = await shows('data.txet', schema);
    assert.match(slip, /^warning unknown-field Did you mean "text"\?/);
    assert.deepEqual(await shows('data.text', schema), []);
    assert.deepEqual(await shows('data.text', '%% @W: { "set": { "text": "output" } }\n'), []);
    assert.deepEqual(await shows('data.text', '%% @W: { "action": "write" }\n'), []);
  });

  test('newcomer-M10: a value the enum of the schema lacks is refused', async () => {
    const text = (word: string): string =>
      `flowchart TD\n  A[Rate] -->|"output.severity === '${word}'"| B[Page someone]\n  A -->|default| C[File it]\n` +
      '%% @A: { "output": { "type": "object", "properties": { "severity": { "enum": ["low", "critical"] } } } }\n';
    assert.deepEqual(await found(text('critcal')), ['2:3 unknown-value']);
    assert.deepEqual(await found(text('critical')), []);
  });

  test('newcomer-M10: an itemsPath the schema lacks, or that is no list there, is found', async () => {
    const text = (path: string, extra = ''): string =>
      'flowchart TD\n  A[List] --> F[[Each: ticket]] --> J[Join]\n' +
      '%% @A: { "output": { "type": "object", "properties": { "tickets": { "type": "array" }, ' +
      `"n": { "type": "integer" } }${extra} } }\n` +
      `%% @F: { "itemsPath": "${path}", "prompt": "x" }\n`;
    assert.deepEqual(await found(text('output.tikets')), ['4:10 unknown-field']);
    assert.deepEqual(await found(text('tikets')), ['4:10 unknown-field']);
    assert.deepEqual(await found(text('output.n')), ['4:10 items-not-a-list']);
    assert.deepEqual(await found(text('n')), ['4:10 items-not-a-list']);
    assert.deepEqual(await found(text('output.tickets')), []);
    const strict = await loadProblems(text('output.tikets', ', "additionalProperties": false'));
    assert.deepEqual(strict, ['problem unknown-field']);
  });

  for (const [what, schema] of [
    ['a pattern that is none', { type: 'string', pattern: '(' }],
    ['a reference to itself', { $ref: '#' }],
    ['references in a circle', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['a circle further in', { type: 'object', properties: { x: { allOf: [{ $ref: '#/properties/x' }] } } }],
    ['a reference to an address', { $ref: 'http://localhost:1/schema.json' }],
    ['a reference to nowhere', { $ref: '#/$defs/none' }],
    ['a schema of another draft', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'string' }],
    ['a word with a wrong value', { type: 'array', minItems: 'two' }],
  ] as const) {
    test(`torture-D6: a schema with ${what} is refused`, async () => {
      const text = `flowchart TD\n  A[Work] --> B(Sign)\n%% @B: { "output": ${JSON.stringify(schema)} }\n`;
      assert.deepEqual(await found(text), ['3:10 bad-schema']);
      const whole = `flowchart TD\n  A[Work]\n%% @workflow: { "input": ${JSON.stringify(schema)} }\n`;
      assert.deepEqual(await found(whole), ['3:17 bad-schema']);
    });
  }

  test('torture-D6: a named schema that cannot be used is refused, one that goes down into itself is not', async () => {
    const text = 'flowchart TD\n  A[Work]\n%% @A: { "output": "tree" }\n';
    const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };
    assert.deepEqual(await loadProblems(text, { 'tree.json': JSON.stringify(tree) }), []);
    assert.deepEqual(await loadProblems(text, { 'tree.json': '{"pattern":"("}' }), ['problem bad-schema']);
  });
});

async function loadProblems(text: string, beside: { readonly [file: string]: string } = {}): Promise<string[]> {
  using files = folderOf({ ...beside, 'a.mmd': text });
  const { problems } = await loadWorkflowFile(files.path('a.mmd'));
  return problems.map(({ severity, code }) => `${severity} ${code}`);
}
