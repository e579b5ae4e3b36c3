// How often each worker of an execution was tried: counted in the record of its flow when a task is handed out, so that
// it is known of workers in a row and of those whose fallback took their place, too.

import type { JsonObject } from '../../json.ts';
import type { CodeCall, PrepareResult } from '../../ports/action.ts';
import { objectOf, textOf } from './research-deps.ts';

/** Attempts of each task of a worker: its own, and that of its fallback. */
export type AttemptCounts = ReadonlyMap<string, readonly number[]>;

const PREFIX = 'tried_';

/** {} for steps that are no workers. */
export function countAttempt(call: CodeCall): PrepareResult {
  const worker = textOf(objectOf(call.config).worker);
  if (worker === '') return {};
  const name = PREFIX + worker;
  return { set: { [name]: { ...objectOf(call.data[name]), [call.idempotencyKey]: call.attempt } } };
}

/** Of the output of an execution; null: it comes from an earlier version, which did not count. */
export function triedIn({ tried }: JsonObject): AttemptCounts | null {
  if (tried === undefined || tried === null) return null;
  const entries = Object.entries(objectOf(tried)).flatMap(([name, tasks]) =>
    name.startsWith(PREFIX)
      ? [[name.slice(PREFIX.length), Object.values(objectOf(tasks)).map((count) => Number(count))] as const]
      : [],
  );
  return new Map(entries);
}

/** Attempts after the first, of all tasks. */
export const retriesIn = (tried: AttemptCounts): number =>
  [...tried.values()].flat().reduce((sum, attempts) => sum + Math.max(0, attempts - 1), 0);
