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
  const before = previous.map(describeStory).sort(byStanding);
  const after = submitted.map(describeSubmitted).sort((a, b) => byStoryId(a.id, b.id));
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const take = (old: Described, given: Described): void => {
    if (taken.has(old.id) || found.has(given.id)) return;
    found.set(given.id, old.id);
    taken.add(old.id);
  };
  // No likeness outdoes the same story; of several that are the same, the first is the first's.
  const same = Map.groupBy(before, ({ exact }) => exact);
  for (const given of after) {
    const old = same.get(given.exact)?.find(({ id }) => !taken.has(id));
    if (old !== undefined) take(old, given);
  }
  const pairs = pairsOf(
    before,
    after,
    (one) => taken.has(one.id),
    (one) => found.has(one.id),
  );
  for (const { before: old, submitted: given } of pairs.toSorted(byScore)) take(old, given);
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
function pairsOf(
  before: readonly Described[],
  after: readonly Described[],
  isTaken: (before: Described) => boolean,
  isFound: (submitted: Described) => boolean,
): readonly Pair[] {
  const index = new Map<string, Described[]>();
  for (const one of before.filter((each) => !isTaken(each)))
    for (const key of keysOf(one)) {
      const others = index.get(key);
      if (others === undefined) index.set(key, [one]);
      else others.push(one);
    }
  const alone = [aloneIn(before.filter(({ isRetired }) => !isRetired)), aloneIn(after)] as const;
  return after
    .filter((each) => !isFound(each))
    .flatMap((submitted) => {
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

function scoreOf(old: Described, submitted: Described): number {
  const titles = old.titleKey === submitted.titleKey ? 1 : sharedWords(old.title, submitted.title);
  return (
    WEIGHTS.title * titles +
    WEIGHTS.criteria * sharedWords(old.criteria, submitted.criteria) +
    WEIGHTS.covers * sharedWords(old.covers, submitted.covers) +
    // What an architect calls it counts only between two that are alike anyway.
    (old.id === submitted.id ? WEIGHTS.id : 0)
  );
}

/** A story that stands before one that was retired. */
const byStanding = (one: Described, other: Described): number =>
  Number(one.isRetired) - Number(other.isRetired) || byStoryId(one.id, other.id);

function byScore(one: Pair, other: Pair): number {
  return (
    other.score - one.score || byStanding(one.before, other.before) || byStoryId(one.submitted.id, other.submitted.id)
  );
}

const sameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));
