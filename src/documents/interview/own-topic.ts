// What a sentence is about by its own words, whatever was asked: who does what, what is left out, what comes first.
// null: it is short or could be several things, and only the question can tell.

import { anyOf } from '../gaps/any-of.ts';
import { isPlural } from '../gaps/read-goal-clause.ts';
import { tagWords } from '../words/tag-words.ts';
import { baseOfThird, isVerb } from '../words/verbs.ts';
import type { Topic } from './checklist.ts';

/** "No member can see it" rules out nothing. */
const NO_MORE = new RegExp(
  '^(?:and )?(?:no|nothing with|without|kein(?:e|en)?) (?!(?:wait|problem|one|idea)\\b)' +
    '(?!(?:\\w+ )?(?:can|may|must|should|comes?|is|are|\\w+s [a-z]+ )\\b)[^.]{3,200}$',
  'i',
);
const OUT = anyOf(
  NO_MORE,
  /\bout of scope\b|\bleave (?:[^.,]{2,40} )?out\b|\bseparate project\b|\bnot (?:a )?part of\b/i,
  /\bnot (?:in|for) (?:the first version|v1|now)\b/i,
  /\b(?:we|i) (?:do not|don['’]t|won['’]t) (?:want|need) (?!to (?:be|wait))/i,
  /\bno [^.,]{2,60} in (?:the first version|v1)\b|\bstays? out\b|\b(?:forget|drop|scratch) (?:the |about )?\w+ing\b/i,
);
const PRIORITY = anyOf(
  /\b(?:most important|nice[- ]to[- ]have|must[- ]haves?|less important|top priority|would be nice|nice later)\b/i,
  /\b(?:is|are) (?:a |the |also a )?(?:musts?|essential|optional|critical)\b|\bein muss\b/i,
  /\b(?:can|could|may) (?:wait|come later|follow later)\b|\bcomes? (?:first|last|later)\b/i,
  /(?:^|[.,;]\s?|\w):\s?(?:must|should|could)\b|^[^.,]{3,40} (?:first|optional)\.?$/i,
  /\bfirst, [^.]{2,40} (?:next|later|second|then)\b/i,
);
const CHECK = anyOf(
  /\b(?:it|that) works (?:if|when)\b|\b(?:happy|satisfied|content|glad) (?:if|when)\b|\b\d{1,3} ?% of\b/i,
  /\bit is (?:good|a success|accepted|fine) (?:if|when)\b|^(?:good|fine|great|ok) (?:if|when)\b/i,
  /\bmeasured over\b|\bwe know (?:that )?it works\b/i,
);
const NEEDED = anyOf(
  /^(?:it|we|the \w+) (?:also |already )?uses? (?:our|the|an?|\p{Lu})|\bdepends? on\b|\balready exists?\b/iu,
  /\buses? our existing\b|\bnothing exists yet\b|\bfrom (?:zero|scratch)\b|^wir (?:be)?nutzen\b|\bas csv\b/i,
  /^there(?:['’]s| is) (?:already )?an? [^.]{0,40}\b(?:sheet|spreadsheet|database|list|calendar|api|system)\b/i,
  /\b(?:is|are) (?:kept |stored |held )?in (?:an?|our|the) (?:\w+ )?(?:spreadsheet|excel|database|crm|erp|calendar)\b/i,
);
const USERS = anyOf(
  /^(?:it(?:['’]s| is)|this is) (?:only |mainly )?for (?:the|our|all|my|\w+s\b)|\b(?:will|would) use (?:it|this)\b/i,
  /^(?:the )?users (?:are|will be)\b/i,
  /^(?:just|only|all) (?:(?:the|our|us|my) )?(?:\w+ )?(?:families|members|people|staff|colleagues|of us)$/i,
);
const LIMIT = anyOf(
  /\b(?:must|has to|have to|should) (?:also |still )?(?:work|run|comply)\b/i,
  /\b(?:must|has to|have to|should) (?:also |still )?be (?:hosted|usable|possible|available|ready)\b/i,
  /\b(?:must|should|may) not take\b|\bno longer than \d|\b(?:is|are) (?:deleted|erased) after\b|\bkept (?:for )?\d/i,
  /^we (?:are|have) (?:about |around |some |only )?\d/i,
  /\b(?:has|have|may have|can have) (?:at most |only |up to )?\d+ \w+\b/i,
  /\bat most \d+ [\w ]{2,30} at a time\b|\bmuss auf\b|\bready by\b|^\d+ \w+ (?:in|per|for) (?:an?|each|every) \w+$/i,
  /\bwithout (?:an )?internet\b|\b(?:works?|keeps? working) offline\b/i,
);
/** "By the way", "Also": begins with something of its own. */
const ASIDE = /^(?:by the way|also|and|oh|besides|another thing|well|so|then|actually)[,:]? /i;

/** What the person takes back or puts right begins so. */
export const CORRECTS = new RegExp(
  '^(?:(?:oh |ah )?(?:no|sorry|hold on)[,.]? (?:wait|no|actually|sorry)|' +
    'no wait|wait|actually|sorry|correction|i mean|let me correct)[,:.!]? ',
  'i',
);
export const TAKES_BACK = /\b(?:take (?:that|it|this) back|on second thoughts?|changed my mind|scratch that)\b/i;

/** "No wait, I looked it up: 30 places": what holds now. */
export function withoutLead(quote: string): string {
  if (!CORRECTS.test(quote)) return quote.replace(/^by the way, /i, '');
  const rest = quote
    .replace(CORRECTS, '')
    .replace(/^no, /i, '')
    .replace(/^(?:no,? )?(?:i|we) (?:looked|checked|thought)[^:.]{0,40}: /i, '');
  return /\p{L}{2}/u.test(rest) ? rest : quote;
}

/** A question, a condition, who does what: `case` is what happens in one. */
export type OwnTopic = Topic | 'case';

export function ownTopic(sentence: string): OwnTopic | null {
  const said = sentence.trim().replace(/[.!]$/, '');
  const plain = withoutLead(said).replace(ASIDE, '');
  if (/^without\b/i.test(plain) && LIMIT.test(plain)) return 'constraints';
  if (OUT.test(plain) && !/\d/.test(plain.replace(/\bv\d/i, ''))) return 'scope_out';
  if (PRIORITY.test(plain)) return 'priorities';
  if (CHECK.test(plain)) return 'acceptance';
  if (/^(?:if|when|whenever|as soon as|once) [^,]{3,300}, \S/i.test(plain) || isUnmarkedCase(plain)) return 'case';
  if (USERS.test(plain) || isPeopleList(plain)) return 'users';
  if (/^(?:fewer|less|more|better|faster) [^.]{3,60}$/i.test(plain) && !/\b(?:than|\d)/i.test(plain)) return 'vision';
  if (NEEDED.test(plain)) return 'dependencies';
  if (LIMIT.test(plain)) return 'constraints';
  return namesAction(plain) ? 'requirements' : null;
}

/** "If the wall is taken the member sees the next free hour": the comma was left out. */
const isUnmarkedCase = (text: string): boolean =>
  /^(?:if|when|whenever) (?:the|an?|our|no|it|they|somebody|someone|nobody) [^,]{8,200}$/i.test(text) &&
  text.split(/\s+/).length >= CASE_WORDS_MIN;
const CASE_WORDS_MIN = 8;

const PEOPLE = new RegExp(
  '^(?:members?|customers?|clients?|guests?|visitors?|staff|employees?|colleagues?|nurses?|doctors?|patients?|' +
    'parents?|children|kids|pupils?|students?|teachers?|trainers?|coach(?:es)?|volunteers?|drivers?|passengers?|' +
    'tenants?|neighbou?rs?|residents?|citizens?|families|family|board|committee|treasurer|leaders?|managers?|admins?|' +
    'administrators?|operators?|developers?|engineers?|team|mechanics?|assistants?|clerks?|agents?|secretary|' +
    'owners?|me|us|apprentices?|vet|kids?|wife|husband|people|everyone|singers?|players?|users?|buyers?|sellers?|' +
    'pickers?|coordinators?|boss)$',
  'i',
);

/** By their ending: those who do something for a living; not things that end alike. */
const AGENTS = /^\p{L}{3,30}(?:er|or|ist)s?$/iu;
const NO_AGENTS = new Set(
  `order number paper letter folder calendar computer server browser printer scanner reader tracker filter list other
  after over under never later earlier whether either for or counter color colour door floor error offer buffer user
  water summer winter center quarter newsletter register router controller mirror exist power layer answer
  corner`.split(/\s+/),
);
const isAgent = (noun: string): boolean => AGENTS.test(noun) && !NO_AGENTS.has(noun.toLowerCase().replace(/s$/, ''));

const isWho = (noun: string): boolean => PEOPLE.test(noun) || isAgent(noun);

/** The noun at the end of "the camp leader", before what is said of it. */
function headOf(phrase: string): string {
  const [head = ''] = phrase.split(/,? (?:who|which|that|of|in|at|on|from|with|for) /i);
  return head.trim().split(/\s+/).at(-1) ?? '';
}

const WORDS_MAX = 14;
/** "the staff at the front desk" */
const PERSON_WORDS_MAX = 6;

/** "Parents and the camp leader, and the kitchen": nothing is done in it, and the first two are people. */
function isPeopleList(text: string): boolean {
  const [list = ''] = text.split(/, (?:which|who|no|not) /i);
  const parts = list
    .split(/,\s?(?:and )?|\s(?:and|or|plus)\s/i)
    .map((part) => part.trim())
    .filter(Boolean);
  const isOneGroup = parts.length === 1 && /^\p{Lu}?\p{L}+s (?:of|in|at|from) (?:the|our) (?:\w+ )?\w+$/u.test(list);
  if (isOneGroup) return isWho(headOf(list));
  if (parts.length < 2 || list.split(/\s+/).length > WORDS_MAX) return false;
  return parts.slice(0, 2).every((part) => part.split(' ').length <= PERSON_WORDS_MAX && isWho(headOf(part)));
}

/** Of how things are, not of what is done. */
const STATE = /^(?:be|have|need|cost|want|know|own|like|use|hope|think|live|stay|come|pay)$/;
const MAY = /^((?:[\p{L}'’-]+ ){1,6}?)(?:can|may|should be able to|must be able to|(?:is|are) able to) (\p{L}+) \S/iu;

/** Somebody does something to something. */
export function namesAction(text: string): boolean {
  const able = MAY.exec(text);
  if (able?.[1] !== undefined) return !/\b(?:it|this|that|we|you|i)\b/i.test(able[1]) && !/^be$/i.test(able[2] ?? '');
  const [, does = ''] =
    /^(?:the|our) (?:service|system|tool|app|controller|job|program|server) (\p{L}{3,30}s) \S/iu.exec(text) ?? [];
  if (does !== '' && baseOfThird(does) !== null) return true;
  const words = tagWords(text).map(({ lower }) => lower);
  // The verb is looked for behind the first words that name somebody.
  for (const [at, word] of words.slice(0, 6).entries()) {
    const verb = words[at + 1] ?? '';
    if (!isWho(word) || words[at + 2] === undefined) continue;
    const end = placeEnd(words, at);
    const does = words[end + 1] ?? verb;
    const base = isPlural(word) || /^(?:staff|people|children|team)$/.test(word) ? plural(does) : baseOfThird(does);
    if ((base ?? plural(does)) !== null && !STATE.test(base ?? does)) return base !== null || isVerb(does);
  }
  return false;
}

const plural = (word: string): string | null => (isVerb(word) ? word : null);

/** "members of a climbing hall book": where what is said of them ends. */
function placeEnd(words: readonly string[], at: number): number {
  if (!/^(?:of|in|at|on|from)$/.test(words[at + 1] ?? '')) return at;
  const last = words.findIndex((word, place) => place > at + 2 && (isVerb(word) || baseOfThird(word) !== null));
  return last < 0 ? at : last - 1;
}
