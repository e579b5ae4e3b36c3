// The estimate of tokens: near the counts of a real tokeniser, and well behaved when parts are added up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from './count-tokens.ts';

/** Counted with o200k_base. */
const COUNTED: readonly (readonly [string, number])[] = [
  ['The quick brown fox jumps over the lazy dog.', 10],
  ['{"a": 1, "b": [1,2,3]}', 16],
  ['if (a[i] !== b[j]) { return { x: a?.y ?? null, z: [...c, d] }; }\n', 29],
  ['| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n', 24],
  ['getUserAccountDetails parseHttpResponseHeaders createWorkflowTaskRunner', 12],
  ['a  b  c  d', 7],
  ['日本語の文章です', 5],
];

test('text of the usual kinds is not underestimated, and by far not doubled', () => {
  for (const [text, counted] of COUNTED) {
    const estimate = countTokens(text);
    assert.ok(estimate >= counted, `${text}: ${estimate} is less than ${counted}`);
    assert.ok(estimate <= counted * 2, `${text}: ${estimate} is more than twice ${counted}`);
  }
});

test('only the empty text has no tokens', () => {
  assert.equal(countTokens(''), 0);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      // A single space belongs to the word after it.
      assert.ok(countTokens(text) > 0 || /^[ \t]$/.test(text));
    }),
  );
});

test('texts put together by line ends count no more than apart', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (one, other) => {
      assert.ok(countTokens(`${one}\n\n${other}`) <= countTokens(one) + 1 + countTokens(other));
    }),
  );
});

test('a longer beginning of a text never counts less', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, at) => {
      const end = at % (text.length + 1);
      assert.ok(countTokens(text.slice(0, end)) <= countTokens(text));
    }),
  );
});
