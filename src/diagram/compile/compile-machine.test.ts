import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../compile.ts';
import type { Workflow } from '../workflow.ts';

describe('states', () => {
  test('[*] before a state is the start, [*] behind one is the end step', async () => {
    const workflow = await compiled('[*] --> A', 'A --> [*] : close');
    assert.deepEqual(workflow.start, ['A']);
    assert.deepEqual(
      workflow.steps.map(({ id, kind }) => [id, kind]),
      [
        ['A', 'state'],
        ['[*]', 'end'],
      ],
    );
    assert.equal(workflow.kind, 'machine');
  });

  test('a state with work has the kind of its work', async () => {
    const workflow = await compiled(
      '[*] --> A',
      'A --> B',
      'B --> C',
      'C --> D',
      'D --> [*]',
      '%% @A: {"action":"a.b"}',
      '%% @B: {"stepType":"wait"}',
      '%% @C: {"stepType":"subflow","subflowId":"x"}',
      '%% @D: {"execution":"conversation"}',
    );
    assert.deepEqual(
      workflow.steps.map(({ kind, execution }) => [kind, execution]),
      [
        ['task', 'automated'],
        ['wait', null],
        ['subflow', null],
        ['task', 'conversation'],
        ['end', null],
      ],
    );
  });

  test('a state is no foreach', () =>
    finds(['[*] --> A', 'A --> [*]', '%% @A: {"stepType":"foreach"}'], '4:9 bad-setting'));

  test('composite states are not supported', () =>
    finds(['[*] --> A', 'A --> [*]', 'state A {', '  B --> C', '}'], '2:9 composite-state-unsupported'));

  test('a state has an exit', () => finds(['[*] --> A', 'A --> B : go'], '3:7 state-without-exit'));
});

describe('transitions', () => {
  test('are events, events with conditions, and conditions', async () => {
    const workflow = await compiled(
      '[*] --> A',
      'A --> B : go',
      'A --> [*] : go [data.ok]',
      'A --> C : [output.x]',
      'A --> B',
      'B --> [*]',
      'C --> [*]',
    );
    assert.deepEqual(arrows(workflow, 'A'), ['go [data.ok] [*]', 'go B', 'done [output.x] C', 'done B']);
  });

  test('of `on` come in its order, guarded before unguarded', async () => {
    const workflow = await compiled(
      '[*] --> A',
      'A --> B : some prose',
      'A --> [*] : Other prose',
      'B --> [*]',
      '%% @A: {"on":{"go":[{"target":"B"},{"target":"[*]","when":"data.a"},' +
        '{"stay":true,"when":"data.b","set":{"n":"1"}}]}}',
    );
    assert.deepEqual(arrows(workflow, 'A'), ['go [data.a] [*]', 'go [data.b] null', 'go B']);
  });

  test('that are drawn stay beside `on` for other events', async () => {
    const workflow = await compiled(
      '[*] --> A',
      'A --> B',
      'A --> [*] : stop',
      'B --> [*]',
      '%% @A: {"action":"x","on":{"done":[{"target":"B","set":{"a":"output"}}]}}',
    );
    assert.deepEqual(arrows(workflow, 'A'), ['done B', 'stop [*]']);
  });

  test('with prose need `on`', () => finds(['[*] --> A', 'A --> [*] : Ready to go'], '3:1 prose-label'));
  test('with a broken condition are reported', () => finds(['[*] --> A', 'A --> [*] : go [x >]'], '3:1 prose-label'));
  test('of `on` are drawn', () =>
    finds(['[*] --> A', 'A --> [*] : go', '%% @A: {"on":{"stop":[{"target":"B"}]}}'], '4:15 unknown-target'));
  test('for one event need conditions but for one', () =>
    finds(['[*] --> A', 'A --> B : go', 'A --> [*] : go', 'B --> [*]'], '4:1 ambiguous-edges'));
  test('that `on` leaves out for its event are never taken', () =>
    finds(
      ['[*] --> A', 'A --> B : go', 'A --> [*] : go', 'B --> [*] : x', '%% @A: {"on":{"go":[{"target":"[*]"}]}}'],
      '3:1 edge-without-branch',
      '3:7 unreachable-step',
    ));
  test('may be deferred', async () => {
    const workflow = await compiled('[*] --> A', 'A --> [*] : go', '%% @A: {"defer":["reply","note [signal.x]"]}');
    assert.deepEqual(
      workflow.steps[0]?.defer.map(({ event, when }) => [event, when?.text ?? null]),
      [
        ['reply', null],
        ['note', 'signal.x'],
      ],
    );
  });
  test('taken at once may not go in circles', () =>
    finds(['[*] --> A', 'A --> B', 'B --> A', 'A --> [*] : stop'], '2:9 loop-without-task'));
  test('set nothing inside a scope', () =>
    finds(
      [
        'state f <<fork>>',
        'state j <<join>>',
        '[*] --> f',
        'f --> A',
        'f --> B',
        'A --> j : go',
        'B --> j',
        'j --> [*]',
        '%% @A: {"on":{"go":[{"target":"j","set":{"x":"1"}}]}}',
      ],
      '10:35 set-in-scope',
    ));
});

describe('choice, fork and join', () => {
  test('are decision, fork and join with edges', async () => {
    const workflow = await compiled(
      'state c <<choice>>',
      'state f <<fork>>',
      'state j <<join>>',
      '[*] --> c',
      'c --> f : [run.input.both]',
      'c --> [*]',
      'f --> A',
      'f --> B',
      'A --> j',
      'B --> j',
      'j --> [*]',
    );
    const of = (id: string) => workflow.steps.find((step) => step.id === id);
    assert.deepEqual(
      of('c')?.edges.map(({ target, when }) => [target, when?.text ?? null]),
      [
        ['f', 'run.input.both'],
        ['[*]', null],
      ],
    );
    assert.deepEqual([of('c')?.kind, of('c')?.routing], ['decision', 'first']);
    assert.deepEqual([of('f')?.kind, of('f')?.closedBy], ['fork', 'j']);
    assert.deepEqual([of('j')?.kind, of('j')?.closes], ['join', 'f']);
    assert.deepEqual(of('A')?.within, ['f']);
  });

  test('a fork takes all its edges, so they have no labels', () =>
    finds(['state f <<fork>>', '[*] --> f', 'f --> A : go', 'f --> B', 'A --> [*]', 'B --> [*]'], '4:1 prose-label'));
});

const hash = (): string => 'x';

async function compiled(...lines: string[]): Promise<Workflow> {
  const { workflow, problems } = await compile({
    fileName: 'a.mmd',
    text: ['stateDiagram-v2', ...lines].join('\n'),
    hash,
  });
  assert.deepEqual(problems, []);
  assert.ok(workflow);
  return workflow;
}

async function finds(lines: string[], ...expected: string[]): Promise<void> {
  const { problems } = await compile({ fileName: 'a.mmd', text: ['stateDiagram-v2', ...lines].join('\n'), hash });
  assert.deepEqual(
    problems.map((one) => `${one.line}:${one.column} ${one.code}`),
    expected,
  );
}

function arrows(workflow: Workflow, id: string): string[] {
  const step = workflow.steps.find((one) => one.id === id);
  return (step?.transitions ?? []).map(
    ({ event, when, target }) => `${event}${when === null ? '' : ` [${when.text}]`} ${target}`,
  );
}
