import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlineRequirements } from '../requirements/outline-requirements.ts';
import { bulletsOf } from './bullets-of.ts';
import { allHeadingsOf, closedMarkdown } from './headings-of.ts';
import { parseBlocks } from './parse-blocks.ts';

const TEXT = '# A\n\n## Approved Requirements\n\n### REQ-001: Pay\n\n- one\n  - two\n\n> quote\n\n```\ncode\n```\n';

test('a text asked for again is not read again, and no reader changes what the next one gets', () => {
  const first = parseBlocks(TEXT);
  const before = structuredClone(first);
  for (const read of [allHeadingsOf, bulletsOf, closedMarkdown, outlineRequirements]) read(TEXT);
  assert.equal(parseBlocks(TEXT), first);
  assert.deepEqual(first, before);
});

test('only the latest texts are kept', () => {
  const first = parseBlocks(TEXT);
  const long = 'word '.repeat(190_000);
  const before = parseBlocks(long);
  assert.equal(parseBlocks(long), before);
  parseBlocks(`${long}more`);
  assert.notEqual(parseBlocks(long), before);
  assert.notEqual(parseBlocks(TEXT), first);
  assert.deepEqual(parseBlocks(TEXT), first);
});

test('a text that is too long to be read in bounded time is refused, with what was expected and found', () => {
  const lines = /at most 1,000,000 characters and 20,000 lines, found 20,001 lines, each quote/;
  assert.throws(() => parseBlocks('word '.repeat(200_001)), /found 1,000,005 characters\. Shorten the document\.$/);
  assert.throws(() => parseBlocks('\n'.repeat(20_000)), lines);
  assert.throws(() => parseBlocks('\r'.repeat(20_000)), lines);
  assert.throws(() => parseBlocks(`${'- - - a\n'.repeat(6_666)}\n- - b`), lines);
  assert.equal(parseBlocks('\n'.repeat(19_999)).length, 0);
});
