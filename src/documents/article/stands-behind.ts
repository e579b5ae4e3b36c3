// Whether a sentence that says nothing alone may stand behind the one before it: that one must name what its first
// words mean. `The foreman washes the glass` behind a sentence without a foreman means nobody.

import { meaningOf } from '../words/synonyms.ts';
import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { isVerb } from '../words/verbs.ts';
import { lostSubject, SOMEBODY, type TextContext } from './definite-phrases.ts';
import { longPattern } from './long-pattern.ts';
import { EXPLETIVE } from './lost-reference.ts';

const PRONOUN = /^(?:It|Its|They|Their|He|She|His|Her)\b/;
/** Sums up what was said, in whichever words that was. */
const SUMS_UP = longPattern(
  `(?:tion|sion|ment|ity|ness|ance|ence|ism|ship|ure|ing|cy|al)s?$|^(?:process|idea|advantage|disadvantage
    |results?|effects?|differences?|reasons?|aim|goal|costs?|prices?|share|numbers?|rates?|values?|figures?|problems?
    |questions?|answers?|rules?|methods?|benefits?|changes?|increase|decrease|fall|rise|loss|losses|gains?|growth|risks?
    |plans?|trend|case|work|task|role|way|term|word|name|law|study|debate|vote|deal|drop|news|trick|link|money|sum
    |fee|grant|height|width|depth|length|weight|speed|age|data|dispute|rush|success|view|aims|ministry|council
    |regulator|authority|decision)s?$`,
  'i',
);

/** `The winner was Spyridon Louis`. */
const NAMES_ONE = /^The \p{Ll}+ (?:is|was|were|are) \p{Lu}/u;

export function standsBehind(own: string, before: string, context: TextContext): boolean {
  if (before === '') return false;
  const pronoun = EXPLETIVE.test(own) ? undefined : PRONOUN.exec(own)?.[0].toLowerCase();
  if (pronoun !== undefined) return hasMeant(pronoun, before);
  const head = lostSubject(own, context);
  if (head === null || SUMS_UP.test(head) || NAMES_ONE.test(own)) return true;
  const meaning = meaningOf(head);
  if (context.often?.has(meaning) && !SOMEBODY.test(head)) return true;
  return tagWords(before).some(({ lower }) => meaningOf(lower) === meaning);
}

const IS_NOUN = /^(?:noun|name)$/;
const PERSON = /^(?:he|she|his|her|him|who|whose|child|king|queen|judge|boy|girl|patient|tenant|landlord)$/;

/** `carrier` is made of a verb, `water` is not. */
const isPerson = (lower: string): boolean =>
  PERSON.test(lower) ||
  SOMEBODY.test(lower) ||
  (/(?:er|or)$/.test(lower) && isVerb(lower.replace(/ier$/, 'y').replace(/(?:er|or)$/, '')));

/** A name, a noun of the same number, or the same pronoun. */
function hasMeant(pronoun: string, before: string): boolean {
  const words = tagWords(before);
  if (/^(?:he|she|his|her)$/.test(pronoun))
    return words.some(({ kind, lower }, at) => (kind === 'name' && at > 0) || isPerson(lower));
  const isMany = pronoun.startsWith('the');
  const isSame = (word: TaggedWord): boolean =>
    isMany ? /^(?:they|them|their)$/.test(word.lower) : /^(?:it|its)$/.test(word.lower);
  if (words.some(isSame) || (isMany && words.some(({ lower }) => lower === 'and' || lower === 'people'))) return true;
  return words.some(
    ({ kind, lower }) =>
      IS_NOUN.test(kind) && (kind === 'name' || !isMany || /s$|men$|people$|third$|half$/.test(lower)),
  );
}
