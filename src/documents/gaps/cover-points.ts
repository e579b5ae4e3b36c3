// Which points of a brief (goals, scope, success criteria) the kept requirements cover, by the words they share.

import type { Brief } from '../brief.ts';
import type { DecidedRequirement } from '../requirement.ts';
import { contentWords, shareOf } from './content-words.ts';
import { isAssumed, type PointKind } from './ears-requirement.ts';

export interface Point {
  readonly kind: PointKind;
  readonly text: string;
  /** 0..1. */
  readonly covered: number;
  /** Of the requirement that comes nearest; null: none shares a word. */
  readonly nearest: string | null;
  /** Ids of rejected or out-of-scope requirements that would have covered it. */
  readonly refused: readonly string[];
}

/** From this share on a point counts as covered. */
export const COVERED_FROM = 0.45;
/** From this share on a requirement speaks of it, though not of all of it. */
export const PARTLY_FROM = 0.36;
/** Who it is for is said in the requirement by another word as often as not. */
const ACTOR_WEIGHT = 0.4;
const TITLE_WEIGHT = 0.6;
const POINTS_MAX = 200;

export function coverPoints(brief: Brief, items: readonly DecidedRequirement[]): readonly Point[] {
  const points = pointsOf(brief);
  const weigh = weights(
    points.map(({ words }) => words),
    contentWords(brief.title),
  );
  const texts = items.map((item) => ({ item, words: contentWords(`${item.title} ${item.description}`) }));
  const kept = texts.filter(({ item }) => isKept(item));
  const refused = texts.filter(({ item }) => item.standing === 'rejected' || item.standing === 'out-of-scope');
  return points.map(({ kind, text, words, actor }) => {
    const weight = (word: string) => weigh(word) * (word === actor ? ACTOR_WEIGHT : 1);
    const shares = kept.map((one) => ({ id: one.item.id, share: shareOf(words, one.words, weight) }));
    const best = shares.reduce((a, b) => (b.share > a.share ? b : a), { id: '', share: 0 });
    const together = new Set(kept.filter((_, at) => (shares[at]?.share ?? 0) >= 0.3).flatMap((one) => [...one.words]));
    const joint = shareOf(words, together, weight);
    const covered = Math.max(best.share, joint >= 0.65 ? joint : 0);
    return {
      kind,
      text,
      covered: words.size === 0 ? 1 : covered,
      nearest: best.share > 0 ? best.id : null,
      refused: refused.filter((one) => shareOf(words, one.words, weight) >= COVERED_FROM).map(({ item }) => item.id),
    };
  });
}

export function isKept(item: DecidedRequirement): boolean {
  return (item.standing === 'approved' || item.standing === 'modified') && item.supersededBy === undefined;
}

function pointsOf(brief: Brief) {
  const lists: readonly (readonly [PointKind, readonly string[]])[] = [
    ['goal', brief.goals],
    ['scope', brief.inScope],
    ['criterion', brief.successCriteria],
  ];
  return lists
    .flatMap(([kind, texts]) => texts.filter((text) => !isAssumed(text)).map((text) => pointOf(kind, text)))
    .slice(0, POINTS_MAX);
}

function pointOf(kind: PointKind, text: string) {
  const words = contentWords(text);
  const [actor] = kind === 'goal' && words.size > 2 ? words : [];
  return { kind, text, words, actor };
}

/** A word that stands in many points, or in the title, tells less about any one of them. */
function weights(all: readonly ReadonlySet<string>[], title: ReadonlySet<string>): (word: string) => number {
  const counts = new Map<string, number>();
  for (const words of all) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => (title.has(word) ? TITLE_WEIGHT : 1) / Math.sqrt(counts.get(word) ?? 1);
}
