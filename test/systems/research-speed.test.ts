// An article from 30 sources of 20 KB by rules, as a process: generous bars, and the durations of its phases are
// recorded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runResearch } from '../../bench/research/run-research.ts';

const SOURCES = 30;
/** Far more than it takes: a busy machine must not turn this red. */
const SECONDS_MAX = 120;
const PEAK_MB_MAX = 600;
const PHASES = ['initialized', 'planning', 'strategy', 'executing', 'evaluating', 'merging', 'completed'];

test(`${SOURCES} sources become an article within generous bars, and each phase says how long it took`, async (t) => {
  const { seconds, peakMb, phases, status, words } = await runResearch(SOURCES);
  t.diagnostic(`${seconds.toFixed(1)} s, ${peakMb.toFixed(0)} MB, ${JSON.stringify(phases)}`);
  assert.equal(status, 'completed');
  assert.ok(words > 300, `${words} words`);
  assert.deepEqual(Object.keys(phases), PHASES);
  assert.ok(Object.values(phases).every((each) => Number.isFinite(each) && each >= 0));
  assert.ok(seconds < SECONDS_MAX, `${seconds} s`);
  assert.ok(peakMb < PEAK_MB_MAX, `${peakMb} MB`);
});
