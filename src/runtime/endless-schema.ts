// A JSON Schema that refers to itself without a step down into the value: checking against it would never end.

import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** The reference on such a circle, as it is written; null when there is none. Other documents are not looked at. */
export function endlessReference(root: JsonObject): string | null {
  // 1: on the way from the start of the circle; 2: known to end.
  const marks = new Map<JsonObject, 1 | 2>();
  const further: JsonObject[] = [root];
  const visit = (schema: JsonObject): string | null => {
    marks.set(schema, 1);
    for (const { to, ref } of samePlace(root, schema)) {
      const mark = marks.get(to);
      const found = mark === undefined ? visit(to) : mark === 1 ? (ref ?? '') : null;
      if (found !== null) return found === '' && ref !== null ? ref : found;
    }
    marks.set(schema, 2);
    further.push(...parts(schema));
    return null;
  };
  for (let schema = further.pop(); schema !== undefined; schema = further.pop()) {
    const found = marks.has(schema) ? null : visit(schema);
    if (found !== null) return found;
  }
  return null;
}

interface Next {
  readonly to: JsonObject;
  readonly ref: string | null;
}

const LISTS = ['allOf', 'anyOf', 'oneOf'];
const SINGLE = ['not', 'if', 'then', 'else'];
const PART_LISTS = ['prefixItems'];
const PART_MAPS = ['properties', 'patternProperties'];
const PART_SINGLE = ['items', 'additionalProperties', 'propertyNames', 'contains'];
const UNEVALUATED = ['unevaluatedItems', 'unevaluatedProperties'];

/** What the same value is checked against as well. */
function samePlace(root: JsonObject, schema: JsonObject): Next[] {
  const ref = typeof schema.$ref === 'string' ? schema.$ref : null;
  const target = ref === null ? undefined : pointed(root, ref);
  const inner = [
    ...LISTS.flatMap((key) => listed(schema[key])),
    ...SINGLE.map((key) => schema[key]),
    ...valuesOf(schema.dependentSchemas),
  ];
  const found: Next[] = inner.filter(isJsonObject).map((to) => ({ to, ref: null }));
  return isJsonObject(target) ? [{ to: target, ref }, ...found] : found;
}

/** What parts of the value are checked against. */
function parts(schema: JsonObject): JsonObject[] {
  return [
    ...PART_LISTS.flatMap((key) => listed(schema[key])),
    ...PART_MAPS.flatMap((key) => valuesOf(schema[key])),
    ...[...PART_SINGLE, ...UNEVALUATED].map((key) => schema[key]),
  ].filter(isJsonObject);
}

function pointed(root: JsonObject, ref: string): Json | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(key)] as Json | undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const valuesOf = (value: Json | undefined): readonly Json[] => (isJsonObject(value) ? Object.values(value) : []);
