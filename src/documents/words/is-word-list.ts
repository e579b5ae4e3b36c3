// Whether known English words merely stand in a row: nothing joins them, and nobody does anything.

import type { Word, WordKind } from './read-words.ts';
import { canBeVerb } from './tagger.ts';
import { presentVerb } from './verbs.ts';

const WORDS_MIN = 4;
/** Of the words: a sentence, even in the style of a telegram with a subject and a verb, has more that join others. */
const JOINING_FROM = 0.2;
const BROKEN_FROM = 0.3;
const JOINING = new Set<WordKind>([
  ...(['determiner', 'preposition', 'conjunction', 'auxiliary', 'pronoun', 'particle', 'subordinator'] as const),
]);
/** In English the second does not follow the first inside one sentence. */
const UNLIKELY: Readonly<Partial<Record<WordKind, readonly WordKind[]>>> = {
  determiner: ['preposition', 'conjunction', 'auxiliary', 'other'],
  preposition: ['other', 'auxiliary', 'adverb'],
  adverb: ['noun', 'number'],
  noun: ['adjective'],
  adjective: ['preposition', 'adverb', 'verb', 'pronoun'],
  other: ['noun', 'number', 'adjective'],
};
const AFTER_NOUN = /^(?:online|offline|nearby|available|able|due|only|free|ready|ahead|away|later|other|full)$/i;

const MAY = /^(?:can|may|must|should|shall)$/i;

/** `words`: without marks. */
export function isWordList(words: readonly Word[]): boolean {
  if (words.length < WORDS_MIN || beginsWithAction(words)) return false;
  const joining = words.filter(({ kind }) => JOINING.has(kind)).length;
  return joining / words.length < JOINING_FROM || brokenPairs(words) / (words.length - 1) >= BROKEN_FROM;
}

/** "Print labels ...", "librarians print labels", "shop staff scan ...". */
function beginsWithAction(words: readonly Word[]): boolean {
  const [first, second] = words;
  if (first === undefined || second === undefined) return false;
  const said = first.text.toLowerCase();
  if (first.kind === 'verb' ? said === first.base : presentVerb(said) === said) return true;
  // "Bulk rename photos": how it is done stands before what is done.
  if (MANNER.test(said) && second.text.toLowerCase() === second.base && canBeVerb(second.base)) return true;
  return [1, 2, 3].some((at) => isActionOf(words, at));
}

const MANNER = /^(?:bulk|batch|mass|auto|automatically|quickly|manually|securely|live|multi)-?$/;

function isActionOf(words: readonly Word[], at: number): boolean {
  const [subject, verb, object] = [words[at - 1], words[at], words[at + 1]];
  if (subject === undefined || verb === undefined || object === undefined) return false;
  // "Readers can read ...": who may do it stands before what is done.
  if (subject.kind !== 'verb' && MAY.test(verb.text) && canBeVerb(object.base)) return true;
  const isMany = /[^s]s$|^(?:people|staff|everyone|crew|i|we|they)$/i.test(subject.text) && subject.kind !== 'verb';
  const isObject =
    JOINING.has(object.kind) || object.kind === 'noun' || object.kind === 'name' || AFTER_NOUN.test(object.text);
  return isMany && isObject && verb.text.toLowerCase() === verb.base && canBeVerb(verb.base);
}

function brokenPairs(words: readonly Word[]): number {
  const pairs = words.filter((word, at) => {
    const before = words[at - 1];
    if (before === undefined || before.sentence !== word.sentence || AFTER_NOUN.test(word.text)) return false;
    return UNLIKELY[before.kind]?.includes(word.kind) === true;
  }).length;
  const last = words.findLastIndex(({ text }) => /^(?:when|because|if|while|although|unless)$/i.test(text));
  const isCutOff = last >= 0 && !words.slice(last + 1).some(({ kind, text }) => isVerbLike(kind, text));
  return pairs + (isCutOff ? 2 : 0);
}

const isVerbLike = (kind: WordKind, text: string): boolean =>
  kind === 'verb' || kind === 'auxiliary' || presentVerb(text) !== null;
