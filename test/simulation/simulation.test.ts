// Random workflows and workers by seed: 15 s in all, more in `npm run soak`. A seed that fails says how to repeat it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { soaked } from '../support/soak.ts';
import { runSeeds, summaryOf } from './report.ts';

const TOTAL_MS = soaked(15_000);
const GROUPS = [1, 1_000_001, 2_000_001, 3_000_001] as const;

describe('every accepted workflow ends or waits for someone, and every rule holds after every event', () => {
  for (const firstSeed of GROUPS) {
    test(`seeds from ${firstSeed} on`, async (t) => {
      const totals = await runSeeds(firstSeed, TOTAL_MS / GROUPS.length);
      for (const line of summaryOf(totals).split('\n')) t.diagnostic(line);
      assert.equal(totals.failures.length, 0, totals.failures.map(({ text }) => text).join('\n\n'));
      assert.ok(totals.accepted > 0.6 * totals.seeds, 'most random workflows are valid');
      assert.ok(
        (totals.outcomes.get('long') ?? 0) <= 0.05 * totals.seeds,
        'nearly all runs come to an end by themselves',
      );
    });
  }
});
