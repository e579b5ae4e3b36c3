// The requirement lint on the labelled sentences of bench/quality: no rule may become worse than it was measured.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { figuresOf, PARTS, type Part, type Score, sentencesOf, totalOf } from '../../bench/quality/measure-lint.ts';
import { LINT_RULES, type LintRule } from '../../src/documents/lint/finding.ts';
import { lintRequirements } from '../../src/documents/lint/lint-requirements.ts';

/** Precision and recall, a bit below what was measured (docs/explanation/quality.md). */
type Floors = Readonly<Record<LintRule, readonly [precision: number, recall: number]>>;
/** Of `unseen` only the totals are held: nobody looked at its sentences. */
const FLOORS: Readonly<Record<Exclude<Part, 'unseen'>, Floors>> = {
  development: {
    ambiguous: [0.98, 0.98],
    'not-testable': [0.97, 0.97],
    compound: [0.96, 0.96],
    'no-actor': [0.96, 0.96],
    passive: [0.95, 0.95],
    'contradicts-scope': [0.91, 0.91],
    // Lower than it was (.95): what says more (`to the buyer`) is no longer called the same.
    duplicate: [0.95, 0.9],
  },
  heldOut: {
    ambiguous: [0.95, 0.97],
    'not-testable': [0.93, 0.96],
    compound: [0.95, 0.83],
    'no-actor': [0.96, 0.96],
    passive: [0.95, 0.95],
    'contradicts-scope': [0.92, 0.92],
    duplicate: [0.94, 0.94],
  },
  second: {
    ambiguous: [0.92, 0.95],
    'not-testable': [0.93, 0.93],
    compound: [0.95, 0.9],
    'no-actor': [0.95, 0.95],
    passive: [0.95, 0.95],
    'contradicts-scope': [0.92, 0.92],
    duplicate: [1, 0.96],
  },
  third: {
    ambiguous: [0.9, 0.95],
    'not-testable': [0.9, 0.93],
    compound: [0.93, 0.92],
    'no-actor': [0.95, 0.95],
    passive: [0.95, 0.95],
    'contradicts-scope': [0.93, 0.93],
    duplicate: [1, 0.96],
  },
  // No rule was mended for it.
  fourth: {
    ambiguous: [0.74, 0.95],
    'not-testable': [0.85, 0.95],
    compound: [0.95, 0.95],
    'no-actor': [0.95, 0.95],
    passive: [0.95, 0.95],
    'contradicts-scope': [0.95, 0.9],
    duplicate: [0.9, 0.83],
  },
};
/** On text that nobody saw while the rules were written, over all rules. */
const UNSEEN_PRECISION = 0.88;
const UNSEEN_RECALL = 0.8;
const CLEAN_MIN = 0.96;

const NAMES: Readonly<Record<Part, string>> = {
  ...{
    development: 'development part',
    heldOut: 'held-out part',
    second: "second author's part",
    third: "third author's part",
    fourth: "fourth author's part",
    unseen: 'unseen part',
  },
};

for (const part of PARTS) {
  describe(`on the ${NAMES[part]}`, () => {
    const figures = figuresOf(part);
    if (part === 'unseen') {
      test('all rules together are right as often as it was measured', () => {
        const { precision, recall } = totalOf(figures);
        const found = `found ${precision.toFixed(2)} and ${recall.toFixed(2)}`;
        assert.ok(precision >= UNSEEN_PRECISION && recall >= UNSEEN_RECALL, found);
      });
    } else {
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
    }

    test('no requirement that differs is called a repetition', () => {
      const dropped = figures.rules.duplicate.unjustified.filter((text) => text.includes('[none, '));
      assert.deepEqual(dropped, []);
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
      assert.doesNotMatch(suggestion, /\bshall (?:not )?[a-z]+[^s]s\b/, `${rule} of: ${description}`);
      const parts = suggestion
        .replace(/<[^<>]*>/g, '<x>')
        .replace(/^Split: 1\) /, '')
        .split(/ \d\) /);
      const again = parts.flatMap((each) => lintRequirements([{ ...item, description: each }], {}));
      assert.deepEqual(again, [], `found in: ${suggestion}`);
    }
  }
  // It was 9 of 10 as long as any sentence was shown; now only one that can be taken as it is or filled in.
  assert.ok(given / all >= 0.5, `Expected a suggestion for more than half of the findings, found ${given} of ${all}.`);
});

function words(rule: LintRule, score: Score, precision: number, recall: number): string {
  return [
    `${rule}: expected precision ${precision} and recall ${recall} or better,`,
    `found ${score.precision.toFixed(2)} and ${score.recall.toFixed(2)}.`,
    ...score.missed.map((text) => `\n  missed: ${text}`),
    ...score.unjustified.map((text) => `\n  should not be marked: ${text}`),
  ].join(' ');
}
