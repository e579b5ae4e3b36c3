// What a run waits for, in words: each kind of wait once, with how often.

import { readableMs } from './readable-ms.ts';
import type { Wait } from './waits-for.ts';

export interface PlacedWait {
  readonly wait: Wait;
  /** The name of the workflow whose step it is. */
  readonly workflow: string;
}

export interface WaitText {
  readonly text: string;
  readonly count: number;
  /** The first of them. */
  readonly of: PlacedWait;
}

/** One text for all that is alike, in the order of the first of each. */
export function waitTexts(waits: readonly PlacedWait[], now: number): WaitText[] {
  const counts = new Map<string, { readonly of: PlacedWait; count: number }>();
  for (const of of waits) {
    const text = textOf(of, 1, now);
    const known = counts.get(text);
    if (known === undefined) counts.set(text, { of, count: 1 });
    else known.count++;
  }
  return [...counts.values()].map(({ of, count }) => ({ text: textOf(of, count, now), count, of }));
}

function textOf({ wait, workflow }: PlacedWait, count: number, now: number): string {
  const tasks = `${count === 1 ? 'task' : `${count} tasks`} "${wait.step}" of ${workflow}`;
  switch (wait.for) {
    case 'person':
      return `${tasks} for ${wait.who ?? 'a person'}`;
    case 'signal': {
      const [first, ...others] = wait.signals;
      if (others.length > 0) return `one of the signals ${wait.signals.join(', ')} in "${wait.step}"`;
      return `signal "${first}"${wait.key === null ? '' : ` with key ${JSON.stringify(wait.key)}`}`;
    }
    case 'timer':
      return `the ${wait.kind} timer of "${wait.step}", ${inTime(wait.until, now)}`;
    case 'work':
      return `${tasks}, about to begin`;
    case 'worker':
      return `${tasks}${wait.who === null ? '' : ` for ${wait.who}`}, which no process here does`;
    case 'process':
      return `${tasks}, under way by ${workerText(wait.who)}`;
    case 'limit':
      return `${tasks}: ${limitText(wait, now)}`;
    case 'child':
      return `the subflow "${wait.step}"${wait.child === null ? '' : ` (${wait.child})`}`;
    case 'file':
      return `files of "${wait.step}" to be written`;
    case 'hold':
      return `a decision on ${count === 1 ? 'the hold' : `${count} holds`} at "${wait.step}" (${wait.hold.code})`;
    case 'resume':
      return 'someone to resume it';
  }
}

/** `rate limited, again in 12 s`. */
export function limitText({ what, until }: { what: string; until: number | null }, now: number): string {
  return until === null || until <= now ? `${what}, asked again now` : `${what}, again ${inTime(until, now)}`;
}

function inTime(until: number, now: number): string {
  const leftMs = Math.max(0, until - now);
  return `in ${readableMs(leftMs < 1000 ? leftMs : Math.round(leftMs / 1000) * 1000)}`;
}

/** A hosted lease names its queue and, after the @, its process. */
function workerText(worker: string): string {
  const [, queue = worker, key] = /^(.*)@(\d+)$/.exec(worker) ?? [];
  const who = queue === '' ? 'an agent' : queue;
  return key === undefined ? who : `${who} in process ${key}`;
}
