// The outline of an article and what its sources say together, by rules.

import { makeOutline } from '../../../documents/article/make-outline.ts';
import type { Json } from '../../../json.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

export const contentSynthesizer: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'content_synthesizer' },
  write(facts) {
    const { brief, passages, sources, contradictions } = materialOf(facts);
    return makeOutline(brief, passages, sources, contradictions) as unknown as Json;
  },
};
