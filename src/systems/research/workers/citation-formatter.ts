// Sentences of the draft that should cite something and do not, by rules. The list of references is made by code.

import { claimsOf } from '../../../documents/evidence/claims-of.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

const PROBLEMS_MAX = 200;

export const citationFormatter: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'citation_formatter' },
  write(facts) {
    const { draft, passages } = materialOf(facts);
    const known = new Set(passages.map(({ id }) => id));
    const claims = claimsOf(draft).filter(({ kind }) => kind !== 'framing');
    const bare = claims.filter(({ cites }) => !cites.some((id) => known.has(id)));
    const problems = bare.slice(0, PROBLEMS_MAX).map(({ text }) => ({
      ...{ sentence: text, problem: 'It cites no passage.', fix: 'Cite one that says it, or leave it out.' },
    }));
    const share = claims.length === 0 ? 1 : (claims.length - bare.length) / claims.length;
    return { problems, quality: Math.round(share * 10_000) / 10_000 };
  },
};
