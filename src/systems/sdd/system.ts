// The design system: from a brief to an approved design. What is heavy is loaded when asked for.

import type { System } from '../../ports/system.ts';
import { gates } from './gates/gates.ts';
import { start } from './start.ts';
import { traceOperations } from './trace-operations.ts';

export const sdd: System = {
  name: 'sdd',
  title: 'Design',
  summary: 'from a brief to an approved design: HLD, LLD and database, drafted, reviewed, revised',
  description:
    'from a brief to an approved design document: agents draft and review until it passes, you approve it.\n' +
    'Ctrl-C leaves the run as it is; --resume goes on with it',
  diagram: new URL('./workflow.mmd', import.meta.url),
  start,
  gates,
  internal: ['intake'],
  operations: traceOperations,
  agents: {
    ...{ 'system-architect': 'SystemArchitectAgent', 'api-data': 'APIDataAgent' },
    ...{ 'database-designer': 'DatabaseDesignerAgent', reviewer: 'ReviewerAgent' },
    'writer-formatter': 'WriterFormatterAgent',
  },
  documents: {
    ...{ folder: 'magi-sdd', noun: 'feature', name: /^(?!standards$)[a-z][a-z0-9-]{2,49}$/ },
    kinds: [
      { name: 'hld', resource: 'hld', file: 'design/hld.md', keptIn: 'hld_draft' },
      { name: 'lld', resource: 'lld', file: 'design/lld.md', keptIn: 'lld_draft' },
      { name: 'database', resource: 'database', file: 'design/database.md', keptIn: 'database_schema' },
      { name: 'design', resource: 'design', file: 'design/design.md', keptIn: 'final_document' },
    ],
    summarise: async (texts) => (await import('./documents.ts')).summaryOf(texts),
    layouts: ['markdown', 'spec-kit', 'openspec', 'kiro'],
    exportAs: async (layout, name, texts, number) =>
      (await import('./documents.ts')).exportAs(layout, name, texts, number),
  },
  code: {
    actions: [
      ...['sdd.intake', 'sdd.plan', 'sdd.firstDone', 'sdd.keep'],
      ...['sdd.planReview', 'sdd.mergeReview', 'sdd.formatAlone'],
    ],
    prepares: ['sdd.here', 'sdd.format'],
    accepts: ['sdd.acceptDraft', 'sdd.acceptReview', 'sdd.acceptFormat', 'sdd.reviewed'],
  },
  loadCode: async (deps) => (await import('./actions.ts')).sddCode(deps),
  loadWriters: async () => (await import('./writers/offline.ts')).sddWriters,
  summarise: async (facts) => (await import('./summarise.ts')).summarise(facts),
};
