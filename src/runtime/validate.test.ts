// Schemas of users against values: what counts as a field, and schemas that cannot be used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validate } from './validate.ts';

test('every problem of a value is named, with its place', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n', 'm'] };
  assert.deepEqual(validate(schema, { n: 'x' }), ["the value must have required property 'm'", '/n must be integer']);
  assert.deepEqual(validate(schema, { n: 1, m: 2 }), []);
});

test('what every object inherits is no field of it', () => {
  const schema = { type: 'object', properties: { valueOf: { type: 'number' } }, required: ['constructor'] };
  assert.deepEqual(validate(schema, {}), ["the value must have required property 'constructor'"]);
  assert.deepEqual(validate(schema, { constructor: 1, valueOf: 2 }), []);
});

test('a $id, used again or taken from JSON Schema itself, disturbs no other schema', () => {
  const schema = (end: string) => ({ $id: 'note', $defs: { end: { $id: 'end', const: end } }, $ref: 'end' });
  assert.deepEqual(validate(schema('a'), 'a'), []);
  assert.deepEqual(validate(schema('b'), 'b'), []);
  assert.match(validate({ $id: 'note', $ref: 'end' }, 'a')[0] ?? '', /can't resolve reference/);
  const meta = 'https://json-schema.org/draft/2020-12/schema';
  validate({ $id: meta, type: 'string' }, 1);
  assert.deepEqual(validate({ $schema: meta, type: 'number' }, 1), []);
  assert.match(validate({ $schema: meta, type: 'no' }, 1)[0] ?? '', /cannot be used/);
});

test('a schema that refers to itself may be of any depth', () => {
  const list = { type: 'array', items: { $ref: '#' } };
  assert.deepEqual(validate(list, [[[]]]), []);
  assert.deepEqual(validate(list, [[[1]]]), ['/0/0/0 must be array']);
});

test('a schema that cannot be used is itself the problem', () => {
  const unusable = [{ pattern: '(' }, { $ref: '#' }, { $ref: '#/none' }, { $async: true, type: 'number' }, { type: 1 }];
  for (const schema of unusable) assert.match(validate(schema, 'x')[0] ?? '', /^the schema cannot be used: /);
});
