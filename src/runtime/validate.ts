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
      check = compile(schema);
    } catch (thrown) {
      return [unusable(thrown)];
    }
    compiled.set(schema, check);
  }
  // An asynchronous check answers with a promise, which would pass for yes.
  if ('$async' in check) return [unusable('"$async" is not supported')];
  try {
    if (check(value)) return [];
  } catch (thrown) {
    // A schema that refers to itself without a step down never ends.
    return [unusable(thrown)];
  }
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.map(String).join(', ')}` : '';
    return `${instancePath || 'the value'} ${message ?? 'is invalid'}${allowed}`;
  });
}

/** Forgotten by ajv at once, with every $id in it: two workflows may use the same ones. */
function compile(schema: JsonObject): ValidateFunction {
  try {
    return loadAjv().compile(schema);
  } finally {
    loadAjv().removeSchema();
  }
}

function unusable(thrown: unknown): string {
  return `the schema cannot be used: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
}

function loadAjv(): AjvClass {
  if (ajv === null) {
    const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
    ajv = new Ajv2020({
      allErrors: true,
      strict: false,
      validateFormats: false,
      // What every object inherits is no field of it.
      ownProperties: true,
      logger: false,
    });
  }
  return ajv;
}
