// The fields of an envelope as a JSON object spells them: camelCase, snake_case, any case.

import type { Json, JsonObject } from '../../json.ts';
import { STATUSES } from './read-word.ts';

/** What a reply gives, before anything of it is judged. undefined: it is not there. */
export interface ReplyFields {
  readonly status: Json | undefined;
  readonly summary: Json | undefined;
  readonly output: Json | undefined;
  readonly nextAction: Json | undefined;
  readonly nextActionReason: Json | undefined;
  readonly metadata: Json | undefined;
}

const NAMES = ['status', 'summary', 'output', 'nextAction', 'nextActionReason', 'metadata'] as const;

const plain = (key: string): string => key.toLowerCase().replace(/[\s_-]/g, '');
const PLAIN_NAMES = new Set(NAMES.map(plain));

export const isFieldName = (key: string): boolean => PLAIN_NAMES.has(plain(key));

export function fieldOf(object: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(object, name)) return object[name];
  const wanted = plain(name);
  const key = Object.keys(object).find((each) => plain(each) === wanted);
  return key === undefined ? undefined : object[key];
}

export function fieldsOf(object: JsonObject): ReplyFields {
  return {
    status: fieldOf(object, 'status'),
    summary: fieldOf(object, 'summary'),
    output: fieldOf(object, 'output'),
    nextAction: fieldOf(object, 'nextAction'),
    nextActionReason: fieldOf(object, 'nextActionReason'),
    metadata: fieldOf(object, 'metadata'),
  };
}

/** An attempt at an envelope, good or bad. A bare output may have a `status` of its own, but none of our words:
 *  what says FAILED is never taken for a result. */
export function isEnvelopeLike(object: JsonObject): boolean {
  const { status, summary, output, nextAction } = fieldsOf(object);
  if (nextAction !== undefined) return true;
  if (status === undefined) return false;
  if (output !== undefined || summary !== undefined) return true;
  return typeof status === 'string' && STATUSES.some((word) => word === status.trim().toUpperCase());
}

/** Problems of two keys that mean one field and say different things (`nextAction` and `next_action`). */
export function spellingProblems(object: JsonObject): string[] {
  const seen = new Map<string, string>();
  return Object.keys(object).flatMap((key) => {
    const name = plain(key);
    const earlier = seen.get(name);
    seen.set(name, key);
    if (earlier === undefined || !PLAIN_NAMES.has(name)) return [];
    if (JSON.stringify(object[earlier]) === JSON.stringify(object[key])) return [];
    return [`Expected "${earlier}" once, found "${earlier}" and "${key}" with different values.`];
  });
}
