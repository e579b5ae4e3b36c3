// What a word means, as keys: two words that share one say nearly the same. And which words are opposites.

import { byWord } from '../words/by-word.ts';
import { once } from '../words/once.ts';
import { remembered } from '../words/remembered.ts';
import { spelt, stemOf } from '../words/stem-of.ts';
import { sameStem } from '../words/synonyms.ts';
import { ADJECTIVE_SYNONYMS } from './adjective-synonyms.ts';
import { inLines } from './any-of.ts';
import { EVERYDAY_SYNONYMS } from './everyday-synonyms.ts';
import { NOUN_SYNONYMS } from './noun-synonyms.ts';
import { OPPOSITES } from './opposites.ts';
import { SAME_MEANING } from './same-meaning.ts';
import { VERB_SYNONYMS } from './verb-synonyms.ts';

interface Groups {
  readonly of: ReadonlyMap<string, readonly number[]>;
}

const add = (map: Map<string, number[]>, key: string, group: number): void => {
  const before = map.get(key);
  if (before === undefined) map.set(key, [group]);
  else if (!before.includes(group)) before.push(group);
};

const groups = once((): Groups => groupsOf([...SAME_MEANING, ...EVERYDAY_SYNONYMS]));
/** Words that a writer takes for one another, but that do not tell that two writers speak of the same. */
const wideGroups = once((): Groups => groupsOf([...VERB_SYNONYMS, ...NOUN_SYNONYMS, ...ADJECTIVE_SYNONYMS]));

function groupsOf(lists: readonly (readonly string[])[]): Groups {
  const of = new Map<string, number[]>();
  for (const [at, group] of lists.entries()) for (const word of group) add(of, stemOf(word), at);
  return { of };
}

const AMERICAN: Readonly<Record<string, string>> = byWord({
  ...{ licence: 'license', defence: 'defense', offence: 'offense', tyre: 'tire', grey: 'gray', plough: 'plow' },
  ...{ jewellery: 'jewelry', aluminium: 'aluminum', cheque: 'check', fibre: 'fiber', ageing: 'aging' },
});

/** The tagger's base forms are American: `criticize`, `neighbor`. */
export const oneSpelling = (word: string): string => AMERICAN[word] ?? spelt(word);

/** Of each word the sides it stands on: `3` and `-3` are opposites. Counted from 1. */
const sides = once(() => {
  const of = new Map<string, number[]>();
  for (const [at, [left, right]] of OPPOSITES.entries()) {
    for (const word of left) for (const form of new Set([word, oneSpelling(word)])) add(of, form, at + 1);
    for (const word of right) for (const form of new Set([word, oneSpelling(word)])) add(of, form, -at - 1);
  }
  return of;
});

const SUFFIX = inLines(
  `
      (?:isation|ization|ational|ically|ities|iness|ation|ition|ingly|ities|ments?|ances?|ences?|ships?|ible|
      able|ical|ions?|ists?|isms?|ious|eous|ous|ity|ies|ness|ful|ing|ive|ial|ian|ans?|ary|ory|ors?|ers?|ant|
      ent|ify|ise|ize|ate|ese|ish|acy|ed|en|al|ic|ia|ly|cy|th|es|s|y|e|n)$
    `,
);

/** `econom` of economy, economic, economist; at least four letters are left. */
export const rootOf = remembered((word: string): string => {
  let root = word;
  for (let cut = 0; cut < 3; cut++) {
    const next = root.replace(SUFFIX, '');
    if (next === root || next.length < 4) break;
    root = next;
  }
  return root.replace(/([bdglmnprt])\1$/, '$1');
});

/** The group of a word comes after its own stem and root: `g12`; the wide ones, `w7`, come last. */
export const keysOf = remembered((word: string): readonly string[] => {
  const stem = stemOf(word);
  const keys = new Set([`s${sameStem(stem)}`, `s${stem}`]);
  if (word.length > 4) keys.add(`r${rootOf(word)}`);
  for (const group of groups().of.get(stem) ?? []) keys.add(`g${group}`);
  for (const group of wideGroups().of.get(stem) ?? []) keys.add(`w${group}`);
  return [...keys];
});

const NEGATIVE = /^(?:un|in|im|ir|il|non|dis|mis)-?(?=[a-z]{4})/;

/** `safe` of `unsafe`; null for what is no such word: `under` is none, since there is no `der`. */
export const withoutNegation = remembered((word: string): string | null => {
  const rest = /^[a-z]{3,}less$/.test(word) ? word.slice(0, -4) : word.replace(NEGATIVE, '');
  return rest === word ? null : rest;
});

const PAST = new Map(
  'paid pay,sold sell,built build,known know,told tell,written write,made make,seen see,found find,done do'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** `undamaged` and `damage`, `unpaid` and `pay`. */
function isNegationOf(word: string, plain: string): boolean {
  const rest = withoutNegation(word);
  if (rest === null) return false;
  return rest === plain || PAST.get(rest) === plain || (plain.length > 3 && stemOf(rest) === stemOf(plain));
}

/** Asked with base forms: `rise` and `fall`. */
export function areOpposite(first: string, second: string): boolean {
  if (isNegationOf(first, second) || isNegationOf(second, first)) return true;
  if (isWithout(first, second) || isWithout(second, first)) return true;
  const [one, other] = [sidesOf(first), sidesOf(second)];
  return one.some((side) => other.includes(-side)) && !one.some((side) => other.includes(side));
}

/** `painless` and `hurt`. */
const isWithout = (word: string, other: string): boolean =>
  /^[a-z]{3,}less$/.test(word) &&
  keysOf(word.slice(0, -4)).some((key) => !key.startsWith('r') && keysOf(other).includes(key));

/** One of the two is always the case: what is not unsafe is safe, what nobody changed was kept. */
export function areEither(first: string, second: string): boolean {
  if (withoutNegation(first) === second || withoutNegation(second) === first) return true;
  return EITHER.some(([one, other]) => (one.has(first) && other.has(second)) || (one.has(second) && other.has(first)));
}

const EITHER = [
  ['keep retain maintain', 'change alter modify leave drop abandon'],
  ['include', 'exclude omit'],
  ['accept approve pass adopt allow permit', 'reject refuse ban prohibit forbid'],
  ['succeed pass', 'fail'],
  ['open', 'close closed shut'],
  ['same identical', 'different'],
  ['alive survive', 'dead die kill'],
  ['true correct right', 'false wrong incorrect'],
  ['present', 'absent'],
].map((pair) => pair.map((words) => new Set(words.split(' ')))) as [Set<string>, Set<string>][];

const sidesOf = (word: string): readonly number[] => sides().get(word) ?? [];
