// Finds a second clause with an action of its own behind words that part it from the first: `and, on a match, opens`.

import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { baseOfThird, isVerb } from '../words/verbs.ts';
import { oneOf } from './one-of.ts';
import { blankQuotes, type Statement } from './statement.ts';

const JOINT = /^(?:and|but|nor|then|plus|moreover|furthermore|additionally|whereupon|;)$/;
/** Between the joint and the action. */
const ADDING =
  /^(?:(?:then|also|additionally|moreover|furthermore|in addition|at the same time|simultaneously|else),?\s+)+/i;
const AFTER_WHICH =
  /[,;]\s+(?:after which|upon which|or else|otherwise|moreover|furthermore|in addition|and in addition),?\s+/gi;
const BEFORE_IT = /\b(?:before|and only then)\s+(?=(?:it|they)\s)/gi;
const CLAUSE =
  /^(?:when|whenever|if|while|unless|until|because|that|which|who|whose|how|whether|where|once|before|after)$/;
/** Of something that happens to it rather than of something it does. */
const HAPPENING = /^(?:is|are|has|have|gets?|becomes?|remains?|stays?|begins?|starts?|ends?|stops?|expires?|closes?)$/;

/** What has to be the case before, or what is asked: `asks for a password before it deletes the file` is one action. */
const PRECONDITION = new RegExp(
  `^${oneOf(`be, is, are, asks?, prompts?, requires?, confirms?, warns?, waits?, checks?, verif(?:y|ies), validates?,
    requests?, lets?, shows?, displays?, repeats?, retr(?:y|ies), tr(?:y|ies), attempts?`)}\\b`,
  'i',
);

/** Where in the statement's text the second action begins; null if there is none. */
export function joinedClauseAt({ form, response, text, subject }: Statement): number | null {
  if (form === 'fragment' || form === 'there' || subject === '') return null;
  const plain = blankQuotes(response);
  const isThird = form === 'present';
  const at = neitherAt(plain) ?? afterWhichAt(plain) ?? beforeItAt(plain, subject) ?? apartAt(plain, isThird);
  return at === null ? null : text.lastIndexOf(response.slice(at));
}

/** `neither store the number nor share the address`. */
function neitherAt(plain: string): number | null {
  const match = /^neither\s+([a-z]+)\b.*?\s(nor)\s+([a-z]+)\b/i.exec(plain);
  if (match === null || !isVerb(match[1] ?? '') || !isVerb(match[3] ?? '')) return null;
  return match[0].length - (match[3] ?? '').length;
}

/** `..., after which it stores the contract`. */
function afterWhichAt(plain: string): number | null {
  for (const match of plain.matchAll(AFTER_WHICH)) {
    const at = match.index + match[0].length;
    if (ownVerb(tagWords(plain.slice(at))) !== null) return at;
  }
  return null;
}

/** `before it forwards the claim`: it does something to something; `before it expires` only says when. */
function beforeItAt(plain: string, subject: string): number | null {
  if (PRECONDITION.test(plain)) return null;
  const isPlural = /[^su]s$/i.test(subject);
  for (const match of plain.matchAll(BEFORE_IT)) {
    const at = match.index + match[0].length;
    const words = tagWords(plain.slice(at));
    const verb = (words[0]?.lower === 'they') === isPlural ? ownVerb(words) : null;
    if (verb === null || HAPPENING.test(words[verb]?.lower ?? '')) continue;
    if (beginsObject(words[verb + 1]) || /^(?:and|or)$/.test(words[verb + 1]?.lower ?? '')) return at;
  }
  return null;
}

/** The place of the verb of `it stores`, `the case worker stores`. */
function ownVerb(words: readonly TaggedWord[]): number | null {
  const isPronoun = /^(?:it|they|he|she)$/.test(words[0]?.lower ?? '');
  if (!isPronoun && words[0]?.kind !== 'determiner') return null;
  const at = words
    .slice(0, 7)
    .findIndex((word, place) => place > 0 && (isFiniteForm(word, isPronoun) || CLAUSE.test(word.lower)));
  return at < 0 || CLAUSE.test(words[at]?.lower ?? '') ? null : at;
}

function isFiniteForm({ kind, lower }: TaggedWord, isAfterPronoun: boolean): boolean {
  if (/^(?:gets|has|must|shall|should|can|may|will)$/.test(lower)) return true;
  if (!/[^s]s$/.test(lower)) return kind === 'verb' && isAfterPronoun;
  return (kind === 'verb' || isAfterPronoun) && baseOfThird(lower) !== null;
}

/** `and, on a match, opens`; `and in addition it reports the gusts`; `to 180 °C and beeps`. */
function apartAt(plain: string, isThird: boolean): number | null {
  const words = tagWords(`It ${isThird ? '' : 'shall '}${plain}`);
  const shift = isThird ? 'It '.length : 'It shall '.length;
  let isInClause = false;
  for (const [at, word] of words.entries()) {
    if (CLAUSE.test(word.lower) && at > 1) isInClause = true;
    if (word.lower === ',') isInClause = false;
    if (isInClause || !(JOINT.test(word.lower) || (word.lower === 'or' && words[at + 1]?.lower === ','))) continue;
    const from = word.at + word.text.length - shift;
    const isApart = words[at + 1]?.lower === ',';
    const rest = isApart ? afterInsertion(plain, from) : afterAdding(plain, from);
    // Without anything between, a verb after `shall` was looked for before.
    if (rest === null || (!isThird && /^\s*$/.test(plain.slice(from, rest)))) continue;
    if (isAction(plain.slice(rest), isThird, isApart ? undefined : words[at - 1])) return rest;
  }
  return null;
}

/** Behind `, if a test fails, `. */
function afterInsertion(plain: string, from: number): number | null {
  const inserted = /^,[^,]{2,80},\s+/.exec(plain.slice(from));
  return inserted === null ? null : from + inserted[0].length;
}

function afterAdding(plain: string, from: number): number {
  const space = /^\s*/.exec(plain.slice(from))?.[0].length ?? 0;
  return from + space + (ADDING.exec(plain.slice(from + space))?.[0].length ?? 0);
}

function isAction(rest: string, isThird: boolean, before: TaggedWord | undefined): boolean {
  const words = tagWords(isThird ? `It ${rest}` : `It shall ${rest}`).slice(isThird ? 1 : 2);
  const [first, next] = words;
  if (first === undefined) return false;
  if (/^(?:it|they)$/.test(first.lower) || first.kind === 'determiner') return ownVerb(tagWords(rest)) !== null;
  if (!isThird) return first.kind === 'verb' && !/(?:ing|ed)$/.test(first.lower) && beginsObject(next);
  if (!/[^s]s$/.test(first.lower) || baseOfThird(first.lower) === null) return false;
  // `lists visits and downloads` is a list of things.
  const isPlural = before?.kind === 'noun' && /[^su]s$/.test(before.lower);
  if (next === undefined || next.kind === 'mark') return !isPlural && before?.kind !== 'noun';
  return beginsObject(next) || /^(?:over|in|on|through|off|up|down|out|back|away)$/.test(next.lower);
}

const beginsObject = (word: TaggedWord | undefined): boolean =>
  word !== undefined && (/^(?:determiner|pronoun|number)$/.test(word.kind) || /^¤|^(?:its|their)$/.test(word.lower));
