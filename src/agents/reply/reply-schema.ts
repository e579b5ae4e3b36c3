// The envelope as a JSON Schema for providers with native structured output.
// It keeps to what both OpenAI's strict mode and Anthropic's structured outputs take: closed objects, every property
// required, null as one side of an anyOf, few unions, no limits on numbers, texts or lists, no references. The limits
// of the step's own schema are left out here and checked when the reply is read; a property that may be missing is one
// that may be null, and null is read as missing (left-out.ts). A step's schema that cannot be said this way (open
// objects, references, ...) and a step without one get their output as a text; JSON in it is read as that value (see
// envelope-of.ts and output-value.ts). What the fields mean stands in the base prompt.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { askedSchema } from './asked-schema.ts';
import { takesNull } from './left-out.ts';
import { NEXT_ACTIONS, STATUSES } from './read-word.ts';

const NULL: JsonObject = { type: 'null' };
const SIMPLE = ['string', 'number', 'integer', 'boolean', 'null'];
const KEPT = ['title', 'description'];
const DROPPED = [
  ...['$schema', '$id', '$comment', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'format', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];
const DEPTH_MAX = 5;
/** Anthropic takes 16 in a schema; four are the envelope's own. */
const UNIONS_MAX = 12;

export function replySchema(output: JsonObject | null): JsonObject {
  return closed({
    status: { type: 'string', enum: [...STATUSES] },
    summary: { type: 'string' },
    output: orNull(nativeSchema(output) ?? outputText(output)),
    nextAction: { type: 'string', enum: [...NEXT_ACTIONS] },
    nextActionReason: orNull({ type: 'string' }),
    metadata: closed({
      confidence: orNull({ type: 'number' }),
      suggested_tags: { type: 'array', items: { type: 'string' } },
      suggested_next_stage: orNull({ type: 'string' }),
    }),
  });
}

/** The step's schema in the words both providers know; null: it cannot be said in them. */
export function nativeSchema(output: JsonObject | null): JsonObject | null {
  const strict = output === null ? null : strictSchema(askedSchema(output), 0);
  return strict === null || unionsIn(strict) > UNIONS_MAX ? null : strict;
}

function closed(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, NULL] };
}

/** The schema itself stands in the prompt. */
function outputText(schema: JsonObject | null): JsonObject {
  const description = schema === null ? 'A text, or one JSON value as text.' : 'One JSON value as text.';
  return { type: 'string', description };
}

function unionsIn(schema: Json): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const own = isJsonObject(schema) && Array.isArray(schema.anyOf) ? 1 : 0;
  return Object.values(schema).reduce<number>((sum, each) => sum + unionsIn(each), own);
}

function strictSchema(schema: Json | undefined, depth: number): JsonObject | null {
  if (!isJsonObject(schema) || depth > DEPTH_MAX) return null;
  const {
    type,
    properties,
    required,
    additionalProperties,
    items,
    anyOf,
    enum: values,
    const: value,
    ...rest
  } = schema;
  if (Object.keys(rest).some((key) => !KEPT.includes(key) && !DROPPED.includes(key))) return null;
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => KEPT.includes(key)));
  if (Array.isArray(anyOf)) {
    const sides = anyOf.map((each) => strictSchema(each, depth + 1));
    const isAlone = type === undefined && properties === undefined && items === undefined && values === undefined;
    return isAlone && sides.every((side) => side !== null) ? { ...kept, anyOf: sides as JsonObject[] } : null;
  }
  const choice = Array.isArray(values) ? values : value === undefined ? null : [value];
  if (choice !== null && (type === undefined || Array.isArray(type))) return choiceOf(choice, kept);
  if (Array.isArray(type)) {
    return type.every(isSimple) ? { ...kept, anyOf: type.map((each) => ({ type: each })) } : null;
  }
  if (type === 'object') return strictObject({ properties, required, additionalProperties }, kept, depth);
  if (type === 'array') {
    const inner = strictSchema(items, depth + 1);
    return inner === null ? null : { ...kept, type, items: inner };
  }
  return isSimple(type) ? { ...kept, type, ...(choice !== null && { enum: choice }) } : null;
}

function isSimple(type: Json | undefined): type is string {
  return typeof type === 'string' && SIMPLE.includes(type);
}

/** A list of values says of what types they are; those of several are sides of a union. */
function choiceOf(values: readonly Json[], kept: JsonObject): JsonObject | null {
  const types = [...new Set(values.map(typeOf))];
  if (types.length === 0 || !types.every(isSimple)) return null;
  const sides = types.map((type) => ({ type, enum: values.filter((each) => typeOf(each) === type) }));
  const [only] = sides;
  return sides.length === 1 && only !== undefined ? { ...kept, ...only } : { ...kept, anyOf: sides };
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** What satisfies the closed object satisfies an open one too. */
function strictObject(
  { properties, required, additionalProperties }: { [key: string]: Json | undefined },
  kept: JsonObject,
  depth: number,
): JsonObject | null {
  if (!isJsonObject(properties) || isJsonObject(additionalProperties)) return null;
  const names = Object.keys(properties);
  const needed = new Set(Array.isArray(required) ? required : []);
  if (names.length === 0 || [...needed].some((name) => !names.includes(String(name)))) return null;
  const inner: { [key: string]: JsonObject } = {};
  for (const name of names) {
    const schema = strictSchema(properties[name], depth + 1);
    if (schema === null) return null;
    inner[name] = needed.has(name) || takesNull(schema) ? schema : orNull(schema);
  }
  return { ...kept, ...closed(inner) };
}
