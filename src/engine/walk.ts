// The only way into a JSON value: own properties, list positions, `.length`. No prototype is reachable (data-4).

import type { Json, JsonObject } from '../json.ts';

export type Part = string | number;

export function walk(value: Json | undefined, parts: readonly Part[]): Json | undefined {
  let at = value;
  for (const part of parts) {
    if (at === undefined || at === null) return undefined;
    at = step(at, part);
  }
  return at;
}

function step(value: Exclude<Json, null>, part: Part): Json | undefined {
  if (typeof value === 'string') return part === 'length' ? value.length : undefined;
  if (Array.isArray(value)) {
    if (part === 'length') return value.length;
    const index = typeof part === 'number' ? part : /^(?:0|[1-9]\d{0,9})$/.test(part) ? Number(part) : -1;
    return Number.isInteger(index) && index >= 0 ? value[index] : undefined;
  }
  if (typeof value !== 'object') return undefined;
  return Object.hasOwn(value, part) ? (value as JsonObject)[String(part)] : undefined;
}
