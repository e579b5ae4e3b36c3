import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScore, scoreWord } from './read-score.ts';

test('is read from shares, percents and words', () => {
  const cases: readonly (readonly [unknown, number | null])[] = [
    ...([
      [0.8, 0.8],
      [1, 1],
      [57, 0.57],
      [100, 1],
      [0, 0],
    ] as const),
    ...([
      ['Good', 0.75],
      [' excellent ', 0.9],
      ['fair', 0.6],
      ['POOR', 0.4],
    ] as const),
    ...([
      [-1, null],
      [101, null],
      [Number.NaN, null],
      ['80 %', null],
      [null, null],
    ] as const),
  ];
  for (const [given, expected] of cases) assert.equal(readScore(given), expected, String(given));
});

test('is called by the word whose worth it reaches', () => {
  assert.deepEqual([0.9, 0.89, 0.75, 0.6, 0.59, 0].map(scoreWord), [
    'Excellent',
    'Good',
    'Good',
    'Fair',
    'Poor',
    'Poor',
  ]);
});
