// The research system: from a brief to an article whose claims rest on stored sources. What is heavy is loaded when
// asked for.

import type { System } from '../../ports/system.ts';
import { gates } from './gates/gates.ts';
import { start } from './start.ts';
import { VERIFY_OPERATION } from './verify-operation.ts';
import { WORKERS } from './workers/definitions.ts';

const VERIFY_OWN = 'research verify {folder}/article.md --sources {folder}/sources';

export const research: System = {
  name: 'research',
  title: 'Article',
  summary: 'from a topic to an article in which every claim links to a passage of a stored source',
  description:
    'from a topic to an article in which every claim links to the passage of a stored source that supports it.\n' +
    'Sources are a folder of documents (--corpus) or searches that are set up. Ctrl-C leaves the run as it is;\n' +
    '--resume goes on with it. At the limit of budget or time you get what is finished, marked as partial',
  diagram: new URL('./workflow.mmd', import.meta.url),
  flows: ['research-execution', 'research-client'],
  start,
  gates,
  showsStates: true,
  internal: ['INITIALIZED', 'PLANNING', 'RE_PLANNING', 'MERGING', 'COMPLETED'],
  operations: [VERIFY_OPERATION],
  next: [VERIFY_OWN],
  agents: Object.fromEntries(WORKERS.map(({ id, name }) => [id, name])),
  documents: {
    ...{ folder: 'research', noun: 'article', main: 'article', name: /^[a-z0-9][a-z0-9-]{1,79}$/ },
    checkedBy: VERIFY_OWN,
    kinds: [
      { name: 'article', resource: 'article', file: 'article.md' },
      { name: 'html', resource: 'article-html', file: 'article.html' },
      { name: 'ledger', resource: 'ledger', file: 'ledger.json' },
      { name: 'ledger-text', resource: 'ledger-text', file: 'ledger.md' },
      { name: 'sources', resource: 'sources', file: 'sources.json' },
    ],
    summarise: async (texts) => (await import('./documents.ts')).summaryOf(texts),
  },
  code: {
    acceptRuns: ['research.checkBrief'],
    actions: [
      ...['research.initialize', 'research.plan', 'research.optimize', 'research.ready', 'research.find'],
      ...['research.findInstead', 'research.collect', 'research.gather', 'research.measure', 'research.decide'],
      ...['research.replan', 'research.merge', 'research.complete', 'research.fail'],
    ],
    prepares: ['research.here', 'research.brief'],
    accepts: [
      ...['research.acceptPlan', 'research.acceptAnalysis', 'research.acceptDraft', 'research.acceptCheck'],
      'research.acceptTexts',
    ],
  },
  loadCode: async (deps) => (await import('./actions.ts')).researchCode(deps),
  loadWriters: async () => (await import('./workers/offline.ts')).researchWriters,
  summarise: async (facts) => (await import('./summarise.ts')).summarise(facts),
};
