// The requirement lint on the sentences of bench/labelled: figures are held where no rule was mended for them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf, PARTS, sentencesOf, totalOf } from '../../bench/quality/measure-lint.ts';
import { lintRequirements } from '../../src/language/lint/lint-requirements.ts';

const PRECISION_MIN = 0.9;
const RECALL_MIN = 0.9;

test('all rules together are right as often as it was measured on sentences that no rule was mended for', () => {
  const { precision, recall } = totalOf(figuresOf('fourth'));
  const found = `found ${precision.toFixed(2)} and ${recall.toFixed(2)}`;
  assert.ok(precision >= PRECISION_MIN && recall >= RECALL_MIN, found);
});

for (const part of PARTS) {
  test(`no requirement that differs is called a repetition in the part "${part}"`, (t) => {
    const figures = figuresOf(part);
    const { precision, recall } = totalOf(figures);
    t.diagnostic(`precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`);
    const dropped = figures.rules.duplicate.unjustified.filter((text) => text.includes('[none, '));
    assert.deepEqual(dropped, []);
  });
}

test('the labelled set is as large as it is said to be', () => {
  const [development, heldOut] = PARTS.map((part) => figuresOf(part).counts);
  assert.ok(development !== undefined && heldOut !== undefined);
  assert.ok(development.sentences + heldOut.sentences >= 240);
  assert.ok(development.pairs + heldOut.pairs >= 60);
  assert.ok(heldOut.sentences / (development.sentences + heldOut.sentences) >= 0.4);
});

test('what a finding is about stands in the sentence, and nothing is reworded', () => {
  for (const description of PARTS.flatMap(sentencesOf)) {
    const item = { id: 'REQ-001', title: 'Title', description, priority: 'low', category: 'General' } as const;
    for (const { rule, found, suggestion } of lintRequirements([item], {})) {
      assert.ok(found !== '' && description.includes(found), `${rule}: "${found}" is not in: ${description}`);
      assert.equal(suggestion, '');
    }
  }
});
