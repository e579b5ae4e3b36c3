// Replies that say nothing of their own: "I don't know", "yes", "the second", "that is all".

import { likelyLanguages } from '../words/load-language.ts';
import { readWords } from '../words/read-words.ts';

const UNKNOWN = new RegExp(
  '^(?:(?:well|hm{1,5}|sorry|honestly|um|uh|oh)[,.]? )?(?:i |we )?(?:really |just |still )?' +
    "(?:(?:don['’]?t|do not) (?:really |yet )?know|dunno|have no idea|no idea|no clue|not sure|unsure|" +
    "not decided|undecided|(?:have not|haven['’]t) (?:thought|decided)|can['’]?t say|cannot say|" +
    'you (?:decide|choose)|up to you|whatever you think|no opinion|tbd|ich wei(?:ß|ss) (?:es )?nicht|' +
    'keine ahnung|je ne sais pas|no (?:lo )?s[eé]|non (?:lo )?so)(?![\\p{L}])',
  'iu',
);
const YES =
  /^(?:yes|yep|yeah|sure|ok(?:ay)?|correct|right|exactly|agreed|fine|true|of course|ja|oui|s[ií])(?![\p{L}])[.!]?/iu;
const NO = /^(?:no|nope|nah|never|nein|non)(?![\p{L}])[.!]?$/iu;
const NOTHING = new RegExp(
  "^(?:no(?:pe)?[,.]? )?(?:that['’]?s (?:it|all|everything)|that is (?:it|all|everything)|none|" +
    'nothing(?: else| more)?|not (?:relevant|applicable|important|needed)|skip|pass|no comment|' +
    'no(?:thing)? (?:more|others?)|all (?:good|of it)|n/?a|das ist alles|nichts|keine|' +
    "c'est tout)(?: for now| so far| really)?[.!]?$",
  'iu',
);

export const isUnknown = (reply: string): boolean => UNKNOWN.test(reply.trim());
export const isYes = (reply: string): boolean => YES.test(reply.trim());
export const isNo = (reply: string): boolean => NO.test(reply.trim());
export const isNothing = (reply: string): boolean => NOTHING.test(reply.trim());

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const SHORT_CHOICE = new RegExp(
  "^(?:(?:i(?:['’]d| would)? (?:take|choose|pick|like|say) |option |choice |number |answer |the ){0,3})" +
    '([a-j]|\\d|first|second|third|fourth|fifth|sixth|last|recommended)' +
    '(?: one| option| choice)?(?:,? please)?[.)!]?$',
  'i',
);

/** The choice that a short reply means; null: it names none. */
export function choiceOf(reply: string, choices: readonly string[], recommended?: string): string | null {
  const said = reply.trim();
  const word = SHORT_CHOICE.exec(said)?.[1]?.toLowerCase();
  const same = choices.find((choice) => letters(choice) === letters(said));
  if (same !== undefined) return same;
  if (choices.length === 0) return null;
  if (word === undefined) return isYes(said) && said.split(/\s+/).length <= 3 ? (recommended ?? null) : null;
  if (word === 'last') return choices.at(-1) ?? null;
  if (word === 'recommended') return recommended ?? null;
  const ordinal = ORDINALS.indexOf(word);
  const at = ordinal >= 0 ? ordinal : /\d/.test(word) ? Number(word) - 1 : word.charCodeAt(0) - 97;
  return choices[at] ?? null;
}

const letters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const WORDS_MIN = 3;
const CERTAIN_FROM = 0.5;
const KNOWN_SHARE_MAX = 0.6;

/** Surely not in English: the detector says so, and English does not know the words. */
export function isForeign(sentence: string): boolean {
  const words = readWords(sentence).filter(({ text }) => /\p{L}{2}/u.test(text));
  if (words.length < WORDS_MIN) return false;
  const [best] = likelyLanguages(sentence);
  const known = words.filter(({ isKnown }) => isKnown).length / words.length;
  return best !== undefined && best.lang !== 'en' && best.accuracy >= CERTAIN_FROM && known < KNOWN_SHARE_MAX;
}
