// What the passages say in short: the best sentence of each side of the subject, with its passage.

import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { ArticleBrief } from './article-brief.ts';
import { readPool } from './evidence-pool.ts';
import { findFacets } from './find-facets.ts';
import { tellItems, writeSentence } from './told-sentence.ts';
import { withoutRepeats } from './without-repeats.ts';

/** Sentences with their marks, as in a draft; '' where no sentence can stand alone. */
export function summarisePassages(
  brief: ArticleBrief,
  passages: readonly Passage[],
  sources: readonly Source[],
): string {
  const pool = readPool(brief, passages, sources);
  const facets = findFacets(brief, pool, withoutRepeats(pool, new Map()));
  const told = facets.flatMap(({ items }) => {
    const alone = items.filter(({ needsPrevious, statements }) => !needsPrevious && statements[0]?.alone !== null);
    const best = [...alone].sort((one, other) => other.score - one.score)[0];
    return best === undefined ? [] : tellItems([best]).slice(0, 1);
  });
  return told.map(writeSentence).join(' ');
}
