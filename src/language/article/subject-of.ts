// The subject of a plain sentence: the words before its first finite verb, if they are one phrase. Nothing is guessed:
// where the sentence is not plain, there is none.

import { longPattern } from '../../documents/lookup/long-pattern.ts';
import { remembered } from '../../documents/lookup/remembered.ts';
import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { baseOfParticiple, baseOfThird, isVerb } from '../words/verbs.ts';

export interface Subject {
  /** As written, without a time or a place before it. */
  readonly text: string;
  readonly head: string;
  readonly isPlural: boolean;
  /** A name of two or three words, as people have. */
  readonly isName: boolean;
  /** Where the words after it begin. */
  readonly end: number;
}

const WORDS_MAX = 9;
const INSIDE = new Set(['determiner', 'adjective', 'noun', 'name', 'number', 'particle', 'other']);
const PRONOUN = longPattern(`^(?:it|they|he|she|this|these|that|those|there|who|which|what|one|some|many|most|others
    |both|such|each|here|its|their|his|her|we|i|you)$`);

export const subjectOf = remembered((text: string): Subject | null => {
  const from = afterLead(text);
  const words = tagWords(text.slice(from)).slice(0, 40);
  const end = words.findIndex((word, at) => at > 0 && isFiniteVerb(words, at, word));
  if (end < 1 || end > WORDS_MAX) return null;
  const phrase = words.slice(0, end);
  if (phrase[0] === undefined || PRONOUN.test(phrase[0].lower) || phrase[0].kind === 'preposition') return null;
  if (!phrase.every(isInside)) return null;
  const cut = phrase.findIndex(({ kind }) => kind === 'preposition');
  const core = cut < 0 ? phrase : phrase.slice(0, cut);
  const head = core.at(-1);
  if (head === undefined || core.length === 0) return null;
  const last = phrase.at(-1);
  const begin = from + (phrase[0].at ?? 0);
  const stop = from + (last?.at ?? 0) + (last?.text.length ?? 0);
  const verb = words[end];
  return {
    text: text.slice(begin, stop),
    head: head.lower,
    isPlural: pluralBy(verb, head, phrase),
    isName:
      core.length > 1 &&
      core.length < 4 &&
      core.every(({ kind, text: own }) => kind === 'name' && /^\p{Lu}\p{Ll}/u.test(own)),
    end: stop,
  };
});

const LEAD = longPattern(String.raw`^(?:In|At|On|By|During|After|Before|Since|Until|From|Between|Among|Across|Under
      |With|For|As|According to|Over|Within|Throughout|Today|Currently|Historically|Globally
      |Worldwide|Typically|Generally|Usually|Often)\b[^,.;:()]{0,60},\s`);

/** `In 1951, ` and `According to the agency, ` stand before the subject. */
function afterLead(text: string): number {
  const lead = LEAD.exec(text);
  return lead?.[0].length ?? 0;
}

const isInside = (word: TaggedWord): boolean =>
  INSIDE.has(word.kind) ||
  /^(?:of|for|in|with|from|on|and|-|–|'s|’s|’|')$/.test(word.lower) ||
  (word.kind === 'verb' && /(?:ing|ed|[a-z]{3})$/.test(word.lower));

function isFiniteVerb(words: readonly TaggedWord[], at: number, word: TaggedWord): boolean {
  if (word.kind === 'auxiliary') return true;
  if (/^(?:is|are|was|were|has|have|had|can|may|will|must|does|do|did)$/.test(word.lower)) return true;
  const before = words[at - 1];
  const next = words[at + 1];
  if (before === undefined || before.kind === 'determiner' || before.kind === 'preposition' || before.lower === '-')
    return false;
  if (next?.lower === '-') return false;
  if (word.kind === 'verb' && !word.lower.endsWith('ing') && before.kind !== 'adjective') {
    if (next !== undefined && isFiniteForm(next) && next.kind !== 'noun') return false;
    // `heat pump moves`: tagged as verb and noun, where the noun has the form of a verb and an object follows.
    const isMistaken =
      next !== undefined && next.kind === 'noun' && baseOfThird(next.lower) !== null && isVerbForm(word) === false;
    return !isMistaken;
  }
  // `Sodium batteries use cheap materials`: behind a plural, and no other verb follows.
  const isPluralBefore = before.kind === 'noun' && /[^su]s$/.test(before.lower);
  if (isPluralBefore && !/s$/.test(word.lower) && isVerb(word.lower))
    return next !== undefined && /^(?:determiner|adjective|noun|name|number|preposition)$/.test(next.kind);
  if (word.kind === 'noun' && before.kind === 'verb' && at > 1 && baseOfThird(word.lower) !== null) return true;
  return false;
}

const isVerbForm = (word: TaggedWord): boolean => /(?:s|ed)$/.test(word.lower) || baseOfParticiple(word.lower) !== null;
const isFiniteForm = (word: TaggedWord): boolean =>
  word.kind === 'auxiliary' || (word.kind === 'verb' && /(?:[^s]s|ed)$/.test(word.lower));

function pluralBy(verb: TaggedWord | undefined, head: TaggedWord, phrase: readonly TaggedWord[]): boolean {
  const form = verb?.lower ?? '';
  if (/^(?:are|were|have|do)$/.test(form)) return true;
  if (/^(?:is|was|has|does)$/.test(form)) return false;
  if (
    phrase.some(
      ({ lower }, at) => lower === 'and' && at > 0 && !/^(?:research|trial)$/.test(phrase[at + 1]?.lower ?? ''),
    )
  )
    return true;
  if (verb?.kind === 'verb' && /[^s]s$/.test(form) && baseOfThird(form) !== null) return false;
  return (
    (head.kind !== 'name' && /[^su]s$/.test(head.lower)) ||
    /^(?:people|men|women|children|data|bacteria|police|mice)$/.test(head.lower)
  );
}
