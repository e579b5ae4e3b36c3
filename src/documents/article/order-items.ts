// The order in which passages of a section are told. What stood together in a source stays together, in its order;
// definitions and background come before figures, these before what is open and what is expected; older before newer.

import { likeness, type Pool, type PoolItem } from './evidence-pool.ts';
import { ROLE_RANK } from './roles-of.ts';
import { hasTerms, termsOf, yearsOf } from './terms-of.ts';

const JOINS_FROM = 0.3;

/** `heading`: what the section is called; what its source calls so, too, comes first. */
export function orderItems(pool: Pool, items: readonly PoolItem[], heading = ''): readonly PoolItem[] {
  const here = new Set(items.map(({ passage }) => passage.id));
  const told = items.filter((item) => !item.needsPrevious || here.has(item.previous ?? ''));
  const blocks = blocksOf(told);
  const ordered = chained(pool, joinLone(pool, blocks).sort(compareBlocks), termsOf(heading));
  return placeFollowers(ordered.flat());
}

/** The one that is most like all of them opens; behind each stands the one that is most like it. */
function chained(
  pool: Pool,
  blocks: readonly PoolItem[][],
  named: ReadonlySet<string>,
): readonly (readonly PoolItem[])[] {
  const left = [...blocks];
  const centre = new Set(blocks.flat().flatMap(({ terms }) => [...terms]));
  const ordered: (readonly PoolItem[])[] = [];
  let last: ReadonlySet<string> = centre;
  while (left.length > 0) {
    const worths = left.map((block, at) => {
      const [first] = block;
      const terms = ordered.length === 0 ? (first?.terms ?? centre) : termsIn(block);
      const opens = ordered.length > 0 ? 0 : (first?.role === 'general' ? 0.1 : 0) + opening(block, named);
      const worth = likeness(pool, terms, last) + opens - RANK_COSTS * rankOf(block) - 0.001 * at;
      // Sums of the same terms in another order differ in their last digits.
      return Math.round(worth * 1e6);
    });
    const best = worths.indexOf(Math.max(...worths));
    const [block = []] = left.splice(best, 1);
    ordered.push(block);
    last = termsIn(block);
  }
  return ordered;
}

/** Has more than one sentence, begins what its source says under a heading, under one like that of the section. */
function opening([first, ...others]: readonly PoolItem[], named: ReadonlySet<string>): number {
  const isFirst = first?.statements[0]?.before === '';
  const isNamed = hasTerms(termsOf(first?.passage.heading ?? ''), named);
  return (others.length > 0 ? 0.15 : 0) + (isFirst ? 0.1 : 0) + (isNamed ? 0.25 : 0);
}

/** What is open or expected comes late, however like it is. */
const RANK_COSTS = 0.06;

const termsIn = (block: readonly PoolItem[]): ReadonlySet<string> => new Set(block.flatMap(({ terms }) => [...terms]));

/** Of one source under one heading, in the order of the source. */
export const isOneBlock = (one: PoolItem, other: PoolItem): boolean =>
  one.source.id === other.source.id && one.passage.heading === other.passage.heading;

function blocksOf(items: readonly PoolItem[]): PoolItem[][] {
  const blocks = new Map<string, PoolItem[]>();
  for (const item of items) {
    const key = `${item.source.id}\n${item.passage.heading}`;
    const block = blocks.get(key) ?? [];
    block.push(item);
    blocks.set(key, block);
  }
  return [...blocks.values()].map((block) => block.sort((one, other) => one.passage.start - other.passage.start));
}

/** A block of one passage stands behind the passage it is most like. */
function joinLone(pool: Pool, blocks: readonly PoolItem[][]): PoolItem[][] {
  const long = blocks.filter((block) => block.length > 1);
  const lone = blocks.filter((block) => block.length === 1).flat();
  for (const item of lone.sort((one, other) => other.score - one.score)) {
    let [best, place, most]: [PoolItem[] | null, number, number] = [null, 0, JOINS_FROM];
    for (const block of long) {
      for (const [at, other] of block.entries()) {
        const like = Math.round(likeness(pool, item.terms, other.terms) * 1e6) / 1e6;
        if (like > most) [best, place, most] = [block, at, like];
      }
    }
    if (best === null) long.push([item]);
    else best.splice(afterFollowers(best, place), 0, item);
  }
  return long;
}

/** Not between a sentence and one that only says something behind it. */
function afterFollowers(block: readonly PoolItem[], at: number): number {
  let place = at + 1;
  while (block[place]?.needsPrevious) place++;
  return place;
}

function compareBlocks(one: readonly PoolItem[], other: readonly PoolItem[]): number {
  return rankOf(one) - rankOf(other) || toldYear(one) - toldYear(other) || scoreOf(other) - scoreOf(one);
}

/** The first sentence says most about what a block is for. */
function rankOf(block: readonly PoolItem[]): number {
  const ranks = block.map(({ role }) => ROLE_RANK[role]);
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / Math.max(1, ranks.length);
  return Math.round(((ranks[0] ?? 0) + mean) / 2);
}

const toldYear = (block: readonly PoolItem[]): number =>
  Math.min(9999, ...block.flatMap(({ text }) => yearsOf(text)), ...block.flatMap(({ year }) => year ?? []));

const scoreOf = (block: readonly PoolItem[]): number =>
  block.reduce((sum, { score }) => sum + score, 0) / Math.max(1, block.length);

/** A passage that needs the one before it stands directly behind it. */
function placeFollowers(ordered: readonly PoolItem[]): readonly PoolItem[] {
  const followers = new Map<string, PoolItem>();
  for (const item of ordered) if (item.needsPrevious && item.previous !== null) followers.set(item.previous, item);
  const told = new Set<PoolItem>();
  const result: PoolItem[] = [];
  for (const item of ordered) {
    if (item.needsPrevious) continue;
    let next: PoolItem | undefined = item;
    while (next !== undefined && !told.has(next)) {
      told.add(next);
      result.push(next);
      next = followers.get(next.passage.id);
    }
  }
  return result;
}
