// A verdict on each claim of the draft by the passages that it cites, by rules.

import { judgeClaim } from '../../../documents/evidence/judge-claim.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

export const factChecker: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'fact_checker' },
  write(facts) {
    const claims = materialOf(facts).claims.map(({ id, text, passages }) => {
      const { verdict, reasons } = judgeClaim(
        text,
        passages.map((passage) => passage.text),
      );
      return { id, verdict, reason: verdict === 'supported' ? '' : reasons.join(' ') };
    });
    const supported = claims.filter(({ verdict }) => verdict === 'supported').length;
    return { claims, accuracy: claims.length === 0 ? 1 : Math.round((supported / claims.length) * 10_000) / 10_000 };
  },
};
