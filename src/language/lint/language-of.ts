// Tells requirements in another language, which rules of English cannot judge.

import { remembered } from '../../documents/lookup/remembered.ts';
import { detectLanguage } from '../words/load-language.ts';
import { tagWords } from '../words/tag-words.ts';
import { isKnownWord } from '../words/tagger.ts';

/** Of the words, how many must be English: the rest may be names. */
const KNOWN_MIN = 0.6;
const ENGLISH = /^(?:the|shall|must|should|of|with|and|is|are|when|if|for|from|by|can|has|each|every|that|to)$/;
const CHARACTERS_MAX = 1000;
/** Fewer words tell no language apart from names and abbreviations. */
const WORDS_MIN = 3;
/** The code for a language that is not known. */
const UNDETERMINED = 'und';

/** The code of the language (`de`) if the text is in another one than English; null if it is English or too short. */
export const otherLanguage = remembered((text: string): string | null => {
  const start = text.slice(0, CHARACTERS_MAX);
  if (/\p{L}{2}/u.test(start) && !/\p{Script=Latin}/u.test(start)) return detectLanguage(start) || UNDETERMINED;
  const words = tagWords(start).filter(
    ({ lower, text: word }) => /^\p{L}{2,}$/u.test(lower) && !/\p{Lu}.*\p{Lu}/u.test(word),
  );
  if (words.length < WORDS_MIN) return null;
  const known = words.filter(({ isKnown, lower }) => isKnown || isKnownWord(lower)).length;
  const english = new Set(words.filter(({ lower }) => ENGLISH.test(lower)).map(({ lower }) => lower)).size;
  if (known / words.length >= KNOWN_MIN || english >= 2) return null;
  const language = detectLanguage(start);
  return language === 'en' || language === '' ? null : language;
});
