// What a text is about, as stems of its content words.

import { remembered } from '../../documents/lookup/remembered.ts';
import { contentWordsOf } from '../words/content-words.ts';

const NUMBER = /\d/;

/** Stems of content words; numbers are left out. */
export const termsOf = remembered(
  (text: string): ReadonlySet<string> =>
    new Set(
      contentWordsOf(text).flatMap(({ meaning, kind }) =>
        kind === 'number' || NUMBER.test(meaning) || meaning.length < 2 ? [] : [meaning],
      ),
    ),
);

/** Every term of `wanted` is in `terms`; of nothing, nothing is. */
export const hasTerms = (terms: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean =>
  wanted.size > 0 && [...wanted].every((term) => terms.has(term));
