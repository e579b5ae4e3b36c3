// What the documents are given of languages: the tagger and lexicon of English, and what the platform knows of others.

import type { Language } from '../../documents/evidence/language.ts';
import { statesSomething } from '../article/states-something.ts';
import { sentenceEnds } from '../sentences.ts';
import { languageNames, segmentsOf } from './language-names.ts';
import { readWords } from './read-words.ts';
import { tagsOf } from './tagger.ts';
import { guessLanguages, tellLanguage } from './tell-language.ts';

export const language: Language = {
  words: readWords,
  cut: segmentsOf,
  // Unicode has rules of its own for Greek alone: a sign that other languages write within a sentence.
  ends: (text) => sentenceEnds(text),
  isEnglish: isEnglishText,
  tell: tellLanguage,
  guess: guessLanguages,
  statesSomething,
  names: languageNames,
};

const KNOWN_MIN = 0.7;
const READ_MAX = 2000;

/** By a count of the words that the tagger's lexicon knows: number words and units are read only there. */
function isEnglishText(text: string): boolean {
  const small = tagsOf(text.slice(0, READ_MAX)).filter((token) => /^\p{Ll}/u.test(token.text));
  return small.length > 0 && small.filter(({ isKnown }) => isKnown).length >= KNOWN_MIN * small.length;
}
