// The requirement lint on the labelled sentences of bench/quality: no rule may become worse than it was measured.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { figuresOf, PARTS, type Part, type Score, sentencesOf } from '../../bench/quality/measure-lint.ts';
import { LINT_RULES, type LintRule } from '../../src/documents/finding.ts';
import { lintRequirements } from '../../src/documents/lint-requirements.ts';

/** Precision and recall, a bit below what was measured (docs/explanation/quality.md). */
const FLOORS: Readonly<Record<Part, Readonly<Record<LintRule, readonly [precision: number, recall: number]>>>> = {
  development: {
    ambiguous: [0.98, 0.98],
    'not-testable': [0.97, 0.97],
    compound: [0.96, 0.96],
    'no-actor': [0.96, 0.96],
    passive: [0.95, 0.95],
    'contradicts-scope': [0.91, 0.91],
    duplicate: [0.95, 0.95],
  },
  heldOut: {
    ambiguous: [0.95, 0.97],
    'not-testable': [0.93, 0.96],
    compound: [0.95, 0.83],
    'no-actor': [0.96, 0.96],
    passive: [0.95, 0.95],
    'contradicts-scope': [0.92, 0.92],
    duplicate: [0.94, 0.88],
  },
};
const CLEAN_MIN = 0.96;

for (const part of PARTS) {
  describe(`on the ${part === 'heldOut' ? 'held-out' : 'development'} part`, () => {
    const figures = figuresOf(part);
    for (const rule of LINT_RULES) {
      test(`the rule ${rule} is right as often as it was measured`, () => {
        const score = figures.rules[rule];
        const [precision, recall] = FLOORS[part][rule];
        assert.ok(score.right > 0, `Expected labelled cases of ${rule}, found none.`);
        assert.ok(score.precision >= precision && score.recall >= recall, words(rule, score, precision, recall));
      });
    }

    test('clean sentences get no finding at all', () => {
      const { untouched, total } = figures.clean;
      assert.ok(untouched / total >= CLEAN_MIN, `Expected at least ${CLEAN_MIN} of ${total}, found ${untouched}.`);
    });
  });
}

test('the labelled set is as large as it is said to be', () => {
  const [development, heldOut] = PARTS.map((part) => figuresOf(part).counts);
  assert.ok(development !== undefined && heldOut !== undefined);
  assert.ok(development.sentences + heldOut.sentences >= 240);
  assert.ok(development.pairs + heldOut.pairs >= 60);
  assert.ok(heldOut.sentences / (development.sentences + heldOut.sentences) >= 0.4);
});

test('what a finding is about stands in the sentence, and its suggestion mends it or is none', () => {
  let given = 0;
  let all = 0;
  for (const description of PARTS.flatMap(sentencesOf)) {
    const item = { id: 'REQ-001', title: 'Title', description, priority: 'low', category: 'General' } as const;
    for (const { rule, found, suggestion } of lintRequirements([item], {})) {
      assert.ok(found !== '' && description.includes(found), `${rule}: "${found}" is not in: ${description}`);
      all += 1;
      if (suggestion === '') continue;
      given += 1;
      assert.match(suggestion, /^[A-Z<].* shall .*\.$/, `${rule} of: ${description}`);
      const parts = suggestion
        .replace(/<[^<>]*>/g, '<x>')
        .replace(/^Split: 1\) /, '')
        .split(/ \d\) /);
      const again = parts.flatMap((each) => lintRequirements([{ ...item, description: each }], {}));
      assert.ok(!again.some((other) => other.rule === rule), `${rule} again in: ${suggestion}`);
    }
  }
  assert.ok(given / all >= 0.9, `Expected a suggestion for 9 of 10 findings, found ${given} of ${all}.`);
});

function words(rule: LintRule, score: Score, precision: number, recall: number): string {
  return [
    `${rule}: expected precision ${precision} and recall ${recall} or better,`,
    `found ${score.precision.toFixed(2)} and ${score.recall.toFixed(2)}.`,
    ...score.missed.map((text) => `\n  missed: ${text}`),
    ...score.unjustified.map((text) => `\n  should not be marked: ${text}`),
  ].join(' ');
}
