// What a JSON Schema says about the value at a path: whether there can be one, its types, its possible values.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { PathPart } from '../expression.ts';

export interface MissingField {
  readonly field: string;
  /** The fields there are. */
  readonly known: readonly string[];
  /** Nothing can stand there: the schema allows no other field, or no fields at all. */
  readonly strict: boolean;
}

/** `schema` is null where the schema says nothing about the place; `required` when something always stands there. */
export type SchemaPlace =
  | { readonly missing: MissingField }
  | { readonly schema: JsonObject | null; readonly required: boolean };

const NOTHING_KNOWN: SchemaPlace = { schema: null, required: false };

export function schemaAt(root: JsonObject, fields: readonly PathPart[]): SchemaPlace {
  let schema = followed(root, root);
  let required = true;
  for (const field of fields) {
    if (schema === null || typeof field === 'object') return NOTHING_KNOWN;
    const next: SchemaPlace = Object.hasOwn(schema, 'const') ? inValue(schema.const, field) : inSchema(schema, field);
    if ('missing' in next) return next;
    required &&= next.required;
    schema = next.schema === null ? null : followed(root, next.schema);
  }
  return { schema, required };
}

function inValue(value: Json | undefined, field: string | number): SchemaPlace {
  if (isJsonObject(value)) {
    if (!Object.hasOwn(value, field)) return missing(field, Object.keys(value), true);
    return { schema: { const: value[field] ?? null }, required: true };
  }
  if (Array.isArray(value) || typeof value === 'string') return NOTHING_KNOWN;
  return missing(field, [], true);
}

const OPEN_WORDS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', '$dynamicRef'];

function inSchema(schema: JsonObject, field: string | number): SchemaPlace {
  if (OPEN_WORDS.some((word) => Object.hasOwn(schema, word))) return NOTHING_KNOWN;
  const types = typesOf(schema);
  if (types !== null && !types.has('object')) return inPlain(schema, types, field);
  const { properties, additionalProperties } = schema;
  if (!isJsonObject(properties) || typeof field !== 'string') return NOTHING_KNOWN;
  if (!Object.hasOwn(properties, field)) {
    if (additionalProperties !== undefined && additionalProperties !== false) return NOTHING_KNOWN;
    return missing(field, Object.keys(properties), additionalProperties === false);
  }
  const found = properties[field];
  const required = types !== null && types.size === 1 && listed(schema.required).includes(field);
  return { schema: isJsonObject(found) ? found : null, required };
}

/** A list has positions and `length`, a text `length`, anything else nothing. */
function inPlain(schema: JsonObject, types: ReadonlySet<string>, field: string | number): SchemaPlace {
  const one = types.size === 1;
  const lists = types.has('array');
  if (field === 'length' && (lists || types.has('string'))) return { schema: { type: 'integer' }, required: one };
  if (lists && /^\d+$/.test(String(field))) {
    const { items } = schema;
    const alike = isJsonObject(items) && !Object.hasOwn(schema, 'prefixItems');
    return { schema: alike ? items : null, required: false };
  }
  return missing(field, lists || types.has('string') ? ['length'] : [], true);
}

function missing(field: string | number, known: readonly string[], strict: boolean): SchemaPlace {
  return { missing: { field: String(field), known, strict } };
}

/** A schema that only refers to another place of the same document is that place; null where nobody can say. */
function followed(root: JsonObject, given: JsonObject): JsonObject | null {
  let schema = given;
  for (let hops = 0; typeof schema.$ref === 'string'; hops += 1) {
    const target = hops < 20 && Object.keys(schema).every((key) => BESIDE_REF.has(key)) && pointed(root, schema.$ref);
    if (!isJsonObject(target)) return null;
    schema = target;
  }
  return schema;
}

const BESIDE_REF = new Set(['$ref', '$schema', '$id', '$defs', '$comment', 'title', 'description', 'default']);

function pointed(root: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith('#/') || typeof root.$id === 'string') return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

/** Every type a value may have; null where the schema does not say. `number` holds `integer`. */
export function typesOf(schema: JsonObject): ReadonlySet<string> | null {
  const values = Object.hasOwn(schema, 'const') ? [schema.const ?? null] : schema.enum;
  if (Array.isArray(values)) return new Set(values.map((value: Json) => typeOf(value)));
  const { type } = schema;
  const types = typeof type === 'string' ? [type] : listed(type);
  return types.length === 0 ? null : new Set(types.map(String));
}

export function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** All values there can be, when they are few enough to be listed; null otherwise. */
export function valuesOf(schema: JsonObject): readonly Json[] | null {
  if (Object.hasOwn(schema, 'const')) return [schema.const ?? null];
  if (Array.isArray(schema.enum)) return schema.enum as readonly Json[];
  const types = typesOf(schema);
  if (types === null || [...types].some((type) => type !== 'boolean' && type !== 'null')) return null;
  return [...types].flatMap((type) => (type === 'boolean' ? [true, false] : [null]));
}

const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
