// The words of a text, each with its kind, its base form and its stem, as a tagger of English sees them.

import { bounded, isKnownWord, kindOf, taggerNow, type WordKind } from './tagger.ts';

export type { WordKind };

export interface Word {
  /** As written. */
  readonly text: string;
  readonly kind: WordKind;
  /** Small letters: `buy` of `bought`, `article` of `Articles`. */
  readonly base: string;
  /** `encrypt` of `encryption`: what words of one family share. */
  readonly stem: string;
  /** In the tagger's English lexicon. Names, abbreviations and new words are not; nor is any other language. */
  readonly isKnown: boolean;
  /** Of the sentence it stands in, counted from 0. */
  readonly sentence: number;
}

export function readWords(text: string): readonly Word[] {
  const { tagger, unknownFrom } = taggerNow();
  const { its } = tagger;
  const doc = tagger.readDoc(bounded(text));
  const tokens = doc.tokens();
  const kinds = tokens.out(its.pos) as string[];
  // The package's own types do not let these two stand where they belong.
  const bases: string[] = tokens.out(its.lemma as never);
  const stems: string[] = tokens.out(its.stem as never);
  const numbers = tokens.out(its.uniqueId) as number[];
  const sentences: number[] = [];
  doc.sentences().each((sentence, at) => {
    for (let count = sentence.tokens().length(); count > 0; count--) sentences.push(at);
  });
  return tokens.out().map((word, at) => {
    const base = bases[at] ?? word;
    const isKnown = (numbers[at] ?? unknownFrom) < unknownFrom || isKnownWord(base);
    return {
      text: word,
      kind: kindOf(kinds[at]),
      base,
      stem: stems[at] ?? base,
      isKnown,
      sentence: sentences[at] ?? 0,
    };
  });
}
