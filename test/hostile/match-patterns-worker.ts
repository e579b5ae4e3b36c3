// A thread that matches one regular expression after the other against texts made to keep it busy.

import { parentPort, workerData } from 'node:worker_threads';
import { attacksOn, attackText } from './attack-texts.ts';

const SHORT = 4_000;
const LONGER = 3 * SHORT;
const LONG = 100_000;
/** What takes longer with a short text is tried with a longer one, and unless its time grows as the text does, with a
 *  long one. A text three times as long takes nine times as long where it grows with the square. */
const SUSPICIOUS_MS = 3;
const GROWTH_MAX = 5;
/** As long as this, what grows with the text takes a second for a long one. */
const LONGER_MS_MAX = 120;

const { patterns, from, now } = workerData as {
  readonly patterns: readonly { readonly source: string; readonly flags: string }[];
  readonly from: number;
  /** Which pattern and which attack on it is under way. */
  readonly now: Int32Array;
};

for (let at = from; at < patterns.length; at++) {
  const { source, flags } = patterns[at] as { source: string; flags: string };
  // Both are made once: Node would compile them again for each text.
  const first = new RegExp(source, flags);
  const every = first.sticky ? null : new RegExp(source, `${flags.replace('g', '')}g`);
  for (const [index, attack] of attacksOn(first).entries()) {
    Atomics.store(now, 1, index);
    Atomics.store(now, 0, at);
    const matchMs = (length: number): number => timeOf(first, every, attackText(attack, length));
    let shortMs = matchMs(SHORT);
    if (shortMs >= SUSPICIOUS_MS) shortMs = Math.min(shortMs, matchMs(SHORT));
    if (shortMs < SUSPICIOUS_MS) continue;
    const longerMs = matchMs(LONGER);
    if (longerMs > GROWTH_MAX * shortMs || longerMs > LONGER_MS_MAX) matchMs(LONG);
  }
}
parentPort?.postMessage('done');

/** The first match, and every match: that is how the program uses them. */
function timeOf(first: RegExp, every: RegExp | null, text: string): number {
  const begun = cpuMs();
  first.lastIndex = 0;
  first.exec(text);
  if (every !== null) text.replace(every, '');
  return cpuMs() - begun;
}

/** Of this thread alone, so that others on the machine do not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
