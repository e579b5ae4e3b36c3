// A diagram that a caller gives, as a file of theirs or as text, compiled and checked.

import * as z from 'zod';
import { compile } from '../diagram/compile.ts';
import type { Problem } from '../diagram/problem.ts';
import type { Workflow } from '../diagram/workflow.ts';
import type { JsonObject } from '../json.ts';
import type { SubflowHome } from '../runtime/follow-subflows.ts';
import { loadWorkflowFile } from '../runtime/load-workflow.ts';
import { sha256 } from '../runtime/sha256.ts';
import { validator } from '../runtime/validate.ts';
import { countOf } from './count-of.ts';
import { reject } from './define-operation.ts';
import type { OperationContext } from './operation-context.ts';

export const sourceFields = {
  file: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'a .mmd file, or a .md file with a mermaid block', 'x-form': 'file' }),
  source: z.string().optional().describe('the diagram as text, instead of a file'),
  name: z.string().min(1).max(200).optional().describe('the name to use if the text given as source does not set one'),
};

export const problemShape = z.object({
  severity: z.enum(['problem', 'warning']),
  code: z.string(),
  message: z.string(),
  fix: z.string(),
  line: z.number(),
  column: z.number(),
});

export interface LoadedSource {
  readonly workflow: Workflow | null;
  readonly problems: readonly Problem[];
  readonly subflows: readonly Workflow[];
  readonly folder: string | null;
  readonly homes: ReadonlyMap<string, SubflowHome>;
}

export interface GivenSource {
  readonly file?: string | undefined;
  readonly source?: string | undefined;
  readonly name?: string | undefined;
}

export async function loadSource(context: OperationContext, given: GivenSource): Promise<LoadedSource> {
  if (given.file !== undefined && given.source === undefined) {
    if (!context.readsFiles)
      reject(
        'invalid-request',
        'Expected the diagram as text in "source", found a file, which is not on this machine.',
      );
    return loadWorkflowFile(given.file, { systems: (await context.systems()).entries });
  }
  if (given.source === undefined || given.file !== undefined)
    reject('invalid-request', 'Expected a diagram as "file" or as "source", found neither or both.');
  return compileText(given.source ?? '', given.name ?? 'workflow', { prompts: {}, schemas: {} });
}

export interface SourceFiles {
  readonly prompts: { readonly [name: string]: string };
  readonly schemas: { readonly [name: string]: JsonObject };
}

/** Text stands in no folder: only the files that came with it are there to be named. */
export async function compileText(text: string, name: string, files: SourceFiles): Promise<LoadedSource> {
  const { workflow, problems } = await compile({
    fileName: `${name}.mmd`,
    text,
    hash: sha256,
    prompt: (file) => (Object.hasOwn(files.prompts, file) ? (files.prompts[file] ?? null) : null),
    schema: (file) => (Object.hasOwn(files.schemas, file) ? (files.schemas[file] ?? null) : null),
    validator,
  });
  return { workflow, problems, subflows: [], folder: null, homes: new Map() };
}

/** The workflow, or a rejection with everything that is wrong. */
export function runnable({ workflow, problems }: LoadedSource, what: string): Workflow {
  if (workflow !== null) return workflow;
  const wrong = problems.filter(({ severity }) => severity === 'problem');
  const details = wrong.map(({ line, column, code, message, fix }) => `${line}:${column} ${code}: ${message} ${fix}`);
  const shown = details.slice(0, 3).join(' ');
  return reject(
    'diagram-with-problems',
    `Expected a valid diagram in ${what}, found ${countOf(wrong.length, 'problem')}: ${shown}`,
    details,
  );
}
