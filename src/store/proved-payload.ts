// A payload is proved whenever it is read: its text must hash to its reference, or nobody may be shown it.

import { hash } from 'node:crypto';
import { StoreFault } from '../errors.ts';

/** How many of the runs that use a payload a message names. */
export const RUNS_NAMED = 3;

export function isProved(ref: string, text: string): boolean {
  return ref === `sha256:${hash('sha256', text, 'hex')}`;
}

/** `runs`: of those that use it, the first. */
export function wrongPayload(place: string, ref: string, runs: readonly string[]): StoreFault {
  const users = runs.length === 0 ? '' : `, which ${runs.slice(0, RUNS_NAMED).join(', ')} ${needs(runs.length)},`;
  const expected = `Expected the payload ${ref}${users} in ${place} to be the text that was stored`;
  const hint = 'It is shown to nobody. Run signoff store verify, then restore a backup. Nothing was changed.';
  const message = `${expected}, found another: it was altered after it was stored. ${hint}`;
  return new StoreFault('store-broken', message, { isLasting: true });
}

function needs(count: number): string {
  return count > RUNS_NAMED ? 'and others need' : count === 1 ? 'needs' : 'need';
}
