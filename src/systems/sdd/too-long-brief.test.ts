import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooLongBrief } from './too-long-brief.ts';
import { draftPart } from './writers/draft-part.ts';

test('a brief over 200 KB is refused with its size', () => {
  assert.deepEqual(tooLongBrief('x'.repeat(200_000)), []);
  assert.deepEqual(tooLongBrief('ü'.repeat(140_000)), ['Expected a brief of at most 200 KB, found 280 KB']);
});

test('a sentence that is said 7,000 times gives the design of one', { timeout: 10_000 }, () => {
  const said = 'Members book courts online. ';
  assert.equal(tooLongBrief(said.repeat(7_000)).length, 0);
  const of = (brief: string): string => draftPart('lld', { brief, requirements: [] });
  assert.equal(of(said.repeat(7_000)), of(said));
});
