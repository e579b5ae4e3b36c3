// Checks a value against a user's JSON Schema (ajv). Loaded when a schema is first used.

import { createRequire } from 'node:module';
import type { Ajv2020 as AjvClass, CodeKeywordDefinition, ValidateFunction } from 'ajv/dist/2020.js';
import type { SchemaValidator } from '../diagram/config/settings.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { endlessReference } from './endless-schema.ts';
import { linearPattern } from './linear-pattern.ts';
import { spendWork, TooMuchWork, WORK_MAX, withinLimit } from './work-limit.ts';

/** The first problem found, or all of them: looking for all goes on into alternatives that are refused already. */
type Extent = 'first' | 'all';

/** Every problem is reported where that is cheap. */
const WORK = { first: WORK_MAX, all: WORK_MAX / 10 };
const compiled = {
  first: new WeakMap<JsonObject, ValidateFunction>(),
  all: new WeakMap<JsonObject, ValidateFunction>(),
};
const loaded: { [extent in Extent]?: AjvClass } = {};
const TOO_MUCH = `takes more than ${WORK_MAX.toLocaleString('en')} steps to be checked, and was not judged`;
const LESS_WORK = 'make it smaller or less deep, or have the alternatives of the schema differ in their first field';

/** Problems as sentences, [] when `value` satisfies `schema`. A schema ajv cannot compile is itself the problem. */
export function validate(schema: JsonObject, value: Json): readonly string[] {
  const first = problemsOf(schema, value, 'first');
  if (first === null) return [`the value ${TOO_MUCH}; ${LESS_WORK}`];
  const all = first.length === 0 ? null : problemsOf(schema, value, 'all');
  return all === null || all.length === 0 ? first : all;
}

/** null when that takes too much work. */
function problemsOf(schema: JsonObject, value: Json, extent: Extent): readonly string[] | null {
  const check = checkOf(schema, extent);
  if (typeof check === 'string') return [`the schema cannot be used: ${check}`];
  try {
    if (withinLimit(WORK[extent], () => check(value))) return [];
  } catch (thrown) {
    if (thrown instanceof TooMuchWork) return null;
    // A schema that refers to itself without a step down never ends.
    return [`the schema cannot be used: ${reasonOf(thrown)}`];
  }
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.map(String).join(', ')}` : '';
    return `${instancePath || 'the value'} ${message ?? 'is invalid'}${allowed}`;
  });
}

/** Why no value can ever be checked against `schema`; null when it can be used. */
export function schemaFault(schema: JsonObject): string | null {
  const check = checkOf(schema, 'first');
  if (typeof check === 'string') return check;
  const ref = endlessReference(schema);
  return ref === null ? null : `"$ref": "${ref}" leads back to itself`;
}

/** What `check` and the compiler ask before a schema is kept. */
export const validator: SchemaValidator = { fault: schemaFault, problems: validate };

/** A text says why there is none. */
function checkOf(schema: JsonObject, extent: Extent): ValidateFunction | string {
  const known = compiled[extent].get(schema);
  if (known !== undefined) return known;
  try {
    const check = compile(schema, extent);
    // An asynchronous check answers with a promise, which would pass for yes.
    if ('$async' in check) return '"$async" is not supported';
    compiled[extent].set(schema, check);
    return check;
  } catch (thrown) {
    return reasonOf(thrown);
  }
}

/** Forgotten by ajv at once, with every $id in it: two workflows may use the same ones. */
function compile(schema: JsonObject, extent: Extent): ValidateFunction {
  const ajv = loadAjv(extent);
  try {
    return withinLimit(WORK.first, () => ajv.compile(schema));
  } finally {
    ajv.removeSchema();
  }
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof TooMuchWork) return `the schema itself ${TOO_MUCH}`;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function loadAjv(extent: Extent): AjvClass {
  const known = loaded[extent];
  if (known !== undefined) return known;
  const library = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new library.Ajv2020({
    allErrors: extent === 'all',
    strict: false,
    validateFormats: false,
    // What every object inherits is not a field of it.
    ownProperties: true,
    logger: false,
    code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
  });
  // ajv compares each item with every other: a long list would keep the process busy for hours.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    ...{ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean' },
    error: { message: 'must NOT have duplicate items' },
    validate: (isWanted: boolean, items: readonly Json[]) => !isWanted || areDistinct(items),
  });
  countWork(ajv, library);
  loaded[extent] = ajv;
  return ajv;
}

/** Every keyword of the code that ajv makes counts before it looks. */
function countWork(ajv: AjvClass, { _, Name }: typeof import('ajv/dist/2020.js')): void {
  for (const rule of Object.values(ajv.RULES.all)) {
    if (typeof rule !== 'object' || !('code' in rule.definition)) continue;
    const { definition } = rule;
    const code: CodeKeywordDefinition['code'] = (context, ruleType) => {
      const { gen, data, schema } = context;
      const parts = typeof schema === 'object' && schema !== null ? Object.keys(schema).length : 1;
      // ajv copies the problems found so far when it follows a reference; they would fill the memory before time is up.
      const size = GOES_THROUGH.has(rule.keyword)
        ? _`${gen.scopeValue('func', { ref: sizeOf })}(${data})`
        : REFERS.has(rule.keyword)
          ? _`(1 + ${STEPS_A_PROBLEM} * ${new Name('errors')})`
          : _`1`;
      gen.code(_`${gen.scopeValue('func', { ref: spendWork })}(${Math.max(1, parts)} * ${size})`);
      definition.code(context, ruleType);
    };
    rule.definition = { ...definition, code };
  }
}

const REFERS = new Set(['$ref', '$dynamicRef']);
/** Keywords that look at the whole of a text, list or object, however long it is. */
const GOES_THROUGH = new Set([
  ...['items', 'contains', 'unevaluatedItems'],
  ...['additionalProperties', 'patternProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['minProperties', 'maxProperties', 'minLength', 'maxLength', 'pattern'],
]);
const CHARACTERS_A_STEP = 16;
const STEPS_A_PROBLEM = 10;

function sizeOf(value: string | readonly Json[] | JsonObject): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS_A_STEP;
  return 1 + (Array.isArray(value) ? value.length : Object.keys(value).length);
}

function areDistinct(items: readonly Json[]): boolean {
  const texts = items.map((item) => {
    const text = JSON.stringify(item, keysInOrder);
    spendWork(1 + text.length / CHARACTERS_A_STEP);
    return text;
  });
  return new Set(texts).size === items.length;
}

/** Two objects are the same whatever order their fields stand in. */
function keysInOrder(_: string, value: Json): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
