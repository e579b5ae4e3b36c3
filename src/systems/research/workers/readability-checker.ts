// What is hard to read in the draft, by rules.

import { readabilityOf } from '../../../documents/article/readability-of.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';
import { problemsIn } from './problems-in.ts';

export const readabilityChecker: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'readability_checker' },
  write(facts) {
    const { brief, draft } = materialOf(facts);
    return problemsIn(readabilityOf(draft, brief));
  },
};
