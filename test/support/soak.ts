// How much a test by chance does: a little in the suite, many times that under `npm run soak`. Its chance has a seed.

import type { TestContext } from 'node:test';
import { type Random, randomOf } from '../simulation/random.ts';

const { SIGNOFF_TEST_TIMES, SIGNOFF_TEST_SEED } = process.env;
const TIMES = Number(SIGNOFF_TEST_TIMES || 1);

/** A count or a time of the suite, as many times as `npm run soak` wants it. */
export function soaked(count: number): number {
  return Math.round(count * TIMES);
}

/** Its seed is printed, and SIGNOFF_TEST_SEED repeats it. When processes are killed is the same then; what they have
 *  done by that time is up to the machine. */
export function seededRandom(t: TestContext): Random {
  const seed = SIGNOFF_TEST_SEED ? Number(SIGNOFF_TEST_SEED) : Date.now() % 1_000_000_000;
  t.diagnostic(`seed ${seed}; again with SIGNOFF_TEST_SEED=${seed}`);
  return randomOf(seed);
}
