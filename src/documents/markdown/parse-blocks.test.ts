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

test('only the latest texts are kept, and a long one not at all', () => {
  const first = parseBlocks(TEXT);
  const long = '# B\n\nword\n\n'.repeat(20_000);
  assert.notEqual(parseBlocks(long), parseBlocks(long));
  assert.notEqual(parseBlocks(TEXT), first);
  assert.deepEqual(parseBlocks(TEXT), first);
});
