// Headings and sections by offsets, and texts that leave something open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allHeadingsOf, closedMarkdown, headingsOf, sectionsOf } from './headings-of.ts';

const textsOf = (text: string): string[] => headingsOf(text).map((heading) => `${heading.depth} ${heading.text}`);

test('headings are those at the top: with marks, or with a line under them', () => {
  assert.deepEqual(textsOf('# A #\n\nB b\nc\n---\n\n###\n\n   ## D *d*\n'), ['1 A', '2 B b c', '3 ', '2 D *d*']);
  assert.deepEqual(textsOf('```\n# A\n```\n\n> # B\n\n- # C\n\n<!--\n# D\n-->\n\n    # E\n\n#F\n'), []);
});

test('headings in quotes and list items are found when they are asked for, in order', () => {
  const found = allHeadingsOf('> # A\n> B\n> c\n> ===\n\n# D\n\n- # E\n\n```\n# F\n```\n');
  assert.deepEqual(
    found.map(({ text }) => text),
    ['A', 'B c', 'D', 'E'],
  );
});

test('a section ends where the next heading of its depth or a higher one begins', () => {
  const text = '# T\n\n## A\n\na\n\n### B\n\nb\n\n# U\n\n## C\r\n\r\nc';
  const bodies = sectionsOf(text, 2).map(({ start, end }) => text.slice(start, end).trim());
  assert.deepEqual(bodies, ['a\n\n### B\n\nb', 'c']);
});

test('what is open at the end of a text is closed, and nothing else is touched', () => {
  assert.equal(closedMarkdown('a\n\n- b'), 'a\n\n- b');
  assert.equal(closedMarkdown('````js\n```\n'), '````js\n```\n\n````');
  assert.equal(closedMarkdown('<!-- a'), '<!-- a\n-->');
  assert.equal(closedMarkdown('<script>a'), '<script>a\n</script>');
});
