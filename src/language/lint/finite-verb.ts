// Finds the verb of a clause that has no modal.

import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { baseOfParticiple, baseOfThird } from '../words/verbs.ts';

export const TAIL = /\b(?:when(?:ever)?|if|unless|until|so that|because|while|before|after|that|which|who|whose)\b/i;
export const DETERMINER = /^(?:the|an?|each|every|all|any|no|its|their|his|her|this|these|that|my|our)$/i;
const CLAUSE_AFTER = /^(?:when|whenever|if|unless|until|because|while|before|after|once)$/;
const RELATIVE = /^(?:that|which|who|whose)$/;
const FINITE = /^(?:is|are|was|were|has|have|does|do|gets?)$/;
const PLURAL = /[^su]s$|^(?:people|staff|children|men|women|data|media|police|crew|both)$/;
const NOT_BEFORE = /^(?:of|for|to|in|on|at|with|by|from|the|an?)$/;
/** No subject is longer. */
const WORDS_MAX = 40;

/** The verb of a sentence without a modal: `lists` in `The invoice lists every position`. */
export function finiteVerbAt(plain: string): { readonly index: number; readonly word: number } | null {
  const words = tagWords(plain).slice(0, WORDS_MAX);
  let relatives = 0;
  let relativeEnd = 0;
  for (let at = 1; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || (CLAUSE_AFTER.test(word.lower) && relatives === 0)) return null;
    if (RELATIVE.test(word.lower) && isNoun(words[at - 1])) relatives += 1;
    else if (isFiniteVerb(words, at)) {
      if (relatives === 0) return { index: word.at, word: countBefore(plain, word.at) };
      relatives -= 1;
      at = endOfVerbGroup(words, at);
      relativeEnd = at;
    } else if (relatives > 0 && word.kind === 'verb' && baseOfParticiple(word.lower) !== null) {
      relatives -= 1;
      at = endOfVerbGroup(words, at);
      relativeEnd = at;
    }
  }
  const late = relativeEnd === 0 ? undefined : words.find((_, at) => at > relativeEnd && isLateVerb(words, at));
  return late === undefined ? null : { index: late.at, word: countBefore(plain, late.at) };
}

/** `A ticket that was scanned twice triggers an alarm`: after a relative clause, what can be the verb is it. */
function isLateVerb(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (word === undefined || next === undefined || next.lower === 'of' || next.kind === 'mark') return false;
  const before = words[at - 1]?.kind ?? 'mark';
  return (
    /[^s]s$/.test(word.lower) &&
    baseOfThird(word.lower) !== null &&
    !/^(?:determiner|adjective|preposition)$/.test(before)
  );
}

const countBefore = (plain: string, at: number): number => plain.slice(0, at).trim().split(/\s+/).length;
const isNoun = (word: TaggedWord | undefined): boolean => word?.kind === 'noun' || word?.kind === 'name';

function isFiniteVerb(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  const before = words[at - 1];
  if (word === undefined || before === undefined) return false;
  if (word.lower === "'s" && word.kind === 'auxiliary' && RELATIVE.test(before.lower)) return true;
  if (FINITE.test(word.lower) && !NOT_BEFORE.test(before.lower)) return true;
  if (word.kind === 'auxiliary' && /^(?:wo|ca|do|does)$/.test(word.lower)) return true;
  if (word.kind !== 'verb' || NOT_BEFORE.test(before.lower)) return false;
  if (/[^s]s$/.test(word.lower)) return baseOfThird(word.lower) !== null || !word.isKnown;
  if (/(?:ing|ed)$/.test(word.lower) || isPast(word.lower)) return false;
  return hasPluralBefore(words, at);
}

const isPast = (word: string): boolean => {
  const base = baseOfParticiple(word);
  return base !== null && base !== word;
};

function hasPluralBefore(words: readonly TaggedWord[], at: number): boolean {
  let place = at - 1;
  while (place > 0 && (words[place]?.kind === 'adverb' || words[place]?.kind === 'mark')) place--;
  // `Players who leave a match early lose points`
  if (RELATIVE.test(words[place]?.lower ?? '')) place--;
  const head = words[place];
  if (head === undefined) return false;
  if (/^(?:we|they|you|i)$/.test(head.lower)) return true;
  const isJoined = words.slice(0, place).some((word) => word.lower === 'and' || word.lower === 'or');
  return isNoun(head) && (PLURAL.test(head.lower) || isJoined || words[0]?.lower.match(PLURAL) !== null);
}

/** `has edited`, `loaded, moved or returned`: one group of verbs. */
function endOfVerbGroup(words: readonly TaggedWord[], at: number): number {
  let end = at;
  for (let place = at + 1; place < words.length; place++) {
    const word = words[place];
    if (word?.kind === 'verb' && /[^s]s$/.test(word.lower)) break;
    if (word?.kind === 'verb' || word?.kind === 'auxiliary') end = place;
    else if (word?.kind !== 'adverb' && word?.kind !== 'particle' && word?.lower !== ',' && word?.lower !== 'or') break;
  }
  return end;
}
