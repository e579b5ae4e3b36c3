import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBlocks } from './parse-blocks.ts';
import { stretchEnds } from './stretch-ends.ts';

const LONG = 100_000;
const HOSTILE = [
  ...['> - a\n>   - b\n', '> > a\n>\n> b\n', '> a\n# b\n', '> a\n---\n', 'a\n---\n', 'a\n===\n', '> - b\n> # x\n'],
  ...['1. a\n   - b\n2. a\n', '  - a\n    - b\n', '\t- a\n  - b\n', 'some text of one paragraph\n', '> a\nb\n'],
];

test('no quote, list, heading or paragraph makes a stretch long, since the time of one grows by its square', () => {
  for (const lines of HOSTILE) {
    for (const eol of ['\n', '\r\n']) {
      const text = lines.repeat(LONG / lines.length).replaceAll('\n', eol);
      const ends = stretchEnds(text);
      assert.equal(ends.at(-1), text.length);
      const lengths = ends.map((end, at) => end - (ends[at - 1] ?? 0));
      assert.ok(Math.max(...lengths) < 33_000, `${JSON.stringify(lines)}: ${Math.max(...lengths)}`);
    }
  }
});

test('a text in one line has one end, and an empty one none', () => {
  assert.deepEqual(stretchEnds('word '.repeat(LONG)), [5 * LONG]);
  assert.deepEqual(stretchEnds(''), []);
});

test('a fence is not cut, be it in a quote or an item, and neither is HTML', () => {
  const fence = `\`\`\`\n${'# a\n- b\n'.repeat(2_500)}\`\`\`\n`;
  const quoted = fence.replace(/^(?=.)/gm, '> ');
  const nested = `1. x\n\n${fence.replace(/^(?=.)/gm, '   ')}`;
  const html = `<div>\n${'# a\n- b\n'.repeat(2_500)}`;
  const types = ['code', 'blockquote', 'list', 'html'];
  const found = [fence, quoted, nested, html].map((text) => parseBlocks(`${text}\n# end\n`).map(({ type }) => type));
  assert.deepEqual(
    found,
    types.map((type) => [type, 'heading']),
  );
});

test('a quote that is cut stays a quote, line by line', () => {
  const text = '> - item\n>   - inner\n'.repeat(1_000);
  const nodes = parseBlocks(text);
  assert.ok(nodes.length > 1 && nodes.every(({ type }) => type === 'blockquote'));
  for (const { position } of nodes) assert.ok(text.startsWith('> - item', position?.start.offset));
});
