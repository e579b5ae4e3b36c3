import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tagWords } from './tag-words.ts';
import { bounded, canBeVerb } from './tagger.ts';

test('the tagger is never given a long word, and all places stay as they are', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), fc.nat(300), (text, count) => {
      const given = `${text}${'a'.repeat(count)} end`;
      const cut = bounded(given);
      assert.equal(cut.length, given.length);
      assert.ok(cut.split(/\s+/).every((word) => word.length <= 40));
    }),
  );
});

test('words keep their places, and quotes count as names', () => {
  const text = 'The desk issues "a badge" to robots.txt';
  for (const { text: word, at } of tagWords(text)) assert.equal(text.slice(at, at + word.length), word);
});

test('what the tagger takes for a noun is a verb where a verb must stand', () => {
  const kinds = (text: string) => Object.fromEntries(tagWords(text).map(({ lower, kind }) => [lower, kind]));
  assert.equal(kinds('The reception desk issues a badge to each visitor').issues, 'verb');
  assert.equal(kinds('The gateway throttles each client').throttles, 'verb');
  assert.equal(kinds('The lab system shall alert the physician').alert, 'verb');
  assert.equal(kinds('Overtime has to be confirmed by the team lead').lead, 'noun');
  assert.equal(kinds('The Quick Start guide lists ten steps').start, 'name');
});

test('the lexicon tells what can be a verb', () => {
  assert.deepEqual(['issue', 'refund', 'customer', 'photo'].map(canBeVerb), [true, true, false, false]);
});
