// What providers and models get of the reply contract: the schema of the envelope, and the text of a repair.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReply } from '../../src/agents/reply/read-reply.ts';
import { repairText } from '../../src/agents/reply/repair-text.ts';
import { nativeSchema, replySchema } from '../../src/agents/reply/reply-schema.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';
import { validate } from '../../src/runtime/validate.ts';

const CLOSED: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { score: { type: 'number', minimum: 0 }, tags: { type: 'array', items: { type: 'string' } } },
  required: ['score', 'tags'],
};
const OPTIONAL: JsonObject = { type: 'object', properties: { score: { type: 'number' } } };
const RULES = { schema: null, acceptPartial: true, reviewBelow: null };
const METADATA = { confidence: 0.5, suggested_tags: [], suggested_next_stage: null };
const REPLY = { status: 'SUCCESS', summary: 's', nextAction: 'COMPLETE', nextActionReason: null, metadata: METADATA };
const KNOWN = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'anyOf',
  'title',
  'description',
];

/** What both providers ask of every schema inside. */
function checkStrict(schema: Json | undefined): void {
  assert.ok(isJsonObject(schema), 'Expected a schema');
  for (const key of Object.keys(schema)) assert.ok(KNOWN.includes(key), `${key} is not known to both providers`);
  if (schema.type === 'object') {
    assert.ok(isJsonObject(schema.properties));
    assert.equal(schema.additionalProperties, false);
    assert.deepEqual(schema.required, Object.keys(schema.properties));
    for (const each of Object.values(schema.properties)) checkStrict(each);
  }
  if (schema.type === 'array') checkStrict(schema.items);
  if (Array.isArray(schema.anyOf)) schema.anyOf.forEach(checkStrict);
  if (schema.anyOf === undefined) assert.equal(typeof schema.type, 'string');
}

/** Each optional property is a union, and Anthropic takes few. */
const MANY_OPTIONAL: JsonObject = {
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`p${at}`, { type: 'string' }])),
};
const HARD: readonly JsonObject[] = [
  MANY_OPTIONAL,
  {},
  { type: 'object' },
  { enum: [['a'], { b: 1 }] },
  { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } },
  { oneOf: [{ type: 'string' }] },
  { type: 'array' },
  { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: { type: 'string' } },
];

test('the schema keeps to what both providers take, whatever the output', () => {
  for (const output of [null, CLOSED, OPTIONAL, { anyOf: [CLOSED, { type: 'string' }] }, ...HARD])
    checkStrict(replySchema(output));
});

test('an output that can be said strictly is part of the schema, without its limits', () => {
  const schema = replySchema(CLOSED);
  assert.deepEqual(validate(schema, { ...REPLY, output: { score: -1, tags: ['a'] } }), []);
  assert.deepEqual(validate(schema, { ...REPLY, output: null }), []);
  assert.notDeepEqual(validate(schema, { ...REPLY, output: { score: 'x', tags: [] } }), []);
  const read = readReply(
    { text: '', structured: { ...REPLY, output: { score: -1, tags: [] } } },
    { ...RULES, schema: CLOSED },
    validate,
  );
  assert.deepEqual(read, { ok: false, problems: ['output.score: must be >= 0'] });
});

test('any other output is a text, and JSON in it is read as the value', () => {
  for (const output of HARD) assert.deepEqual(validate(replySchema(output), { ...REPLY, output: '{"score": 7}' }), []);
  for (const schema of [null, OPTIONAL]) {
    const read = readReply(
      { text: '', structured: { ...REPLY, output: '{"score": 7}' } },
      { ...RULES, schema },
      validate,
    );
    assert.ok(read.ok);
    assert.deepEqual(read.envelope.output, { score: 7 });
  }
});

test('types are read off enums, and a union of types is one', () => {
  const output = { type: 'object', properties: { a: { enum: ['x', 'y'] }, b: { const: 3 } }, required: ['a', 'b'] };
  assert.deepEqual(nativeSchema(output)?.properties, {
    a: { type: 'string', enum: ['x', 'y'] },
    b: { type: 'number', enum: [3] },
  });
  assert.deepEqual(nativeSchema({ enum: ['x', null] }), {
    anyOf: [
      { type: 'string', enum: ['x'] },
      { type: 'null', enum: [null] },
    ],
  });
  assert.deepEqual(nativeSchema({ type: ['number', 'string'] }), { anyOf: [{ type: 'number' }, { type: 'string' }] });
});

test('a property that may be missing is asked for as null, and null is read as missing', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      note: { type: 'string' },
      until: { type: ['string', 'null'] },
      parts: { type: 'array', items: { type: 'object', properties: { size: { enum: ['s', 'm'] } } } },
    },
    required: ['name'],
  };
  const output = { name: 'n', note: null, until: null, parts: [{ size: null }, { size: 's' }] };
  assert.deepEqual(validate(replySchema(schema), { ...REPLY, output }), []);
  const read = readReply({ text: '', structured: { ...REPLY, output } }, { ...RULES, schema }, validate);
  assert.ok(read.ok, JSON.stringify(read));
  assert.deepEqual(read.envelope.output, { name: 'n', until: null, parts: [{}, { size: 's' }] });
  const needed = { ...schema, required: ['name', 'note'] };
  assert.ok(!readReply({ text: '', structured: { ...REPLY, output } }, { ...RULES, schema: needed }, validate).ok);
});

test('a repair says what was wrong, what is expected, and to answer again whole', () => {
  const text = repairText(
    ['Status: expected one of A, found "B".', 'output.score: must be number'],
    {
      ...RULES,
      schema: CLOSED,
    },
    'sections',
  );
  for (const part of ['found "B"', 'output.score: must be number', 'again, whole', '## Next Action', '"minimum":0']) {
    assert.ok(text.includes(part), `Expected "${part}" in ${text}`);
  }
});

test('a repair stays short, however much was wrong', () => {
  const text = repairText(
    Array.from({ length: 500 }, () => 'x'.repeat(5_000)),
    RULES,
    'sections',
  );
  assert.ok(text.length < 15_000, `Expected under 15,000 characters, found ${text.length}`);
  assert.ok(text.includes('and 480 more'));
});

test('a reply as the repair asks for it is read', () => {
  const text = [
    '## Status\nSUCCESS',
    '## Summary\ns',
    '## Output\n```json\n{"score": 7, "tags": []}\n```',
    '## Next Action\nCOMPLETE',
    '## Metadata\n{"confidence": 0.5, "suggested_tags": [], "suggested_next_stage": null}',
  ].join('\n\n');
  const read = readReply({ text }, { ...RULES, schema: CLOSED }, validate);
  assert.ok(read.ok, JSON.stringify(read));
  assert.deepEqual(read.warnings, []);
});
