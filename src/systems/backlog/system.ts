// The chain from a sentence to stories: the other systems, one after another. What is heavy is loaded when asked for.

import type { System } from '../../ports/system.ts';
import { start } from './start.ts';

export const backlog: System = {
  name: 'backlog',
  title: 'Backlog',
  summary: 'from one sentence to stories: PRD, design, specification, one after another',
  description:
    'from one sentence to stories: a PRD that you sign, a design that you approve, an interview, a specification\n' +
    'that an architect approves, and its stories. With --research the brief quotes what sources say. Ctrl-C leaves\n' +
    'the run as it is; --resume goes on with it',
  diagram: new URL('./workflow.mmd', import.meta.url),
  start,
  next: ['stories next', 'stories list', 'trace --gaps', 'documents verify {document}'],
  code: {
    acceptRuns: ['backlog.checkResearch'],
    actions: ['backlog.findings', 'backlog.gaps'],
    prepares: ['backlog.here'],
  },
  loadCode: async (deps) => (await import('./actions.ts')).backlogCode(deps),
  summarise: async (facts) => (await import('./summarise.ts')).summarise(facts),
};
