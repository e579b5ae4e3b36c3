// Reads a requirement's description into statements: condition, subject, modal verb, response.

import { byWord } from '../../documents/lookup/by-word.ts';
import { remembered } from '../../documents/lookup/remembered.ts';
import { tagWords } from '../words/tag-words.ts';
import { baseOfThird, isPlainVerb, isVerb } from '../words/verbs.ts';
import { DETERMINER, finiteVerbAt, TAIL } from './finite-verb.ts';
import { oneOf } from './one-of.ts';

export type Form = 'modal' | 'present' | 'story' | 'imperative' | 'possible' | 'there' | 'ability' | 'fragment';

export interface Statement {
  /** As it stands, without the full stop. */
  readonly text: string;
  /** `text` with what is quoted blanked out, character for character, so that no rule reads a label as prose. */
  readonly plain: string;
  /** `When an order is paid`; empty if there is none. */
  readonly lead: string;
  /** As it stands; empty if nobody is named. */
  readonly subject: string;
  /** In lower case; empty in the present tense and where there is no verb. */
  readonly modal: string;
  readonly negated: boolean;
  /** From the verb on. */
  readonly response: string;
  /** Why it is wanted; not judged. */
  readonly reason: string;
  readonly form: Form;
}

const NEVER = String.raw`(?<never>\s+(?:not(?! only)|never)\b)`;
export const MODAL = new RegExp(
  String.raw`\b(?:(?<short>do|does|wo|ca|must|should|could|would|need|might|sha)n['’]t\b` +
    '|(?<modal>shall|must|should|will|can(?:not)?|may|might|could|would|ought to|ha(?:s|ve) to|needs? to' +
    String.raw`|(?:is|are)(?: able)? to|do(?:es)?(?= not\b))\b${NEVER}?)` +
    String.raw`(?:\s+(?:also|then|always|only|still|additionally)\b)*(?:\s+be able to\b)?`,
  'i',
);
const LEAD = new RegExp(
  `^${oneOf(`when(?:ever)?, while, if, where, once, after, before, until, as soon as, as long as, given, during, upon,
    unless, in case, besides, apart from, aside from, in addition to, on, at, for, in, with, by, from,
    additionally, furthermore, also, every, each time, within, without, despite, instead of, following, outside,
    between, throughout, under, through, via, using`)}\\b`,
  'i',
);
const CLAUSE_LEAD = /^(?:when(?:ever)?|while|if|where|once|after|before|as soon as)\b/i;
const STORY = new RegExp(
  "^As (?:an?|the) ([^,]{1,200}?),? (?:I|we)(?:['’]d like| would like| would love| want| need| wish)" +
    '(?: to be able)?( to)? (.+)$',
  'i',
);
const REASON = /(?:,|(?<!\s))\s+(?:so that|because|in order to|since the)\s.*$/is;
const LABEL = /^(?:[A-Z][\w-]*(?: [\w-]+){0,3}|Note|Rationale): (?=\S)/;

/** What is longer is no requirement; the rules look at its beginning only, so that time stays bounded. */
const STATEMENTS_MAX = 50;
const CHARACTERS_MAX = 1000;

/** The statements of a description. Lines of a list that follow a statement are its details and are left out. */
export const readStatements = remembered((description: string): readonly Statement[] =>
  sentencesOf(description.slice(0, STATEMENTS_MAX * CHARACTERS_MAX))
    .slice(0, STATEMENTS_MAX)
    .map((sentence) => readStatement(sentence.slice(0, CHARACTERS_MAX))),
);

/** Lines of a list, which say more about the statements before them. */
export function detailsOf(description: string): string {
  return description
    .split('\n')
    .filter((line) => BULLET.test(line))
    .join('\n');
}

const BULLET = /^\s*(?:[-*+]|\d+[.)])\s+/;
const END = /(?<!\b(?:e\.g|i\.e|etc|approx|no|vs|incl))[.!?]["”)]?\s+(?=["“(]?[A-Z0-9])/g;

function sentencesOf(description: string): string[] {
  const lines = description.split('\n');
  const prose = lines.filter((line) => !BULLET.test(line));
  const kept = prose.some((line) => line.trim() !== '') ? prose : lines.map((line) => line.replace(BULLET, ''));
  const text = kept
    .join(' ')
    .replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const plain = blankQuotes(text);
  const cuts = [...plain.matchAll(END)].map((match) => match.index + match[0].length);
  return [0, ...cuts]
    .map((from, index) => text.slice(from, cuts[index] ?? text.length).trim())
    .map((sentence) => sentence.replace(/(?<![.!;])[.!;]+$/, '').trim())
    .filter((sentence) => sentence !== '');
}

/** `words`, or as many of the first of them as the sentence holds in this order; the sentence if it holds none. */
export function asItStands({ text }: Statement, words: string): string {
  const list = words.split(' ');
  for (let count = list.length; count > 0; count--) {
    const start = list.slice(0, count).join(' ');
    const at = text.toLowerCase().lastIndexOf(start.toLowerCase());
    if (at >= 0) return text.slice(at, at + start.length);
  }
  return text;
}

/** Same length, same punctuation outside the quotes. */
export function blankQuotes(text: string): string {
  return text.replace(/"[^"]*"|“[^“”]*”|`[^`]*`|(?<=\s)'[^']{1,80}'(?=[\s.,;:!?]|$)/g, (quoted) =>
    quoted.replace(/[^\s]/g, '¤'),
  );
}

function readStatement(text: string): Statement {
  const story = STORY.exec(text);
  if (story !== null) {
    const { response, reason } = cutReason(story[3] ?? '');
    const other = story[2] === undefined ? clauseOfOther(response) : null;
    if (other !== null) return { ...blank(text), ...other, modal: 'shall', reason, form: 'story' };
    return { ...blank(text), subject: `the ${story[1]}`, modal: 'can', response, reason, form: 'story' };
  }
  const { kept, reason } = cutReason(text);
  const label = LABEL.exec(kept);
  const from = label !== null && !MODAL.test(label[0]) && MODAL.test(kept) ? label[0].length : 0;
  const split = mainClauseAt(blankQuotes(kept), from);
  const lead = kept.slice(from, split.leadEnd).trim();
  const main = kept.slice(split.mainStart).trim();
  return { ...blank(text), lead, reason, ...readMain(main) };
}

/** `I want the portal to delete my documents`: the portal acts. */
function clauseOfOther(goalClause: string): { subject: string; response: string } | null {
  const words = tagWords(blankQuotes(goalClause));
  const at = words.findIndex((word, place) => word.lower === 'to' && words[place + 1]?.kind === 'verb');
  const to = words[at];
  const verb = words[at + 1];
  if (to === undefined || verb === undefined || at < 1 || at > 8 || !DETERMINER.test(words[0]?.text ?? '')) return null;
  return { subject: goalClause.slice(0, to.at).trim(), response: goalClause.slice(verb.at) };
}

function cutReason(text: string): { kept: string; response: string; reason: string } {
  const plain = blankQuotes(text);
  const found = REASON.exec(plain);
  // `If nobody answers because ..., the door shall`: the reason is the condition's, and the demand comes after it.
  const isInLead = found !== null && LEAD.test(plain) && !plain.slice(0, found.index).includes(',');
  const match = isInLead ? null : found;
  const kept = match === null ? text : text.slice(0, match.index);
  return { kept, response: kept, reason: match === null ? '' : text.slice(match.index).trim() };
}

const blank = (text: string): Statement => ({
  ...{ text, plain: blankQuotes(text), lead: '', subject: '', modal: '', negated: false },
  ...{ response: text, reason: '', form: 'fragment' },
});

/** Where the condition at the beginning ends and the main clause begins. */
function mainClauseAt(plain: string, from: number): { leadEnd: number; mainStart: number } {
  const none = { leadEnd: from, mainStart: from };
  if (!LEAD.test(plain.slice(from))) return none;
  let first: { leadEnd: number; mainStart: number } | null = null;
  for (const comma of plain.slice(from).matchAll(/,\s+(then\s+)?/gi)) {
    const leadEnd = from + comma.index;
    const mainStart = leadEnd + comma[0].length;
    first ??= { leadEnd, mainStart };
    if (comma[1] !== undefined || beginsClause(plain.slice(mainStart))) return { leadEnd, mainStart };
  }
  return first ?? withoutComma(plain, from) ?? none;
}

function withoutComma(plain: string, from: number): { leadEnd: number; mainStart: number } | null {
  const isClause = CLAUSE_LEAD.test(plain.slice(from));
  if (!isClause && !/^(?:for|during|upon|within) /i.test(plain.slice(from))) return null;
  const modal = MODAL.exec(plain.slice(from));
  // `For the owner of the bot`: what follows a preposition begins no clause.
  const starts = [...plain.slice(from, from + (modal?.index ?? 0)).matchAll(STARTS[isClause ? 'clause' : 'phrase'])];
  const last = starts.at(-1);
  return last === undefined ? null : { leadEnd: from + last.index, mainStart: from + last.index + 1 };
}

const STARTS = {
  clause: /\s(?=(?:the|an?|each|every)\s)/gi,
  phrase: /(?<!^\w+|\b(?:of|for|to|in|on|at|with|by|from|and|or))\s(?=(?:the|an?|each|every)\s)/gi,
} as const;

function beginsClause(rest: string): boolean {
  if (CLAUSE_LEAD.test(rest)) return false;
  const modal = MODAL.exec(rest);
  if (modal !== null) {
    const before = rest.slice(0, modal.index).trim();
    return before === '' || (!before.includes(',') && before.split(/\s+/).length <= 9);
  }
  const [first = '', second = ''] = rest.split(/\s+/);
  return isPlainVerb(first) || (isVerb(first) && DETERMINER.test(second)) || finiteVerbAt(rest) !== null;
}

const SHORT: Readonly<Record<string, string>> = byWord({ wo: 'will', ca: 'can', sha: 'shall' });

type Main = Pick<Statement, 'subject' | 'modal' | 'negated' | 'response' | 'form'>;

function readMain(main: string): Main {
  const polite = /^(?:please|kindly)\s+/i.exec(main)?.[0].length ?? 0;
  if (polite > 0) return readMain(main.slice(polite));
  const plain = blankQuotes(main);
  const special = impersonal(main, plain);
  if (special !== null) return special;
  const modal = mainModal(plain);
  if (modal !== null) {
    const subject = main.slice(0, modal.index).trim();
    const response = main.slice(modal.index + modal[0].length).trim();
    const { short, modal: word = '', never } = modal.groups ?? {};
    const verb = short === undefined ? word.toLowerCase() : (SHORT[short.toLowerCase()] ?? short.toLowerCase());
    const negated = short !== undefined || never !== undefined || verb === 'cannot';
    return { subject, modal: verb, negated, response: response.replace(/^not only\s/i, ''), form: 'modal' };
  }
  const words = plain.split(/\s+/);
  const [first = '', second = ''] = words;
  const at = finiteVerbAt(plain);
  const isAlone = at === null || at.word > 4 || plain.slice(0, at.index).includes(',') || isPluralNoun(plain, at);
  if (/^never$/i.test(first) && isVerb(second))
    return { ...nobody, negated: true, response: main.slice(first.length).trim(), form: 'imperative' };
  const isCommand =
    !/ing$/i.test(first.length > 5 ? first : '') &&
    (isPlainVerb(first) || (isVerb(first) && (DETERMINER.test(second) || (isAlone && isOrder(plain)))));
  if (at === null || isCommand) return { ...nobody, response: main, form: isCommand ? 'imperative' : 'fragment' };
  const response = main.slice(at.index);
  const negated = /^(?:does|do|is|are|has|have) not\b/i.test(response);
  const subject = main
    .slice(0, at.index)
    .trim()
    .replace(/ (?:also|then|always|still)$/i, '');
  return { subject, modal: '', negated, response, form: 'present' };
}

/** `Export to CSV` is a command, `Route planning` is not. */
function isOrder(plain: string): boolean {
  const [first, second] = tagWords(plain);
  if (/ing$/.test(second?.lower ?? '')) return false;
  return first?.kind === 'verb' || (second?.kind === 'noun' && /[^su]s$/.test(second.lower));
}

/** `Import orders from CSV`: after a single verb, a word that may be a noun is one. */
function isPluralNoun(plain: string, at: { readonly index: number; readonly word: number }): boolean {
  const base = baseOfThird(/^[\w-]+/.exec(plain.slice(at.index))?.[0] ?? '');
  return at.word === 1 && base !== null && !isPlainVerb(base);
}

const POSSIBLE = new RegExp(
  '^(?:it )?(?:(?:shall|must|should|will|can|may|has to|needs to|ought to)(?: not)? be|(?<=it )is)' +
    String.raw`(?: \w+ly)? ` +
    '(?:possible|necessary|required|easy|allowed)(?: for (.+?))? to ',
  'i',
);

const nobody = { subject: '', modal: '', negated: false } as const;

/** `It should be possible to`, `There must be`, `Ability to`: sentences in which nobody does anything. */
function impersonal(main: string, plain: string): Main | null {
  const possible = POSSIBLE.exec(plain);
  if (possible !== null) {
    const subject = possible[1] ?? '';
    const negated = /\bnot be\b/i.test(possible[0]);
    return { ...nobody, subject, negated, response: main.slice(possible[0].length), form: 'possible' };
  }
  const there = /^there (?:(?:shall|must|should|will|can|may)(?: not)? be|is|are) /i.exec(plain);
  if (there !== null) return { ...nobody, response: main.slice(there[0].length), form: 'there' };
  const ability = /^(?:the )?(?:ability|possibility|option|opportunity|means|a way)(?: for (.+?))? to /i.exec(plain);
  if (ability === null || mainModal(plain) !== null) return null;
  return { ...nobody, subject: ability[1] ?? '', response: main.slice(ability[0].length), form: 'ability' };
}

/** The modal of the main clause: not one in a condition at the end or in a relative clause of the subject. */
function mainModal(plain: string): RegExpExecArray | null {
  const found = MODAL.exec(plain);
  if (found === null) return null;
  const before = plain.slice(0, found.index);
  const tail = TAIL.exec(before);
  // `is weighed by the clerk and must be labelled`: the first clause has a verb of its own.
  if (/\b(?:and|but)$/.test(before.trim()) && finiteVerbAt(before) !== null) return null;
  if (tail === null) return found;
  if (finiteVerbAt(before.slice(0, tail.index)) !== null) return null;
  if (/^(?:that|which|who)$/i.test(tail[0]) && before.slice(tail.index).trim().split(/\s+/).length <= 2) {
    const later = MODAL.exec(plain.slice(found.index + found[0].length));
    if (later !== null) {
      later.index += found.index + found[0].length;
      return later;
    }
  }
  return found;
}
