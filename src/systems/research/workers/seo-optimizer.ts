// How the article can be found, by rules.

import { seoOf } from '../../../documents/article/seo-of.ts';
import { titleOf } from '../../../documents/article/title-of.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

export const seoOptimizer: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'seo_optimizer' },
  write(facts) {
    const { brief, draft } = materialOf(facts);
    const { description, keywords, findings } = seoOf(draft, brief);
    return {
      ...{ title: titleOf(brief), description: description === '' ? titleOf(brief) : description },
      keywords: keywords.slice(0, 20).map(({ keyword }) => keyword),
      suggestions: findings.slice(0, 50).map(({ message }) => message),
    };
  },
};
