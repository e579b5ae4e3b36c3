// Which story of before a submitted one is: by what both have word for word, and by requirements that only they cover.

import type { ReadSubmittedStory } from './read-submission.ts';
import { byStoryId, type Story } from './story.ts';
import { textKey } from './text-key.ts';
import { splitPrefix } from './trace-criteria.ts';

/** What is compared. */
interface Described {
  readonly id: string;
  readonly title: string;
  readonly criteria: readonly string[];
  readonly covers: readonly string[];
  readonly isRetired: boolean;
}

interface Sameness {
  /** Stories of before and after that have one of these in common are the same. */
  keysOf(one: Described): readonly string[];
  /** A retired story returns only as it was. */
  readonly isForRetired?: boolean;
  /** Only where no other story has the key, before or after. */
  readonly isAlone?: boolean;
}

const coveredBy = ({ covers }: Described): string => covers.toSorted().join();

/** The strictest first: none outdoes the same story. */
const SAMENESSES: readonly Sameness[] = [
  { keysOf: (one) => [[one.title, coveredBy(one), '', ...one.criteria].join('\n')], isForRetired: true },
  { keysOf: (one) => [`${textKey(one.title)}\n${coveredBy(one)}`], isForRetired: true },
  { keysOf: (one) => [textKey(one.title)] },
  { keysOf: (one) => one.criteria.map((text) => `${coveredBy(one)}\n${textKey(text)}`) },
  { keysOf: (one) => [coveredBy(one)], isAlone: true },
];

/** By the submitted id, the id of before; those that are new are left out. The order of both lists is of no matter. */
export function matchStories(
  previous: readonly Story[],
  submitted: readonly ReadSubmittedStory[],
): ReadonlyMap<string, string> {
  const before = previous.map(describeStory).sort(byStanding);
  const after = submitted.map(describeSubmitted).sort((a, b) => byStoryId(a.id, b.id));
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { keysOf, isForRetired = false, isAlone = false } of SAMENESSES) {
    const old = byKey(
      before.filter(({ isRetired }) => isForRetired || !isRetired),
      keysOf,
    );
    const given = byKey(after, keysOf);
    for (const one of after) {
      const keys = keysOf(one).filter((key) => !isAlone || (isOnly(old, key) && isOnly(given, key)));
      const same = keys.flatMap((key) => old.get(key) ?? []).find(({ id }) => !taken.has(id));
      if (same === undefined || found.has(one.id)) continue;
      found.set(one.id, same.id);
      taken.add(same.id);
    }
  }
  return found;
}

function byKey(all: readonly Described[], keysOf: Sameness['keysOf']): ReadonlyMap<string, readonly Described[]> {
  const index = new Map<string, Described[]>();
  for (const one of all)
    for (const key of keysOf(one)) {
      const others = index.get(key);
      if (others === undefined) index.set(key, [one]);
      else others.push(one);
    }
  return index;
}

const isOnly = (index: ReadonlyMap<string, readonly Described[]>, key: string): boolean => index.get(key)?.length === 1;

function describeStory({ id, title, criteria, covers, status }: Story): Described {
  const own = criteria.filter(({ isByHand }) => isByHand !== true).map(({ text }) => text);
  return { id, title, criteria: own, covers, isRetired: status === 'retired' };
}

function describeSubmitted({ id, title, acceptance_criteria, covers }: ReadSubmittedStory): Described {
  const criteria = acceptance_criteria.map((text) => splitPrefix(text).rest);
  return { id, title, criteria, covers, isRetired: false };
}

/** A story that stands before one that was retired. */
const byStanding = (one: Described, other: Described): number =>
  Number(one.isRetired) - Number(other.isRetired) || byStoryId(one.id, other.id);
