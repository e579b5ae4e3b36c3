import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { readBlocks } from './read-blocks.ts';

const LONG = 'word '.repeat(220);
const PARTS = [
  ...[
    '```',
    '~~~~',
    '```js',
    '    ```',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '<div>',
    '# One',
    '## Two',
    '### REQ-001: Three',
  ],
  ...['- item', '  more', '> quote', 'Under\n---', '', '', '', '1. one', '\tcode', '<?x', '?>', LONG, LONG, LONG],
];

test('a text read in stretches has the blocks of the text read at once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 60 }), fc.constantFrom('\n', '\r\n'), (parts, eol) => {
      const text = parts.join('\n').replaceAll('\n', eol);
      const whole = unified().use(remarkParse).parse(text).children;
      const place = ({ type, position }: (typeof whole)[number]) => [type, position?.start, position?.end];
      assert.deepEqual(readBlocks(text).nodes.map(place), whole.map(place));
    }),
    { numRuns: 150 },
  );
});

test('front matter and merge marks are no headings, and offsets stay', () => {
  const text = '---\ntitle: x\n---\n\n# A\n\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> b\n\n# B\n';
  const { nodes, conflictLine } = readBlocks(text);
  assert.equal(conflictLine, 7);
  const headings = nodes.filter(({ type }) => type === 'heading');
  assert.deepEqual(
    headings.map(({ position }) => text.slice(position?.start.offset, position?.end.offset)),
    ['# A', '# B'],
  );
});

test('a fence or comment that nobody closed is told', () => {
  assert.equal(readBlocks('# A\n\n```\n# B\n').openAt, 5);
  assert.equal(readBlocks('# A\n\n<!-- x\n\n# B\n').openAt, 5);
  assert.equal(readBlocks('# A\n\n```\n# B\n```\n').openAt, null);
  assert.equal(readBlocks('# A\n\n- ```\n').openAt, null);
});
