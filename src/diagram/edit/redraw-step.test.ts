// Steps written with `@{ shape: ..., label: "..." }` are edited where their label and shape stand.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Change, editDiagram } from '../edit.ts';
import { parseDiagramHere } from '../read/parse-here.ts';
import { removeStep } from './remove-step.ts';
import { renameStep } from './rename-step.ts';
import { setKind, setLabel } from './set-kind.ts';

async function becomes(text: string, change: Change, expected: string): Promise<void> {
  const result = await editDiagram('w.mmd', `graph TD\n${text}`, change, parseDiagramHere);
  assert.equal('refused' in result ? `refused: ${result.refused}` : result.text, `graph TD\n${expected}`);
}

async function refuses(text: string, change: Change, reason: RegExp): Promise<void> {
  const result = await editDiagram('w.mmd', `graph TD\n${text}`, change, parseDiagramHere);
  assert.match('refused' in result ? result.refused : result.text, reason);
}

describe('a label in metadata', () => {
  test('is written over', async () => {
    await becomes(
      'A@{ shape: rect, label: "x" } --> B',
      setLabel('A', 'New (one)'),
      'A@{ shape: rect, label: "New (one)" } --> B',
    );
    await becomes('A@{label: "x", shape: rect}', setLabel('A', 'y'), 'A@{label: "y", shape: rect}');
    await becomes(`A@{ 'label' : 'x', h: 60 }`, setLabel('A', 'y'), `A@{ 'label' : "y", h: 60 }`);
    await becomes('Z --> A:::big@{ label: 42 } & B', setLabel('A', '43'), 'Z --> A:::big@{ label: "43" } & B');
  });

  test('without quotes stays so while it can', async () => {
    await becomes('A@{ label: old one, h: 3 }', setLabel('A', 'new one'), 'A@{ label: new one, h: 3 }');
    await becomes('A@{ label: old one, h: 3 }', setLabel('A', 'a, b: c'), 'A@{ label: "a, b: c", h: 3 }');
    await becomes('A@{ label: old }', setLabel('A', 'null'), 'A@{ label: "null" }');
  });

  test('is read back as it was meant, whatever it holds', async () => {
    for (const label of ['say "}" {', "it's", 'a\\b\\n', '#35; #lt;', '`x`', '{{run.id}}', '- x', 'ü: 1, 2']) {
      const change = setLabel('A', label);
      const result = await editDiagram('w.mmd', 'graph TD\nA@{ shape: diam, label: "x" }', change, parseDiagramHere);
      assert.ok('text' in result, `${label}: ${JSON.stringify(result)}`);
    }
  });

  test('is added where there is none', async () => {
    await becomes('A@{ shape: diam } --> B', setLabel('A', 'ok?'), 'A@{ shape: diam, label: "ok?" } --> B');
    await becomes('A@{ shape: diam, }', setLabel('A', 'ok?'), 'A@{ shape: diam, label: "ok?", }');
    await becomes('A@{}', setLabel('A', 'x'), 'A@{ label: "x" }');
    await becomes('A@{ h: 3, labelType: text }', setLabel('A', 'x'), 'A@{ h: 3, labelType: text, label: "x" }');
  });

  test('counts where it is written last', async () => {
    await becomes('A@{ label: "x" }\nA[y]', setLabel('A', 'z'), 'A@{ label: "x" }\nA[z]');
    await becomes('A[y] --> B\nA@{ label: "x" }', setLabel('A', 'z'), 'A[y] --> B\nA@{ label: "z" }');
    await becomes('A[y]@{ shape: diam }', setLabel('A', 'z'), 'A[z]@{ shape: diam }');
    await becomes('A[y]@{ h: 3 }', setLabel('A', 'z'), 'A[z]@{ h: 3 }');
  });
});

describe('a shape in metadata', () => {
  test('is written over by the word for the kind', async () => {
    const before = 'A@{ shape: rect, label: "x" } --> B';
    await becomes(before, setKind('A', 'decision'), 'A@{ shape: diam, label: "x" } --> B');
    await becomes(before, setKind('A', 'task-manual'), 'A@{ shape: rounded, label: "x" } --> B');
    await becomes(before, setKind('A', 'terminal'), 'A@{ shape: stadium, label: "x" } --> B');
    await becomes(before, setKind('A', 'subflow'), 'A@{ shape: subroutine, label: "Run: x" } --> B');
    await becomes(before, setKind('A', 'join'), 'A@{ shape: rect, label: "Join x" } --> B');
    await becomes('A@{ "shape": "doc" }', setKind('A', 'decision'), 'A@{ "shape": "diam" }');
  });

  test('stays when another word says the same', () =>
    becomes('A@{ shape: process, label: "x" }', setKind('A', 'task-automated'), 'A@{ shape: process, label: "x" }'));

  test('is added where there is none', async () => {
    await becomes('A@{ label: "x" }', setKind('A', 'decision'), 'A@{ label: "x", shape: diam }');
    await becomes('A@{ h: 3 }', setKind('A', 'foreach'), 'A@{ h: 3, label: "Each: A", shape: subroutine }');
  });

  test('and brackets around the label are distinguished', async () => {
    await becomes('A[x]@{ shape: diam }', setKind('A', 'foreach'), 'A[Each: x]@{ shape: subroutine }');
    await becomes('A["y"]@{ label: "x" }', setKind('A', 'decision'), 'A{"y"}@{ label: "x" }');
  });

  test('and the configuration say no two kinds', () =>
    becomes(
      'A@{ shape: rect, label: "x" }\n%% @A: {"stepType": "task"}',
      setKind('A', 'decision'),
      'A@{ shape: diam, label: "x" }\n%% @A: {"stepType": "decision"}',
    ));
});

describe('a step with metadata', () => {
  test('is renamed; without a label it shows its new id', async () => {
    await becomes('A@{ shape: diam } --> B', renameStep('A', 'Z'), 'Z@{ shape: diam } --> B');
    await becomes('A@{ shape: diam, label: "A" } --> B', renameStep('A', 'Z'), 'Z@{ shape: diam, label: "A" } --> B');
    await becomes('A@{\n  shape: diam\n}\nA --> B', renameStep('A', 'Z'), 'Z@{\n  shape: diam\n}\nZ --> B');
  });

  test('is removed with it', async () => {
    await becomes('A --> X@{ shape: diam, label: "a } b" } --> B\nX --> C', removeStep('X'), 'A\nB\nC');
    await becomes('A --> B\nX@{ shape: diam }\n', removeStep('X'), 'A --> B\n');
    await becomes(
      'A@{ label: "a" } --> X --> B@{ label: "b" }',
      removeStep('X', { bridge: true }),
      'A@{ label: "a" } --> B@{ label: "b" }',
    );
  });

  test('is left alone where the metadata is more than pairs on one line', async () => {
    const reason = /^Expected what is in the "@\{ \.\.\. \}" behind "A" to be simple pairs on one line, found more\./;
    await refuses('A@{\n  shape: rect\n  label: "x"\n}', setLabel('A', 'y'), reason);
    await refuses('A@{ shape: rect, label: [x, y] }', setLabel('A', 'y'), reason);
    await refuses('A@{ shape: rect, label: &a x }', setKind('A', 'decision'), reason);
    await refuses('A@{ label: "" }', setLabel('A', 'y'), reason);
    await becomes('A@{\n  label: "x"\n}\nA[y]', setLabel('A', 'z'), 'A@{\n  label: "x"\n}\nA[z]');
  });
});
