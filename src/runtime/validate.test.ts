// Schemas of users against values: what counts as a field, and schemas that cannot be used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '../json.ts';
import { schemaFault, validate } from './validate.ts';

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
  for (const schema of unusable) {
    assert.match(validate(schema, 'x')[0] ?? '', /^the schema cannot be used: /);
    assert.notEqual(schemaFault(schema), null);
  }
  assert.equal(schemaFault({ type: 'string', pattern: '^(a+)+$' }), null);
});

test('no value takes longer than its length: neither by a pattern nor by a list whose items differ', () => {
  const pattern = { type: 'object', properties: { x: { pattern: '^(a+)+$' } }, patternProperties: { '(a|a)*b': {} } };
  const long = 'a'.repeat(100_000);
  assert.deepEqual(validate(pattern, { x: `${long}!`, [long]: 1 }), ['/x must match pattern "^(a+)+$"']);
  const items = Array.from({ length: 100_000 }, (_, n) => ({ a: n, b: [n] }));
  assert.deepEqual(validate({ uniqueItems: true }, items), []);
  const twice = [{ a: 1, b: 2 }, 1, { b: 2, a: 1 }];
  assert.deepEqual(validate({ uniqueItems: true }, twice), ['the value must NOT have duplicate items']);
  assert.deepEqual(validate({ uniqueItems: false }, twice), []);
});

const under = (...alternatives: readonly JsonObject[]): JsonObject => ({
  $defs: { e: { anyOf: [{ type: 'number' }, ...alternatives] } },
  $ref: '#/$defs/e',
});
const operation = (op: string): JsonObject => ({
  ...{ type: 'object', required: ['op', 'arg'] },
  properties: { op: { const: op }, arg: { $ref: '#/$defs/e' } },
});
function nested(depth: number, innermost: Json): Json {
  let value = innermost;
  for (let n = 0; n < depth; n++) value = { op: 'not', arg: value };
  return value;
}

test('alternatives that differ in a field are judged however deep a value is', () => {
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = [{ type: 'number' }, operation('not'), operation('neg')];
    const schema = { $defs: { e: { [keyword]: alternatives } }, $ref: '#/$defs/e' };
    assert.deepEqual(validate(schema, nested(300, 1)), []);
    assert.match(validate(schema, nested(300, 'x')).join(), /\/arg must be number/);
    assert.match(validate(schema, nested(3, 'x')).join(), /\/arg\/arg\/arg must be number/);
  }
});

test('what would take too long to judge is not taken, and says so', () => {
  const same = { type: 'object', required: ['arg'], properties: { arg: { $ref: '#/$defs/e' } } };
  assert.deepEqual(validate(under(same, same), nested(8, 1)), []);
  const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
  const layers = Array.from({ length: 30 }, (_, n) => [`a${n + 1}`, twice(`a${n}`)] as const);
  const list = { $defs: { a0: { items: { type: 'number' } }, ...Object.fromEntries(layers) }, $ref: '#/$defs/a30' };
  const numbers = Array.from({ length: 100_000 }, (_, n) => n);
  const letters = Array.from({ length: 100_000 }, (_, n) => 'ab'[(n * n * 7 + (n >> 3)) % 2]).join('');
  for (const [schema, value] of [
    [under(same, same), nested(60, 1)],
    [under(same, same), nested(60, 'x')],
    [{ $defs: under(same, same).$defs ?? {}, not: { $ref: '#/$defs/e' } }, nested(60, 'x')],
    [list, numbers],
    [{ pattern: '(a|b)*a[ab]{900}$' }, letters],
    [{ patternProperties: { '(a|b)*a[ab]{900}$': false } }, { [letters]: 1 }],
  ] as const)
    assert.match(validate(schema, value).join(), /^the value takes more than 20,000,000 steps .* not judged/);
});

test('a long list is checked whole, and every problem of a short one is reported', () => {
  const rows = { items: { $ref: '#/$defs/row' }, $defs: { row: { required: ['a'], additionalProperties: false } } };
  const schema = { ...rows, $defs: { row: { ...rows.$defs.row, properties: { a: { type: 'integer', minimum: 0 } } } } };
  const long = Array.from({ length: 300_000 }, (_, a) => ({ a }));
  assert.deepEqual(validate(schema, long), []);
  assert.deepEqual(validate(schema, [...long, { a: -1 }]), ['/300000/a must be >= 0']);
  assert.equal(validate(schema, [{}, { a: 0.5 }, { a: -1 }]).length, 3);
});
