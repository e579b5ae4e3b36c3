// The conclusion of an article, by rules.

import { writeConclusion } from '../../../documents/article/write-conclusion.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

export const conclusionWriter: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'conclusion_writer' },
  write(facts) {
    const { brief, draft, passages, sources, contradictions } = materialOf(facts);
    return { content: writeConclusion(brief, draft, passages, sources, contradictions) };
  },
};
