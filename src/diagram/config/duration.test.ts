// Which durations are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from './duration.ts';

test('a number is seconds', () => {
  assert.equal(parseDuration(1.5), 1500);
  assert.equal(parseDuration(0), 0);
});

test('short forms are read, alone or joined', () => {
  const expected = {
    '500ms': 500,
    '30s': 30_000,
    '5m': 300_000,
    '2h': 7_200_000,
    '3d': 259_200_000,
    '1h30m': 5_400_000,
    '1.5s': 1500,
  };
  for (const [text, ms] of Object.entries(expected)) assert.equal(parseDuration(text), ms, text);
});

test('ISO 8601 is read but for months and years', () => {
  const expected = { PT5M: 300_000, P1DT2H: 93_600_000, P2W: 1_209_600_000, 'PT0.5S': 500, PT0S: 0 };
  for (const [text, ms] of Object.entries(expected)) assert.equal(parseDuration(text), ms, text);
  for (const text of ['P1Y', 'P1M', 'P', 'PT', 'P1DT', 'PT1.2.3S', 'PT.S', 'P-1D', 'pt5m'])
    assert.equal(parseDuration(text), null, text);
});

test('what is no duration, or lasts over a century, gives null', () => {
  const values = [
    '',
    '5',
    '5 m',
    '-5m',
    '5x',
    'm',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    '99999999d',
    null,
    true,
    {},
    [5],
    '1s'.repeat(100_000),
  ];
  for (const value of values) assert.equal(parseDuration(value), null, String(value).slice(0, 40));
});
