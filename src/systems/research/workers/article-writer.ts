// The article by rules: sentences of the sources, chosen, ordered and cited. No model writes it.

import { makeOutline } from '../../../documents/article/make-outline.ts';
import { writeArticle } from '../../../documents/article/write-article.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

export const articleWriter: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'article_writer' },
  write(facts) {
    const { brief, passages, sources, contradictions, outline, feedback } = materialOf(facts);
    const planned = outline ?? makeOutline(brief, passages, sources, contradictions);
    return { content: writeArticle(brief, planned, passages, sources, feedback || null, contradictions) };
  },
};
