// Whether a gate's answer has a shape of its own, beside a verdict and a comment.

import type { JsonObject } from '../json.ts';

/** What an output must have beside a verdict and a comment is asked for in words. */
export function hasOwnShape(schema: JsonObject | null): boolean {
  return requiredOf(schema).some((name) => name !== 'verdict' && name !== 'comment');
}

export function requiredOf(schema: JsonObject | null): readonly string[] {
  const required = schema?.required;
  return Array.isArray(required) ? required.map(String) : [];
}
