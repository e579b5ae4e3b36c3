import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooLongBrief } from './too-long-brief.ts';

test('a brief over 200 KB is refused with its size', () => {
  assert.deepEqual(tooLongBrief('x'.repeat(200_000)), []);
  assert.deepEqual(tooLongBrief('ü'.repeat(140_000)), ['Expected a brief of at most 200 KB, found 280 KB']);
});
