import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fencedBlocks, withoutFences } from './fenced-blocks.ts';

const TEXT = 'a\n```sql\nselect 1\n```\nb\n~~~~ text\n```\nc\n~~~~\n```mermaid\nd';

test('blocks have language, text and lines; an open one runs to the end', () => {
  assert.deepEqual(fencedBlocks(TEXT), [
    { language: 'sql', text: 'select 1', line: 2, endLine: 4 },
    { language: 'text', text: '```\nc', line: 6, endLine: 9 },
    { language: 'mermaid', text: 'd', line: 10, endLine: 11 },
  ]);
});

test('without fences the lines stay where they are', () => {
  assert.equal(withoutFences(TEXT), 'a\n\n\n\nb\n\n\n\n\n\n');
});
