// How deep is too deep.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../json.ts';
import { isTooDeep, JSON_DEPTH_MAX } from './json-depth.ts';

const nested = (depth: number): Json => JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`) as Json;

test('values are counted to their deepest list or object, however many there are', () => {
  assert.equal(isTooDeep(nested(JSON_DEPTH_MAX / 2)), false);
  assert.equal(isTooDeep([nested(JSON_DEPTH_MAX / 2)]), true);
  assert.equal(isTooDeep(nested(50_000)), true);
  assert.equal(isTooDeep(Array.from({ length: 100_000 }, (_, at) => ({ at }))), false);
  assert.equal(isTooDeep('[[['.repeat(1000)), false);
  assert.equal(isTooDeep([[]], 2), false);
  assert.equal(isTooDeep([[]], 1), true);
});
