// Values as events and state hold them: small JSON inline, large JSON as a reference to a stored payload, never a copy.

import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { type Part, walk } from './walk.ts';

/** `path` points inside the payload; `parts` says that the payload is itself made of Values (a join's results). */
export type Reference = {
  readonly $ref: string;
  readonly bytes: number;
  readonly path?: readonly (string | number)[];
  readonly parts?: boolean;
};

/** JSON, a reference, or a wrapper: `{$value}` for JSON that looks like one, `{$parts}` for JSON made of Values. */
export type Value = Json;

export type { Part } from './walk.ts';
export interface Payloads {
  get(ref: string): Json | undefined;
}

/** Thrown when a payload is read that nobody loaded: the caller loads it and calls again. In `decide` it becomes
 *  `{needs}`. */
export class NeedsPayloads extends Error {
  readonly refs: readonly string[];
  constructor(refs: readonly string[]) {
    super('A large value of the run is not loaded.');
    this.refs = refs;
  }
}

export const INLINE_BYTES_MAX = 1024;

/** JSON from outside as a Value: never mistaken for a reference, whatever its keys. */
export function inline(json: Json): Value {
  return isJsonObject(json) && isMarked(json) ? { $value: json } : json;
}

/** JSON that itself holds Values, such as a join's results. */
export function assembled(json: Json): Value {
  return { $parts: json };
}

export function isReference(value: Value | undefined): value is Reference {
  return isJsonObject(value) && typeof value.$ref === 'string' && typeof value.bytes === 'number';
}

/** The references a value holds, for code that keeps payloads. */
export function referencesOf(value: Value): string[] {
  if (isReference(value)) return [value.$ref];
  if (isJsonObject(value) && Object.hasOwn(value, '$parts')) return deepReferences(value.$parts ?? null);
  return [];
}

/** The payloads that reading these values whole takes and that are not at hand, as far as can be known without them. */
export function missingRefs(values: readonly Value[], payloads: Payloads): string[] {
  const missing = new Set<string>();
  for (const value of values) noteMissing(value, payloads, missing);
  return [...missing];
}

function noteMissing(value: Value, payloads: Payloads, missing: Set<string>): void {
  if (isReference(value)) {
    const payload = payloads.get(value.$ref);
    if (payload === undefined) missing.add(value.$ref);
    else if (value.parts === true) noteMissingIn(walk(payload, value.path ?? []), payloads, missing);
  } else if (isJsonObject(value) && Object.hasOwn(value, '$parts')) noteMissingIn(value.$parts, payloads, missing);
}

function noteMissingIn(json: Json | undefined, payloads: Payloads, missing: Set<string>): void {
  if (Array.isArray(json)) for (const item of json) noteMissingIn(item, payloads, missing);
  else if (isJsonObject(json)) {
    if (isMarked(json)) noteMissing(json, payloads, missing);
    else for (const item of Object.values(json)) noteMissingIn(item, payloads, missing);
  }
}

/** A Value that points at `parts` inside `value`, without loading more than the way there. */
export function pointInto(value: Value, parts: readonly Part[], payloads: Payloads): Value | undefined {
  const found = walkValue({ value, plain: false }, parts, payloads);
  if (found.value === undefined) return undefined;
  if (!found.plain) return found.value;
  const text = JSON.stringify(found.value);
  if (text.length <= INLINE_BYTES_MAX || found.from === undefined) return inline(found.value);
  return referenceWithin(found.from, parts.slice(found.walked));
}

function referenceWithin(reference: Reference, parts: readonly Part[]): Reference {
  return { ...reference, path: [...(reference.path ?? []), ...parts] };
}

/** The JSON at `parts` inside `value`; undefined where there is nothing. Own properties only. */
export function readValue(value: Value | undefined, parts: readonly Part[], payloads: Payloads): Json | undefined {
  if (value === undefined) return undefined;
  const found = walkValue({ value, plain: false }, parts, payloads);
  if (found.value === undefined || found.plain) return found.value;
  return wholeValue(found.value, payloads);
}

interface Spot {
  readonly value: Json | undefined;
  /** true: JSON as it is; false: a Value that may still be a wrapper or reference. */
  readonly plain: boolean;
  /** Inside an assembled value: its leaves are Values. */
  readonly parts?: boolean;
  readonly from?: Reference;
  readonly walked?: number;
}

function walkValue(start: Spot, parts: readonly Part[], payloads: Payloads): Spot {
  let spot = parts.length === 0 ? start : open(start, payloads, 0);
  for (let i = 0; i < parts.length; i++) {
    const next = walk(spot.value, [parts[i] as Part]);
    if (next === undefined) return { value: undefined, plain: true };
    if (spot.parts) {
      const leaf = isJsonObject(next) && isMarked(next);
      spot = leaf ? { value: next, plain: false } : { ...spot, value: next };
      if (leaf && i < parts.length - 1) spot = open(spot, payloads, i + 1);
    } else spot = { ...spot, value: next };
  }
  // A number or a text holds no Values: it stands for itself.
  if (!spot.parts || typeof spot.value !== 'object' || spot.value === null) return spot;
  const value = spot.from === undefined ? assembled(spot.value) : referenceWithin(spot.from, parts.slice(spot.walked));
  return { value, plain: false };
}

/** Looks through a reference or wrapper to the JSON it stands for. */
function open(spot: Spot, payloads: Payloads, walked: number): Spot {
  const { value } = spot;
  if (isReference(value)) {
    const payload = load(value, payloads);
    const json = walk(payload, value.path ?? []);
    return { value: json, plain: true, parts: value.parts === true, from: value, walked };
  }
  if (isJsonObject(value) && Object.hasOwn(value, '$value')) return { value: value.$value, plain: true };
  if (isJsonObject(value) && Object.hasOwn(value, '$parts')) return { value: value.$parts, plain: true, parts: true };
  return { value, plain: true };
}

function load(reference: Reference, payloads: Payloads): Json {
  const payload = payloads.get(reference.$ref);
  if (payload === undefined) throw new NeedsPayloads([reference.$ref]);
  return payload;
}

function wholeValue(value: Value, payloads: Payloads): Json | undefined {
  const spot = open({ value, plain: false }, payloads, 0);
  if (!spot.parts || spot.value === undefined) return spot.value;
  const missing = deepReferences(spot.value).filter((ref) => payloads.get(ref) === undefined);
  if (missing.length > 0) throw new NeedsPayloads([...new Set(missing)]);
  return deepWhole(spot.value, payloads);
}

function deepWhole(json: Json, payloads: Payloads): Json {
  if (Array.isArray(json)) return json.map((item) => deepWhole(item, payloads));
  if (!isJsonObject(json)) return json;
  if (isMarked(json)) return wholeValue(json, payloads) ?? null;
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, deepWhole(item, payloads)]));
}

function deepReferences(json: Json): string[] {
  if (Array.isArray(json)) return json.flatMap(deepReferences);
  if (!isJsonObject(json)) return [];
  if (isMarked(json)) return referencesOf(json);
  return Object.values(json).flatMap(deepReferences);
}

function isMarked(json: JsonObject): boolean {
  return Object.hasOwn(json, '$ref') || Object.hasOwn(json, '$value') || Object.hasOwn(json, '$parts');
}
