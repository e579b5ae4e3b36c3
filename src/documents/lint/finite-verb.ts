// Finds the verb of a clause that has no modal.

import { baseOfThird, isPlainVerb, isVerb } from './verbs.ts';

export const TAIL = /\b(?:when(?:ever)?|if|unless|until|so that|because|while|before|after|that|which|who|whose)\b/i;
export const DETERMINER = /^(?:the|an?|each|every|all|any|no|its|their|his|her|this|these|that|my|our)$/i;
const BEFORE_NOUN = /^(?:the|an?|each|every|all|any|no|its|their|of|in|on|at|for|with|by|to|from|and|or|\d[\d.,]*)$/i;
const PREPOSITION = /^(?:of|in|on|at|for|with|by|to|from|and|or)$/i;
const FINITE = /^(?:is|are|was|were|has|have|does|gets?|do)$/i;

/** The verb of a sentence without a modal: `lists` in `The invoice lists every position`. */
export function finiteVerbAt(plain: string): { readonly index: number; readonly word: number } | null {
  const words = [...plain.matchAll(/[^\s,;:()]+/g)].slice(0, 12);
  for (const [position, match] of words.entries()) {
    if (position === 0) continue;
    const word = match[0];
    const before = words[position - 1]?.[0] ?? '';
    if (TAIL.test(word) && /^[a-z]+$/.test(word) && TAIL.exec(word)?.[0] === word) return null;
    if (FINITE.test(word)) return { index: match.index, word: position };
    if (BEFORE_NOUN.test(before)) continue;
    const next = words[position + 1]?.[0] ?? '';
    const isThird = baseOfThird(word) !== null && plain[match.index + word.length] !== ',';
    if (isThird && !/^(?:of|for|)$/i.test(next) && !FINITE.test(next)) return { index: match.index, word: position };
    const isPlural =
      /[^su]s$/i.test(before) &&
      plain[match.index - 1] === ' ' &&
      plain[match.index - 2] !== ',' &&
      !PREPOSITION.test(words[position - 2]?.[0] ?? '');
    const isUsed =
      isPlainVerb(word) || (isVerb(word) && (DETERMINER.test(next) || /^(?:in|out|up|off|\d+)$/.test(next)));
    if (isPlural && isUsed && next !== '') return { index: match.index, word: position };
  }
  return unknownVerbAt(plain);
}

/** A verb that is in no list: `The checkout consists of three steps`. */
const UNKNOWN = new RegExp(
  String.raw`^((?:the|an?|each|every)(?: [\w'-]+){1,3}?) (?<!\b(?:of|in|on|at|for|with|by|to|from|and|or|the) )` +
    String.raw`[a-z]{3,}[^su]s (?:of|in|on|to|the|an?|from|with|at|as|its|no|all|each|every|that|by)\b`,
  'i',
);

function unknownVerbAt(plain: string): { readonly index: number; readonly word: number } | null {
  const subject = UNKNOWN.exec(plain)?.[1];
  return subject === undefined ? null : { index: subject.length + 1, word: subject.split(' ').length };
}
