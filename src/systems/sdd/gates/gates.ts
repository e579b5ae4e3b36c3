// The gate of the design workflow, loaded when it is asked for.

import type { Gate } from '../../../ports/system.ts';

const gate = () => import('./review-gate.ts');

export const gates: { readonly [step: string]: Gate } = {
  human_review: {
    ...{ noun: 'the design', title: 'Design', waits: 'your review of the design' },
    review: async (facts) => (await gate()).designReview(facts),
    answer: async (facts, decision) => (await gate()).designAnswer(facts, decision),
    written: async (_, given) => (await gate()).writtenVerdict(given),
    decided: async (output) => (await gate()).decidedDesign(output),
  },
};
