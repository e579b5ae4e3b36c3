import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementsIn } from './statements-in.ts';

const PASTED = '# Recipes\nCooks share recipes. The chef sees each change.\n\n## Goals\n- Search by ingredient\n';
const GOALS = ['Recipes', 'Cooks share recipes.', 'The chef sees each change.', 'Goals', 'Search by ingredient'];

test('a heading of what was asked for is a sentence of its own, without its mark', () => {
  assert.deepEqual(statementsIn(PASTED), GOALS);
  assert.deepEqual(statementsIn('Recipes\n=======\nCooks share them.'), ['Recipes', 'Cooks share them.']);
});

test('what only looks like a heading stays as it is', () => {
  assert.deepEqual(statementsIn('#7 is the gate.'), ['#7 is the gate.']);
  assert.deepEqual(statementsIn('Scan:\n\n```\n# gate 7\n```'), ['Scan:', '``` # gate 7 ```']);
  assert.deepEqual(statementsIn('#'), []);
});

test('fenced code of a pasted document is one item, whatever its lines are', () => {
  const text = '# Rates\n\nAnswer this:\n\n```json\n{\n  "a": "B. C",\n\n  "d": 1\n}\n```\n\n- Show it.\n';
  assert.deepEqual(statementsIn(text), ['Rates', 'Answer this:', '```json { "a": "B. C", "d": 1 } ```', 'Show it.']);
});
