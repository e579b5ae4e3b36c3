// The systems that ship, each loaded when it is asked for. The only list of them.

import type { SystemEntry } from '../ports/system.ts';
import { SPEC_ENTRIES } from './pm/spec-operations.ts';
import { STORY_ENTRIES } from './pm/story-operations.ts';
import { VERIFY_ENTRY } from './research/verify-operation.ts';
import { TRACE } from './sdd/trace-operations.ts';

export const SYSTEMS: readonly SystemEntry[] = [
  {
    name: 'prd',
    summary: 'from one sentence to a signed PRD: agents draft, you review',
    hasCommand: true,
    argument: 'utterance',
    load: async () => (await import('./prd/system.ts')).prd,
  },
  {
    name: 'sdd',
    summary: 'from a brief to an approved design: HLD, LLD and database, drafted, reviewed, revised',
    hasCommand: true,
    argument: 'brief',
    operations: [TRACE],
    load: async () => (await import('./sdd/system.ts')).sdd,
  },
  {
    name: 'pm',
    summary: 'from an interview to a specification that an architect approved, and its stories',
    hasCommand: true,
    argument: 'idea',
    operations: [...SPEC_ENTRIES, ...STORY_ENTRIES],
    load: async () => (await import('./pm/system.ts')).pm,
  },
  {
    name: 'backlog',
    summary: 'from one sentence to stories: PRD, design, specification, one after another',
    hasCommand: true,
    argument: 'sentence',
    load: async () => (await import('./backlog/system.ts')).backlog,
  },
  {
    name: 'research',
    summary: 'from a topic to an article in which every claim links to a passage of a stored source',
    hasCommand: true,
    argument: 'topic',
    operations: [VERIFY_ENTRY],
    load: async () => (await import('./research/system.ts')).research,
  },
  {
    name: 'pr-review',
    summary: 'the files of a pull request reviewed one by one, then approved, merged or sent back',
    hasCommand: false,
    example: 'run examples/pr-review/workflow.mmd --input-file examples/pr-review/pull-request.json',
    load: async () => (await import('./pr-review/system.ts')).prReview,
  },
];
