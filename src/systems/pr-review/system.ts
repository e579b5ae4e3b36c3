// The pull request review of examples/pr-review: rule-based writers for its automated steps.

import type { System } from '../../ports/system.ts';

export const prReview: System = {
  name: 'pr-review',
  title: 'Pull request review',
  summary: 'the files of a pull request reviewed one by one, then approved, merged or sent back',
  diagram: new URL('../../../examples/pr-review/workflow.mmd', import.meta.url),
  loadWriters: async () => (await import('./offline.ts')).prReviewWriters,
};
