// Text for terminals: safe, fitting, and in the words people use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { paintFor } from './paint.ts';
import { fit, fitPainted, labelOf, oneLine, readableMs, severalLines, summary, widthOf, wrap } from './shown-text.ts';

test('nothing in a text can move the cursor', () => {
  assert.equal(oneLine('a\u001b[2J\r\nb\u2028c'), 'a [2J b c');
  assert.deepEqual(severalLines('a\tb\u0007\r\nc\u001b[1A'), ['a  b', 'c[1A']);
});

test('wide characters count twice, marks not at all', () => {
  assert.equal(widthOf('日本'), 4);
  assert.equal(widthOf('e\u0301'), 1);
  assert.equal(fit('日本語', 5), '日本…');
  assert.equal(fit('short', 5), 'short');
  assert.equal(widthOf('𠀀'), 2);
});

test('a painted line is cut by what is seen of it, and its colours are closed', () => {
  const { green, dim } = paintFor({ isTTY: true }, {});
  const line = `${green('ab')} ${dim('cdef')}`;
  assert.equal(fitPainted(line, 7), line);
  assert.equal(fitPainted(line, 6), `${green('ab')} ${dim('cd…')}`);
  assert.equal(fitPainted(line, 3), `${green('ab')}…${dim('x').replace('x', '')}`);
  assert.equal(fitPainted(green('日本語'), 5), green('日本…'));
  for (let width = 1; width < 9; width++)
    assert.ok(widthOf(stripVTControlCharacters(fitPainted(`${line} ${green('日本')}`, width))) <= width);
});

test('values are summed up in a few words', () => {
  assert.equal(summary({ score: 92, issues: [], ok: true, by: null }), 'score: 92, issues: none, ok: yes, by: nothing');
  assert.equal(summary([1, 2]), '2 items');
  assert.equal(summary({ aggregatedResults: [1], failed: [], left: [], total: 1200 }), '1 of 1,200 arrived');
});

test('durations read the way people say them', () => {
  const said = [340, 2400, 65_000, 7_200_000, 12_000_000, 187_200_000].map(readableMs);
  assert.deepEqual(said, ['340 ms', '2.4 s', '1 min 5 s', '2 h', '3 h 20 min', '2 d 4 h']);
});

test('text is wrapped at spaces, and labels lose the prefix that made their kind', () => {
  assert.deepEqual(wrap('one two three', 7), ['one two', 'three']);
  assert.deepEqual(wrap('a abcdefgh 日本語', 5), ['a', 'abcde', 'fgh', '日本', '語']);
  assert.deepEqual(wrap(`  "key": ${'x'.repeat(20)}`, 24), ['  "key":', `  ${'x'.repeat(20)}`]);
  assert.equal(labelOf('Each: Review<br/>File'), 'Review File');
});
