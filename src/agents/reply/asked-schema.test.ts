// What of a step's schema an agent is asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedSchema } from './asked-schema.ts';
import { repairText } from './repair-text.ts';
import { replySchema } from './reply-schema.ts';

const text = { type: 'string' };
const owned = { type: 'string', readOnly: true };
const SCHEMA = {
  type: 'object',
  properties: {
    content: text,
    path: owned,
    kind: owned,
    rows: { type: 'array', items: { type: 'object', properties: { id: text, at: owned }, required: ['id'] } },
  },
  required: ['content', 'kind'],
};

test('what code fills in is not asked for, unless it must be there', () => {
  assert.deepEqual(askedSchema(SCHEMA), {
    type: 'object',
    properties: {
      content: text,
      kind: owned,
      rows: { type: 'array', items: { type: 'object', properties: { id: text }, required: ['id'] } },
    },
    required: ['content', 'kind'],
  });
});

test('nor does a native schema or a repair ask for it', () => {
  const rules = { schema: SCHEMA, acceptPartial: true, reviewBelow: null };
  for (const asked of [JSON.stringify(replySchema(SCHEMA)), repairText(['Wrong.'], rules, 'json')]) {
    assert.match(asked, /"content"/);
    assert.doesNotMatch(asked, /"path"|"at"/);
  }
});

test('a property that is only called readOnly, and schemas of other forms, stay as they are', () => {
  const named = { type: 'object', properties: { readOnly: { type: 'boolean' } } };
  assert.deepEqual(askedSchema(named), named);
  assert.deepEqual(askedSchema({ enum: ['a'] }), { enum: ['a'] });
  assert.deepEqual(askedSchema({ anyOf: [{ type: 'object', properties: { a: owned } }, text] }), {
    anyOf: [{ type: 'object', properties: {} }, text],
  });
});
