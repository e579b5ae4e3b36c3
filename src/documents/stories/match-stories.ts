// Which story of before a submitted one is: by the requirements it covers, and by the words of title and criteria.

import type { ReadSubmittedStory } from './read-submission.ts';
import { sharedWords, textKey, wordsOf } from './similar-texts.ts';
import { byStoryId, type Story } from './story.ts';
import { splitPrefix } from './trace-criteria.ts';

/** What is compared. */
interface Described {
  readonly id: string;
  readonly exact: string;
  readonly titleKey: string;
  readonly title: ReadonlySet<string>;
  readonly criteria: ReadonlySet<string>;
  readonly criteriaKeys: ReadonlySet<string>;
  readonly covers: ReadonlySet<string>;
  readonly isRetired: boolean;
}

interface Pair {
  readonly before: Described;
  readonly submitted: Described;
  readonly score: number;
}

const ENOUGH = 0.5;
/** A retired story returns only if it is hardly another. */
const ENOUGH_RETIRED = 0.8;
/** Of the only story of a requirement, told in other words. */
const ENOUGH_ALONE = 0.2;
const WEIGHTS = { title: 0.45, criteria: 0.3, covers: 0.2, id: 0.05 };

/** By the submitted id, the id of before; those that are new are left out. The order of both lists is of no matter. */
export function matchStories(
  previous: readonly Story[],
  submitted: readonly ReadSubmittedStory[],
): ReadonlyMap<string, string> {
  const before = previous.map(describeStory);
  const after = submitted.map(describeSubmitted);
  const pairs = pairsOf(before, after);
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { before: old, submitted: given } of pairs.toSorted(byScore)) {
    if (taken.has(old.id) || found.has(given.id)) continue;
    found.set(given.id, old.id);
    taken.add(old.id);
  }
  return found;
}

function describeStory({ id, title, criteria, covers, status }: Story): Described {
  const own = criteria.filter(({ isByHand }) => isByHand !== true).map(({ text }) => text);
  return described(id, title, own, covers, status === 'retired');
}

function describeSubmitted({ id, title, acceptance_criteria, covers }: ReadSubmittedStory): Described {
  return described(
    id,
    title,
    acceptance_criteria.map((text) => splitPrefix(text).rest),
    covers,
    false,
  );
}

function described(
  id: string,
  title: string,
  criteria: readonly string[],
  covers: readonly string[],
  isRetired: boolean,
): Described {
  const keys = criteria.map(textKey);
  return {
    ...{ id, isRetired, covers: new Set(covers), titleKey: textKey(title), criteriaKeys: new Set(keys) },
    exact: [title, ...covers.toSorted(), '', ...criteria].join('\n'),
    title: new Set(wordsOf(title)),
    criteria: new Set(criteria.flatMap(wordsOf)),
  };
}

/** Only those that share a requirement, a title or a criterion are compared: the rest cannot be the same. */
function pairsOf(before: readonly Described[], after: readonly Described[]): readonly Pair[] {
  const index = new Map<string, Described[]>();
  for (const one of before)
    for (const key of keysOf(one)) {
      const others = index.get(key);
      if (others === undefined) index.set(key, [one]);
      else others.push(one);
    }
  const alone = [aloneIn(before.filter(({ isRetired }) => !isRetired)), aloneIn(after)] as const;
  return after.flatMap((submitted) => {
    const near = new Set(keysOf(submitted).flatMap((key) => index.get(key) ?? []));
    return [...near].flatMap((old) => {
      const score = scoreOf(old, submitted);
      const isAlone = alone[0].has(old) && alone[1].has(submitted) && sameSet(old.covers, submitted.covers);
      const enough = old.isRetired ? ENOUGH_RETIRED : isAlone ? ENOUGH_ALONE + WEIGHTS.covers : ENOUGH;
      return score >= enough ? [{ before: old, submitted, score }] : [];
    });
  });
}

const keysOf = ({ covers, titleKey, criteriaKeys }: Described): readonly string[] => [
  ...[...covers].map((id) => `covers ${id}`),
  `title ${titleKey}`,
  ...[...criteriaKeys].map((key) => `criterion ${key}`),
];

/** Those that share no requirement with another. */
function aloneIn(all: readonly Described[]): ReadonlySet<Described> {
  const counts = new Map<string, number>();
  for (const { covers } of all) for (const id of covers) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Set(all.filter(({ covers }) => covers.size > 0 && [...covers].every((id) => counts.get(id) === 1)));
}

/** 2 for the same story; else below 1, so that no likeness outdoes it. */
function scoreOf(old: Described, submitted: Described): number {
  if (old.exact === submitted.exact) return 2;
  const titles = old.titleKey === submitted.titleKey ? 1 : sharedWords(old.title, submitted.title);
  return (
    WEIGHTS.title * titles +
    WEIGHTS.criteria * sharedWords(old.criteria, submitted.criteria) +
    WEIGHTS.covers * sharedWords(old.covers, submitted.covers) +
    // What an architect calls it counts only between two that are alike anyway.
    (old.id === submitted.id ? WEIGHTS.id : 0)
  );
}

function byScore(one: Pair, other: Pair): number {
  return (
    other.score - one.score ||
    Number(one.before.isRetired) - Number(other.before.isRetired) ||
    byStoryId(one.before.id, other.before.id) ||
    byStoryId(one.submitted.id, other.submitted.id)
  );
}

const sameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));
