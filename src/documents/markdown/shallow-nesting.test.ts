import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Nodes } from 'mdast';
import { parseBlocks } from './parse-blocks.ts';
import { shallowNesting } from './shallow-nesting.ts';

const depthOf = (node: Nodes): number => ('children' in node ? 1 + Math.max(0, ...node.children.map(depthOf)) : 0);
const deepest = (text: string): number => Math.max(...parseBlocks(text).map(depthOf));

test('a draft of nothing but marks of quotations or lists is read, and at once', () => {
  // Without the bound the stack ends, or hours pass.
  for (const marks of ['>', '> ', '- ', '1. ', '> - 2) ', '>\t']) {
    const text = `${marks.repeat(6_000)}x`;
    assert.ok(deepest(text) < 70, marks);
  }
});

test('items that stand far to the right are no deeper than others', () => {
  const text = Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n');
  assert.ok(deepest(text) < 100);
});

test('deeper nesting becomes text in which every character keeps its place', () => {
  const deep = `${'> '.repeat(25)}word\n\nlast`;
  const shallow = shallowNesting(deep);
  assert.equal(shallow.length, deep.length);
  assert.deepEqual([...shallow].map((each, at) => (each === deep[at] ? '' : at)).filter(String), [40]);
  assert.equal(deepest(deep), 21);
  assert.equal(parseBlocks(deep).at(-1)?.position?.start.offset, deep.indexOf('last'));
});

test('what is nested as people do it, and a long rule, stay as they are', () => {
  for (const text of [
    `${'> '.repeat(20)}word`,
    '- '.repeat(40).trimEnd(),
    '* '.repeat(40),
    `${'-'.repeat(60)}`,
    '1. a\n   - b\n     > c\n',
    `| ${'- | '.repeat(30)}`,
  ])
    assert.equal(shallowNesting(text), text);
});

test('a long text without headings is read in parts, with the same blocks', () => {
  const text = `${'Some words.\n\n> A quote.\n> More.\n\n'.repeat(400)}\`\`\`\n${'code\n\nmore\n\n'.repeat(2_000)}`;
  const nodes = parseBlocks(text);
  assert.equal(nodes.length, 801);
  assert.equal(nodes.at(-1)?.type, 'code');
  for (const { type, position } of nodes.slice(0, 800))
    assert.match(text.slice(position?.start.offset, position?.end.offset), type === 'blockquote' ? /^> A/ : /^Some/);
});
