// Whether a sentence states something that can stand alone in an article, as the tagger sees it.

import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { isVerb } from '../words/verbs.ts';

const WORDS_READ = 80;

/** It has a subject before a verb, and is no order to the reader. */
export function statesSomething(sentence: string): boolean {
  const words = tagWords(sentence).slice(0, WORDS_READ);
  const first = words.find(({ kind }) => kind !== 'mark');
  if (first === undefined || isOrder(words, first)) return false;
  const tagged = words.findIndex((word, at) => isFiniteVerb(words, word, at));
  // The tagger takes `Adults sleep for 7 hours` for nouns alone.
  const verb =
    tagged < 0 ? words.findIndex((word, at) => at > 0 && word.kind === 'noun' && isVerb(word.lower)) : tagged;
  if (verb < 0) return false;
  return (
    words
      .slice(0, verb)
      .some(({ kind }) => kind === 'noun' || kind === 'name' || kind === 'pronoun' || kind === 'number') || verb === 0
  );
}

/** `Install the pump`, `Note that`, `See the table`. */
function isOrder(words: readonly TaggedWord[], first: TaggedWord): boolean {
  if (first.kind !== 'verb' || /(?:ing|ed|en)$/.test(first.lower))
    return /^(?:please|let's|note|see|imagine|consider|remember)$/.test(first.lower);
  const next = words[words.indexOf(first) + 1];
  return next !== undefined && /^(?:determiner|pronoun|adjective|noun|subordinator|preposition)$/.test(next.kind);
}

function isFiniteVerb(words: readonly TaggedWord[], word: TaggedWord, at: number): boolean {
  if (word.kind === 'auxiliary') return true;
  if (word.kind !== 'verb' || word.lower.endsWith('ing')) return false;
  return words[at - 1]?.lower !== 'to';
}
