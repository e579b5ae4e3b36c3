// Reads a requirement into roles: who, does what, to what, from and to where, how many, when, and must or may.

import { byWord } from '../../documents/lookup/by-word.ts';
import { figureOf, isUnit, numberOf } from '../words/spelling.ts';
import { stemOf, stemsOf } from '../words/stem-of.ts';
import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { isVerb } from '../words/verbs.ts';
import { toActive } from './active-voice.ts';
import { plainFrames } from './plain-frames.ts';
import { PRODUCT, responseOf } from './response-of.ts';
import { blankQuotes, readStatements, type Statement } from './statement.ts';

export type Duty = 'must' | 'may' | 'must not';

/** In a selection: the object is the actor's own, or any of a kind. */
export const THEIRS = 'their object';
export const ANY = 'any object';

export interface Roles {
  readonly actor: ReadonlySet<string>;
  /** Of several words the one that the others describe: `assistant` in `the assistant of the doctor`. */
  readonly heads: Readonly<Record<'actor' | 'object', string>>;
  readonly action: string;
  readonly duty: Duty;
  /** Meaning of a word -> the places it stands in: `object`, `to`, `from`, `if`, `if to`, ... */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  /** `at most 6`, `7d`, sorted. */
  readonly quantities: string;
  /** `own object`, `only actor`, `other if`: which of them, and where it stands. */
  readonly selection: ReadonlySet<string>;
  /** `and` and `or`, sorted. */
  readonly joints: string;
  /** Where `it` or `they` stand for something named elsewhere: `object`, `if`. */
  readonly pronouns: ReadonlySet<string>;
}

interface Draft {
  readonly words: Map<string, Set<string>>;
  readonly quantities: string[];
  readonly selection: Set<string>;
  readonly joints: string[];
  readonly pronouns: Set<string>;
}

export function readRoles(description: string): Roles {
  const [first, ...more] = readStatements(plainFrames(description));
  const draft: Draft = { words: new Map(), quantities: [], selection: new Set(), joints: [], pronouns: new Set() };
  if (first === undefined)
    return { ...finished(draft), actor: new Set(), heads: { actor: '', object: '' }, action: '', duty: 'must' };
  const asReceiver = storyOfReceiving(first);
  const { statement, duty } = granted(toActive(asReceiver), asReceiver);
  read(statement.lead, CONDITION_LEAD.test(statement.lead) ? 'if' : 'object', draft);
  const response = responseOf(statement);
  const { action, rest } = splitVerb(response);
  markWhose(rest.trim(), draft.selection);
  read(rest, 'object', draft);
  for (const each of more) read(each.text, 'more', draft);
  const actor = actorOf(statement.subject, draft);
  const heads = { actor: headOf(statement.subject), object: headOf(rest) };
  return inverted({ ...finished(draft), actor, heads, action: stemOf(action), duty });
}

function finished({
  words,
  quantities,
  selection,
  joints,
  pronouns,
}: Draft): Omit<Roles, 'actor' | 'heads' | 'action' | 'duty'> {
  return { words, quantities: quantities.sort().join(' '), selection, joints: joints.sort().join(' '), pronouns };
}

/** `delete their comments`, `delete comments`: which of the two is meant matters, `a comment` fits both. */
function markWhose(rest: string, selection: Set<string>): void {
  const words = tagWords(rest.slice(0, 200));
  const [first, second] = words;
  if (words.some(({ lower }) => /^(?:my|his|her|their|our)$/.test(lower))) selection.add(THEIRS);
  const isPlural = (word: TaggedWord | undefined): boolean => isNoun(word) && /[^su]s$/.test(word?.lower ?? '');
  if (isPlural(first) || (first?.kind === 'adjective' && isPlural(second))) selection.add(ANY);
}

/** `As a nurse, I want to be notified`, `... to get a reminder`: what the system does, not what the nurse may do. */
function storyOfReceiving(statement: Statement): Statement {
  const isReceived = /^(?:be|get) \w+(?:ed|en|ld|nt|wn)\b|^(?:get|receive) (?:an? |the )?(?:[\w-]+ ){0,2}?\w+/i;
  if (statement.form !== 'story' || !isReceived.test(statement.response)) return statement;
  return { ...statement, form: 'modal', modal: 'shall' };
}

/** `The system shall let teachers archive a class` is `Teachers can archive a class`. */
function granted(active: Statement, given: Statement): { statement: Statement; duty: Duty } {
  const duty = dutyOf(given);
  const response = responseOf(active);
  const prevented = /^(?:prevent|stop|keep|hinder|block)\s(.{1,80}?)\sfrom\s(\w+ing\b.*)$/i.exec(response);
  if (prevented !== null && PRODUCT.test(active.subject)) {
    const [, subject = '', response = ''] = prevented;
    return { statement: { ...active, form: 'modal', subject, response: response }, duty: 'must not' };
  }
  const grant = /^(?:let|allow|enable|permit)\s+/i.exec(response);
  if (grant === null) return { statement: active, duty };
  const words = tagWords(blankQuotes(response)).filter(({ at }) => at >= grant[0].length);
  const isBase = ({ lower }: TaggedWord, at: number): boolean => at > 0 && !/(?:ing|ed)$/.test(lower);
  const verb =
    words.find((word, at) => isBase(word, at) && word.kind === 'verb') ??
    words.find((word, at) => isBase(word, at) && isVerb(word.lower) && isNoun(words[at - 1]) && words.length > at + 1);
  if (verb === undefined) return { statement: active, duty };
  const subject = response
    .slice(grant[0].length, verb.at)
    .replace(/(?<!\s)\s+to ?$/, '')
    .trim();
  return {
    statement: { ...active, form: 'modal', subject, response: response.slice(verb.at) },
    duty: duty === 'must not' ? duty : 'may',
  };
}

const isNoun = (word: TaggedWord | undefined): boolean => word?.kind === 'noun' || word?.kind === 'name';

function dutyOf({ modal, negated, form, text, response }: Statement): Duty {
  if (negated || /^(?:never|not)\b/i.test(response)) return 'must not';
  const isLeave = /^(?:can|may|could|might)$/.test(modal) || / able to\b/i.test(text) || form === 'possible';
  if (isLeave || form === 'ability') return 'may';
  return 'must';
}

function splitVerb(response: string): { action: string; rest: string } {
  const words = tagWords(blankQuotes(`It shall ${response}`)).filter(({ at }) => at >= 'It shall '.length);
  const verb = words.find(({ kind }) => kind !== 'adverb' && kind !== 'particle' && kind !== 'mark');
  if (verb === undefined) return { action: '', rest: '' };
  const from = verb.at - 'It shall '.length;
  return { action: verb.lower, rest: `${response.slice(0, from)} ${response.slice(from + verb.text.length)}` };
}

function actorOf(subject: string, draft: Draft): ReadonlySet<string> {
  const own: Draft = { ...draft, words: new Map() };
  read(subject, 'actor', own);
  const isNot = (label: string): boolean => /^(?:not|without)\b/.test(label);
  return new Set([...own.words].map(([meaning, labels]) => ([...labels].some(isNot) ? `not ${meaning}` : meaning)));
}

/** The last noun of the first group of nouns, where one noun belongs to another. */
function headOf(part: string): string {
  if (!/\bof\b|['’]s\b/.test(part)) return '';
  const words = tagWords(part.trim());
  const first = words.findIndex(isNoun);
  if (first < 0 || words.slice(0, first).some(({ kind }) => kind === 'preposition')) return '';
  let end = first;
  while (isNoun(words[end + 1]) || (words[end + 1]?.lower === "'s" && isNoun(words[end + 2]))) end++;
  return stemOf(words[end]?.lower ?? '');
}

const LABELS: Readonly<Record<string, string>> = byWord({
  ...{ to: 'to', into: 'to', onto: 'to', toward: 'to', towards: 'to', as: 'as', from: 'from', 'out of': 'from' },
  ...{ in: 'in', on: 'in', at: 'in', inside: 'in', during: 'in', within: 'in', by: 'by', via: 'by', using: 'by' },
  ...{
    with: 'by',
    through: 'by',
    without: 'without',
    before: 'before',
    after: 'after',
    until: 'until',
    since: 'since',
  },
  ...{ over: 'over', above: 'over', under: 'under', below: 'under', for: 'for', per: 'per', between: 'between' },
  ...{ against: 'against', among: 'among', behind: 'behind', about: 'about', beside: 'beside', except: 'except' },
});
const CONDITION_LEAD = /^(?:when|if|while|once|where|given|provided|unless|until)\b/i;
const CONDITION = /^(?:when|if|while|once|where|given|provided)$/;
const CLAUSE: Readonly<Record<string, string>> = byWord({
  unless: 'unless',
  until: 'until',
  because: 'why',
  before: 'before',
  after: 'after',
});
const SELECTING =
  /^(?:own|only|other|another|all|every|each|any|both|same|first|last|next|previous|just|else|otherwise)$/;
const NOT = /^(?:not|never|n't|no|nor|neither|without)$/;
const BOUNDS: readonly (readonly [RegExp, string])[] = [
  [/(?:at least)\s*$/, 'min'],
  [/from\s*$/, 'from'],
  [
    /(?:at most|within|under|below|(?:less|few|short|small|low|cheap|young|near|clos)(?:er)? than|no later than)\s*$/,
    'max',
  ],
  [
    /(?:over|above|beyond|more than|exceeds?|exceeding|(?:larg|great|long|old|high|bigg|heavi|wid|fa?rth)er than)\s*$/,
    'over',
  ],
  [/by\s*$/, 'by'],
  [/(?:every|each|per)\s*$/, 'every'],
  [/(?:after)\s*$/, 'after'],
  [/(?:before)\s*$/, 'before'],
];
const SKIPPED = /^(?:be|is|are|was|were|been|being|have|has|had|do|does|did|able|it|there|a|an|the|also|then|so|here)$/;
const PRONOUN = /^(?:it|its|they|them|their)$/;
/** Right after the verb: `turn up the volume`. */
const OF_VERB = /^(?:up|down|out|off|away|back)$/;
const PARTICLE = /^(?:on|off|out|in|up|down|back|away|over)$/;

/** Adds the words of a part of the sentence to their places. */
function read(part: string, start: string, draft: Draft): void {
  const plain = part.replace(/["“”`]/g, ' ').replace(/(?<=[a-z])-(?=[a-z])/gi, '');
  const words = tagWords(plain);
  let base = start;
  let label = start;
  let not = '';
  for (const [at, word] of words.entries()) {
    const { lower, kind } = word;
    const place = at === 0 && start === 'object' && OF_VERB.test(lower) ? null : placeOf(words, at, base);
    if (place !== null) {
      base = place.isClause ? place.label : base;
      label = place.label;
      if (lower === 'without') not = 'without';
    } else if (PRONOUN.test(lower)) draft.pronouns.add(base);
    else if (isParticleAt(words, at) || (at === 0 && start === 'object' && OF_VERB.test(lower)))
      add(draft, lower, base === 'object' ? 'particle' : `${base} particle`);
    else if (NOT.test(lower)) not = lower === 'no' ? 'without' : `not ${label}`;
    else if (SELECTING.test(lower)) {
      draft.selection.add(`${lower === 'another' ? 'other' : lower} ${base}`);
      // `to members every month`: how often is no part of where to.
      if (isUnit(words[at + 1]?.lower ?? '')) label = base;
    } else if (numberOf(lower) !== null && !isOneThing(words, at)) draft.quantities.push(quantityAt(plain, words, at));
    else if (kind === 'conjunction') draft.joints.push(lower);
    else if (isContent(word) && !isUnitAt(words, at)) {
      add(draft, stemOf(lower), not || label);
      if (kind === 'noun' || kind === 'verb') not = '';
      if (label === 'object' && isReceiver(words, at)) move(draft, stemOf(lower), 'object', 'to');
    }
  }
}

function placeOf(words: readonly TaggedWord[], at: number, base: string): { label: string; isClause: boolean } | null {
  const word = words[at];
  const next = words[at + 1];
  if (word === undefined || next === undefined) return null;
  if (CONDITION.test(word.lower) && word.kind !== 'noun') return { label: 'if', isClause: true };
  const clause = CLAUSE[word.lower];
  if (clause !== undefined && word.kind === 'subordinator') return { label: clause, isClause: true };
  const label = LABELS[word.lower];
  if (label === undefined || (word.kind !== 'preposition' && word.kind !== 'particle' && word.lower !== 'using'))
    return null;
  if (isParticleAt(words, at)) return null;
  return { label: base === 'object' || base === label ? label : `${base} ${label}`, isClause: false };
}

/** `turn the lights off`, `is off while`: it belongs to the verb. */
function isParticleAt(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (word === undefined || !PARTICLE.test(word.lower)) return false;
  if (next === undefined || /^(?:mark|conjunction|subordinator)$/.test(next.kind) || CONDITION.test(next.lower))
    return true;
  return word.lower !== 'in' && next.kind === 'preposition';
}

/** `another one`, `the one`: no number. */
const isOneThing = (words: readonly TaggedWord[], at: number): boolean =>
  words[at]?.lower === 'one' && !isUnit(words[at + 1]?.lower ?? '') && words[at + 1]?.kind !== 'noun';

function quantityAt(part: string, words: readonly TaggedWord[], at: number): string {
  const word = words[at];
  if (word === undefined) return '';
  const unit = words[at + 1]?.lower === '°' ? `°${words[at + 2]?.lower}` : (words[at + 1]?.lower ?? '');
  const before = part.slice(Math.max(0, word.at - 24), word.at).toLowerCase();
  const bound = BOUNDS.find(([form]) => form.test(before))?.[1] ?? '';
  const figure = unit.startsWith('°') ? `${word.lower}${unit}` : figureOf(numberOf(word.lower) ?? '', unit);
  return `${bound} ${figure}`.trim();
}

const isUnitAt = (words: readonly TaggedWord[], at: number): boolean =>
  (isUnit(words[at]?.lower ?? '') && numberOf(words[at - 1]?.lower ?? '') !== null) || words[at - 1]?.lower === '°';

function isContent({ kind, lower }: TaggedWord): boolean {
  if (SKIPPED.test(lower) || !/[\p{L}\p{N}]/u.test(lower)) return false;
  if (kind === 'pronoun')
    return /^(?:nobody|none|everyone|everybody|someone|anyone|who|what|whose|how|why)$/.test(lower);
  if (/^(?:which|that|such|than|least|most|more|less|fewer)$/.test(lower)) return false;
  return !/^(?:determiner|auxiliary|preposition|conjunction|subordinator|particle|mark)$/.test(kind);
}

/** `sends the customer a receipt`: of two things one after the other the first receives. */
function isReceiver(words: readonly TaggedWord[], at: number): boolean {
  const next = words[at + 1];
  const isFirst = !words.slice(0, at).some(({ kind }) => /^(?:preposition|mark|conjunction|verb)$/.test(kind));
  return isFirst && next?.kind === 'determiner' && !/^(?:that|every|each)$/.test(next.lower);
}

function add(draft: Draft, meaning: string, label: string): void {
  const labels = draft.words.get(meaning);
  if (labels === undefined) draft.words.set(meaning, new Set([label]));
  else labels.add(label);
}

function move(draft: Draft, meaning: string, from: string, to: string): void {
  draft.words.get(meaning)?.delete(from);
  add(draft, meaning, to);
}

const telling = stemsOf('notify remind reminder warn warning');
const messages = stemsOf('notify remind reminder warn warning message email text sms push confirmation mail');

/** To receive from the shop is that the shop sends; to send a notification is to notify; to be shown is to see. */
function inverted(given: Roles): Roles {
  const roles = shown(received(given));
  const words = new Map(roles.words);
  let { action } = roles;
  const message = [...words].find(([meaning, labels]) => telling().has(meaning) && labels.has('object'))?.[0];
  if (action === stemOf('send') && message !== undefined) {
    words.delete(message);
    action = message;
    for (const [meaning, labels] of words) if (labels.has('to')) words.set(meaning, new Set(['object']));
  } else if (action === 'email') {
    action = stemOf('send');
    words.set('email', new Set(['by']));
  }
  return { ...roles, words, action };
}

/** Where nobody sends, the system does, if it is a message. */
function received(roles: Roles): Roles {
  if (roles.action !== stemOf('receive')) return roles;
  const words = new Map(roles.words);
  const senders = [...words].filter(([, labels]) => labels.has('from')).map(([meaning]) => meaning);
  const isMessage = [...words].some(([meaning, labels]) => messages().has(meaning) && labels.has('object'));
  if (senders.length === 0 && (!isMessage || roles.duty === 'may')) return roles;
  for (const meaning of senders) words.delete(meaning);
  for (const meaning of roles.actor) words.set(meaning, new Set(['to']));
  return { ...roles, words, actor: new Set(senders), action: stemOf('send') };
}

/** `The system shows drivers the next stop` is `Drivers can see the next stop`. */
function shown(roles: Roles): Roles {
  const isProduct = [...roles.actor].every((meaning) => meaning === stemOf('system'));
  const readers = [...roles.words].filter(([, labels]) => labels.has('to') && labels.size === 1).map(([word]) => word);
  if (roles.action !== stemOf('show') || !isProduct || readers.length === 0 || roles.duty !== 'must') return roles;
  const words = new Map([...roles.words].filter(([word]) => !readers.includes(word)));
  return { ...roles, words, actor: new Set(readers), action: stemOf('see'), duty: 'may' };
}
