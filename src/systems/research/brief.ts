// What a writer orders (docs/sources/research-workflow.md).

import type { ArticleBrief } from '../../documents/evidence/article-brief.ts';

export interface Brief extends ArticleBrief {
  readonly research_depth: 'light' | 'standard' | 'deep';
  readonly min_sources: number;
  /** From 0 to 1. */
  readonly min_quality_score: number;
  /** In dollars. */
  readonly max_budget: number;
  /** In seconds. */
  readonly max_time: number;
  readonly preferred_sources: readonly PreferredSource[];
}

export type PreferredSource = 'web' | 'academic' | 'news' | 'social' | 'local';

export const BRIEF_DEFAULTS = {
  content_type: 'article',
  target_length: 2000,
  tone: 'professional',
  research_depth: 'standard',
  min_sources: 10,
  min_quality_score: 0.8,
  max_budget: 5,
  max_time: 5400,
  include_keywords: [],
  exclude_topics: [],
  target_audience: '',
  specific_sections: [],
  preferred_sources: [],
} as const satisfies Omit<Brief, 'topic'>;
