// Null for a property that may be missing: providers that must be given every property are asked for it that way.

import { isJsonObject, type Json } from '../../json.ts';

/** The value without the nulls that stand for properties left out: where the schema needs none and takes no null. */
export function withoutNulls(schema: Json | undefined, value: Json): Json {
  if (!isJsonObject(schema)) return value;
  if (Array.isArray(value)) return value.map((each) => withoutNulls(schema.items, each));
  const { properties, required } = schema;
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const needed: readonly Json[] = Array.isArray(required) ? required : [];
  const isLeftOut = (name: string): boolean =>
    value[name] === null && Object.hasOwn(properties, name) && !needed.includes(name) && !takesNull(properties[name]);
  const kept = Object.entries(value).filter(([name]) => !isLeftOut(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutNulls(properties[name], each)]));
}

export function takesNull(schema: Json | undefined): boolean {
  if (!isJsonObject(schema)) return true;
  const { type, enum: values, const: value, anyOf } = schema;
  if (Array.isArray(values)) return values.includes(null);
  if (value !== undefined) return value === null;
  if (Array.isArray(anyOf)) return anyOf.some(takesNull);
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'));
}
