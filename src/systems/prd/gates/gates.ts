// The four gates of a PRD run. What they show and decide is loaded when the first of them is asked for.

import type { Gate } from '../../../ports/system.ts';

const documents = () => import('./document-gates.ts');
const requirements = () => import('./requirements-gate.ts');
const gaps = () => import('./gap-gate.ts');

export const gates: { readonly [step: string]: Gate } = {
  FBReview: {
    ...{ noun: 'the feature brief', title: 'Feature brief', waits: 'your review of the feature brief' },
    review: async (facts) => (await documents()).briefReview(facts),
    answer: async (facts, decision) => (await documents()).briefAnswer(facts, decision),
    written: async (_, given) => (await documents()).writtenDocument('approved', given),
    decided: async (output) => (await documents()).decidedDocument('approved', output),
  },
  RR: {
    ...{ noun: 'the requirements', title: 'Requirements', waits: 'your review of the requirements' },
    review: async (facts) => (await requirements()).requirementsReview(facts),
    answer: async (facts, decision) => (await requirements()).requirementsAnswer(facts, decision),
    recheck: async (facts, id, change) => (await requirements()).recheckRequirement(facts, id, change),
    written: async (_, given) => (await requirements()).writtenRequirements(given),
    decided: async (output) => (await requirements()).decidedRequirements(output),
  },
  GA: {
    ...{ noun: 'the gap analysis', title: 'Gap analysis', waits: 'your decision after the gap analysis' },
    review: async (facts) => (await gaps()).gapReview(facts),
    answer: async (facts, decision) => (await gaps()).gapAnswer(facts, decision),
    written: async ({ offer }, given) => (await gaps()).writtenGaps(offer, given),
    decided: async (output) => (await gaps()).decidedGaps(output),
  },
  PR: {
    ...{ noun: 'the PRD', title: 'PRD', waits: 'your review of the PRD' },
    review: async (facts) => (await documents()).prdReview(facts),
    answer: async (facts, decision) => (await documents()).prdAnswer(facts, decision),
    written: async (_, given) => (await documents()).writtenDocument('prdApproved', given),
    decided: async (output) => (await documents()).decidedDocument('prdApproved', output),
  },
};
