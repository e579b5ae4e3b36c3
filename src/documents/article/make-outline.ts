// The outline of an article: which sides of its subject the passages speak of, and in which order each is told.

import type { Contradiction } from '../evidence/ledger.ts';
import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { ArticleBrief, Outline } from './article-brief.ts';
import { readDisagreements } from './disagreements.ts';
import { readPool } from './evidence-pool.ts';
import { findFacets } from './find-facets.ts';
import { insightsOf } from './find-insights.ts';
import { orderItems } from './order-items.ts';
import { titleOf } from './title-of.ts';
import { withoutRepeats } from './without-repeats.ts';
import { isWorthTelling } from './worth-telling.ts';

/** `contradictions`: where the sources disagree, as `findContradictions` found it. */
export function makeOutline(
  brief: ArticleBrief,
  passages: readonly Passage[],
  sources: readonly Source[],
  contradictions: readonly Contradiction[] = [],
): Outline {
  const pool = readPool(brief, passages, sources);
  const { refuted, disputed } = readDisagreements(contradictions, pool, brief.target_length);
  const told = withoutRepeats(pool, disputed).filter(
    (item) => !refuted.has(item.passage.id) && (disputed.has(item.passage.id) || isWorthTelling(pool, item)),
  );
  const facets = findFacets(brief, pool, told, disputed);
  return {
    title: titleOf(brief),
    sections: facets.map(({ heading, items }) => ({
      heading,
      passages: orderItems(pool, items, heading).map(({ passage }) => passage.id),
    })),
    insights: insightsOf(pool),
  };
}
