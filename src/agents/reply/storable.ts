// What is wrong with a JSON value that JSON.parse accepts and nothing after it could hold.

import type { Json } from '../../json.ts';
import { REPLY_DEPTH_MAX } from './lenient-json.ts';

/** null when it can be stored and walked. Itself without recursion. */
export function storableProblem(value: Json): string | null {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below: Json[] = [];
    for (const each of level) {
      if (typeof each === 'number' && !Number.isFinite(each))
        return 'Expected numbers JSON can hold, found one too large.';
      if (typeof each !== 'object' || each === null) continue;
      if (depth >= REPLY_DEPTH_MAX) {
        return `Expected values nested at most ${REPLY_DEPTH_MAX} deep, found deeper ones. Answer with flatter ones.`;
      }
      for (const inner of Object.values(each)) below.push(inner as Json);
    }
    level = below;
  }
  return null;
}
