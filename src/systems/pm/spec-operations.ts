// `spec check` and `spec diff`: what is wrong with a specification, and how two versions of one differ.

import type { JsonObject } from '../../json.ts';
import type { OperationEntry, SystemOperation } from '../../ports/system.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer' } as const;
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
const record = (properties: JsonObject): JsonObject => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});
const place = { line: count, column: count } as const;
const problem = record({ check: count, ...place, message: text, fix: text });
const finding = record({ rule: text, ...place, message: text, suggestion: text });
const named = record({ id: text, title: text, line: count });
const points = record({ added: list(text), removed: list(text) });

const CHECK = {
  name: 'spec check',
  summary: 'check a specification: seven checks, and what a careful reader would ask',
  example: 'spec check docs/booking.md',
} as const;
const DIFF = {
  name: 'spec diff',
  summary: 'show how two versions of a specification differ, by requirement and by line',
  example: 'spec diff court-booking --from 1 --to 2',
} as const;

export const SPEC_ENTRIES: readonly OperationEntry[] = [CHECK, DIFF];

export const SPEC_OPERATIONS: readonly SystemOperation[] = [
  {
    ...CHECK,
    input: [
      {
        ...{ name: 'file', kind: 'text', isPlaced: true, isRequired: true },
        help: 'a file of the project, or the name of a feature',
      },
      { name: 'lenient', kind: 'flag', help: 'let the title, priorities and In Scope only warn' },
    ],
    output: record({
      ...{ file: text, passed: { type: 'boolean' }, blocking: list(problem), warnings: list(problem) },
      findings: list(finding),
    }),
    run: async (deps, input) => (await import('./check-spec-file.ts')).checkSpecFile(deps, input),
    show: async (output, width) => (await import('./show-spec.ts')).showCheck(output, width),
  },
  {
    ...DIFF,
    input: [
      {
        ...{ name: 'feature', kind: 'text', isPlaced: true, isRequired: true },
        help: 'the name of a feature, or a file of the project',
      },
      { name: 'from', kind: 'number', help: 'the version to begin with (default: the last but one)' },
      { name: 'to', kind: 'number', help: 'the version to compare it with (default: the last)' },
      { name: 'with', kind: 'text', help: 'the other file, where a file is given' },
    ],
    output: record({
      ...{ before: text, after: text, added: list(named), removed: list(named) },
      changed: list(record({ id: text, title: text, fields: list(text) })),
      parts: list(record({ name: text, before: text, after: text })),
      ...{ inScope: points, outOfScope: points },
      lines: list(record({ kind: text, text })),
    }),
    run: async (deps, input) => (await import('./diff-spec-files.ts')).diffSpecFiles(deps, input),
    show: async (output, width) => (await import('./show-spec.ts')).showDiff(output, width),
  },
];
