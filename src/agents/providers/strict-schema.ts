// Whether a JSON Schema keeps to what OpenAI takes as `strict`; any other is refused unless sent as not strict.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';

const KEYWORDS = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf', '$defs', '$ref'],
  ...['title', 'description', 'pattern', 'format', 'minItems', 'maxItems', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
]);
const KINDS = ['type', 'enum', 'const', 'anyOf', '$ref'];

export function isStrictSchema(schema: JsonObject): boolean {
  return schema.type === 'object' && isStrict(schema);
}

function isStrict(schema: Json): boolean {
  if (!isJsonObject(schema)) return false;
  const keys = Object.keys(schema);
  if (!keys.every((key) => KEYWORDS.has(key)) || !KINDS.some((key) => key in schema)) return false;
  const { properties, items, anyOf, $defs, type } = schema;
  if ((properties !== undefined || allowsObject(type)) && !isClosed(schema)) return false;
  const parts = [...valuesOf(properties), ...valuesOf($defs), ...(Array.isArray(anyOf) ? anyOf : [])];
  return (items === undefined || isStrict(items)) && parts.every(isStrict);
}

function allowsObject(type: Json | undefined): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function isClosed({ additionalProperties, properties, required }: JsonObject): boolean {
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return additionalProperties === false && names.every((name) => Array.isArray(required) && required.includes(name));
}

function valuesOf(value: Json | undefined): readonly Json[] {
  return isJsonObject(value) ? Object.values(value) : [];
}
