// The tagger of English: which kind each word of a text is.

import type { WinkMethods } from 'wink-nlp';
import { byWord } from '../../documents/lookup/by-word.ts';
import { remembered } from '../../documents/lookup/remembered.ts';
import { makeTagger } from './load-language.ts';

export type WordKind =
  | ('noun' | 'name' | 'pronoun' | 'verb' | 'auxiliary' | 'adjective' | 'adverb' | 'determiner')
  | ('preposition' | 'conjunction' | 'subordinator' | 'particle' | 'number' | 'mark' | 'other');

const KINDS: Readonly<Record<string, WordKind>> = byWord({
  ...{ NOUN: 'noun', PROPN: 'name', PRON: 'pronoun', VERB: 'verb', AUX: 'auxiliary', ADJ: 'adjective' },
  ...{ ADV: 'adverb', DET: 'determiner', ADP: 'preposition', CCONJ: 'conjunction', SCONJ: 'subordinator' },
  ...{ PART: 'particle', NUM: 'number', PUNCT: 'mark' },
});

export const kindOf = (tag: string | undefined): WordKind => KINDS[tag ?? ''] ?? 'other';

/** The tagger keeps every word it meets for good: it is made again after so many texts. */
const TEXTS_MAX = 20_000;
let loaded: { readonly tagger: WinkMethods; readonly unknownFrom: number } | null = null;
let texts = 0;

export interface TaggerToken {
  readonly text: string;
  readonly kind: WordKind;
  /** In the tagger's English lexicon. Names, abbreviations and new words are not; nor is any other language. */
  readonly isKnown: boolean;
}

export function tagsOf(text: string): readonly TaggerToken[] {
  const { tagger, unknownFrom } = taggerNow();
  const tokens = tagger.readDoc(bounded(text)).tokens();
  const kinds = tokens.out(tagger.its.pos) as string[];
  const numbers = tokens.out(tagger.its.uniqueId) as number[];
  return tokens.out().map((word, at) => ({
    text: word,
    kind: kindOf(kinds[at]),
    isKnown: (numbers[at] ?? unknownFrom) < unknownFrom,
  }));
}

const CHARACTERS_MAX = 50_000;
const LONG_WORD = /(\S{40})(\S+)/g;

/** The tagger's patterns take long for a long word: the first letters of each are read. Places stay as they are. */
export const bounded = (text: string): string =>
  text.slice(0, CHARACTERS_MAX).replace(LONG_WORD, (_, kept: string, rest: string) => kept + ' '.repeat(rest.length));

/** For what needs more than the kinds: base forms, stems, sentences. */
export function taggerNow(): { readonly tagger: WinkMethods; readonly unknownFrom: number } {
  if (loaded === null || ++texts > TEXTS_MAX) {
    const tagger = makeTagger();
    // Words that were not in the lexicon are numbered from here on.
    const unknownFrom = Number(tagger.readDoc('qzxqzx').tokens().itemAt(0).out(tagger.its.uniqueId));
    loaded = { tagger, unknownFrom };
    texts = 0;
  }
  return loaded;
}

/** `issue`, `store` and `page` can be verbs, `customer` and `photo` cannot: asked of the lexicon by a sentence. */
export const canBeVerb = remembered((base: string): boolean => {
  const [, tagged] = tagsOf(`They ${base} it .`);
  return tagged?.text === base && tagged.kind === 'verb';
});

export const isKnownWord = remembered((base: string): boolean => tagsOf(base)[0]?.isKnown ?? false);
