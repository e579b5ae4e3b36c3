// `trace`: what depends on a requirement or on any other id, and what is missing between requirements and endpoints.

import type { JsonObject } from '../../json.ts';
import type { SystemOperation } from '../../ports/system.ts';

const text = { type: 'string' } as const;
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
const record = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const item = {
  ...{ id: text, kind: text, title: text, file: text, line: { type: 'integer' } },
  section: { type: ['string', 'null'] },
} as const;
const step = record({ ...item, through: text, at: record({ file: text, line: { type: 'integer' } }) });
const gap = record({ ...item, message: text });

export const TRACE = {
  name: 'trace',
  summary: 'show all that depends on a requirement or another id, or with --gaps what nothing implements or asks for',
  example: 'trace REQ-007',
} as const;

export const traceOperations: readonly SystemOperation[] = [
  {
    ...TRACE,
    input: [
      { name: 'id', kind: 'text', help: 'REQ-007, UC-001, API-003, R-001, S-003, or FEATURE/S-003', isPlaced: true },
      {
        name: 'gaps',
        kind: 'flag',
        help: 'requirements nothing implements, specifies or has a story for, endpoints nothing asks for, and more',
      },
      { name: 'feature', kind: 'text', help: 'the feature, where several have the id' },
    ],
    output: {
      oneOf: [
        record({
          ...{ feature: text, ...item, notes: list(text), origins: list(step), dependents: list(step) },
        }),
        record({
          features: list(
            record({
              ...{ feature: text, hasDesign: { type: 'boolean' }, hasSpec: { type: 'boolean' } },
              notDesigned: list(text),
              ...{ requirements: list(gap), endpoints: list(gap), withoutStory: list(gap), unspecified: list(gap) },
              dangling: list(record({ id: text, file: text, line: { type: 'integer' }, message: text })),
              outdated: list(
                record({
                  ...{ part: text, section: text, file: text, line: { type: 'integer' }, items: list(text) },
                  because: list(text),
                }),
              ),
            }),
          ),
        }),
      ],
    },
    run: async (deps, input) => (await import('../features/trace-project.ts')).traceProject(deps, input),
    show: async (output, width) => (await import('./show-trace.ts')).showTrace(output, width),
  },
];
