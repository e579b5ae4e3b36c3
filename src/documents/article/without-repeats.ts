// Leaves out passages that say again what a better one says, and figures that a newer source has replaced.

import type { Pool, PoolItem } from './evidence-pool.ts';
import { withoutTopic } from './find-insights.ts';
import { figuresOf, jaccardOf, shareOf, yearsOf } from './terms-of.ts';

const REPEATS_FROM = 0.75;
/** Where both have the same figure. */
const REPEATS_WITH_FIGURE = 0.5;
const LIKE_FROM = 0.5;
const TERMS_MIN = 3;
const YEARS_APART = 2;

/** `disputed` are told side by side: no one of them repeats or replaces another. */
export function withoutRepeats(pool: Pool, disputed: ReadonlyMap<string, unknown>): readonly PoolItem[] {
  const sorted = [...pool.items].sort((one, other) => other.score - one.score || (other.year ?? 0) - (one.year ?? 0));
  const kept: PoolItem[] = [];
  const withTerm = new Map<string, PoolItem[]>();
  for (const item of sorted) {
    const near = disputed.has(item.passage.id) ? [] : nearest(item, withTerm, pool);
    if (near.some((other) => isRepeat(pool, item, other) || isReplaced(item, other))) continue;
    kept.push(item);
    for (const term of item.terms) {
      const list = withTerm.get(term) ?? [];
      list.push(item);
      withTerm.set(term, list);
    }
  }
  const old = new Set(
    kept.filter(
      (item) => !disputed.has(item.passage.id) && kept.some((other) => other !== item && isReplaced(item, other)),
    ),
  );
  const order = new Map(pool.items.map((item, at) => [item, at]));
  return kept.filter((item) => !old.has(item)).sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
}

/** Those that share at least two of its rarer terms: most others share nothing, and are not compared. */
function nearest(item: PoolItem, withTerm: ReadonlyMap<string, readonly PoolItem[]>, pool: Pool): readonly PoolItem[] {
  const rare = [...item.terms].sort((one, other) => pool.weight(other) - pool.weight(one)).slice(0, 8);
  const shared = new Map<PoolItem, number>();
  for (const term of rare)
    for (const other of withTerm.get(term) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
  return [...shared].flatMap(([other, count]) => (count >= Math.min(2, rare.length) ? [other] : []));
}

/** `4.3%`, `612`: a figure that two sentences do not have in common by chance. */
const FIGURE = /\d.*[\d%]/;

/** The same terms and no other figure; with the same figure, half of the terms are enough. */
export function isRepeat(pool: Pool, item: PoolItem, other: PoolItem): boolean {
  const [mine, theirs] = [withoutTopic(pool, item.terms), withoutTopic(pool, other.terms)];
  const [own, others] = [figuresOf(item.text), figuresOf(other.text)];
  const [years, otherYears] = [yearsOf(item.text).map(String), yearsOf(other.text).map(String)];
  const isYear = (figure: string): boolean => years.includes(figure) || otherYears.includes(figure);
  const isSame = own.some((figure) => FIGURE.test(figure) && !isYear(figure) && others.includes(figure));
  const least = isSame ? REPEATS_WITH_FIGURE : REPEATS_FROM;
  if (Math.min(mine.size, theirs.size) < TERMS_MIN || shareOf(mine, theirs) < least) return false;
  // With the same figure, a year that only one of them names makes no other statement.
  const isLoose = isSame && (years.length === 0 || otherYears.length === 0);
  const isIn = (some: readonly string[], all: readonly string[]): boolean =>
    some.every((figure) => all.includes(figure) || (isLoose && isYear(figure)));
  return isIn(own, others) || (own.length > 0 && isIn(others, own));
}

/** Says of the same thing what a source says that is two years newer, with another figure and no year of its own. */
export function isReplaced(item: PoolItem, other: PoolItem): boolean {
  if (item.year === null || other.year === null || other.year - item.year < YEARS_APART) return false;
  if (item.role !== 'figure' || yearsOf(item.text).length > 0 || item.source.id === other.source.id) return false;
  const [own, others] = [figuresOf(item.text), figuresOf(other.text)];
  if (own.length === 0 || others.length === 0 || own.some((figure) => others.includes(figure))) return false;
  return jaccardOf(item.terms, other.terms) >= LIKE_FROM;
}
