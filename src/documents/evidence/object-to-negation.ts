// Plain negation: a sentence beside the claim has the same words in the same order, but for the denial.

import type { CitedText } from './cited-text.ts';
import type { Language } from './language.ts';
import type { HardObjection } from './object-to.ts';
import { isSamePart } from './same-part.ts';
import { readSentence, type SentencePart } from './sentence-parts.ts';
import { sentencesOf } from './sentences-of.ts';

export function objectToNegation(claim: string, { sentences, language }: CitedText): readonly HardObjection[] {
  const own = readDenial(claim, language);
  if (own.words.length === 0) return [];
  const same = sentences
    .flatMap((text) =>
      sentencesOf(text).map((sentence) => ({ text: sentence.text, ...readDenial(sentence.text, language) })),
    )
    .filter(({ words }) => haveSameWords(own.words, words));
  if (same.length === 0 || same.some(({ isDenied }) => isDenied === own.isDenied)) return [];
  const told = own.isDenied ? 'denies what the passage says' : 'says what the passage denies';
  return [{ kind: 'negation', verdict: 'contradicted', reason: `The claim ${told}: "${same[0]?.text ?? ''}"` }];
}

interface Denial {
  /** All but denials and small words, in their order. */
  readonly words: readonly SentencePart[];
  /** Two denials are none. */
  readonly isDenied: boolean;
}

function readDenial(text: string, language: Language): Denial {
  const { parts } = readSentence(text, [], language);
  const denials = parts.filter(({ kind }) => kind === 'denial');
  return {
    words: parts.filter(({ kind }) => kind !== 'denial' && kind !== 'small'),
    isDenied: denials.length % 2 === 1,
  };
}

const haveSameWords = (one: readonly SentencePart[], other: readonly SentencePart[]): boolean =>
  one.length === other.length &&
  one.every((part, at) => {
    const same = other[at];
    return same !== undefined && isSamePart(part, same);
  });
