// The difference of two texts: it is one, it is the smallest, and it stays cheap.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineDiff, wordDiff } from './line-diff.ts';

const shown = (before: string, after: string): string[] =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

test('equal texts have nothing but equal lines', () => {
  assert.deepEqual(shown('a\nb\n', 'a\nb\n'), [' a', ' b']);
  assert.deepEqual(shown('', ''), []);
});

test('of a change the removed line comes before the added one', () => {
  assert.deepEqual(shown('a\nb\nc\n', 'a\nx\nc\n'), [' a', '-b', '+x', ' c']);
});

test('a text can begin, end, and be nothing', () => {
  assert.deepEqual(shown('', 'a\nb'), ['+a', '+b']);
  assert.deepEqual(shown('a\nb', ''), ['-a', '-b']);
  assert.deepEqual(shown('b', 'a\nb\nc'), ['+a', ' b', '+c']);
});

test('the end of lines is no difference', () => {
  assert.deepEqual(shown('a\r\nb\r\n', 'a\nb'), [' a', ' b']);
});

test('what both lines have stays, what only one has is marked', () => {
  const { before, after } = wordDiff('The app shall load fast.', 'The app shall load within 2 s.');
  assert.deepEqual(before, [
    { text: 'The app shall load ', isChanged: false },
    { text: 'fast', isChanged: true },
    { text: '.', isChanged: false },
  ]);
  assert.equal(after.map(({ text }) => text).join(''), 'The app shall load within 2 s.');
  assert.deepEqual(after.find(({ isChanged }) => isChanged)?.text, 'within 2 s');
});

/** The plain table of longest common parts, to compare with. */
function fewestEdits(before: readonly string[], after: readonly string[]): number {
  let row = Array.from({ length: after.length + 1 }, () => 0);
  for (const one of before) {
    const next = [0];
    after.forEach((other, at) => {
      next.push(one === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    });
    row = next;
  }
  return before.length + after.length - 2 * (row.at(-1) ?? 0);
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'only'), { maxLength: 24 });

test('both texts can be read off the difference, and no smaller one exists', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = lineDiff(before.join('\n'), after.join('\n'));
      const of = (kind: string) => diff.filter((line) => line.kind === kind || line.kind === 'same');
      assert.deepEqual(
        of('removed').map(({ text }) => text),
        before,
      );
      assert.deepEqual(
        of('added').map(({ text }) => text),
        after,
      );
      const edits = diff.filter(({ kind }) => kind !== 'same').length;
      assert.equal(edits, fewestEdits(before, after));
    }),
    { numRuns: 2000 },
  );
});
