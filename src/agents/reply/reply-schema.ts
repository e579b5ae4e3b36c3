// The envelope as a JSON Schema for providers with native structured output.
// It keeps to what both OpenAI's strict mode and Anthropic's structured outputs take: closed objects, every property
// required, null as one side of an anyOf, no limits on numbers, texts or lists, no references. The limits of the
// step's own schema are left out here and checked when the reply is read. A step's schema that cannot be said this way
// (optional properties, open objects, references, ...) and a step without one get their output as a text; JSON in it is
// read as that value (see envelope-of.ts and output-value.ts).

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
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
const SCHEMA_TEXT_MAX = 10_000;

export function replySchema(output: JsonObject | null): JsonObject {
  const strict = output === null ? null : strictSchema(output, 0);
  return closed({
    status: { type: 'string', enum: [...STATUSES] },
    summary: { type: 'string', description: 'One or two sentences: what was done.' },
    output: orNull(strict ?? outputText(output)),
    nextAction: { type: 'string', enum: [...NEXT_ACTIONS] },
    nextActionReason: orNull({ type: 'string', description: 'Required for CONTINUE, ESCALATE and HOLD: why.' }),
    metadata: closed({
      confidence: orNull({ type: 'number', description: 'From 0 to 1.' }),
      suggested_tags: { type: 'array', items: { type: 'string' } },
      suggested_next_stage: orNull({ type: 'string' }),
    }),
  });
}

function closed(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, NULL] };
}

function outputText(schema: JsonObject | null): JsonObject {
  if (schema === null) return { type: 'string', description: 'The work itself: a text, or one JSON value as text.' };
  const text = JSON.stringify(schema).slice(0, SCHEMA_TEXT_MAX);
  return { type: 'string', description: `The work itself: one JSON value as text that satisfies ${text}` };
}

/** The same schema in the words both providers know, or null if they have none for it. */
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
  if (type === 'object') return strictObject({ properties, required, additionalProperties }, kept, depth);
  if (type === 'array') {
    const inner = strictSchema(items, depth + 1);
    return inner === null ? null : { ...kept, type, items: inner };
  }
  if (typeof type !== 'string' || !SIMPLE.includes(type)) return null;
  const choice = Array.isArray(values) ? { enum: values } : value === undefined ? {} : { enum: [value] };
  return { ...kept, type, ...choice };
}

/** What satisfies the closed object satisfies an open one too; a property that may be missing has no equivalent. */
function strictObject(
  { properties, required, additionalProperties }: { [key: string]: Json | undefined },
  kept: JsonObject,
  depth: number,
): JsonObject | null {
  if (!isJsonObject(properties) || isJsonObject(additionalProperties)) return null;
  const names = Object.keys(properties);
  const needed = new Set(Array.isArray(required) ? required : []);
  if (names.length === 0 || needed.size !== names.length || names.some((name) => !needed.has(name))) return null;
  const inner: { [key: string]: JsonObject } = {};
  for (const name of names) {
    const schema = strictSchema(properties[name], depth + 1);
    if (schema === null) return null;
    inner[name] = schema;
  }
  return { ...kept, ...closed(inner) };
}
