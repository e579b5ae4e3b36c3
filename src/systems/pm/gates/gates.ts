// The gates of a PM run and of the runs it starts, each loaded when it is asked for.

import type { Gate } from '../../../ports/system.ts';

const interview = () => import('./interview-gate.ts');
const spec = () => import('./spec-gates.ts');

export const gates: { readonly [step: string]: Gate } = {
  INTERVIEWING: {
    ...{ noun: 'the interview', title: 'Interview', waits: 'your answer in the interview' },
    review: async (facts) => (await interview()).interviewReview(facts),
    answer: async (facts, decision) => (await interview()).interviewAnswer(facts, decision),
    written: async (facts, given) => (await interview()).writtenInterview(facts, given),
    decided: async (output) => (await interview()).decidedInterview(output),
  },
  'pm-draft/preview': {
    ...{ noun: 'the specification', title: 'Preview', waits: 'your look at the specification' },
    review: async (facts) => (await spec()).previewReview(facts),
    answer: async (facts, decision) => (await spec()).previewAnswer(facts, decision),
    written: async (_, given) => (await spec()).writtenSpec(given, ['submit', 'continue']),
    decided: async (output) => (await spec()).decidedSpec(output),
  },
  'pm-scope/review': {
    ...{
      noun: 'the specification',
      title: "Architect's review",
      waits: 'your review of the specification, as the architect',
    },
    review: async (facts) => (await spec()).architectReview(facts),
    answer: async (facts, decision) => (await spec()).architectAnswer(facts, decision),
    written: async (_, given) => (await spec()).writtenSpec(given, ['submit_stories', 'spec_feedback']),
    decided: async (output) => (await spec()).decidedSpec(output),
  },
};
