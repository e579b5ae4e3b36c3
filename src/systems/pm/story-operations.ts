// `stories list`, `stories next` and `stories export`: a backlog in the order to work in, what can start, its files.

import type { JsonObject } from '../../json.ts';
import type { OperationEntry, OperationField, SystemOperation } from '../../ports/system-operation.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer' } as const;
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
const record = (properties: JsonObject): JsonObject => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});
const story = record({
  ...{ id: text, title: text, status: text, points: count, type: text, priority: { type: ['string', 'null'] } },
  ...{ dependencies: list(text), covers: list(text), waitsFor: list(text), criteria: count, criteriaDone: count },
  ...{ file: text, estimated: { type: 'boolean' } },
});

const LIST = {
  name: 'stories list',
  summary: 'list the stories of a feature, or of all, in the order to work in',
  example: 'stories list court-booking',
} as const;
const NEXT = {
  name: 'stories next',
  summary: 'show the stories that can start now: all they depend on is done',
  example: 'stories next',
} as const;
const EXPORT = {
  name: 'stories export',
  summary: 'write the stories as Markdown, as issues for GitHub (JSON for its API) or as a table (CSV)',
  example: 'stories export court-booking --as github --out backlog',
} as const;

export const STORY_ENTRIES: readonly OperationEntry[] = [LIST, NEXT, EXPORT];

const FEATURE: OperationField = {
  ...{ name: 'feature', kind: 'text', isPlaced: true },
  help: "the feature's folder in magi-sdd (default: all that have stories)",
};

export const STORY_OPERATIONS: readonly SystemOperation[] = [
  {
    ...LIST,
    input: [FEATURE, { name: 'all', kind: 'flag', help: 'retired stories too' }],
    output: record({
      features: list(record({ feature: text, title: text, tally: text, picture: text, stories: list(story) })),
      ...{ withoutStories: list(text), warnings: list(text) },
    }),
    run: async (deps, input) => (await import('./list-stories.ts')).listStories(deps, input),
    show: async (output, width) => (await import('./show-stories.ts')).showStories(output, width),
  },
  {
    ...NEXT,
    input: [FEATURE],
    output: record({
      features: list(record({ feature: text, title: text, tally: text, started: list(story), stories: list(story) })),
      ...{ withoutStories: list(text), warnings: list(text) },
    }),
    run: async (deps, input) => (await import('./list-stories.ts')).nextStories(deps, input),
    show: async (output, width) => (await import('./show-stories.ts')).showNext(output, width),
  },
  {
    ...EXPORT,
    input: [
      FEATURE,
      { name: 'as', kind: 'text', help: 'markdown, github or csv', isRequired: true },
      { name: 'out', kind: 'text', help: 'the folder to write to (default: exports in the project)' },
      { name: 'oneFile', kind: 'flag', help: 'Markdown as one file for each feature, not one for each story' },
      { name: 'force', kind: 'flag', help: 'replace files that exist with different content' },
    ],
    output: record({
      ...{ as: text, features: list(record({ feature: text, stories: count })), warnings: list(text), folder: text },
      files: list(record({ path: text, outcome: { enum: ['written', 'replaced', 'unchanged'] } })),
    }),
    run: async (deps, input) => (await import('./export-backlog.ts')).exportBacklog(deps, input),
    show: async (output, width) => (await import('./show-stories.ts')).showExport(output, width),
  },
];
