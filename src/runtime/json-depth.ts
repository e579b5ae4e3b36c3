// How deep JSON from outside may be nested: what walks it does so by recursion, and must not run out of stack.

import type { Json } from '../json.ts';

export const JSON_DEPTH_MAX = 200;

/** Lists and objects inside one another; a bare value is 0 deep. Itself without recursion. */
export function isTooDeep(json: Json, most = JSON_DEPTH_MAX): boolean {
  let level: Json[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    const inner = level.filter((value) => typeof value === 'object' && value !== null);
    if (inner.length > 0 && depth >= most) return true;
    level = inner.flatMap((value) => Object.values(value as object) as Json[]);
  }
  return false;
}
