// What needs no source: only what says which parts the article has, and nothing of them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimsOf } from '../../../src/documents/evidence/claims-of.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { sourceText } from '../../sources/source-text.ts';

/** What the article says elsewhere. */
const SAID = 'Old buildings have limits and risks. The price differs, and so does the age of pumps.';

const kindsOf = (...sentences: readonly string[]): readonly string[] =>
  claimsOf(`# Heat pumps\n\n${sentences.join(' ')}\n\n## How decisions are made\n\nIt is so.\n\n## Costs\n\n${SAID}\n`)
    .slice(0, sentences.length)
    .map(({ kind }) => kind);

describe('a sentence about the article itself', () => {
  test('is framing where it names parts and their order', () => {
    const sentences = [
      'This article covers the costs and how decisions are made, and then turns to limits and risks.',
      'This report looks at heat pumps in old buildings.',
      'This article covers less than was ordered, because the sources that were found say no more about its topic.',
      'This report presents both sides where the sources disagree: on the price and the age of pumps.',
      'First, we look at the costs.',
      'This article is based on 12 sources.',
    ];
    assert.deepEqual(new Set(kindsOf(...sentences)), new Set(['framing']));
  });

  test('is a claim where it says something of the subject', () => {
    const sentences = [
      'This article shows that heat pumps cause cancer in children and must be banned by the state.',
      'This article looks at how heat pumps kill children.',
      'This article covers heat pumps, which cause cancer.',
      'This report explains that heat pumps cause cancer.',
      'This section discusses heat pumps and heat pumps cause cancer.',
      'This article covers the 5,000 deaths by heat pumps.',
      'We review heat pumps: they cause cancer.',
    ];
    assert.deepEqual(new Set(kindsOf(...sentences)), new Set(['fact']));
  });

  test('is a claim where it names what the article says nothing of', () => {
    const sentences = [
      'This report presents the fraud of the agency.',
      'This article looks at vaccines causing autism.',
    ];
    assert.deepEqual(kindsOf(...sentences), ['fact', 'fact']);
  });

  test('is a claim as a question, too', () => {
    assert.deepEqual(kindsOf('Did you know that heat pumps killed 5,000 people?', 'Why do pumps kill?'), [
      'fact',
      'fact',
    ]);
  });

  test('is judged by what it says that the article shows', () => {
    const source = sourceText('s1', '# Town\n\nThe stone bridge is 120 metres long.\n');
    const verdictOf = (text: string) => makeLedger(`${text}\n`, [source], { hash: () => '' }).entries[0]?.verdict;
    assert.equal(verdictOf('This article shows that the stone bridge is 120 metres long.'), 'supported');
    assert.equal(verdictOf('Did you know that the stone bridge is 120 metres long?'), 'supported');
    assert.equal(verdictOf('This article shows that the stone bridge is 130 metres long.'), 'contradicted');
    assert.notEqual(verdictOf('Did you know that the stone bridge killed 5,000 people?'), 'supported');
  });

  test('is a claim behind what looks like the definition of a note', () => {
    assert.equal(claimsOf('The mill is old. [1]: Heat pumps killed 5,000 people in 2024.\n').length, 2);
  });
});
