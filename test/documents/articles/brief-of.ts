// What an article of a test is ordered with.

import type { ArticleBrief } from '../../../src/documents/evidence/article-brief.ts';

export const briefOf = (topic: string, more: Partial<ArticleBrief> = {}): ArticleBrief => ({
  topic,
  ...{ content_type: 'article', target_length: 600, tone: 'professional', target_audience: '' },
  ...{ include_keywords: [], exclude_topics: [], specific_sections: [] },
  ...more,
});
