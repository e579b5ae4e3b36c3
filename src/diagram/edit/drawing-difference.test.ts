// What stands in a refusal is a sentence for the author of the diagram.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Drawing } from '../drawing.ts';
import { parseDiagramHere } from '../read/parse-here.ts';
import { readSource } from '../read/source.ts';
import { drawingDifference } from './drawing-difference.ts';

async function drawing(text: string): Promise<Drawing> {
  const { drawing: found } = await parseDiagramHere(readSource('w.mmd', text));
  assert.ok(found);
  return found;
}

async function difference(meant: string, found: string): Promise<string | null> {
  return drawingDifference(await drawing(`graph TD\n${meant}`), await drawing(`graph TD\n${found}`), undefined);
}

test('drawings that say the same have no difference', async () => {
  assert.equal(await difference('A[x] -->|y| B', 'A[x]\nA -- y --> B'), null);
});

test('a difference is said in words', async () => {
  const said: readonly (readonly [meant: string, found: string, sentence: string])[] = [
    ['A[x]', 'A[y]', 'Expected the step "A" to have the label "x" in the changed text, found "y".'],
    ['A[x]', 'A(x)', 'Expected the step "A" to have the shape "square" in the changed text, found "round".'],
    ['A[x]', 'A["x"]', 'Expected the step "A" to have a label of the type "text" in the changed text, found "string".'],
    ['A\nB', 'B\nA', 'Expected the step "A" in the changed text, found the step "B" in its place.'],
    ['A\nB', 'A', 'Expected the step "B" in the changed text, found that it is gone.'],
    ['A', 'A\nB', 'Expected nothing more in the changed text, found the step "B".'],
    [
      'A -->|x| B',
      'A --> B',
      'Expected the arrow from "A" to "B" to have the label "x" in the changed text, found "".',
    ],
    [
      'A --> B --> A',
      'A --> B & A',
      'Expected the arrow from "B" to "A" in the changed text, found the arrow from "A" to "A" in its place.',
    ],
    [
      'subgraph S\nA\nend\nB',
      'subgraph S\nA\nB\nend',
      'Expected the subgraph "S" to have the steps "A" in the changed text, found "A", "B".',
    ],
  ];
  for (const [meant, found, sentence] of said) assert.equal(await difference(meant, found), sentence);
});

test('texts that differ only far behind differ', async () => {
  const long = 'x'.repeat(300);
  const sentence = await difference(`A[${long}y]`, `A[${long}z]`);
  assert.match(sentence ?? '', /^Expected the step "A" to have the label "x{200}\.\.\." in the changed text/);
});
