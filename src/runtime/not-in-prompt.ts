// What a step's own prompt shows is not given to an agent a second time: the rest of the values around it.

import { isDeepStrictEqual } from 'node:util';
import type { NamedValue } from '../engine/template.ts';
import { isJsonObject, type Json } from '../json.ts';

/** Shorter values stay with those around them, unless all of them are shown: they cost little, and a record without its
 *  name is hard to read. */
const TELLING_CHARACTERS = 40;

export interface ShownParts {
  /** Paths within the value. */
  readonly paths: readonly (readonly string[])[];
  /** Wherever they stand in it. */
  readonly values: readonly Json[];
}

export function shownBy(
  named: readonly NamedValue[],
  isWithin: (name: NamedValue) => boolean,
  skip: number,
): ShownParts {
  const paths = named.filter(isWithin).map(({ parts }) => parts.slice(skip));
  return { paths, values: named.map(({ value }) => value).filter(isTelling) };
}

/** The value itself if none of it is shown; null if nothing is left of it. */
export function notInPrompt(value: Json, { paths, values }: ShownParts): Json {
  if (left(value, [], new Set(paths.map(keyOf)), values) === undefined) return null;
  return left(value, [], new Set(), values) ?? null;
}

function left(
  value: Json,
  path: readonly string[],
  paths: ReadonlySet<string>,
  values: readonly Json[],
): Json | undefined {
  if (paths.has(keyOf(path)) || values.some((each) => isDeepStrictEqual(each, value))) return undefined;
  if (!isJsonObject(value)) return value;
  const all = Object.entries(value);
  const kept = all.flatMap(([name, each]): [string, Json][] => {
    const rest = left(each, [...path, name], paths, values);
    return rest === undefined ? [] : [[name, rest]];
  });
  if (kept.length === all.length && kept.every(([name, each]) => value[name] === each)) return value;
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

const keyOf = (parts: readonly string[]): string => JSON.stringify(parts);

function isTelling(value: Json): boolean {
  if (typeof value === 'string') return value.length >= TELLING_CHARACTERS;
  return typeof value === 'object' && value !== null && JSON.stringify(value).length >= TELLING_CHARACTERS;
}
