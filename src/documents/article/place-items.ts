// Places what stands in no section yet where it is most like what stands there. A sentence and those that say something
// only behind it go together.

import { likeness, type Pool, type PoolItem } from './evidence-pool.ts';
import type { FacetDraft } from './headed-facets.ts';
import { isPaperHeading } from './plain-heading.ts';
import { shareOf, termsOf, yearsOf } from './terms-of.ts';

/** `least`: what is less like every section stays out. */
export function placeItems(pool: Pool, facets: readonly FacetDraft[], items: readonly PoolItem[], least: number): void {
  const taken = new Set(facets.flatMap((facet) => facet.items));
  const centres = facets.map((facet) => centreOf(pool, facet));
  for (const run of runsOf(items)) {
    const free = run.filter((item) => !taken.has(item));
    if (free.length === 0) continue;
    const own = facets.find((facet) => !facet.isAsked && run.some((item) => facet.items.includes(item)));
    if (own !== undefined) {
      own.items.push(...free);
      continue;
    }
    const terms = new Set(free.flatMap((item) => [...item.terms]));
    const text = free.map((item) => item.text).join(' ');
    let [best, most]: [FacetDraft | undefined, number] = [undefined, least];
    for (const [at, facet] of facets.entries()) {
      // An ordered section holds what is about it: likeness to nothing but its name is not enough.
      if (facet.isAsked && facet.items.length === 0) continue;
      if (facet.kind?.name === 'history' && !free.some((item) => isOfThePast(pool, item))) continue;
      const centre = centres[at] ?? new Set();
      const away = leavesItsHeading(pool, free[0], facet, centre) ? AWAY : 0;
      const like = likeness(pool, terms, centre) + named(facet, terms) + ofKind(facet, text) - away;
      if (like > most) [best, most] = [facet, like];
    }
    best?.items.push(...free);
  }
}

/** Beside the one sentence that it is most like, whatever else the section says. */
export function placeNearest(
  pool: Pool,
  facets: readonly FacetDraft[],
  items: readonly PoolItem[],
  least: number,
): void {
  const taken = new Set(facets.flatMap((facet) => facet.items));
  const own = facets.filter(({ isAsked }) => !isAsked).map((facet) => ({ facet, there: [...facet.items] }));
  for (const run of runsOf(items)) {
    if (run.some((item) => taken.has(item))) continue;
    let [best, most]: [FacetDraft | undefined, number] = [undefined, least];
    for (const { facet, there } of own) {
      if (facet.kind?.name === 'history' && !run.some((item) => isOfThePast(pool, item))) continue;
      for (const item of run)
        for (const other of there) {
          const like = likeness(pool, item.terms, other.terms);
          if (like > most) [best, most] = [facet, like];
        }
    }
    best?.items.push(...run);
  }
}

/** Figures and plans of today are no history. */
function isOfThePast({ newest }: Pool, { role, text }: PoolItem): boolean {
  const years = yearsOf(text);
  if (years.length > 0) return years.every((year) => year <= (newest ?? 9999) - PAST_YEARS);
  return role !== 'figure' && role !== 'outlook' && role !== 'open';
}

const PAST_YEARS = 15;

/** What stands directly before or behind a sentence in its source, under the same heading, is likely to be about the
 *  same. */
export function placeBeside(facets: readonly FacetDraft[], items: readonly PoolItem[]): void {
  const places = new Map<string, FacetDraft>();
  for (const facet of facets) for (const { passage } of facet.items) places.set(passage.id, facet);
  const byId = new Map(items.map((item) => [item.passage.id, item]));
  const nexts = new Map(items.flatMap((item) => (item.previous === null ? [] : [[item.previous, item] as const])));
  for (const run of runsOf(items)) {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined || run.some(({ passage }) => places.has(passage.id))) continue;
    const beside = [byId.get(first.previous ?? ''), nexts.get(last.passage.id)].find(
      (other) => other?.passage.heading === first.passage.heading && places.has(other.passage.id),
    );
    const facet = places.get(beside?.passage.id ?? '');
    if (facet === undefined || facet.isAsked) continue;
    facet.items.push(...run);
    for (const { passage } of run) places.set(passage.id, facet);
  }
}

/** A sentence stays under what its source heads it with, unless a section is clearly about it. */
const AWAY = 0.08;

function leavesItsHeading(
  pool: Pool,
  item: PoolItem | undefined,
  { heading, terms }: FacetDraft,
  centre: ReadonlySet<string>,
): boolean {
  if (item === undefined || item.passage.heading === item.source.title || isPaperHeading(item.passage.heading))
    return false;
  const own = [...termsOf(item.passage.heading)].filter((term) => !pool.known.has(term));
  const there = new Set([...termsOf(heading), ...terms, ...centre]);
  return own.length > 0 && !own.some((term) => there.has(term));
}

/** It names what the section is called by. */
const named = ({ heading, terms }: FacetDraft, own: ReadonlySet<string>): number => {
  const wanted = terms.size > 0 ? terms : termsOf(heading);
  return wanted.size === 0 ? 0 : 0.3 * shareOf(wanted, own) * (wanted.size <= own.size ? 1 : 0);
};

const ofKind = ({ kind }: FacetDraft, text: string): number =>
  kind === null ? 0 : Math.min(2, text.match(kind.inText)?.length ?? 0) * 0.08;

/** Each with those behind it that need it. */
export function runsOf(items: readonly PoolItem[]): readonly (readonly PoolItem[])[] {
  const followers = new Map<string, PoolItem[]>();
  for (const item of items) {
    if (!item.needsPrevious || item.previous === null) continue;
    const own = followers.get(item.previous) ?? [];
    own.push(item);
    followers.set(item.previous, own);
  }
  const chain = (item: PoolItem): readonly PoolItem[] => [
    item,
    ...(followers.get(item.passage.id) ?? []).flatMap((next) => chain(next)),
  ];
  return items.filter(({ needsPrevious }) => !needsPrevious).map(chain);
}

/** The terms that several of its passages have. */
function centreOf(pool: Pool, { items, terms: own }: FacetDraft): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { terms } of items) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const min = items.length > 3 ? 2 : 1;
  const common = [...counts].flatMap(([term, count]) => (count >= min && !pool.known.has(term) ? [term] : []));
  return new Set([...own, ...common]);
}
