// How long test files took when someone last looked, so that the longest begin first and none is left over at the end,
// and which of them mostly wait.

import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'test/durations.json';
/** Shorter files stand in no list: their order makes no difference. */
const SECONDS_MIN = 2;

/** The files that compute and those that mostly wait; each list longest first, then by name. */
export function sorted(files) {
  const { seconds, waiting } = read();
  const all = files.sort((a, b) => (seconds[b] ?? 0) - (seconds[a] ?? 0) || (a < b ? -1 : 1));
  const isWaiting = (file) => waiting.includes(file);
  return { computing: all.filter((file) => !isWaiting(file)), waiting: all.filter(isWaiting) };
}

/** Replaces what is known of these files (`UPDATE_DURATIONS=1 npm test`). Which of them wait is written by hand: less
 *  than half of their time is processor time, of the processes they start too. */
export function keepDurations(measured) {
  const { seconds, waiting } = read();
  const kept = Object.entries({ ...seconds, ...measured }).filter(([, each]) => each >= SECONDS_MIN);
  const ordered = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify({ waiting, seconds: ordered }, null, 2)}\n`);
}

function read() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}
