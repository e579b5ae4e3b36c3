// Checks a value against a user's JSON Schema (ajv). Loaded when a schema is first used.

import { createRequire } from 'node:module';
import type { Ajv2020 as AjvClass, ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../json.ts';

const compiled = new WeakMap<JsonObject, ValidateFunction>();
let ajv: AjvClass | null = null;

/** Problems as sentences, [] when `value` satisfies `schema`. A schema ajv cannot compile is itself the problem. */
export function validate(schema: JsonObject, value: Json): readonly string[] {
  let check = compiled.get(schema);
  if (check === undefined) {
    try {
      check = loadAjv().compile(schema);
    } catch (thrown) {
      return [`the schema cannot be used: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
    }
    compiled.set(schema, check);
  }
  if (check(value)) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || 'the value'} ${message ?? 'is invalid'}`,
  );
}

function loadAjv(): AjvClass {
  if (ajv === null) {
    const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
    ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  }
  return ajv;
}
