// Which schemas OpenAI may be sent as strict.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../json.ts';
import { isStrictSchema } from './strict-schema.ts';

const closed = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

test('a closed object whose every property is required and typed is strict', () => {
  const item = closed({ name: { type: 'string', enum: ['a'] }, size: { type: ['number', 'null'], minimum: 0 } });
  assert.ok(isStrictSchema(closed({})));
  assert.ok(
    isStrictSchema({
      ...closed({ list: { type: 'array', items: item }, one: { $ref: '#/$defs/item' } }),
      $defs: { item },
    }),
  );
  assert.ok(isStrictSchema(closed({ either: { anyOf: [{ type: 'null' }, item] } })));
});

test('what is open, optional, untyped or unknown anywhere is not strict', () => {
  const cases: readonly JsonObject[] = [
    {},
    { type: 'array', items: { type: 'string' } },
    { type: 'object', properties: {} },
    closed({ a: { type: 'string' } }, []),
    closed({ a: {} }),
    closed({ a: true }),
    closed({ a: { type: 'object' } }),
    closed({ a: { type: ['object', 'null'] } }),
    closed({ a: { type: 'array', items: {} } }),
    closed({ a: { type: 'string', minLength: 1 } }),
    closed({ a: { anyOf: [{ type: 'object', properties: { b: {} } }] } }),
    { ...closed({}), allOf: [] },
  ];
  for (const schema of cases) assert.ok(!isStrictSchema(schema), JSON.stringify(schema));
});
