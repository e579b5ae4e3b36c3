// Words of the draft that are a source's, by rules: the passages that writers could take them from are looked at.

import { plagiarismOf } from '../../../documents/article/plagiarism-of.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';
import { problemsIn } from './problems-in.ts';

export const plagiarismChecker: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'plagiarism_checker' },
  write(facts) {
    const { draft, passages, sources } = materialOf(facts);
    const texts = sources.map(({ id, title }) => ({
      title,
      text: passages.flatMap((passage) => (passage.source === id ? [passage.text] : [])).join('\n'),
    }));
    return problemsIn(plagiarismOf(draft, texts));
  },
};
