// Titles as people set them: a whole phrase, every telling word with a capital, nothing left hanging at the end.

import { readWords, type WordKind } from '../words/read-words.ts';
import { relativeClause } from './relative-clause.ts';

const LITTLE = new Set(
  `a an the of for to in on at by with from and or but nor that which who as into via per so than then when if while
  before after within their his her its our my your is are be`.split(/\s+/),
);
/** A part ends before these. */
const JOINING = new Set(
  `for to in on at by with from and or but that which who as into via per when if while before after within until
  instead because so where without during between under over`.split(/\s+/),
);
/** A title does not end in these. */
const HANGING = new Set([
  ...LITTLE,
  ...JOINING,
  ...['more', 'able', 'also', 'not', 'can', 'should', 'must', 'will', 'i', 'they', 'it', 'up', 'less', 'how', 'what'],
]);
const COUNT = /^(?:\d+|one|two|three|four|five|six)$/i;
const POSSESSIVE = /\s(?:their|his|her|its|our|my|your)(?=\s)/gi;
/** "24 hours before": of what, a title need not say. */
const DANGLING = /(?<!\s)\s+(?:\d+|an?|one|two|three) \p{L}+ (?:before|after|earlier|later)$/iu;
const WHOLE_CHARACTERS_MAX = 120;
const WORDS_MIN = 2;

/** What has more than `wordsMax` words ends where a part of it does; where none does, it is taken whole. */
export function titleCase(text: string, wordsMax = 8, charactersMax = 80): string {
  const bare = withoutRelative(text, wordsMax)
    .replace(/\([^)]{0,1000}\)/g, ' ')
    .replace(POSSESSIVE, '')
    .replace(/^(?:an?|the)\s+/i, '')
    .replace(DANGLING, '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1\u2008');
  const words = bare.split(/[^\p{L}\p{N}'’+%.\u2008-]+/u).filter((word) => /[\p{L}\p{N}%]/u.test(word));
  const kept =
    words.length <= wordsMax && bare.length <= charactersMax ? words : phraseOf(words, wordsMax, charactersMax);
  const title = kept.map((word, at) => (at > 0 && LITTLE.has(word) ? word : capital(word))).join(' ');
  const plain = title.replace(/\u2008/g, ',').replace(/(?<![.\s])[.\s]+$/, '');
  return plain.length <= WHOLE_CHARACTERS_MAX ? plain : plain.slice(0, WHOLE_CHARACTERS_MAX).replace(/\s\S*$/, '');
}

/** Of "a member who returns a tool late gets a reminder" a title tells that the member gets one. */
function withoutRelative(text: string, wordsMax: number): string {
  const told = text.split(' ').length <= wordsMax ? null : relativeClause(text);
  return told === null ? text : `${told.subject} ${told.main}`;
}

function phraseOf(words: readonly string[], wordsMax: number, charactersMax: number): readonly string[] {
  const lengths: number[] = [];
  for (let length = Math.min(wordsMax, words.length - 1); length >= WORDS_MIN; length -= 1)
    if (words.slice(0, length).join(' ').length <= charactersMax) lengths.push(length);
  const end =
    lengths.find((length) => isJoint(words, length) && isWhole(words, length)) ??
    lengths.find((length) => isWhole(words, length) && !isNoun(words, length + 1)) ??
    lengths.find((length) => isOf(words, length) && isNoun(words, length));
  return end === undefined ? words : words.slice(0, end);
}

/** Not between a number and what is counted: "one to three months". */
const isJoint = (words: readonly string[], length: number): boolean =>
  JOINING.has(words[length]?.toLowerCase() ?? '') && !COUNT.test(words[length - 1] ?? '');

/** Ends in a thing, or in how or when it is done; not in a verb whose object would follow. */
function isWhole(words: readonly string[], length: number): boolean {
  const last = words[length - 1] ?? '';
  if (HANGING.has(last.toLowerCase()) || /^\d+$/.test(last) || isOf(words, length)) return false;
  return ENDS.has(kindAt(words, length)) || /(?:ed|en|%)$/i.test(last) || /^(?:is|are)$/i.test(words[length - 2] ?? '');
}

const isOf = (words: readonly string[], length: number): boolean => words[length]?.toLowerCase() === 'of';
const ENDS = new Set<WordKind>(['noun', 'name', 'adverb']);
const isNoun = (words: readonly string[], length: number): boolean => /^(?:noun|name)$/.test(kindAt(words, length));

const kindAt = (words: readonly string[], length: number): WordKind =>
  readWords(words.slice(0, length).join(' ')).at(-1)?.kind ?? 'other';

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
