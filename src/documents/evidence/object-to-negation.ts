// Plain negation: a sentence beside the claim has the same words in the same order, but for the denial.

import type { CitedText } from './cited-text.ts';
import { isDenied } from './compare-sentences.ts';
import type { HardObjection } from './object-to.ts';
import { isSamePart } from './same-part.ts';
import { readSentence, type SentencePart } from './sentence-parts.ts';
import { sentencesOf } from './sentences-of.ts';

export function objectToNegation(claim: string, { sentences, language }: CitedText): readonly HardObjection[] {
  const { parts } = readSentence(claim, [], language);
  if (wordsOf(parts).length === 0) return [];
  const same = sentences
    .flatMap((text) => sentencesOf(text, language))
    .map(({ text }) => ({ text, parts: readSentence(text, [], language).parts }))
    .filter((sentence) => haveSameWords(wordsOf(parts), wordsOf(sentence.parts)));
  if (same.length === 0 || same.some((sentence) => isDenied(sentence.parts) === isDenied(parts))) return [];
  const objection = isDenied(parts) ? 'denies what the passage says' : 'says what the passage denies';
  return [{ kind: 'negation', verdict: 'contradicted', reason: `The claim ${objection}: "${same[0]?.text ?? ''}"` }];
}

/** All but denials and small words, in their order. */
const wordsOf = (parts: readonly SentencePart[]): readonly SentencePart[] =>
  parts.filter(({ kind }) => kind !== 'denial' && kind !== 'small');

const haveSameWords = (one: readonly SentencePart[], other: readonly SentencePart[]): boolean =>
  one.length === other.length && one.every((part, at) => other[at] !== undefined && isSamePart(part, other[at]));
