// What a round changed, whether it goes in circles, and which round is better.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareQuality, compareRounds, type DraftedRound, differences, roundNotices } from './compare-rounds.ts';
import type { ReviewFeedback, ReviewIssue } from './state.ts';

const issue = (description: string, severity: ReviewIssue['severity'] = 'HIGH'): ReviewIssue => ({
  ...{ category: 'quality', severity, description },
});
const CACHE = issue('The cache has no limit for its size.');
const SERVER_AWAY = issue('Nobody is told when the mail server is away.');
const review = (overall_score: number, issues: readonly ReviewIssue[]): ReviewFeedback => ({
  ...{ overall_score, passes_validation: true, issues, strengths: [], needs_revision: issues.length > 0 },
});
const round = (number: number, hld: string, feedback: ReviewFeedback): DraftedRound => ({
  ...{ round: number, texts: { hld, lld: '', database: '' }, review: feedback, findings: [], human_revisions: 0 },
});
const same = (text: string): string => text;
const ONE = round(1, '## Overview\n\nA.\n\n## Security\n\nB.\n', review(0.5, [CACHE]));

test('differences are by section: added, changed, removed; blank space at its end is none', () => {
  const before = { hld: '## Overview\n\nA.\n\n## Security\n\nB.\n', lld: '', database: 'Prose.' };
  const now = { hld: '## Overview\n\nA.\n\n\n## Data Flow\n\nC.\n', lld: '', database: 'Other prose.' };
  assert.deepEqual(differences(before, now), [
    { part: 'hld', section: 'data-flow', change: 'added' },
    { part: 'hld', section: 'security', change: 'removed' },
    { part: 'database', section: 'database', change: 'changed' },
  ]);
});

describe('a round', () => {
  test('the first is compared with nothing', () => {
    const first = compareRounds(ONE, { earlier: [], before: null }, same);
    assert.deepEqual([first.changed, first.closed, first.score_before, first.score_after], [[], [], null, 0.5]);
    assert.deepEqual([first.opened, first.is_without_progress, first.is_oscillating], [[CACHE], false, false]);
  });

  test('says what was opened, closed and is still open, in whatever words', () => {
    const again = issue('The cache still has no limit for its size.');
    const two = round(2, '## Overview\n\nA2.\n', review(0.6, [again, SERVER_AWAY]));
    const found = compareRounds(two, { earlier: [], before: ONE }, same);
    assert.deepEqual([found.opened, found.still_open, found.closed], [[SERVER_AWAY], [again], []]);
    assert.equal(found.is_without_progress, false, 'the score rose');
  });

  test('makes no progress where nothing changed, or nothing was closed and the score did not rise', () => {
    const unchanged = round(2, ONE.texts.hld, review(0.9, []));
    assert.equal(compareRounds(unchanged, { earlier: [], before: ONE }, same).is_without_progress, true);
    const worse = round(2, '## Overview\n\nA2.\n', review(0.5, [CACHE]));
    assert.equal(compareRounds(worse, { earlier: [], before: ONE }, same).is_without_progress, true);
  });

  test('goes in circles where an issue that was closed is back, or a section is as it was two rounds ago', () => {
    const first = compareRounds(ONE, { earlier: [], before: null }, same);
    const two = round(2, '## Overview\n\nA2.\n\n## Security\n\nB.\n', review(0.6, [SERVER_AWAY]));
    const second = compareRounds(two, { earlier: [first], before: ONE }, same);
    const three = round(3, ONE.texts.hld, review(0.6, [CACHE]));
    const third = compareRounds(three, { earlier: [first, second], before: two }, same);
    assert.deepEqual(third.returned, [CACHE.description, 'hld: overview is as it was in an earlier round']);
    assert.equal(third.is_oscillating, true);
    const notices = roundNotices([first, second, third], 2);
    assert.match(notices[0] ?? '', /^Round 3 changed 1 section: 1 issue closed, 1 opened, 0 still open\.$/);
    assert.match(notices[1] ?? '', /^It goes in circles: /);
    assert.equal(notices.at(-1), 'Round 2 was better (score 0.6, this one 0.6).');
    assert.deepEqual(roundNotices([first], 1), []);
  });
});

test('the better round passes, then has the higher score, then the lighter issues', () => {
  assert.ok(compareQuality(review(0.1, []), review(0.9, [CACHE])) < 0);
  assert.ok(compareQuality(review(0.6, [CACHE]), review(0.5, [CACHE])) < 0);
  assert.ok(compareQuality(review(0.5, [issue('x', 'LOW')]), review(0.5, [issue('x', 'CRITICAL')])) < 0);
  assert.equal(compareQuality(review(0.5, [CACHE]), review(0.5, [SERVER_AWAY])), 0);
});
