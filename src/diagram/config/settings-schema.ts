// JSON Schemas in configuration, inline or by name. Only what is plainly no schema is refused here.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { below, found, type Report } from './problem-sink.ts';
import type { Settings } from './settings.ts';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

export function readSchema(read: Settings, key: string): JsonObject | null {
  const value = read.valueAt(key);
  if (value === undefined) return null;
  if (typeof value === 'string') return namedSchema(read, key, value);
  if (value === true) return {};
  if (value === false) return { not: {} };
  const report = below(read.report, key);
  if (!isJsonObject(value)) {
    report(
      'bad-schema',
      [],
      `Expected a JSON Schema or the name of one, found ${found(value)}.`,
      'Write a schema such as {"type": "object"}.',
    );
    return null;
  }
  return isPlausible(value, report) && isUsable(read, key, value) ? value : null;
}

/** Asked of what will check the values when the workflow runs. */
function isUsable(read: Settings, key: string, schema: JsonObject, name?: string): boolean {
  const why = read.context.validator?.fault(schema) ?? null;
  if (why === null) return true;
  const what = name === undefined ? 'one' : found(name);
  const message = `Expected a JSON Schema that can be used in "${key}", found ${what}, which cannot: ${why}.`;
  read.report('bad-schema', [key], message, SCHEMA_FIX);
  return false;
}

const SCHEMA_FIX =
  'Correct it: a pattern is a regular expression, and "$ref" leads to another place of the same schema.';

function namedSchema(read: Settings, key: string, name: string): JsonObject | null {
  const schema = read.context.schema(name);
  if (schema === null) {
    const message = `Expected the name of a schema in "${key}", found ${found(name)}, which there is none of.`;
    read.report('unknown-schema', [key], message, 'Add the schema, correct its name, or write the schema here.');
    return null;
  }
  return isUsable(read, key, schema, name) ? schema : null;
}

function isPlausible(schema: JsonObject, report: Report): boolean {
  const own = (key: string): Json | undefined => (Object.hasOwn(schema, key) ? schema[key] : undefined);
  const { type, properties, required } = {
    type: own('type'),
    properties: own('properties'),
    required: own('required'),
  };
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (!Array.isArray(types) || !types.every((word) => TYPES.includes(word))) {
    report(
      'bad-schema',
      ['type'],
      `Expected "type" to be one of ${TYPES.join(', ')}, found ${found(type)}.`,
      'Correct the type.',
    );
    return false;
  }
  if (properties !== undefined && !(isJsonObject(properties) && Object.values(properties).every(isSchema))) {
    report(
      'bad-schema',
      ['properties'],
      'Expected "properties" to be an object of schemas, found something else.',
      'Correct the properties.',
    );
    return false;
  }
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string'))) {
    report(
      'bad-schema',
      ['required'],
      `Expected "required" to be a list of names, found ${found(required)}.`,
      'Write ["name", ...].',
    );
    return false;
  }
  return true;
}

const isSchema = (value: Json): boolean => typeof value === 'boolean' || isJsonObject(value);
