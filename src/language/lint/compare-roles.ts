// Compares two requirements role by role: the same only if no role differs.

import { stemsOf } from '../words/stem-of.ts';
import type { Role } from './finding.ts';
import { ANY, type Roles, THEIRS } from './read-roles.ts';

/** Words that name the product as a whole or a part of its face: leaving them out changes nothing. */
const light = stemsOf('system software platform solution product page screen degree feature automatic');
/** Places that say the same of a thing. Never `from` and `to`, `with` and `without`, `before` and `after`. */
const ALIKE: readonly ReadonlySet<string>[] = [
  new Set(['from', 'in']),
  new Set(['to', 'as']),
  new Set(['to', 'in']),
  new Set(['in', 'by']),
  new Set(['after', 'if']),
];

/** The roles that differ; none: the two say the same. */
export function differingRoles(one: Roles, other: Roles): readonly Role[] {
  const roles = new Set<Role>();
  if (one.duty !== other.duty) roles.add('duty');
  if (one.action !== other.action) roles.add('action');
  if (one.quantities !== other.quantities) roles.add('quantity');
  if (differInSelection(one.selection, other.selection)) roles.add('selection');
  if (one.joints !== other.joints) roles.add('joint');
  for (const role of ['actor', 'object'] as const) if (differInHead(one, other, role)) roles.add(role);
  const moved = movedBetweenActorAndPlace(one, other);
  for (const [mine, theirs] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const meaning of mine.actor)
      if (!theirs.actor.has(meaning) && !light().has(meaning) && !moved.has(meaning)) roles.add('actor');
    for (const [meaning, labels] of mine.words) {
      if (light().has(meaning) || moved.has(meaning)) continue;
      for (const label of labels)
        if (
          !(meaning === 'new' && isSurelyNew(mine, label)) &&
          !isAt(theirs.words.get(meaning), label) &&
          !isPronoun(theirs, meaning, label)
        )
          roles.add(roleOf(label));
    }
  }
  return [...roles].sort();
}

const making = stemsOf('create add make open register');

/** What is created is new; in a condition it says nothing either. */
const isSurelyNew = ({ action }: Roles, label: string): boolean => label !== 'object' || making().has(action);

function isAt(labels: ReadonlySet<string> | undefined, label: string): boolean {
  if (labels === undefined) return false;
  if (labels.has(label)) return true;
  const { frame, last } = parts(label);
  return [...labels].some((each) => {
    const own = parts(each);
    if (own.frame !== frame) return false;
    return own.last === last || ALIKE.some((set) => set.has(own.last) && set.has(last));
  });
}

/** `When a voucher expires, remove it` and `remove a voucher when it expires`. */
const isPronoun = (theirs: Roles, meaning: string, label: string): boolean =>
  (label === 'object' || label === 'if') &&
  theirs.pronouns.has(label) &&
  (theirs.words.has(meaning) || theirs.actor.has(meaning));

function parts(label: string): { frame: string; last: string } {
  const at = label.lastIndexOf(' ');
  return { frame: at < 0 ? '' : label.slice(0, at), last: label.slice(at + 1) };
}

/** `The cart of the shop shows` and `The shop shows in the cart`. */
function movedBetweenActorAndPlace(one: Roles, other: Roles): ReadonlySet<string> {
  if (![...one.actor].some((meaning) => other.actor.has(meaning))) return new Set();
  const isPlace = (roles: Roles, meaning: string): boolean => roles.words.get(meaning)?.has('in') ?? false;
  return new Set([
    ...[...one.actor].filter((meaning) => !other.actor.has(meaning) && isPlace(other, meaning)),
    ...[...other.actor].filter((meaning) => !one.actor.has(meaning) && isPlace(one, meaning)),
  ]);
}

/** `The assistant of the doctor` and `the doctor of the assistant`; in a list any may come first. */
function differInHead(one: Roles, other: Roles, role: 'actor' | 'object'): boolean {
  const [mine, theirs] = [one.heads[role], other.heads[role]];
  if (mine === theirs || mine === '' || theirs === '' || one.joints !== '') return false;
  const isIn = (roles: Roles, meaning: string): boolean =>
    role === 'actor' ? roles.actor.has(meaning) : (roles.words.get(meaning)?.has('object') ?? false);
  return [one, other].every((roles) => isIn(roles, mine) && isIn(roles, theirs));
}

const EVERY = /^(?:all|every|each|any)\b/;

/** All, every, each and any say what no word says; own, only, other and the like select. */
function differInSelection(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (isAnyAgainstOwn(one, other) || isAnyAgainstOwn(other, one)) return true;
  const isOwn = [one, other].every((words) => words.has(THEIRS) || words.has('own object'));
  const telling = (words: ReadonlySet<string>): string =>
    [...words]
      .filter((word) => !EVERY.test(word) && word !== THEIRS && !(isOwn && word === 'own object'))
      .sort()
      .join(' ');
  return telling(one) !== telling(other);
}

const isAnyAgainstOwn = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.has(THEIRS) && !other.has(THEIRS) && !other.has('own object') && (other.has(ANY) || other.has('all object'));

function roleOf(label: string): Role {
  if (/^(?:if|unless|until|why)\b|\bif\b/.test(label)) return 'condition';
  if (/\bnot\b|without/.test(label)) return 'condition';
  if (/^(?:to|from|as)$/.test(label)) return 'direction';
  if (/^(?:before|after|since|in|for|per)$/.test(label)) return 'circumstance';
  if (label === 'particle') return 'action';
  return label === 'object' ? 'object' : 'circumstance';
}
