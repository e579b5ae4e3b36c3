// A state as text that two equal states share, whatever the order in which their entries came.

import type { RunState } from '../../engine/run-state.ts';
import { serialise, TABLES } from '../../engine/snapshot.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';

/** In which order these have their entries means nothing: they are only ever looked up. */
const UNORDERED: readonly string[] = ['branches', 'results', 'records', 'parked'];

/** By name of table or field. */
export function plainState(state: RunState): ReadonlyMap<string, string> {
  const json = serialise(state) as { [name: string]: Json };
  for (const table of TABLES) {
    if (!UNORDERED.includes(table)) continue;
    json[table] = [...(json[table] as Json[][])].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  }
  return new Map(Object.entries(json).map(([name, value]) => [name, JSON.stringify(sorted(value))]));
}

/** The first name under which they differ; null when they are equal. */
export function firstDifference(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string | null {
  for (const [name, text] of one) if (other.get(name) !== text) return name;
  for (const name of other.keys()) if (!one.has(name)) return name;
  return null;
}

/** Which of its properties was set first means nothing either. */
function sorted(json: Json): Json {
  if (Array.isArray(json)) return json.map((item: Json) => sorted(item));
  if (!isJsonObject(json)) return json;
  const entries = Object.entries(json as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sorted(value)]));
}
