// The words of a text that carry its content, each with its meaning: one stem for all forms.

import { stemOf } from './stem-of.ts';
import { type TaggedWord, tagWords } from './tag-words.ts';

export interface ContentWord extends TaggedWord {
  readonly meaning: string;
  /** Its place among all words of the text. */
  readonly index: number;
}

const EMPTY =
  /^(?:be|is|are|was|were|been|being|have|has|had|do|does|did|able|there|also|then|so|here|such|than|other)$/;
const FUNCTION = /^(?:determiner|auxiliary|preposition|conjunction|subordinator|particle|mark|pronoun)$/;

export function contentWordsOf(text: string): readonly ContentWord[] {
  return tagWords(text).flatMap((word, index) =>
    FUNCTION.test(word.kind) || EMPTY.test(word.lower) || !/[\p{L}\p{N}]/u.test(word.lower)
      ? []
      : [{ ...word, index, meaning: stemOf(word.lower) }],
  );
}
