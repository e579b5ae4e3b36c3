// Which passages of each section are told, so that the whole text has the length that was ordered. Order is kept.

import { likeness, type Pool, type PoolItem } from './evidence-pool.ts';

/** Words for each section by what it has to say; one with little gives the rest to others. `wanted`: ids of passages
 *  that come first. */
export function chooseItems(
  pool: Pool,
  sections: readonly (readonly PoolItem[])[],
  words: number,
  wanted: ReadonlyMap<string, unknown> = new Map(),
): readonly (readonly PoolItem[])[] {
  const sizes = sections.map((items) => items.reduce((sum, item) => sum + item.words, 0));
  const shares = shareWords(sizes, words);
  return sections.map((items, at) =>
    (sizes[at] ?? 0) <= (shares[at] ?? 0) ? items : chooseWithin(pool, items, shares[at] ?? 0, wanted),
  );
}

function shareWords(sizes: readonly number[], words: number): readonly number[] {
  const shares = sizes.map(() => 0);
  let left = words;
  const open = new Set(sizes.flatMap((size, at) => (size > 0 ? [at] : [])));
  while (open.size > 0 && left > 1) {
    const total = [...open].reduce((sum, at) => sum + Math.sqrt(sizes[at] ?? 0), 0);
    const given = [...open].map((at) => ({ at, part: (left * Math.sqrt(sizes[at] ?? 0)) / total }));
    const full = given.filter(({ at, part }) => (shares[at] ?? 0) + part >= (sizes[at] ?? 0));
    for (const { at, part } of full.length > 0 ? full : given) {
      const takes = Math.min(part, (sizes[at] ?? 0) - (shares[at] ?? 0));
      shares[at] = (shares[at] ?? 0) + takes;
      left -= takes;
    }
    for (const { at } of full) open.delete(at);
    if (full.length === 0) break;
  }
  return shares;
}

/** The best first; what is like what was chosen before counts less, what stands behind a chosen one a little more. */
function chooseWithin(
  pool: Pool,
  items: readonly PoolItem[],
  words: number,
  wanted: ReadonlyMap<string, unknown>,
): readonly PoolItem[] {
  const chosen = new Set<PoolItem>();
  const byId = new Map(items.map((item) => [item.passage.id, item]));
  const repeated = new Map(items.map((item) => [item, 0]));
  let used = 0;
  while (used < words) {
    let [best, most]: [PoolItem | null, number] = [null, -Infinity];
    for (const item of items) {
      if (chosen.has(item) || (item.needsPrevious && !isChosen(chosen, byId, item))) continue;
      const bonus = (isChosen(chosen, byId, item) ? NEXT : 0) + (wanted.has(item.passage.id) ? WANTED : 0);
      const worth = item.score + bonus - 0.5 * (repeated.get(item) ?? 0);
      if (worth > most) [best, most] = [item, worth];
    }
    if (best === null || (used > 0 && used + best.words > words + 20)) break;
    chosen.add(best);
    used += best.words;
    for (const item of items)
      repeated.set(item, Math.max(repeated.get(item) ?? 0, likeness(pool, item.terms, best.terms)));
  }
  return items.filter((item) => chosen.has(item));
}

/** Neighbours in one source read better than single sentences of several. */
const NEXT = 0.4;
/** What sources disagree on is told before what only one of them says. */
const WANTED = 0.6;

function isChosen(chosen: ReadonlySet<PoolItem>, byId: ReadonlyMap<string, PoolItem>, item: PoolItem): boolean {
  const previous = item.previous === null ? undefined : byId.get(item.previous);
  return previous !== undefined && chosen.has(previous);
}
