// What the sources say in short, by rules.

import { summarisePassages } from '../../../documents/article/summarise-passages.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

export const summarization: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'summarization' },
  write(facts) {
    const { brief, passages, sources } = materialOf(facts);
    return { summary: summarisePassages(brief, passages, sources) || NOTHING };
  },
};

const NOTHING = 'The sources have no sentence that says something of the topic by itself.';
