// A sentence supports itself, and what is too long to be read is not supported.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { judgeClaim } from '../../../src/documents/evidence/judge-claim.ts';
import { saysTheSame } from '../../../src/documents/evidence/says-the-same.ts';
import { sentencesOf } from '../../../src/documents/evidence/sentences-of.ts';

const TOPICS = new URL('../../../bench/quality/research/topics/', import.meta.url);

function documents(): readonly string[] {
  return readdirSync(TOPICS, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:md|txt)$/.test(path))
    .map((path) => readFileSync(new URL(path, TOPICS), 'utf8'));
}

describe('a claim in the words of a source', () => {
  test('is supported by its own sentence, whichever sentence of the topics it is', () => {
    const sentences = documents().flatMap((text) => sentencesOf(text).map((each) => each.text));
    assert.ok(sentences.length > 500);
    const lost = sentences.filter((text) => text.length < 4000 && judgeClaim(text, [text]).verdict !== 'supported');
    assert.deepEqual(lost, []);
  });

  test('is supported where the rules would see a negation or a lack of words', () => {
    for (const text of [
      'Furnished flats are no exception.',
      'The deposit may not exceed three monthly rents without service charges.',
    ]) {
      assert.equal(judgeClaim(text, [text]).verdict, 'supported');
      assert.equal(judgeClaim(text, [`Rents are high. ${text} Courts agree.`]).verdict, 'supported');
      assert.equal(judgeClaim(text.toUpperCase(), [text.replaceAll(' ', '\n ')]).verdict, 'supported');
    }
  });

  test('is not the same with another figure, another sign or as a question', () => {
    const pairs = [
      ['Rents rose by 1.5 percent.', 'Rents rose by 15 percent.'],
      ['It was -5 degrees in May.', 'It was 5 degrees in May.'],
      ['Furnished flats are no exception.', 'Furnished flats are no exception?'],
    ] as const;
    for (const [claim, passage] of pairs) assert.equal(saysTheSame(claim, passage), false, claim);
  });

  test('of more than 2,000 characters is not supported, since its end is not read', () => {
    const sentence = `The mill ${'by the old stone bridge '.repeat(200)}was built in 1820`;
    const judged = judgeClaim(`${sentence} and killed 5,000 people.`, [`${sentence}.`]);
    assert.equal(judged.verdict, 'insufficient');
    assert.match(judged.reasons.join(' '), /longer than 2000 characters/);
  });
});
