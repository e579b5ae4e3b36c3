// A design in portions: nothing is left out, none is too long, and each says where the rest is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { divideForReview, MISSING } from './divide-review.ts';
import { PARTS } from './part.ts';

const TEXTS = { hld: '## Overview\n\nA.\n\n## Security\n\nB.\n', lld: '## Examples\n\nC.\n', database: '' };
const ELSEWHERE = '(This part is reviewed in other portions.';

test('what fits is one portion, and a part that is missing says so', () => {
  const total = TEXTS.hld.length + TEXTS.lld.length;
  assert.deepEqual(divideForReview(TEXTS, total), [
    { number: 1, of: 1, title: 'Review', characters: total, hld: TEXTS.hld, lld: TEXTS.lld, database: MISSING },
  ]);
  assert.equal(MISSING, 'MISSING', 'the word that the prompt explains');
});

test('what does not fit is divided between sections, with an outline of what is elsewhere', () => {
  const [first, second, ...others] = divideForReview(TEXTS, 20);
  assert.deepEqual([first?.hld, second?.hld], ['## Overview\n\nA.\n\n', '## Security\n\nB.\n']);
  assert.deepEqual([first?.title, others.length], ['Review, portion 1 of 3', 1]);
  assert.equal(first?.lld, `${ELSEWHERE} Its sections:\n- portion 3: Examples\n)`);
  assert.equal(first?.database, MISSING);
});

test('the portions together are the design, whatever it holds, and a character is never cut', () => {
  const text = fc.array(fc.constantFrom('## A\n', 'line\n', '🙂', 'x', '\n', '```\n', 'ü ')).map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, text, fc.integer({ min: 2, max: 30 }), (hld, lld, database, charactersMax) => {
      const texts = { hld, lld, database };
      const portions = divideForReview(texts, charactersMax);
      for (const part of PARTS) {
        const own = portions.map((portion) => portion[part]).filter((each) => !each.startsWith(ELSEWHERE));
        if (texts[part].trim() === '') assert.ok(own.every((each) => each === MISSING));
        else assert.equal(own.join(''), texts[part]);
        assert.ok(own.every((each) => each.isWellFormed()));
      }
      for (const { characters, of } of portions) assert.ok(of === 1 || characters <= charactersMax);
    }),
  );
});
