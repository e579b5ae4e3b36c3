// What is to be built, clause by clause, from what a person said; each clause keeps the words it came from.

import { contentWords, shareOf } from '../gaps/content-words.ts';
import { type Action, isPlural, lowered } from '../gaps/read-goal-clause.ts';
import { readSurely } from '../gaps/read-surely.ts';
import { clausesOf } from '../utterance/clauses-of.ts';
import { baseOfThird, presentVerb } from '../words/verbs.ts';
import { namesAction } from './own-topic.ts';
import type { Statement } from './read-reply.ts';
import { topicCues } from './topic-cues.ts';

export interface WantedAction {
  /** "members can cancel a booking" */
  readonly clause: string;
  /** The same in a form that rules word requirements from. */
  readonly reading: string;
  /** null: rules cannot read it. */
  readonly action: Action | null;
  readonly from: Statement;
}

const SAME_FROM = 0.75;
const NOT_WANTED = ['scope_out', 'priorities', 'dependencies', 'constraints'];

/** Answers to a question on one of them are details of that one, not new ones. */
export function wantedActions(statements: readonly Statement[]): readonly WantedAction[] {
  const found: WantedAction[] = [];
  for (const from of statements) {
    if (!isWanted(from) || isBackground(from, statements)) continue;
    for (const read of clausesIn(from)) {
      const each: WantedAction = { ...read, from };
      const twin = found.findIndex((before) => isSame(before, each));
      if (twin < 0) found.push(each);
      // Said again with more words: those count.
      else if (found[twin]?.from.topics[0] === 'vision') found[twin] = each;
    }
  }
  // "An app for the club" says what it is for; beside things to do it is none of them.
  const isTold = found.some(({ from }) => from.topics[0] !== 'vision');
  return found.filter(({ action, from }) => {
    const isNamed = action === null || action.kind === 'name';
    return !isTold || !isNamed || from.topics[0] !== 'vision';
  });
}

function isWanted({ kind, topics, about, quote, isForeign }: Statement): boolean {
  if (kind !== 'said' || about.length > 0) return false;
  if (topics.some((topic) => NOT_WANTED.includes(topic)) && !topics.includes('requirements')) return false;
  if (topics.includes('requirements') || topics.includes('scope_in')) return true;
  // "Our food bank hands out parcels": who speaks.
  if (/^(?:our|my|the) /i.test(quote) && !/\b(?:want|need|should|can|must|shall|would like)\b/i.test(quote))
    return false;
  return topics[0] === 'vision' && !isForeign && topicCues(quote).every((topic) => topic === 'vision');
}

/** Who does something in them, each once. */
export function actorsOf(wanted: readonly WantedAction[]): readonly string[] {
  const named = wanted.flatMap(({ action, reading }) => {
    const who = action === null ? abilityIn(reading)?.who : action.kind === 'person' ? action.actor : undefined;
    return who === undefined || /^(?:users?|the (?:system|controller|gateway))?$/i.test(who) ? [] : [who.toLowerCase()];
  });
  return [...new Set(named)];
}

type Clause = Pick<WantedAction, 'clause' | 'reading' | 'action'>;

const WISH =
  /\b(?:want|wants|need|needs|should|must|shall|would like|can|could|so that|please|app|tool|system|service)\b/i;

/** "Pickers walk too far. The tool should ...": how things are stands beside what is wanted. */
function isBackground({ turn, topics, quote }: Statement, statements: readonly Statement[]): boolean {
  if (topics[0] !== 'vision' || WISH.test(quote)) return false;
  return statements.some((other) => other.turn === turn && other.kind === 'said' && WISH.test(other.quote));
}

function clausesIn(from: Statement): readonly Clause[] {
  const whole = { clause: withoutDot(from.quote), reading: withoutDot(from.quote), action: null };
  if (from.isForeign) return [whole];
  const said = from.quote.replace(/\b(?:also|additionally) /gi, '');
  const wanted = clausesOf(said).wanted.map(withoutOwner);
  const isCase = /^(?:if|when|whenever|once) /i.test(said) && wanted.length > 1;
  const isCut = wanted.some((clause) => /\b(?:may|can|must|should|shall|will|could)$/i.test(clause));
  // Nothing that answers the question is lost because rules do not see what is wanted in it.
  if (wanted.length === 0 || isCase || isCut) return from.topics[0] === 'vision' ? [] : [whole];
  const read = wanted.map((clause) => ({ clause, ...readingOf(clause) }));
  // A part that rules cannot read would stand there without the rest of its sentence.
  if (wanted.length > 1 && read.some(({ actions, reading }) => actions === null && abilityIn(reading) === null))
    return [whole];
  return read.flatMap(({ clause, reading, actions }): readonly Clause[] => {
    if (actions === null) return [abilityIn(reading) === null ? whole : { clause: reading, reading, action: null }];
    if (actions.length === 1) return actions.map((action) => ({ clause, reading, action }));
    // A condition at the end is of what stands beside it.
    return actions.map((each, at) => {
      const action = at < actions.length - 1 ? { ...each, condition: '' } : each;
      return { clause: clauseOf(action), reading: clauseOf(action), action };
    });
  });
}

/** "Our members" are the members; "my wife" is one. */
const withoutOwner = (clause: string): string =>
  clause.replace(/^(?:our|my) ((?:[\p{L}-]{1,40} ){0,2}?)([\p{L}-]{1,40})(?= )/iu, (_, before: string, noun: string) =>
    isPlural(noun) || isPlural(before.trim()) ? `${before}${noun}` : `the ${before}${noun}`,
  );

const PEOPLE_TO = /^((?:[\p{L}-]{1,40} ){0,2}[\p{L}-]{1,40}s) to (?=\p{L})/u;
const PRODUCT = new RegExp(
  '^(?:the|this|our) (?:service|program|software|website|web app|form|page|backend|server|module) ' +
    '(?=(?:must|should|shall|can|will|has to|\\p{L}+s) )',
  'iu',
);
const NEED = /^((?:[\p{L}-]{1,40} ){0,3}[\p{L}-]{1,40}) needs? (?=(?:an?|the|their|some) )/iu;
const ONE_DOES = /^((?:an?|the|each|every) (?:[\p{L}-]{1,40} ){0,2}[\p{L}-]{1,40}) (\p{L}{3,40}s) (.{2,500})$/iu;

/** In a form that rules read; what it says stays. */
export function readingOf(clause: string): { readonly reading: string; readonly actions: readonly Action[] | null } {
  const named = namesAction(clause) ? withActor(clause) : clause;
  const plain = named.replace(PEOPLE_TO, '$1 can ').replace(PRODUCT, 'the system ').replace(NEED, '$1 want ');
  const actions = readSurely(plain);
  if (actions !== null) return { reading: plain, actions };
  const [, who = '', does = '', rest = ''] = ONE_DOES.exec(plain) ?? [];
  const base = baseOfThird(does.toLowerCase());
  const able = base === null ? plain : `${who} can ${base} ${rest}`;
  return { reading: able, actions: base === null ? null : readSurely(able) };
}

const MEMBERS_OF = new RegExp(
  '^((?:the |our )?\\p{L}{2,40} (?:of|in|at|on|from) (?:(?:an?|the|our) )?(?:[\\p{L}-]{1,40} ){0,2}?' +
    '[\\p{L}-]{1,40}) (\\p{L}{2,40}) (?=(?:an?|the|their|one|\\d) )',
  'iu',
);

/** "passenger reports an item", "members of a hall book a wall": with what shows who does it. */
function withActor(clause: string): string {
  const [whole = '', who = '', verb = ''] = MEMBERS_OF.exec(clause) ?? [];
  if (whole !== '' && presentVerb(verb) === verb.toLowerCase())
    return `${who} can ${verb.toLowerCase()} ${clause.slice(whole.length)}`;
  const [, first = '', second = ''] = /^([\p{L}-]{3,40}) (\p{L}{3,40}s) /u.exec(clause) ?? [];
  const isOne = first !== '' && !isPlural(first) && !/^(?:the|an?|each|every|all|our|my|nobody)$/i.test(first);
  return isOne && baseOfThird(second) !== null ? `the ${lowered(clause)}` : clause;
}

const ABILITY =
  /^((?:the |an? |each |every |all )?(?:[\p{L}-]{1,40} ){0,5}[\p{L}-]{2,40}) can (\p{L}{2,40} .{2,500})$/iu;

/** "volunteers can see how many are left": who, and what they are let do. */
export function abilityIn(clause: string): { readonly who: string; readonly does: string } | null {
  const [, who, does] = ABILITY.exec(clause) ?? [];
  const isSomebody =
    who !== undefined &&
    !/\b(?:of|for|to|in|on|with|and|or)$/i.test(who) &&
    !/\b(?:i|we|you|they|it|he|she|this|that|who|which)\b/i.test(who);
  return isSomebody && does !== undefined ? { who, does } : null;
}

const clauseOf = ({ actor, verb, rest, condition }: Action): string =>
  [actor, verb, rest, condition].filter(Boolean).join(' ');
const withoutDot = (text: string): string => text.replace(/[.!]$/, '');

/** The same action, or nearly the same words. */
function isSame(one: WantedAction, other: WantedAction): boolean {
  const [a, b] = [contentWords(one.clause), contentWords(other.clause)];
  if (Math.min(shareOf(a, b), shareOf(b, a)) >= SAME_FROM) return true;
  const isFirst = one.from.topics[0] === 'vision' && other.from.topics[0] !== 'vision';
  if (!isFirst || one.action === null || other.action === null) return false;
  return one.action.verb === other.action.verb && [...contentWords(one.action.rest)].some((word) => b.has(word));
}
