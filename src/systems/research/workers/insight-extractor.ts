// What several sources say together, by rules.

import { findInsights } from '../../../documents/article/find-insights.ts';
import type { Json } from '../../../json.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

export const insightExtractor: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'insight_extractor' },
  write(facts) {
    const { brief, passages, sources } = materialOf(facts);
    return { insights: findInsights(brief, passages, sources) as unknown as Json };
  },
};
