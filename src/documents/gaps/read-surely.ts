// Reads a goal clause only where the reading holds as English: one clause, somebody or something that can do it. Else
// null.

import { readWords, type Word } from '../words/read-words.ts';
import { type Action, isPlural, lowered, readGoalClause, thingOf } from './read-goal-clause.ts';
import { relativeClause } from './relative-clause.ts';
import { presentVerb } from './verbs.ts';

const NAME_WORDS_MAX = 10;
const ACTOR_WORDS_MAX = 5;
/** A second clause begins here, and may have a verb of its own. */
const OPENS =
  /\b(?:that|which|who|whose|where|what|how|whether|when|whenever|if|until|unless|while|once|after|before)\b/i;
const FINITE = /\b(?:is|are|was|were|will|can|cannot|must|should|shall|has|have|does|do|did)\b/i;
const SPEAKER = /\b(?:i|we|me|us)\b/i;
/** Stands for something that was named elsewhere: out of its sentence nobody knows what. */
const NO_ACTOR =
  /^(?:only )?(?:it|this|that|these|those|they|he|she|you|i|we|something|anything)$|\b(?:ones?|things?)$/i;
/** Nobody is let do them: what is said to do so is a thing, and where it goes is for somebody to word. */
const OF_THINGS = /^(?:go|come|stay|remain|arrive|belong|happen|exist|end|fall|rise|be|become)$/;
const NO_NAME_BEGINS =
  /^(?:lets?|allows?|enable|with(?:out)?|by|at|in|on|from|of|to|for|as|and|or|but|not|will|can|must|should|shall|be)$/i;
/** Where the name of a thing ends and what is said of it begins. */
const NAME_ENDS =
  /\s(?:that|which|who|whose|where|to|for|with|by|when|if|of|in|on|from|at|as|per|via|without|under|between)\s/i;

const NAME_TELLS = /\s(?:that|which|who|whose|where|to|when|if)\s/i;

/** null: nobody should word it anew; it is quoted as it was said. */
export function readSurely(text: string): readonly Action[] | null {
  const said = text.trim();
  if (/^["“]/.test(said) || /\.\.\.$/.test(said)) return null;
  const actions =
    ofPlace(said) ?? readGoalClause(said.replace(ITSELF, (_, verb: string) => `it must ${baseOf(verb)} `));
  // "a member who returns a tool late gets a reminder" is no name of a thing.
  if (actions?.some(({ kind }) => kind === 'name') && relativeClause(said) !== null) return null;
  const named = actions?.map((action, at) => withThing(action, actions[at - 1])) ?? null;
  return named?.every(isSure) ? named : null;
}

/** "see a dashboard and export it", "sign documents offline and sync them": what it is stands in the action before. */
function withThing(action: Action, before: Action | undefined): Action {
  const [, word] = /^(it|them)\b/i.exec(action.rest) ?? [];
  const thing = word === undefined ? '' : nounIn(thingOf(before?.rest ?? '')).replace(/^(?:an?|the) /i, '');
  const isSeveral = isPlural(thing.split(' ').at(-1) ?? '');
  if (thing === '' || isSeveral !== (word?.toLowerCase() === 'them')) return action;
  return { ...action, rest: action.rest.replace(/^\p{L}+/u, `the ${thing}`) };
}

/** Without what is said of how: "inspection documents offline". */
function nounIn(thing: string): string {
  const words = readWords(thing);
  const last = words.findLastIndex(({ kind }) => NOUNS.has(kind));
  return words
    .slice(0, last + 1)
    .map(({ text }) => text)
    .join(' ');
}

const NOUNS = new Set<Word['kind']>(['noun', 'name']);

/** "The system exits ...": a verb, also one that no list has. */
const ITSELF = /^the system (?!does\b|is\b|has\b)(\p{L}+s) (?=\S)/iu;

function baseOf(verb: string): string {
  const listed = presentVerb(verb);
  if (listed !== null) return listed;
  return verb
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/(?<!s)s$/, '');
}

const PLACED = new RegExp(
  String.raw`^((?:(?:the|our|all) )?[\p{L}-]+ (?:in|at|of|on|from) (?:(?:the|our|each) )?[\p{L}-]+) ` +
    '(?:can|(?:should|must|shall|will) be able to) (.+)$',
  'iu',
);

/** "people in the warehouse can ...": who does it is more than one word. */
function ofPlace(said: string): readonly Action[] | null {
  const [, who, does] = PLACED.exec(said) ?? [];
  if (who === undefined || does === undefined) return null;
  const actions = readGoalClause(`users can ${does}`);
  return actions?.map((action) => (action.actor === 'users' ? { ...action, actor: lowered(who) } : action)) ?? null;
}

function isSure(action: Action): boolean {
  const { kind, actor, verb, rest, condition } = action;
  // "log it": what, only another sentence tells.
  if (kind !== 'never' && /^(?:(?:it|them|these|those)\b|(?:this|that|so)$)/i.test(rest)) return false;
  if (!isOneClause(rest) || SPEAKER.test(`${actor} ${rest}`)) return false;
  // "nobody else sees them": whom, only another sentence tells.
  if (kind === 'never' && actor === '' && /\b(?:them|it)$/i.test(rest)) return false;
  if (kind === 'never') return !/^(?:this|that|these|those) /i.test(rest) && (actor === '' || isRefusal(action));
  // "a bot that answers and hands over when ...": the condition is of the part, not of the whole.
  if (kind === 'name' && actor !== '' && !isActor(actor)) return false;
  // "audit logs": after who wants it two words are a thing, though each may be a verb.
  if (kind === 'name' && actor !== '' && /^[\p{L}-]+ [\p{L}-]+s$/u.test(rest)) return true;
  if (kind === 'name') return isName(rest) && !(condition !== '' && OPENS.test(rest)) && !/\b(?:them|it)\b/i.test(rest);
  if (kind === 'product') return true;
  // "owners keep calling": how things are.
  if (verb === 'keep' && /^\p{L}+ing\b/iu.test(rest)) return false;
  return isActor(actor) && (kind !== 'person' || !OF_THINGS.test(verb));
}

/** Of two actions nobody knows whether each is refused, or only both. */
function isRefusal({ actor, rest }: Action): boolean {
  const more = [...rest.matchAll(/ (?:and|or) (\p{L}+) /gu)].some(([, word = '']) => presentVerb(word) === word);
  return isActor(actor) && !more;
}

/** A pronoun, and a word on when: nobody who could be let do it. */
const NOBODY_IN_IT =
  /^(?:they|them|he|she|you|i|we|it) |(?:^|\s)(?:always|constantly|often|still|usually|currently|sometimes|never)$/i;

const isActor = (actor: string): boolean =>
  !NOBODY_IN_IT.test(actor) &&
  !/[:,;]|\b(?:where|that|which|who|whoever|with|so|something|because|like|keep)\b/i.test(actor) &&
  actor.split(' ').length <= ACTOR_WORDS_MAX &&
  !NO_ACTOR.test(actor);

/** Commas only between the things of a list; no verb of a sentence before a word that opens another clause. */
function isOneClause(rest: string): boolean {
  if (/:(?!\d)|[;()]|\bbut\b|[.?!] /.test(rest)) return false;
  const parts = rest.replace(/,? (?:and so on|etc)\.?$/i, '').split(/,\s+/);
  const isList = parts.length === 1 || parts.slice(1).every((part) => part.split(' ').length <= LISTED_WORDS_MAX);
  if (!isList || (parts.length > 1 && !/\b(?:and|or) /i.test(parts.at(-1) ?? ''))) return false;
  const [main = ''] = rest.split(OPENS);
  return / (?:(?:do|does|is|are) not|cannot) /i.test(main) || !FINITE.test(main);
}

const LISTED_WORDS_MAX = 4;

/** The name of a thing has no verb that says what the thing does. */
function isName(rest: string): boolean {
  const [head = ''] = rest.split(NAME_ENDS);
  const words = readWords(head).filter(({ kind }) => kind !== 'mark');
  const [first] = words;
  if (first === undefined || tellsAction(readWords(rest.split(NAME_TELLS)[0] ?? ''))) return false;
  if (words.length > NAME_WORDS_MAX || NO_NAME_BEGINS.test(first.text)) return false;
  // "exits with code 2": somebody who was not named does it.
  if (/s$/.test(first.text) && first.kind === 'verb' && words.length === 1 && NAME_ENDS.test(rest)) return false;
  if (/^(?:people|staff|everyone|somebody)$/i.test(first.text) || /\b(?:less|more) \p{L}+$/iu.test(head)) return false;
  return words.every(({ kind, text }, at) => {
    // "users drop off": somebody who does something is no name of a thing.
    const isAction = presentVerb(text) === text && isPlural(words[at - 1]?.text ?? '') && at < words.length - 1;
    if (isAction || kind === 'auxiliary' || kind === 'pronoun') return false;
    if (kind !== 'verb' || /ing$/i.test(text) || at === 0) return true;
    const next = words[at + 1]?.kind;
    return /(?:ed|en)$/i.test(text) ? next === 'noun' || next === 'adjective' : presentVerb(text) === text;
  });
}

/** "patients with diabetes log meals": between a noun and things in the plural a verb says what somebody does. */
function tellsAction(words: readonly Word[]): boolean {
  return words.some(({ text }, at) => {
    const [before, after] = [words[at - 1], words[at + 1]];
    return (
      presentVerb(text) === text && before?.kind === 'noun' && isPlural(after?.text ?? '') && after?.kind === 'noun'
    );
  });
}
