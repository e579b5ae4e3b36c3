// Finds proposals that say again what was decided before or what an earlier proposal says, and those that nearly do.

import { withoutCriteria } from './acceptance-criteria.ts';
import type { Duplicate } from './finding.ts';
import { differingRoles } from './lint/compare-roles.ts';
import { otherLanguage } from './lint/language-of.ts';
import { type Roles, readRoles } from './lint/read-roles.ts';
import type { Requirement } from './requirement.ts';
import { spellingOf } from './words/spelling.ts';

/** Of the words of both, how many both must have to be shown side by side. */
const ALIKE_MIN = 0.5;

interface Entry {
  readonly item: Requirement;
  readonly spelling: string;
  readonly roles: Roles;
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
  const text = item.description.trim() === '' ? item.title : withoutCriteria(item.description);
  const roles = readRoles(text);
  const bag = new Set([...roles.actor, roles.action, ...roles.words.keys()].filter((word) => word !== ''));
  return { item, spelling: spellingOf(text), roles, isEnglish: otherLanguage(text) === null, bag };
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
  let best: Duplicate | null = null;
  for (const [place, other] of seen.entries()) {
    const both = shared[place] ?? 0;
    const likeness = both === 0 ? 0 : both / (entry.bag.size + other.bag.size - both);
    const isSpelled = entry.spelling === other.spelling;
    if ((likeness < ALIKE_MIN && !isSpelled) || other.item.id === entry.item.id) continue;
    const duplicate = compare(entry, other, likeness);
    if (best === null || rank(duplicate) > rank(best)) best = duplicate;
  }
  return best;
}

function compare(one: Entry, other: Entry, likeness: number): Duplicate {
  const ids = { id: one.item.id, of: other.item.id };
  if (one.spelling === other.spelling) return { ...ids, kind: 'exact', likeness: 1 };
  const rounded = Math.min(0.99, Math.round(likeness * 100) / 100);
  const differs = differingRoles(one.roles, other.roles);
  if (differs.length === 0 && one.isEnglish && other.isEnglish) return { ...ids, kind: 'near', likeness: rounded };
  return { ...ids, kind: 'alike', likeness: rounded, differs };
}

const rank = ({ kind, likeness }: Duplicate): number => (kind === 'exact' ? 2 : kind === 'near' ? 1 : 0) + likeness;
