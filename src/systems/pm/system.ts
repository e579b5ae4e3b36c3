// The PM system: from an interview to an approved specification and its stories. What is heavy is loaded late.

import type { System } from '../../ports/system.ts';
import { gates } from './gates/gates.ts';
import { rest, signals, status, summarise, waits } from './live.ts';
import { SPEC_OPERATIONS } from './spec-operations.ts';
import { start } from './start.ts';
import { STORY_OPERATIONS } from './story-operations.ts';

export const pm: System = {
  name: 'pm',
  title: 'Specification',
  summary: 'from an interview to a specification that an architect approved, and its stories',
  description:
    'from an interview to a specification that passes seven checks, is reviewed and becomes stories.\n' +
    'Ctrl-C leaves the run as it is; --resume goes on with it',
  diagram: new URL('./workflow.mmd', import.meta.url),
  flows: ['pm-architect'],
  ...{ start, gates, signals, rest, waits, status, summarise },
  documents: {
    ...{ folder: 'magi-sdd', noun: 'feature', name: /^(?!standards$)[a-z][a-z0-9-]{2,49}$/ },
    kinds: [
      { name: 'spec', resource: 'spec', file: 'spec.md', keptIn: 'draft_spec' },
      { name: 'stories', resource: 'stories', file: 'stories/README.md' },
    ],
    summarise: async (texts) => (await import('./documents.ts')).summariseDocuments(texts),
  },
  operations: [...SPEC_OPERATIONS, ...STORY_OPERATIONS],
  agents: { pm: 'Product manager', architect: 'Architect' },
  internal: ['WAITING', 'ERROR', 'DONE'],
  code: {
    actions: ['pm.submit', 'pm.reset', 'pm.end', 'pm.formatCheck', 'pm.handleSpecReview', 'pm.respond'],
    prepares: ['pm.here', 'pm.interview', 'pm.draft', 'pm.scope'],
    accepts: ['pm.acceptInterview', 'pm.acceptDraft', 'pm.acceptPreview', 'pm.acceptScope', 'pm.acceptReview'],
    acceptTurns: ['pm.acceptTurn'],
    acceptRuns: ['pm.acceptRun'],
  },
  loadCode: async (deps) => (await import('./actions.ts')).pmCode(deps),
  loadTools: async () => (await import('./tools.ts')).TOOLS,
  loadWriters: async () => (await import('./writers/offline.ts')).pmWriters,
};
