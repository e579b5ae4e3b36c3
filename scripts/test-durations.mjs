// How long test files took when someone last looked, so that the longest begin first and none is left over at the end,
// and which of them mostly wait.

import { readFileSync, writeFileSync } from 'node:fs';
import { groupsOf } from './test-groups.mjs';

const FILE = 'test/durations.json';
/** Shorter files stand in no list: their order makes no difference. */
const SECONDS_MIN = 2;

/** The files that compute, in groups that share a process, and those that mostly wait, each alone; longest first. */
export function sorted(files) {
  const { seconds, waiting, apart } = read();
  const secondsOf = (file) => seconds[file] ?? 0.5;
  const isWaiting = (file) => waiting.includes(file);
  const computing = files.filter((file) => !isWaiting(file));
  return {
    groups: groupsOf(computing, secondsOf, (file) => apart.includes(file)),
    waiting: groupsOf(files.filter(isWaiting), secondsOf, () => true),
  };
}

/** Replaces what is known of these files (`UPDATE_DURATIONS=1 npm test`). Written by hand are which of them wait (less
 *  than half of their time is processor time, of the processes they start too) and which need an own process. */
export function keepDurations(measured) {
  const { seconds, waiting, apart } = read();
  const kept = Object.entries({ ...seconds, ...measured }).filter(([, each]) => each >= SECONDS_MIN);
  const ordered = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify({ waiting, apart, seconds: ordered }, null, 2)}\n`);
}

function read() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}
