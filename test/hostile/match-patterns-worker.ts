// A thread that matches one regular expression after the other against texts made to keep it busy.

import { parentPort, workerData } from 'node:worker_threads';
import { type Attack, attacksOn, attackText } from './attack-texts.ts';

const SHORT = 4_000;
const LONG = 100_000;
/** What takes longer with a short text is tried with a long one. */
const SUSPICIOUS_MS = 3;

const { patterns, from, now } = workerData as {
  readonly patterns: readonly { readonly source: string; readonly flags: string }[];
  readonly from: number;
  /** Which pattern and which attack on it is under way. */
  readonly now: Int32Array;
};

for (let at = from; at < patterns.length; at++) {
  const { source, flags } = patterns[at] as { source: string; flags: string };
  const pattern = new RegExp(source, flags);
  for (const [index, attack] of attacksOn(pattern).entries()) {
    Atomics.store(now, 1, index);
    Atomics.store(now, 0, at);
    if (matchMs(pattern, attack, SHORT) < SUSPICIOUS_MS || matchMs(pattern, attack, SHORT) < SUSPICIOUS_MS) continue;
    matchMs(pattern, attack, LONG);
  }
}
parentPort?.postMessage('done');

/** The first match, and every match: that is how the program uses them. */
function matchMs(pattern: RegExp, attack: Attack, length: number): number {
  const text = attackText(attack, length);
  const begun = cpuMs();
  pattern.lastIndex = 0;
  pattern.exec(text);
  if (!pattern.sticky) text.replace(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`), '');
  return cpuMs() - begun;
}

/** Of this thread alone, so that others on the machine do not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
