// What the passages say in short: the best sentence of each side of the subject, with its passage.

import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { ArticleBrief } from './article-brief.ts';
import { readPool } from './evidence-pool.ts';
import { findFacets } from './find-facets.ts';
import { tellItems, writeSentence } from './told-sentence.ts';
import { withoutRepeats } from './without-repeats.ts';

export interface PassageSummary {
  /** Sentences with their marks, as in a draft. */
  readonly summary: string;
  readonly points: readonly { readonly heading: string; readonly text: string; readonly passages: readonly string[] }[];
}

export function summarisePassages(
  brief: ArticleBrief,
  passages: readonly Passage[],
  sources: readonly Source[],
): PassageSummary {
  const pool = readPool(brief, passages, sources);
  const facets = findFacets(brief, pool, withoutRepeats(pool, new Map()));
  const points = facets.flatMap(({ heading, items }) => {
    const alone = items.filter(({ needsPrevious, statements }) => !needsPrevious && statements[0]?.alone !== null);
    const best = [...alone].sort((one, other) => other.score - one.score)[0];
    const told = best === undefined ? undefined : tellItems([best])[0];
    return told === undefined ? [] : [{ heading, told }];
  });
  return {
    summary: points.map(({ told }) => writeSentence(told)).join(' '),
    points: points.map(({ heading, told }) => ({ heading, text: told.text, passages: told.marks })),
  };
}
