// Finds proposals that say again what was decided before or what an earlier proposal says, and those that nearly do.

import { withoutCriteria } from '../../documents/requirements/acceptance-criteria.ts';
import type { Requirement } from '../../documents/requirements/requirement.ts';
import { spellingOf } from '../words/spelling.ts';
import { differingRoles } from './compare-roles.ts';
import type { Duplicate } from './finding.ts';
import { otherLanguage } from './language-of.ts';
import { type Roles, readRoles } from './read-roles.ts';

/** Of the words of both, how many both must have to be shown side by side. */
const ALIKE_MIN = 0.5;
/** Of a list whose items are all alike, only the likest are compared role by role. */
const COMPARED_MAX = 40;

interface Entry {
  readonly item: Requirement;
  readonly spelling: string;
  readonly roles: Roles;
  /** The same, where somebody is able to do it, as what the system lets them do. */
  readonly lets: Roles;
  /** Roles are read from English only: in other languages nothing but the same spelling is the same. */
  readonly isEnglish: boolean;
  /** All words, whatever their place. */
  readonly bag: ReadonlySet<string>;
}

/** At most one for each proposal: the likest, decided ones before proposals. Only `exact` and `near` say the same. */
export function findDuplicates(
  proposed: readonly Requirement[],
  decided: readonly Requirement[],
): readonly Duplicate[] {
  const seen: Entry[] = [];
  const places = new Map<string, number[]>();
  for (const item of decided) remember(entryOf(item), seen, places);
  const found: Duplicate[] = [];
  for (const item of proposed) {
    const entry = entryOf(item);
    const best = likest(entry, seen, places);
    if (best !== null) found.push(best);
    remember(entry, seen, places);
  }
  return found;
}

/** Says the same, so that one of the two can be left out. What is merely alike is for a person to compare. */
export const isRepeat = ({ kind }: Duplicate): boolean => kind !== 'alike';

/** Those of the duplicates that say the same. */
export function findRepeats(proposed: readonly Requirement[], decided: readonly Requirement[]): readonly Duplicate[] {
  return findDuplicates(proposed, decided).filter(isRepeat);
}

function entryOf(item: Requirement): Entry {
  const text = textOf(item);
  const roles = readRoles(text);
  const shown = asLet(text);
  const lets = shown === text ? roles : readRoles(shown);
  const bag = new Set([...roles.actor, roles.action, ...roles.words.keys()].filter((word) => word !== ''));
  return { item, spelling: spellingOf(text), roles, lets, isEnglish: otherLanguage(text) === null, bag };
}

function remember(entry: Entry, seen: Entry[], places: Map<string, number[]>): void {
  const place = seen.push(entry) - 1;
  for (const word of entry.bag) {
    const list = places.get(word);
    if (list === undefined) places.set(word, [place]);
    else list.push(place);
  }
}

/** Only what shares enough words is compared: the counts come from the index. */
function likest(
  entry: Entry,
  seen: readonly Entry[],
  places: ReadonlyMap<string, readonly number[]>,
): Duplicate | null {
  const shared = new Array<number>(seen.length).fill(0);
  for (const word of entry.bag) {
    for (const place of places.get(word) ?? []) shared[place] = (shared[place] ?? 0) + 1;
  }
  const candidates: { readonly other: Entry; readonly likeness: number }[] = [];
  for (const [place, other] of seen.entries()) {
    const both = shared[place] ?? 0;
    const isSpelled = entry.spelling === other.spelling;
    const likeness = isSpelled ? 1 : both === 0 ? 0 : both / (entry.bag.size + other.bag.size - both);
    if (likeness >= ALIKE_MIN && other.item.id !== entry.item.id) candidates.push({ other, likeness });
  }
  if (candidates.length > COMPARED_MAX) candidates.sort((a, b) => b.likeness - a.likeness);
  let best: Duplicate | null = null;
  for (const { other, likeness } of candidates.slice(0, COMPARED_MAX)) {
    const duplicate = compare(entry, other, likeness);
    if (best === null || rank(duplicate) > rank(best)) best = duplicate;
  }
  return best;
}

function compare(one: Entry, other: Entry, likeness: number): Duplicate {
  const ids = { id: one.item.id, of: other.item.id };
  if (one.spelling === other.spelling) return { ...ids, kind: 'exact', likeness: 1 };
  const rounded = Math.min(0.99, Math.round(likeness * 100) / 100);
  const plain = differingRoles(one.roles, other.roles);
  const roles = plain.length > 0 && differingRoles(one.lets, other.lets).length === 0 ? [] : plain;
  const differs = roles.length === 0 && isTurned(textOf(one.item), textOf(other.item)) ? [TURNED] : roles;
  if (differs.length === 0 && one.isEnglish && other.isEnglish) return { ...ids, kind: 'near', likeness: rounded };
  return { ...ids, kind: 'alike', likeness: rounded, differs };
}

const textOf = ({ title, description }: Requirement): string =>
  description.trim() === '' ? title : withoutCriteria(description);

const SYSTEMS = 'it|system|app|application|service|server|tool|product|site|website|api|cli|software|platform';
const ABLE = new RegExp(
  `^(?!(?:the |an? |our |this )?(?:[\\p{L}-]+ )?(?:${SYSTEMS})\\b)` +
    '((?:(?:the|an?|all|each|every) )?[\\p{L}-]+(?: [\\p{L}-]+)?) ' +
    '(?:(shall|must|should|will) be able to|can) ',
  'iu',
);

/** "Readers shall be able to mark articles" says that the system shall let readers mark articles. */
function asLet(text: string): string {
  return text.replace(ABLE, (_, who: string, duty: string | undefined) => {
    const people = /^\p{Lu}\p{Ll}/u.test(who) ? who.charAt(0).toLowerCase() + who.slice(1) : who;
    return `The system ${duty?.toLowerCase() ?? 'shall'} let ${people} `;
  });
}

const TURNED = 'direction' as const;
const END = String.raw`(?:the |an? |our |their )?([\p{L}\d-]+)`;
const WAY = new RegExp(`\\bfrom ${END}\\b.{0,60}?\\bto ${END}`, 'iu');
const WAY_BACK = new RegExp(`\\bto ${END}\\b.{0,60}?\\bfrom ${END}`, 'iu');

/** "from the shop to the ledger" and "from the ledger to the shop" have the same words. */
function isTurned(one: string, other: string): boolean {
  const [ours, theirs] = [wayOf(one), wayOf(other)];
  return (
    ours !== null && theirs !== null && ours.from === theirs.to && ours.to === theirs.from && ours.from !== ours.to
  );
}

function wayOf(text: string): { readonly from: string; readonly to: string } | null {
  const [, from, to] = WAY.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from: from.toLowerCase(), to: to.toLowerCase() };
  const [, end, start] = WAY_BACK.exec(text) ?? [];
  return end === undefined || start === undefined ? null : { from: start.toLowerCase(), to: end.toLowerCase() };
}

const rank = ({ kind, likeness }: Duplicate): number => (kind === 'exact' ? 2 : kind === 'near' ? 1 : 0) + likeness;
