// The gate of the research workflow, loaded when it is asked for.

import type { Gate } from '../../../ports/system.ts';

const gate = () => import('./plan-gate.ts');

export const gates: { readonly [step: string]: Gate } = {
  'research-strategy/review_plan': {
    ...{ noun: 'the plan', title: 'Plan', waits: 'your review of the plan' },
    review: async (facts) => (await gate()).planReview(facts),
    answer: async (facts, decision) => (await gate()).planAnswer(facts, decision),
    written: async (_, given) => (await gate()).writtenVerdict(given),
    decided: async (output) => (await gate()).decidedPlan(output),
  },
};
