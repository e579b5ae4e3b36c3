// The introduction of an article, by rules.

import { writeIntroduction } from '../../../documents/article/write-introduction.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

export const introductionWriter: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'introduction_writer' },
  write(facts) {
    const { brief, draft, passages, sources } = materialOf(facts);
    return { content: writeIntroduction(brief, draft, passages, sources) };
  },
};
