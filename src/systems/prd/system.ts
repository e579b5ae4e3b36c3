// The PRD system: from one sentence to a signed product requirements document. What is heavy is loaded when asked for.

import type { System } from '../../ports/system.ts';
import { FEATURE_ID } from '../features/feature-id.ts';
import { gates } from './gates/gates.ts';
import { start } from './start.ts';

const documents = () => import('./documents.ts');

export const prd: System = {
  name: 'prd',
  title: 'PRD',
  summary: 'from one sentence to a signed PRD: agents draft, you review',
  description:
    'from one sentence to a signed product requirements document: agents draft, you review four times.\n' +
    'Ctrl-C leaves the run as it is; --resume goes on with it',
  diagram: new URL('./workflow.mmd', import.meta.url),
  start,
  next: ['sdd --prd {folder}', 'pm --from-prd {folder}'],
  gates,
  internal: ['Init', 'IC', 'Error'],
  documents: {
    ...{ folder: 'magi-sdd', noun: 'feature', name: FEATURE_ID },
    kinds: [
      {
        ...{ name: 'brief', resource: 'feature-brief', file: 'feature-brief.md', keptIn: 'featureBriefContent' },
        signed: { step: 'FBReview', form: 'brief' },
      },
      { name: 'requirements', resource: 'requirements', file: 'requirements.md' },
      {
        ...{ name: 'prd', resource: 'PRD', file: 'PRD.md', keptIn: 'prdContent' },
        signed: { step: 'PR', form: 'prd' },
      },
    ],
    items: 'requirements',
    summarise: async (texts) => (await documents()).summaryOf(texts),
    changedSince: async (texts) => (await documents()).changedSince(texts),
    lint: async (texts) => (await documents()).lintOf(texts),
    supersede: async (texts, id, by) => (await documents()).supersedeIn(texts, id, by),
    layouts: ['spec-kit', 'openspec', 'kiro'],
    exportAs: async (layout, name, texts, number) => (await documents()).exportAs(layout, name, texts, number),
  },
  code: {
    actions: ['prd.init', 'prd.iterationControl', 'prd.finalize', 'prd.failed'],
    prepares: ['prd.here', 'prd.featureIds', 'prd.briefUpdate', 'prd.files', 'prd.assemble', 'prd.failureMessages'],
    accepts: [
      ...['prd.acceptBrief', 'prd.acceptBriefUpdate', 'prd.acceptBriefReview', 'prd.acceptProposals'],
      ...['prd.mergeRequirements', 'prd.acceptGaps', 'prd.acceptPrd', 'prd.acceptPrdReview', 'prd.reportFailure'],
    ],
  },
  loadCode: async (deps) => (await import('./actions.ts')).prdCode(deps),
  loadWriters: async () => (await import('./offline.ts')).prdWriters,
  loadWire: async () => (await import('./wire/wire.ts')).wire,
  summarise: async (facts) => (await import('./summarise.ts')).summarise(facts),
};
