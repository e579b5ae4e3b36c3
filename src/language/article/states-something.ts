// Whether a sentence states something that can stand alone in an article, as the tagger sees it.

import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { baseOfThird, isVerb } from '../words/verbs.ts';

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
  return verb === 0 || words.slice(0, verb).some(isSubject) || hasLaterVerb(words, verb);
}

const isSubject = ({ kind }: TaggedWord): boolean => /^(?:noun|name|pronoun|number)$/.test(kind);

/** `The first ships carried boxes`: the tagger takes the noun for the verb; a verb follows it at once. */
function hasLaterVerb(words: readonly TaggedWord[], verb: number): boolean {
  const next = words[verb + 1];
  return words[verb - 1]?.kind === 'adjective' && next !== undefined && isFiniteVerb(words, next, verb + 1);
}

/** `Install the pump`, `Note that`, `See the table`. */
function isOrder(words: readonly TaggedWord[], first: TaggedWord): boolean {
  if (first.kind !== 'verb' || /(?:ing|ed|en)$/.test(first.lower))
    return /^(?:please|let's|note|see|imagine|consider|remember)$/.test(first.lower);
  const next = words[words.indexOf(first) + 1];
  if (isNounTakenForVerb(words, words.indexOf(first))) return false;
  return next !== undefined && /^(?:determiner|pronoun|adjective|noun|subordinator|preposition)$/.test(next.kind);
}

/** `Reverse osmosis gets by`, `Shore power is available`: a noun, and at once its own verb. */
function isNounTakenForVerb(words: readonly TaggedWord[], first: number): boolean {
  const [noun, verb] = [words[first + 1], words[first + 2]];
  if (noun?.kind !== 'noun' || verb === undefined) return false;
  if (verb.kind === 'noun') return baseOfThird(verb.lower) !== null && words[first + 3]?.kind === 'preposition';
  return verb.kind === 'auxiliary' || (verb.kind === 'verb' && /(?:[^s]s|ed)$/.test(verb.lower));
}

function isFiniteVerb(words: readonly TaggedWord[], word: TaggedWord, at: number): boolean {
  if (word.kind === 'auxiliary') return true;
  if (word.kind !== 'verb' || word.lower.endsWith('ing')) return false;
  return words[at - 1]?.lower !== 'to';
}
