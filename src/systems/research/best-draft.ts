// The best article of a run's executions: it is the one that is delivered, scored and compared.

import type { Ledger } from '../../documents/evidence/ledger.ts';
import type { Measurements, QualityScore } from './agent-state.ts';
import type { Evidence } from './execution-results.ts';

export interface BestDraft {
  readonly iteration: number;
  readonly quality: QualityScore;
  /** What its quality is made of; left out in runs of earlier versions. */
  readonly measurements?: Measurements;
  /** As the writers wrote it, with the marks of its passages. */
  readonly draft: string;
  readonly evidence: Evidence;
  readonly article: { readonly title: string; readonly markdown: string; readonly word_count: number };
  readonly ledger: Ledger;
}

export function betterOf(before: BestDraft | null, now: BestDraft | null): BestDraft | null {
  if (before === null || now === null) return now ?? before;
  return now.quality.overall >= before.quality.overall ? now : before;
}
