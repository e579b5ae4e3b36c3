// How long test files took when someone last looked, so that the longest begin first and none is left over at the end.

import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'test/durations.json';
/** Shorter files stand in no list: their order makes no difference. */
const SECONDS_MIN = 5;

/** The files, longest first; those nobody timed come last, in the order of their names. */
export function longestFirst(files) {
  const seconds = JSON.parse(readFileSync(FILE, 'utf8'));
  return files.sort((a, b) => (seconds[b] ?? 0) - (seconds[a] ?? 0) || (a < b ? -1 : 1));
}

/** Replaces what is known of these files (`UPDATE_DURATIONS=1 npm test`). */
export function keepDurations(measured) {
  const all = { ...JSON.parse(readFileSync(FILE, 'utf8')), ...measured };
  const kept = Object.entries(all).filter(([, seconds]) => seconds >= SECONDS_MIN);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`);
}
