// Sides of a subject by the headings of the sources: passages under headings that say the same stand together.

import type { ArticleBrief } from './article-brief.ts';
import type { Pool, PoolItem } from './evidence-pool.ts';
import { FACET_KINDS, type FacetKind, kindOfHeading } from './facet-kinds.ts';
import { isEmptyHeading, isOfOnePage, isPaperHeading, plainHeading } from './plain-heading.ts';
import { hasTerms, jaccardOf, termsOf } from './terms-of.ts';

export interface FacetDraft {
  heading: string;
  readonly items: PoolItem[];
  readonly isAsked: boolean;
  readonly order: number;
  readonly kind: FacetKind | null;
  /** Of the headings, without the topic's own. */
  readonly terms: ReadonlySet<string>;
}

interface HeadedDraft extends FacetDraft {
  readonly headings: Map<string, number>;
}

/** Headings that say nothing of the subject head nothing here; what stands under them is placed by its words. */
export function headedFacets(
  brief: ArticleBrief,
  pool: Pool,
  items: readonly PoolItem[],
  names: ReadonlySet<string>,
): readonly FacetDraft[] {
  const found: HeadedDraft[] = [];
  for (const item of items) {
    const heading = saysNothing(item, pool) ? '' : item.passage.heading;
    const plain = heading === '' ? null : plainHeading(heading, names);
    const terms = plain === null ? new Set<string>() : without(termsOf(plain), pool.known);
    const kind = heading === '' ? ofDefinition(item) : isOfOnePage(heading) ? null : kindOfHeading(heading);
    if (kind === null && terms.size === 0) continue;
    const near = found.find((facet) =>
      kind === null ? facet.kind === null && isNear(facet.terms, terms) : facet.kind === kind,
    );
    const order = kind === null ? 32 + found.length / 10 : FACET_KINDS.indexOf(kind) * 7;
    const empty: FacetDraft = { heading: '', items: [], isAsked: false, order, kind, terms };
    const facet: HeadedDraft = near ?? { ...empty, headings: new Map<string, number>() };
    if (near === undefined) found.push(facet);
    facet.items.push(item);
    facet.headings.set(plain ?? '', (facet.headings.get(plain ?? '') ?? 0) + 1);
  }
  for (const facet of found) facet.heading = headingOf(brief, facet);
  return found;
}

const ofDefinition = ({ role }: PoolItem): FacetKind | null =>
  role === 'definition' ? (FACET_KINDS[0] ?? null) : null;

function saysNothing({ passage: { heading }, source }: PoolItem, pool: Pool): boolean {
  return (
    heading === '' ||
    heading === source.title ||
    isEmptyHeading(heading) ||
    isPaperHeading(heading) ||
    hasTerms(pool.known, termsOf(heading))
  );
}

const without = (terms: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...terms].filter((term) => !known.has(term)));

const isNear = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  jaccardOf(one, other) >= 0.5 || hasTerms(other, one) || hasTerms(one, other);

/** The sources' own heading where most passages stand under it, else that of the kind. */
function headingOf({ tone }: ArticleBrief, { kind, headings, items }: HeadedDraft): string {
  const [usual = '', count = 0] =
    [...headings]
      .filter(([text]) => text !== '')
      .sort((one, other) => other[1] - one[1] || one[0].length - other[0].length)[0] ?? [];
  if (kind === null) return usual;
  return usual !== '' && tone !== 'casual' && count >= 0.6 * items.length ? usual : kind.headings[tone];
}
