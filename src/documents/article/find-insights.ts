// What several sources say together: passages of different sources with the same content, told by the best of them.

import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { ArticleBrief, Outline } from './article-brief.ts';
import { type Pool, type PoolItem, readPool } from './evidence-pool.ts';
import { figuresOf, shareOf } from './terms-of.ts';

const INSIGHTS_MAX = 12;
const SAME_FROM = 0.6;
const COMMON_MIN = 3;

export type Insight = Outline['insights'][number];

export function findInsights(
  brief: ArticleBrief,
  passages: readonly Passage[],
  sources: readonly Source[],
): readonly Insight[] {
  return insightsOf(readPool(brief, passages, sources));
}

export function insightsOf(pool: Pool): readonly Insight[] {
  const told = new Set<PoolItem>();
  const found: (Insight & { readonly worth: number })[] = [];
  for (const item of [...pool.items].sort((one, other) => other.score - one.score)) {
    const text = item.statements[0]?.alone ?? null;
    if (told.has(item) || text === null) continue;
    const same = pool.items.filter(
      (other) => other.source.id !== item.source.id && !told.has(other) && agree(pool, item, other),
    );
    const firsts = same.filter((other, at) => same.findIndex(({ source }) => source.id === other.source.id) === at);
    if (firsts.length === 0) continue;
    for (const each of [item, ...same]) told.add(each);
    const passages = [item, ...firsts].map(({ passage }) => passage.id);
    found.push({ text, passages, worth: passages.length + item.score });
  }
  return found
    .sort((one, other) => other.worth - one.worth)
    .slice(0, INSIGHTS_MAX)
    .map(({ text, passages }) => ({ text, passages }));
}

/** Most of the content of the shorter one, the topic itself not counted, and no figure that the other does not have. */
export function agree(pool: Pool, one: PoolItem, other: PoolItem): boolean {
  const [own, others] = [withoutTopic(pool, one.terms), withoutTopic(pool, other.terms)];
  const common = [...own].filter((term) => others.has(term)).length;
  if (common < COMMON_MIN || shareOf(own, others) < SAME_FROM) return false;
  const figures = figuresOf(other.text);
  return figuresOf(one.text).every((figure) => figures.includes(figure));
}

export const withoutTopic = (pool: Pool, terms: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...terms].filter((term) => !pool.known.has(term)));
