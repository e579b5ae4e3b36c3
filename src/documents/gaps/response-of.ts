// What stands after "The system shall", by the shape of a point: a clause, a command, a gerund or a name of a thing.

import { gerund, participle, presentVerb } from './verbs.ts';

const SUBJECT_WORDS_MAX = 6;
const CLAUSE = /\b(?:is|are|was|were|has|have|will|can|must|should|needs?|wants?|appears?|becomes?)\b/i;
const PREPOSITION = /^(?:of|for|by|with|from|to|in|on|at|as|over|and|or|that|which|who|into|via|per|under|between|,)$/i;
const DETERMINER = /^(?:the|an?|all|any|each|every|their|our|my|your|its|new|\d.*)$/i;
/** As often the name of a thing as a deed: "order list", "push notifications". */
const NAME_LIKE = new Set(
  `access alert answer archive backup block book call change charge chat check claim comment contact control copy
  count design display download draft edit email exchange export filter follow group host import issue label
  limit link list lock log map mark match measure message note offer order park pause pay plan play post present
  preview print process push query rate record refund release reply report request reset return review scan
  schedule score search share sign sort split start stop store stream subscribe support switch sync tag test
  track trade train transfer trigger type unsubscribe update upgrade upload view visit vote watch work`.split(/\s+/),
);

/** One response for each deed; none: a clause that these rules cannot turn. */
export function responsesOf(text: string): readonly string[] {
  const words = text.split(' ');
  const response = gerundOf(words) ?? clauseOf(words) ?? commandOf(words);
  if (response !== null) return parted(response);
  return CLAUSE.test(text) ? [] : [`offer ${withArticle(lowered(text))}`];
}

function gerundOf([first = '', second = '', ...rest]: readonly string[]): string | null {
  const verb = gerund(first);
  const isDeed = DETERMINER.test(second) || isPlural(second);
  return verb === null || !isDeed ? null : `let users ${[verb, second, ...rest].join(' ')}`;
}

/** "Add dark mode", "Let users pay". */
function commandOf(words: readonly string[]): string | null {
  const [first = '', second = '', third = ''] = words;
  const verb = presentVerb(first);
  if (verb === null || verb !== first.toLowerCase() || second === '') return null;
  if (/^(?:let|allow|enable)$/.test(verb)) return lowered(words.join(' '));
  const isDeed = DETERMINER.test(second) || (!NAME_LIKE.has(verb) && !PREPOSITION.test(second));
  const isToo = NAME_LIKE.has(verb) && isPlural(second) && /^(?:to|with|from|into)$/i.test(third);
  return isDeed || isToo ? `let users ${lowered(words.join(' '))}` : null;
}

/** "Customers pay ...", "The bookkeeper sees ...", "Patients are reminded ...", "Users can pay ...". */
function clauseOf(words: readonly string[]): string | null {
  const last = Math.min(words.length - 1, SUBJECT_WORDS_MAX);
  for (let at = 1; at <= last; at += 1) {
    const word = words[at] ?? '';
    if (PREPOSITION.test(word)) return null;
    const subject = lowered(words.slice(0, at).join(' '));
    const rest = words.slice(at + 1);
    if (/^(?:can|may|must|should|will|shall|could)$/i.test(word))
      return rest.length === 0 ? null : enabled(subject, rest);
    if (/^(?:is|are)$/i.test(word)) return passive(subject, rest);
    const verb = presentVerb(word);
    if (verb !== null && isSubject(words.slice(0, at), word)) return ['let', subject, verb, ...rest].join(' ');
  }
  return null;
}

function enabled(subject: string, rest: readonly string[]): string {
  if (/^be$/i.test(rest[0] ?? '')) {
    const found = passive(subject, rest.slice(1));
    if (found !== null) return found;
  }
  return `let ${subject} ${rest.join(' ').replace(/^be able to /i, '')}`;
}

function passive(subject: string, [word = '', ...rest]: readonly string[]): string | null {
  const verb = participle(word);
  return verb === null ? null : [verb, subject, ...rest].join(' ');
}

/** A plural before a plain verb, or a singular with an article before one in -s; else it names a thing. */
function isSubject(subject: readonly string[], verb: string): boolean {
  const noun = subject.at(-1) ?? '';
  if (/['’]s?$/.test(noun)) return false;
  if (/^(?:i|we|you|they|people|staff|everyone|everybody|anyone)$/i.test(noun)) return true;
  if (!/[^s]s$/i.test(verb)) return isPlural(noun);
  const isOne = /^(?:the|an?|each|every|one|he|she|it)$/i.test(subject[0] ?? '');
  return isOne || /^(?:HR|finance|accounting|reception|support|everyone)$/i.test(noun);
}

/** "let customers buy a card and send it": two deeds, two requirements. */
function parted(response: string): readonly string[] {
  const match = /^(let (?:\S+ ){1,5}?)(?=(?:\S+) )/.exec(response);
  const [first = '', ...more] = response.split(/,? and (?=\S+ )/);
  if (match === null || more.length === 0) return [response];
  const subject = subjectOf(first);
  const parts: string[] = [first];
  for (const part of more) {
    const verb = part.split(' ')[0] ?? '';
    const isDeed = subject !== null && presentVerb(verb) === verb && part.includes(' ') && first.split(' ').length >= 4;
    if (isDeed) parts.push(`${subject} ${part}`);
    else parts[parts.length - 1] = `${parts.at(-1)} and ${part}`;
  }
  return parts;
}

/** "let the bookkeeper" of "let the bookkeeper see it". */
function subjectOf(response: string): string | null {
  const words = response.split(' ');
  const at = words.findIndex((word, index) => index > 1 && presentVerb(word) === word);
  return at < 0 ? null : words.slice(0, at).join(' ');
}

function withArticle(text: string): string {
  const words = text.split(' ');
  const [first = ''] = words;
  if (DETERMINER.test(first) || gerund(first) !== null || /['’]s$/.test(first)) return text;
  const end = words.findIndex((word, at) => at > 0 && PREPOSITION.test(word));
  const head = words[(end < 0 ? words.length : end) - 1] ?? '';
  if (isPlural(head) || !/^[a-z-]+$/i.test(head)) return text;
  return `${/^(?:[aei]|o(?!ne)|u(?!ni|se)|hour)/i.test(text) ? 'an' : 'a'} ${text}`;
}

const isPlural = (word: string): boolean => /[^s'’]s$/i.test(word) && !/(?:us|is|ss|status)$/i.test(word);

/** First letter small, unless it is a name or an abbreviation. */
export function lowered(text: string): string {
  const [first = ''] = text.split(' ');
  if (/^.\p{Lu}|\d/u.test(first) || first === 'I') return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}
