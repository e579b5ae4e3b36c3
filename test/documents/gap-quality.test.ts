// The gap analysis against the labelled briefs: floors for what it finds, and that closing what it finds ends well.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Half, labelledBriefs, measureGaps } from '../../bench/quality/measure-gaps.ts';
import { analyseGaps } from '../../src/documents/gaps/analyse-gaps.ts';
import type { Gap } from '../../src/documents/gaps/gap.ts';
import { lintRequirements } from '../../src/documents/lint/lint-requirements.ts';
import { parseBrief } from '../../src/documents/prd/parse-brief.ts';
import { isOnlyQuoted } from '../../src/documents/requirements/only-quoted.ts';
import type { DecidedRequirement } from '../../src/documents/requirements/requirement.ts';

const FLOORS: Readonly<Record<Half, { recall: number; precision: number; important: number } | null>> = {
  tuned: { recall: 0.8, precision: 0.95, important: 0.95 },
  'held out': { recall: 0.8, precision: 0.95, important: 0.95 },
  second: { recall: 0.88, precision: 0.95, important: 0.95 },
  third: { recall: 0.85, precision: 0.95, important: 0.95 },
  fourth: { recall: 0.85, precision: 0.95, important: 0.95 },
  fifth: { recall: 0.85, precision: 0.95, important: 0.95 },
  // No rule was mended for these: what they have is printed, and stands in docs/explanation/quality.md.
  sixth: null,
  unseen: null,
};
const ROUNDS_MAX = 3;
const ROUND_MAX = 12;

describe('the gap analysis on the labelled briefs', () => {
  test('there are at least 44, half of them held out, at least 6 of them complete', () => {
    const briefs = labelledBriefs();
    assert.ok(briefs.length >= 44);
    const own = briefs.filter(({ half }) => half === 'tuned' || half === 'held out');
    assert.ok(own.filter(({ half }) => half === 'held out').length * 2 >= own.length);
    assert.ok(briefs.filter(({ complete }) => complete).length >= 6);
    assert.ok(briefs.every(({ complete, expected }) => complete === (expected.length === 0)));
  });

  for (const figures of measureGaps()) {
    const { half, missed, wrong } = figures;
    const floor = FLOORS[half];
    if (floor === null) continue;
    test(`finds what a reviewer expects in the half that is ${half}`, () => {
      assert.ok(figures.recall >= floor.recall, `recall ${figures.recall}; missed:\n${missed.join('\n')}`);
      assert.ok(figures.precision >= floor.precision, `precision ${figures.precision}; wrong:\n${wrong.join('\n')}`);
      assert.ok(
        figures.precisionImportant >= floor.important,
        `precision of critical and high ones ${figures.precisionImportant}; wrong:\n${wrong.join('\n')}`,
      );
    });
    test(`raises no false alarm on the complete briefs that are ${half}`, () => {
      assert.deepEqual(figures.falseAlarms, []);
    });
  }

  test('a complete brief reaches the threshold', () => {
    const complete = labelledBriefs().filter(({ half, complete }) => complete && FLOORS[half] !== null);
    const low = complete.flatMap(({ name, brief, requirements }) => {
      const { score } = analyseGaps(parseBrief(brief.join('\n')), requirements);
      return score >= 0.8 ? [] : [`${name}: ${score}`];
    });
    assert.deepEqual(low, []);
  });

  for (const { name, half, brief: lines, requirements } of labelledBriefs()) {
    if (FLOORS[half] === null) continue;
    test(`closing the gaps of ${name} raises the score round by round and leaves nothing important`, () => {
      const brief = parseBrief(lines.join('\n'));
      let items = requirements;
      let now = analyseGaps(brief, items);
      for (let round = 0; round < ROUNDS_MAX && isOpen(now.gaps); round += 1) {
        items = withSuggested(items, now.gaps);
        const next = analyseGaps(brief, items);
        assert.ok(next.score > now.score, `round ${round + 1}: ${now.score} -> ${next.score}`);
        now = next;
      }
      assert.ok(now.score >= 0.8, `${now.score}: ${now.explanation}`);
      const important = now.gaps.filter(({ severity }) => severity === 'critical' || severity === 'high');
      assert.deepEqual(important, []);
    });

    test(`what is suggested for ${name} has no lint finding`, () => {
      const { gaps } = analyseGaps(parseBrief(lines.join('\n')), requirements);
      // What only quotes the brief has the brief's own words, vague ones too.
      const suggested = gaps
        .flatMap((gap) => gap.suggestedRequirements)
        .filter(({ description }) => !isOnlyQuoted(description));
      const named = suggested.map((one, at) => ({ ...one, id: `REQ-${String(at + 901)}` }));
      assert.deepEqual(lintRequirements(named, { brief: parseBrief(lines.join('\n')) }), []);
    });
  }
});

const isOpen = (gaps: readonly Gap[]): boolean => gaps.some((gap) => gap.suggestedRequirements.length > 0);

/** As a reviewer who approves all of a round's proposals. */
function withSuggested(items: readonly DecidedRequirement[], gaps: readonly Gap[]): readonly DecidedRequirement[] {
  const suggested = gaps.flatMap((gap) => gap.suggestedRequirements).slice(0, ROUND_MAX);
  const approved = suggested.map((one, at) => {
    const id = `REQ-${String(items.length + at + 1).padStart(3, '0')}`;
    return { ...one, id, standing: 'approved' as const };
  });
  return [...items, ...approved];
}
