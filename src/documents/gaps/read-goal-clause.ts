// Reads a goal clause into actions: who does what, with what, under which condition. What it cannot read it says it
// cannot.

import { readWords } from '../words/read-words.ts';
import { gerund, participle, presentVerb, thirdOf } from './verbs.ts';

/**
 * - person: somebody does it; the system lets them.
 * - product: the system itself does it, or is it (verb `be`).
 * - thing: something happens to a thing, as in "links expire".
 * - name: the name of a thing, as in "dark mode"; it has no verb. `actor` is who wants it.
 * - never: what is not to happen, in `rest`; `actor` and `verb` are those who shall not be let do it, where it is one.
 */
export type ActionKind = 'person' | 'product' | 'thing' | 'name' | 'never';

export interface Action {
  readonly kind: ActionKind;
  /** Empty: nobody is named. */
  readonly actor: string;
  /** Plain form. */
  readonly verb: string;
  /** What follows the verb, without what stands in the fields below. */
  readonly rest: string;
  /** "when a grade is posted". */
  readonly condition: string;
  /** "but not on weekends". */
  readonly limit: string;
  readonly isOffline: boolean;
}

const SUBJECT_WORDS_MAX = 6;
/** What is longer is no name of a thing. */
const NAME_WORDS_MAX = 20;
const SPOKEN = /\b(?:i|we|they|he|she|you|nobody|everyone|somebody|someone)\b/i;
const CLAUSE = /\b(?:is|are|was|were|has|have|will|can|must|should|needs?|wants?|appears?|becomes?)\b/i;
const PREPOSITION = /^(?:of|for|by|with|from|to|in|on|at|as|over|and|or|that|which|who|into|via|per|under|between|,)$/i;
export const DETERMINER = /^(?:the|an?|all|any|each|every|their|our|my|your|its|new|\d.*)$/i;
const MODAL = /^(?:can|may|must|should|will|shall|could)$/i;
const PRODUCTS =
  'app|application|system|tool|product|feature|shop|site|website|portal|platform|software|CLI|API|checkout|bot';
const PRODUCT = new RegExp(`^(?:it|this|(?:the|our|my|this) (?:(?:whole|web|mobile) )?(?:${PRODUCTS}))$`, 'i');
/** Said of a thing without an object, somebody else does it to the thing. */
const ERGATIVE = new Set(
  'archive cancel close delete expire load lock open print refresh reload renew start stop sync update'.split(' '),
);
/** A system does them by itself; nobody asks to be let do them. */
const SYSTEM_VERBS =
  /^(?:work|run|respond|load|start|open|be|support|remember|expire|notify|remind|warn|detect|encrypt|prevent)$/;
/** Of those who ask, nobody wants to do it themselves. */
const TELLING = /^(?:notify|remind|warn|alert|tell|inform)$/;
/** Told to a machine, which does them by itself. */
const MACHINE = new RegExp(
  '^(?:rotate|log|migrate|encrypt|hash|cache|index|purge|retry|throttle|monitor|keep|validate|sync|synchroni[sz]e|' +
    'replace|limit)$',
);
const KEEPING = /^(?:delete|remove|archive|lock|expire|close|keep|cancel|erase|store)$/;
/** Before a plural an action, though it may be the name of a thing. */
const ACTION_LIKE = /^(?:export|import|scan|print|upload|download|share|edit|archive|track|sort|tag|sign|view)$/;
/** "add dark mode" asks for dark mode. */
const GIVING = /^(?:add|implement|provide|offer|support|include|introduce|have) (?=\S)/i;
/** As often the name of a thing as an action: "order list", "push notifications". */
const NAME_LIKE = new Set(
  `access alert answer archive backup block book call change charge chat check claim clean comment contact control
  copy count design display download draft edit email exchange export filter flag follow grade group help host
  import issue label limit link list load lock log map mark match measure message note offer order park pause pay
  pin plan play post present preview print process push query rate record refund release reply report request reset
  return review scan schedule score search share sign sort split star start stop store stream study subscribe
  support switch sync tag talk test track trade train transfer trigger type unsubscribe update upgrade upload view
  visit vote walk watch work zoom`.split(/\s+/),
);
export const NO_NETWORK = '(?:offline|without (?:an? |any )?(?:network|connection|signal|internet)(?: connection)?)';
const OFFLINE = new RegExp(
  String.raw`(?:,|(?<!\s))\s+(?:also |even |and )?(?:while |when )?(?:they are |it is )?${NO_NETWORK}$`,
  'i',
);
/** "once a week" is how often. */
const OFTEN = '(?:an?|per|each|every) (?:minute|hour|day|night|week|month|quarter|year)';
const CONDITION = new RegExp(
  String.raw`(?:,|(?<!\s))\s+((?:when|whenever|if|as soon as|once)\s+` +
    String.raw`(?!(?:possible|needed|necessary|${OFTEN})\b)[^,]+)$`,
  'i',
);
const LIMIT = /(?:,|(?<!\s))\s+((?:but (?:not|only)|except|unless)\s+[^,]+)$/i;

/** "a nurse wants a calendar": a thing, and who wants it. */
const WANTS = new RegExp(
  '^(?!(?:i|we|you|they|it|he|she|nobody) )((?:[\\p{L}-]{1,40} ){0,3}[\\p{L}-]{1,40}) ' +
    'wants? (?!(?:that|me|us|you) |(?:[^,]* )?to )(.+)$',
  'iu',
);

/** One for each action; null: a clause that these rules cannot read. */
export function readGoalClause(text: string): readonly Action[] | null {
  const { said, ...around } = taken(text.trim());
  const never = neverIn(said.replace(/^making sure that /i, ''));
  if (never !== null) return [{ kind: 'never', ...never, ...around }];
  // "make the app faster": how it should be, which no action says.
  if (/^make\b.*\b(?:\w{3,}er|more|less)\b/i.test(said)) return null;
  const use = /^use (?=(?:on|in|with|by) )(.+)$/i.exec(said);
  if (use?.[1] !== undefined) return [{ kind: 'product', actor: '', verb: 'work', rest: use[1], ...around }];
  if (/^this no longer happens:/i.test(said)) return null;
  const [, who, thing] = WANTS.exec(said) ?? [];
  if (who !== undefined && thing !== undefined)
    return [{ kind: 'name', actor: lowered(who), verb: '', rest: thing, ...around }];
  const words = said.split(' ');
  const isLet = /^(?:let|allow|enable) /i.test(said);
  const read = isLet ? commandAction(words) : (gerundAction(words) ?? clauseAction(words) ?? commandAction(words));
  if (read !== null) return parted(read).map((action) => ({ ...byMachine(action, around.condition), ...around }));
  const tagged = taggedClause(said);
  if (tagged !== null) return [{ ...tagged, ...around }];
  if (said === '' || CLAUSE.test(said) || SPOKEN.test(said) || words.length > NAME_WORDS_MAX) return null;
  return [{ kind: 'name', actor: '', verb: '', rest: said.replace(GIVING, ''), ...around }];
}

const AT_TIMES = new RegExp(`\\b(?:once|twice) ${OFTEN}\\b|\\bevery (?:\\w+ )?(?:hour|day|week|month|\\w+day)s?$`, 'i');

/** "Send an email when stock is low": whatever happens at its time, nobody does by hand. */
function byMachine(action: Read, condition: string): Read {
  // "The app must be fast": what is fast or slow is its answer.
  if (action.kind === 'product' && action.verb === 'be' && /^(?:very )?(?:fast|quick|snappy)$/i.test(action.rest))
    return { ...action, verb: 'respond', rest: 'quickly' };
  const isTimed = condition !== '' || AT_TIMES.test(action.rest);
  const isCommand = action.kind === 'person' && action.actor === '' && isTimed;
  return isCommand && /^(?:send|show|display|email|print|lock|close)$/.test(action.verb)
    ? { ...action, kind: 'product' }
    : action;
}

/** "neighbours lend tools": a verb that no list has, after somebody in the plural, as the tagger sees it. */
function taggedClause(said: string): Read | null {
  const words = readWords(said);
  const at = words.findIndex(({ kind }, index) => index > 0 && kind === 'verb');
  const verb = words[at];
  const before = words.slice(0, Math.max(at, 0));
  const isName = before.some(({ kind }) => kind === 'auxiliary' || kind === 'conjunction' || kind === 'subordinator');
  const [first] = before;
  if (verb === undefined || isName || at === words.length - 1 || verb.text !== verb.base) return null;
  if (first === undefined || !(isPlural(first.text) || /^(?:people|staff)$/i.test(before.at(-1)?.text ?? '')))
    return null;
  const [actor = '', rest = ''] = [
    said.slice(0, said.indexOf(` ${verb.text} `)),
    said.slice(said.indexOf(` ${verb.text} `)),
  ];
  if (actor === '' || actor.split(' ').length > SUBJECT_WORDS_MAX) return null;
  return { kind: 'person', actor: lowered(actor), verb: verb.base, rest: rest.slice(verb.text.length + 2) };
}

const NOT =
  /^(.+?) (?:(?:(do|does)|shall|must|should|can|could|may|will)(?: not| never|n['’]t)|cannot|can['’]t|never) (.+)$/is;

/** "people do not log in twice", "nobody sees my notes"; null: nothing is said not to happen. */
function neverIn(said: string): Pick<Action, 'actor' | 'verb' | 'rest'> | null {
  const happens = (rest: string) => ({ actor: '', verb: '', rest: lowered(rest) });
  const nobody =
    /^((?:nobody|no one)(?: else)?|no [\p{L}-]+) (?:can|may|must|should|will|shall) (\p{L}+)(?!\p{L})(.*)$/iu.exec(
      said,
    );
  const [, who = '', action = '', rest = ''] = nobody ?? [];
  if (nobody !== null) return happens(`${who} ${isPlural(who) ? action : thirdOf(action)}${rest}`);
  if (/^(?:nobody|no one)(?: else)? \p{L}+s\b/iu.test(said)) return happens(said);
  const not = NOT.exec(said);
  const [, actor = '', does, told = ''] = not ?? [];
  if (not === null || actor.split(' ').length > SUBJECT_WORDS_MAX) return null;
  const what = told.replace(/^be (?:able|allowed) to /i, '');
  const isMany = isPlural(actor) || /\b(?:people|staff|they|we|i|you)$/i.test(actor);
  // What it is not to be, rules cannot word.
  if (PRODUCT.test(actor) && /^be /i.test(what)) return happens(`${actor} must not ${what}`);
  if (does !== undefined || PRODUCT.test(actor)) return happens(`${actor} ${isMany ? 'do' : 'does'} not ${what}`);
  const them = lowered(actor);
  return { actor: them, verb: what.split(' ')[0] ?? '', rest: `${them} cannot ${what}` };
}

type Read = Pick<Action, 'kind' | 'actor' | 'verb' | 'rest'>;
type Around = Pick<Action, 'condition' | 'limit' | 'isOffline'>;

/** Limits, conditions and "offline" stand at the end, in this order from the right. */
function taken(text: string): Around & { readonly said: string } {
  const limit = LIMIT.exec(text);
  const before = limit === null ? text : text.slice(0, limit.index);
  const condition = CONDITION.exec(before);
  const action = condition === null ? before : before.slice(0, condition.index);
  const offline = OFFLINE.exec(action);
  const said = offline === null ? action : action.slice(0, offline.index);
  // "Drivers who are told when ...": a condition of a part is none of the whole.
  if (condition !== null && said.split(' ').length < 2)
    return { said: text, condition: '', limit: '', isOffline: false };
  return { said, condition: condition?.[1] ?? '', limit: limit?.[1] ?? '', isOffline: offline !== null };
}

function gerundAction([first = '', second = '', ...rest]: readonly string[]): Read | null {
  const verb = gerund(first);
  const isAction = DETERMINER.test(second) || isPlural(second);
  return verb === null || !isAction ? null : { kind: 'person', actor: '', verb, rest: [second, ...rest].join(' ') };
}

/** "Print recipes", "Let users pay", "work on the phone". */
function commandAction(words: readonly string[]): Read | null {
  const [first = '', second = '', third = ''] = words;
  const verb = first.toLowerCase() === 'be' ? 'be' : presentVerb(first);
  if (verb === null || second === '' || (verb !== 'be' && verb !== first.toLowerCase())) return null;
  const rest = words.slice(1).join(' ');
  if (/^(?:let|allow|enable)$/.test(verb)) return letAction(rest);
  if (GIVING.test(words.join(' '))) return { kind: 'name', actor: '', verb: '', rest };
  if (
    SYSTEM_VERBS.test(verb) &&
    (verb === 'be' || PREPOSITION.test(second) || /^(?:within|after|\w+ly|fast)$/i.test(second))
  )
    return { kind: 'product', actor: '', verb, rest };
  if (/^(?:show|display|hide)$/.test(verb) && DETERMINED.test(rest)) return { kind: 'product', actor: '', verb, rest };
  if (MACHINE.test(verb) || TELLING.test(verb) || (KEEPING.test(verb) && /\b(?:after|every|for) \d/i.test(rest)))
    return { kind: 'product', actor: '', verb, rest };
  if (ACTION_LIKE.test(verb) && isPlural(second) && third === '') return { kind: 'person', actor: '', verb, rest };
  const isAction = DETERMINER.test(second) || (!NAME_LIKE.has(verb) && !PREPOSITION.test(second));
  const isToo = NAME_LIKE.has(verb) && isPlural(second) && /^(?:to|with|from|into)$/i.test(third);
  return isAction || isToo ? { kind: 'person', actor: '', verb, rest } : null;
}

/** "show failed deliveries in the admin": whoever asks wants to see them, and shows nobody anything. */
const DETERMINED = /^(?:the|an?|all|each|every|which|how|where|whether|when|\p{L}+ed) /iu;

function letAction(said: string): Read | null {
  const words = said.replace(/ to (?=\S+)/, ' ').split(' ');
  const at = words.findIndex((word, index) => index > 0 && presentVerb(word) === word.toLowerCase());
  if (at < 1 || at > SUBJECT_WORDS_MAX) return null;
  const rest = words.slice(at + 1).join(' ');
  return { kind: 'person', actor: lowered(words.slice(0, at).join(' ')), verb: (words[at] ?? '').toLowerCase(), rest };
}

/** "Customers pay ...", "The bookkeeper sees ...", "Patients are reminded ...", "Users can pay ...". */
function clauseAction(words: readonly string[]): Read | null {
  const last = Math.min(words.length - 1, SUBJECT_WORDS_MAX);
  for (let at = 1; at <= last; at += 1) {
    const word = words[at] ?? '';
    if (PREPOSITION.test(word)) return null;
    const actor = lowered(words.slice(0, at).join(' '));
    const rest = words.slice(at + 1);
    if (MODAL.test(word)) return rest.length === 0 ? null : enabled(actor, rest);
    if (/^(?:is|are)$/i.test(word)) return passive(actor, rest) ?? state(actor, rest);
    const verb = presentVerb(word);
    if (verb !== null && isSubject(words.slice(0, at), word))
      return acting(actor.replace(/^(?:their|our|my) /i, 'the '), verb, plainPair(rest, verb === word.toLowerCase()));
  }
  return null;
}

/** "approves or declines": the second verb in its plain form, as the first. */
function plainPair([joint = '', second = '', ...rest]: readonly string[], isPlain: boolean): string {
  const verb = /^(?:or|and)$/i.test(joint) && !isPlain ? presentVerb(second) : null;
  return [joint, verb ?? second, ...rest].join(' ').trim();
}

function enabled(actor: string, given: readonly string[]): Read | null {
  const rest = given
    .join(' ')
    .replace(/^be able to /i, '')
    .split(' ');
  if (/^be$/i.test(rest[0] ?? '')) return passive(actor, rest.slice(1)) ?? state(actor, rest.slice(1));
  return acting(actor, (rest[0] ?? '').toLowerCase(), rest.slice(1).join(' '));
}

function acting(actor: string, verb: string, rest: string): Read {
  if (verb === 'appear') return { kind: 'thing', actor, verb: 'show', rest };
  if (verb === 'have' && /^(?:the )?users?$/i.test(actor) && rest !== '')
    return { kind: 'name', actor: '', verb: '', rest };
  if (verb === 'have' && PRODUCT.test(actor) && rest !== '') return { kind: 'name', actor: '', verb: '', rest };
  if (PRODUCT.test(actor)) return { kind: 'product', actor: '', verb, rest };
  const isAlone = rest === '' || /^(?:after|within|in|on|at|from|every|by|for|quickly|fast|\w+ly)\b/i.test(rest);
  return { kind: ERGATIVE.has(verb) && isAlone ? 'thing' : 'person', actor, verb, rest };
}

function passive(actor: string, [word = '', ...rest]: readonly string[]): Read | null {
  const verb = participle(word);
  return verb === null ? null : { kind: 'thing', actor, verb, rest: rest.join(' ') };
}

function state(actor: string, rest: readonly string[]): Read | null {
  return PRODUCT.test(actor) && rest.length > 0
    ? { kind: 'product', actor: '', verb: 'be', rest: rest.join(' ') }
    : null;
}

/** A plural before a plain verb, or a singular with an article before one in -s; else it names a thing. */
function isSubject(subject: readonly string[], verb: string): boolean {
  const noun = subject.at(-1) ?? '';
  if (/['’]s?$/.test(noun)) return false;
  if (/^(?:i|we|you|they|people|staff|crew|team|everyone|everybody|anyone)$/i.test(noun)) return true;
  if (!/[^s]s$/i.test(verb)) return isPlural(noun);
  const isOne = /^(?:the|an?|each|every|one|he|she|it|their|our|my)$/i.test(subject[0] ?? '');
  return isOne || /^(?:HR|finance|accounting|reception|support|everyone)$/i.test(noun);
}

/** "read and sign documents": two actions, each with its object. */
function parted(read: Read): readonly Read[] {
  const [first = '', ...more] = `${read.verb} ${read.rest}`.trim().split(/,? and (?=\S)/);
  if (read.kind === 'name' || more.length === 0) return [read];
  if (read.verb === 'be') return [first, ...more].map((part) => ({ ...read, rest: part.replace(/^be /, '') }));
  const parts: string[] = [first];
  for (const part of more) {
    const verb = part.split(' ')[0] ?? '';
    const isAction = read.kind !== 'thing' && presentVerb(verb) === verb && part.includes(' ');
    if (isAction) parts.push(part);
    else parts[parts.length - 1] = `${parts.at(-1)} and ${part}`;
  }
  return parts.map((part, at) => {
    const full = part.includes(' ') ? part : `${part} ${objectOf(parts.slice(at + 1))}`.trim();
    const [verb = '', ...rest] = full.split(' ');
    const object = at === 0 ? '' : thingOf(read.rest);
    return { ...read, verb, rest: withoutPronoun(rest.join(' '), object) };
  });
}

/** What it is done to, also where it is not to be done. */
export const objectIn = ({ kind, actor, verb, rest }: Action): string =>
  thingOf(kind === 'never' && actor !== '' ? rest.slice(`${actor} cannot ${verb} `.length) : rest);

/** "appointments" of "appointments online and ...": what a later "them" stands for. */
export function thingOf(rest: string): string {
  const words = rest.replace(/^(?:on|for|to|at|with|about|in) /i, '').split(' ');
  const end = words.findIndex((word) => PREPOSITION.test(word) || AFTER_THING.test(word));
  return words
    .slice(0, end < 0 ? words.length : end)
    .join(' ')
    .replace(/(?<![,;])[,;]+$/, '');
}

/** "approve them" out of its sentence says nothing: the thing's own name stands there. */
export function withoutPronoun(rest: string, thing: string): string {
  if (!isPlural(thing.split(' ').at(-1) ?? '')) return rest;
  return rest.replace(/^them\b/i, thing);
}

const AFTER_THING = /^(?:online|offline|later|up|within|after|before|when|while|automatically|\w+ly|again|too)$/i;

/** A bare verb has the object of the next one that has one. */
function objectOf(parts: readonly string[]): string {
  const full = parts.find((part) => part.includes(' ')) ?? '';
  return full.slice(full.indexOf(' ') + 1);
}

export const isPlural = (word: string): boolean => /[^s'’]s$/i.test(word) && !/(?:us|is|ss|status)$/i.test(word);

const NAMES = new Set(
  'Slack Google Stripe Outlook Teams Excel Okta Jira Android Facebook Apple Salesforce Zoom Microsoft'.split(' '),
);
/** In English nobody says "a" before them. */
const UNCOUNTED = /(?:authentication|encryption|access|support|compliance|feedback|information|software)$/i;

/** First letter small, unless it is a name or an abbreviation. */
export function lowered(text: string): string {
  const [first = ''] = text.split(' ');
  if (/^.\p{Lu}|\d/u.test(first) || first === 'I' || NAMES.has(first)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** "a dark mode", "saved cards", "an entry of hours". */
export function withArticle(text: string): string {
  const words = text.split(' ');
  const [first = ''] = words;
  if (DETERMINER.test(first) || gerund(first) !== null || /['’]s$/.test(first)) return text;
  const end = words.findIndex((word, at) => at > 0 && PREPOSITION.test(word));
  const head = words[(end < 0 ? words.length : end) - 1] ?? '';
  if (isPlural(head) || !/^[a-z-]+$/i.test(head) || UNCOUNTED.test(head)) return text;
  return `${/^(?:[aei]|o(?!ne)|u(?!ni|se)|hour)/i.test(text) ? 'an' : 'a'} ${text}`;
}
