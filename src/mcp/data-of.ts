// The data of a run as plain JSON: every value with what it refers to in its place.

import { readValue } from '../engine/value.ts';
import type { Json, JsonObject } from '../json.ts';
import type { RunView } from '../runtime/read-run.ts';

export function dataOf({ state, payloads }: RunView): JsonObject {
  const entries = [...state.values.entries()].map(([name, { value }]): [string, Json] => {
    return [name, readValue(value, [], payloads) ?? null];
  });
  return Object.fromEntries(entries);
}
