// The sides of a subject that passages speak of: what the brief asks for first, then what sources head their parts
// with, then phrases that several of them use. Every passage goes to the side that it is most like.

import type { ArticleBrief } from './article-brief.ts';
import type { Pool, PoolItem } from './evidence-pool.ts';
import { FACET_KINDS, kindOfHeading, kindOfText } from './facet-kinds.ts';
import { type FacetDraft, headedFacets } from './headed-facets.ts';
import { phraseFacets } from './phrase-facets.ts';
import { placeBeside, placeItems, placeNearest } from './place-items.ts';
import { namesIn } from './plain-heading.ts';
import { jaccardOf, shareOf, termsOf } from './terms-of.ts';

export interface Facet {
  readonly heading: string;
  readonly items: readonly PoolItem[];
  readonly isAsked: boolean;
  /** Where it is told: kinds of facets have their order, others stand among them by their place in the sources. */
  readonly order: number;
}

/** A side that fewer passages speak of is no section of its own. */
const ITEMS_MIN = 3;
const WORDS_PER_SECTION = 160;
/** How like a section a passage is that goes there; less where the text would be too short without it. */
const LIKE = { sure: 0.17, perhaps: 0.1, least: 0.02, nearest: 0.2 };
/** Sections hold so much more than is told, so that there is something to choose from. */
const ENOUGH = 1.15;
/** So many sections more where those that are wanted do not fill the text. */
const MORE = 2;
const SECTIONS = { min: 3, max: 8 };

/** `disputed`: ids of passages that must stand in a section, whichever is nearest. */
export function findFacets(
  brief: ArticleBrief,
  pool: Pool,
  items: readonly PoolItem[],
  disputed: ReadonlyMap<string, unknown> = new Map(),
): readonly Facet[] {
  const names = namesIn(items.map(({ text }) => text));
  const asked = askedFacets(brief, items);
  const taken = new Set(asked.flatMap((facet) => facet.items));
  const rest = items.filter((item) => !taken.has(item));
  const most = Math.min(SECTIONS.max, Math.max(SECTIONS.min, Math.round(brief.target_length / WORDS_PER_SECTION)));
  const wanted = Math.max(most, asked.length);
  const headed = headedFacets(brief, pool, rest, names);
  const kept = [...asked, ...bestOf(headed, ITEMS_MIN, wanted - asked.length)];
  placeItems(pool, kept, items, LIKE.sure);
  // What is like nothing so far gets a section of its own where enough of it is alike.
  for (const more of [
    () => smaller(headed, kept),
    () => phraseFacets(pool, kept, rest, names, 3),
    () => byKind(brief, kept, rest),
  ]) {
    if (kept.length >= wanted + MORE || wordsIn(kept) >= ENOUGH * brief.target_length) break;
    kept.push(...more().slice(0, wanted + MORE - kept.length));
    placeItems(pool, kept, items, LIKE.sure);
  }
  const central = items.filter((item) => item.needsPrevious || isCentral(pool, item));
  if (wordsIn(kept) < ENOUGH * brief.target_length) placeItems(pool, kept, central, LIKE.perhaps);
  if (wordsIn(kept) < ENOUGH * brief.target_length) placeBeside(kept, items);
  if (wordsIn(kept) < brief.target_length) placeNearest(pool, kept, items, LIKE.nearest);
  placeItems(
    pool,
    kept,
    items.filter(({ passage }) => disputed.has(passage.id)),
    LIKE.least,
  );
  kept.push(
    ...others(
      brief,
      kept,
      rest.filter((item) => isCentral(pool, item)),
    ),
  );
  const told = kept.filter((facet) => facet.isAsked || facet.items.length >= Math.min(2, items.length));
  if (told.every((facet) => facet.items.length === 0) && items.length > 0)
    told.push({ ...whole(brief), items: [...items] });
  return [
    ...told.filter(({ isAsked }) => isAsked),
    ...opened(told.filter(({ isAsked }) => !isAsked).sort((one, other) => one.order - other.order)),
  ];
}

/** A side that one source alone speaks of does not come first, unless articles begin with its kind. */
function opened(facets: readonly FacetDraft[]): readonly FacetDraft[] {
  const isOwn = ({ kind, items }: FacetDraft): boolean => kind === null && sourcesIn(items) < 2;
  const first = facets.findIndex((facet) => !isOwn(facet));
  return first <= 0
    ? facets
    : [...facets.slice(first, first + 1), ...facets.slice(0, first), ...facets.slice(first + 1)];
}

const sourcesIn = (items: readonly PoolItem[]): number => new Set(items.map(({ source }) => source.id)).size;

const wordsIn = (facets: readonly FacetDraft[]): number =>
  facets.reduce((sum, { items }) => sum + items.reduce((own, { words }) => own + words, 0), 0);

/** Headed parts that were too small, with what is left of them. */
function smaller(headed: readonly FacetDraft[], kept: readonly FacetDraft[]): readonly FacetDraft[] {
  const taken = new Set(kept.flatMap(({ items }) => items));
  const left = headed
    .filter((facet) => !kept.includes(facet))
    .map((facet) => ({ ...facet, items: facet.items.filter((item) => !taken.has(item)) }));
  return bestOf(left, 2, SECTIONS.max);
}

/** Passages that no heading helps with, by the kind of thing they speak of. */
function byKind(brief: ArticleBrief, kept: readonly FacetDraft[], items: readonly PoolItem[]): readonly FacetDraft[] {
  const taken = new Set(kept.flatMap((facet) => facet.items));
  const found = FACET_KINDS.map((kind, at): FacetDraft => {
    const own = items.filter((item) => !taken.has(item) && kindOfText(item.text) === kind);
    const heading = kind.headings[brief.tone];
    return { heading, items: own, isAsked: false, order: at * 7, kind, terms: new Set() };
  });
  return bestOf(
    found.filter(({ kind }) => !kept.some((facet) => facet.kind === kind)),
    ITEMS_MIN,
    SECTIONS.max,
  );
}

/** Where the text would be much too short: what is like nothing else, the best of it, as a last section that is short:
 *  a text of fewer words reads better than one that ends with what was left over. */
function others(brief: ArticleBrief, kept: readonly FacetDraft[], items: readonly PoolItem[]): readonly FacetDraft[] {
  const missing = brief.target_length - wordsIn(kept);
  const taken = new Set(kept.flatMap((facet) => facet.items));
  const left = items.filter((item) => !taken.has(item) && !item.needsPrevious);
  if (missing < SHORT_FROM * brief.target_length || kept.length === 0 || left.length < ITEMS_MIN) return [];
  const own: PoolItem[] = [];
  let words = 0;
  for (const item of [...left].sort((one, other) => other.score - one.score)) {
    if (words > Math.min(missing, REST_MAX * brief.target_length)) break;
    own.push(item);
    words += item.words;
  }
  const heading = brief.tone === 'casual' ? 'Also worth knowing' : 'Further points';
  return [{ heading, items: own, isAsked: false, order: FACET_KINDS.length * 7, kind: null, terms: new Set() }];
}

/** Names the topic, or speaks of two things that several passages speak of. */
function isCentral(pool: Pool, { terms }: PoolItem): boolean {
  const shared = Math.log(1 + pool.items.length / SHARED_MIN);
  const own = [...terms];
  return own.some((term) => pool.known.has(term)) || own.filter((term) => pool.weight(term) <= shared).length >= 2;
}

const SHARED_MIN = 4;
const SHORT_FROM = 0.15;
/** Of the length that was ordered. */
const REST_MAX = 0.1;

const whole = (brief: ArticleBrief): Omit<FacetDraft, 'items'> => ({
  heading: brief.tone === 'casual' ? 'What the sources say' : 'Findings',
  isAsked: false,
  order: 50,
  kind: null,
  terms: new Set(),
});

function bestOf(found: readonly FacetDraft[], min: number, max: number): readonly FacetDraft[] {
  const large = found.filter((facet) => facet.items.length >= min);
  return [...large].sort((one, other) => worthOf(other) - worthOf(one)).slice(0, Math.max(0, max));
}

/** Several sources that speak of it count more than one that speaks much. */
const worthOf = ({ items }: FacetDraft): number => Math.min(items.length, 12) + 4 * (sourcesIn(items) - 1);

/** A passage belongs to the section whose words its heading has, or its text, or whose kind it is of. */
function askedFacets(brief: ArticleBrief, items: readonly PoolItem[]): FacetDraft[] {
  const facets = brief.specific_sections.map(
    (heading, order): FacetDraft => ({
      heading,
      items: [],
      isAsked: true,
      order,
      kind: kindOfHeading(heading),
      terms: termsOf(heading),
    }),
  );
  fill(facets, items, FIT.sure);
  fill(
    facets.filter((facet) => facet.items.length < ITEMS_MIN),
    items.filter((item) => !facets.some((facet) => facet.items.includes(item))),
    FIT.perhaps,
  );
  return facets;
}

/** What is surely about a section comes first; what only has words of its kind fills one that is nearly empty. */
const FIT = { sure: 0.5, perhaps: 0.42 };

function fill(facets: readonly FacetDraft[], items: readonly PoolItem[], least: number): void {
  for (const item of items) {
    let [best, most]: [FacetDraft | null, number] = [null, least];
    for (const facet of facets) {
      const fit = fitOf(item, facet.heading);
      if (fit > most) [best, most] = [facet, fit];
    }
    best?.items.push(item);
  }
}

function fitOf(item: PoolItem, section: string): number {
  const terms = termsOf(section);
  const heading = jaccardOf(terms, termsOf(item.passage.heading));
  const text = terms.size === 0 ? 0 : shareOf(terms, item.terms) * (terms.size <= item.terms.size ? 0.8 : 0);
  const kind = kindOfHeading(section);
  const own = kindOfHeading(item.passage.heading);
  const byKind = kind === null ? 0 : own === kind ? 0.7 : kindOfText(item.text) === kind ? 0.45 : 0;
  return Math.max(heading, text, byKind);
}
