import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureIdOf, titleOf } from './name-feature.ts';

test('a title is the first sentence, cut at the end of a word', () => {
  assert.equal(titleOf(['Members book a court.', 'They pay.']), 'Members book a court');
  const long = 'Members of the club book a court for one hour on any day of the week but Monday.';
  assert.equal(titleOf([long]), 'Members of the club book a court for one hour on any day of');
  assert.equal(titleOf([]), 'Untitled Feature');
  assert.equal(titleOf(['# no heading']), '\\# no heading');
});

test('an id is made of the Latin letters of a title, in any language, and is free', () => {
  const ids: { readonly [title: string]: string } = {
    'Members book a court': 'members-book-a-court',
    'Wir möchten große Plätze': 'wir-mochten-grosse-platze',
    会員はコートを予約する: 'feature',
    '3D': 'feature-d',
    Standards: 'feature-standards',
    'A very long title that goes on and on until the end': 'a-very-long-title-that-goes-on-and-on',
  };
  for (const [title, id] of Object.entries(ids)) assert.equal(featureIdOf(title, []), id, title);
  assert.equal(featureIdOf('会員', ['feature', 'feature-2']), 'feature-3');
});
