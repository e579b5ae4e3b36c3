// A step's schema as an agent is asked for it: without what code fills in, which is `readOnly` and may be missing.
// It is still taken where an agent gives it all the same: the whole schema is what replies are checked against.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';

export function askedSchema(schema: JsonObject): JsonObject {
  const { properties, required, items, anyOf } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  return {
    ...schema,
    ...(isJsonObject(properties) && { properties: askedProperties(properties, needed) }),
    ...(isJsonObject(items) && { items: askedSchema(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((each: Json) => (isJsonObject(each) ? askedSchema(each) : each)) }),
  };
}

function askedProperties(properties: JsonObject, needed: ReadonlySet<Json>): JsonObject {
  const asked = Object.entries(properties).flatMap(([name, schema]): [string, Json | undefined][] => {
    if (!isJsonObject(schema)) return [[name, schema]];
    return schema.readOnly === true && !needed.has(name) ? [] : [[name, askedSchema(schema)]];
  });
  return Object.fromEntries(asked) as JsonObject;
}
