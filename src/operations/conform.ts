// The operation that holds a document of a state machine against itself, and a workflow against the document.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { ParseResult } from '../diagram/read/parse-here.ts';
import { readSource, type SourceText } from '../diagram/read/source.ts';
import { conformDocument } from '../documents/conform/conform-document.ts';
import { CONFORM_RULES, type OpenFinding } from '../documents/conform/conform-finding.ts';
import { drawingSource } from '../documents/conform/drawing-source.ts';
import { type DocumentBlock, readDocument } from '../documents/conform/read-document.ts';
import { readSettled, type SettledPoint } from '../documents/conform/settled-points.ts';
import type { TransitionSource } from '../documents/conform/transition.ts';
import { readText } from '../runtime/read-text.ts';
import { type AnyOperation, defineOperation, reject } from './define-operation.ts';
import type { OperationContext } from './operation-context.ts';

/** A document with several diagrams that Mermaid reads slowly is not read to its end. */
const SLOW_MAX = 2;

const countsShape = z.object({
  kind: z.enum(['drawing', 'table', 'states']),
  line: z.number(),
  heading: z.string(),
  count: z.number().describe('arrows between states, or rows'),
  ends: z.number().describe('arrows from or to [*], rows that say where it starts; not among the pairs'),
  pairs: z.number().describe('different pairs of states'),
  states: z.number(),
  any: z.number().describe('rows for any state'),
});

const findingShape = z.object({
  rule: z.enum(CONFORM_RULES),
  place: z.enum(['drawing', 'table', 'states', 'workflow']),
  heading: z.string(),
  line: z.number(),
  what: z.string(),
  message: z.string(),
  fix: z.string(),
  settled: z.string().nullable().describe('how it was settled; null: it was not'),
});

const pointShape = z.object({ where: z.string(), what: z.string(), how: z.string() });

const conform = defineOperation({
  name: 'conform',
  summary: 'find where a document of a state machine contradicts itself, and where a workflow differs from it',
  who: 'viewer',
  changes: false,
  places: ['document'],
  input: z.object({
    document: z.string().min(1).describe('a Markdown file with Mermaid diagrams or tables of transitions'),
    workflow: z
      .string()
      .min(1)
      .optional()
      .describe('what to hold against it: a .mmd file, a system, or a workflow of the store'),
    settled: z.string().min(1).optional().describe('a file that lists contradictions which are settled, and how'),
  }),
  output: z.object({
    ok: z.boolean().describe('all was compared, and nothing was found that is not settled'),
    document: z.string(),
    sources: z.array(countsShape),
    findings: z.array(findingShape),
    leftOut: z.number().describe('findings beyond those listed'),
    unusedSettled: z.array(pointShape).describe('settled points that nothing was found for'),
    workflow: countsShape.nullable(),
    triggers: z
      .array(
        z.object({
          ...{ from: z.string(), to: z.string() },
          ...{ document: z.array(z.string()), workflow: z.array(z.string()) },
        }),
      )
      .describe('for information: who says when each transition is made'),
    notes: z.array(z.string()),
  }),
  async handler(context, input) {
    if (!context.readsFiles) reject('invalid-request', 'Documents can be read only by a caller on this machine.');
    const text = textAt(input.document, 'a document as text');
    const settled = input.settled === undefined ? [] : settledAt(input.settled);
    const document = readDocument(text);
    const workflow = input.workflow === undefined ? null : await workflowDrawing(context, input.workflow);
    const { drawings, unread } = await drawingsOf(document.diagrams);
    const report = conformDocument({ document, drawings, unread, workflow, settled });
    return {
      ...{ ...report, document: input.document, notes: [...report.notes] },
      ...{ sources: [...report.sources], findings: [...report.findings], unusedSettled: [...report.unusedSettled] },
      triggers: report.triggers.map(({ from, to, document: said, workflow: drawn }) => ({
        ...{ from, to, document: [...said], workflow: [...drawn] },
      })),
    };
  },
});

function textAt(path: string, what: string): string {
  const read = readText(path);
  if ('text' in read) return read.text;
  return reject('invalid-request', `Expected ${what} at ${path}, found ${read.found}.`);
}

function settledAt(path: string): readonly SettledPoint[] {
  const read = readSettled(textAt(path, 'settled points'));
  return typeof read === 'string' ? reject('invalid-request', `${path}: ${read}`) : read;
}

async function drawingsOf(blocks: readonly DocumentBlock[]): Promise<{
  readonly drawings: readonly TransitionSource[];
  readonly unread: readonly OpenFinding[];
}> {
  const drawings: TransitionSource[] = [];
  const unread: OpenFinding[] = [];
  let slow = 0;
  for (const { text, line, heading } of blocks) {
    const source = sourceAt(text, line);
    const { drawing, problems } = slow < SLOW_MAX ? await parsed(source) : NOT_TRIED;
    if (drawing !== null) drawings.push(drawingSource(drawing, source, heading));
    const problem = drawing === null ? problems.find(({ severity }) => severity === 'problem') : undefined;
    if (problem?.code === 'diagram-too-slow') slow++;
    // A sequence or a class diagram says nothing of states.
    if (drawing !== null || problem?.code === 'unsupported-diagram') continue;
    const said = problem?.message ?? 'It was not tried, since others before it took too long.';
    unread.push({
      ...{ rule: 'drawing-unreadable', place: 'drawing', heading, line: problem?.line ?? line, what: 'diagram' },
      message: `The diagram cannot be read. ${said}`,
      fix: problem?.fix ?? 'Make the others smaller.',
    });
  }
  return { drawings, unread };
}

const NOT_TRIED: ParseResult = { drawing: null, problems: [] };

/** Problems that were found before parsing stand at lines of the text alone. */
function sourceAt(text: string, line: number): SourceText {
  const source = readSource('diagram.mmd', text);
  const problems = source.problems.map((problem) => ({ ...problem, line: problem.line + line - 1 }));
  return { ...source, firstLine: line, problems };
}

async function parsed(source: SourceText): Promise<ParseResult> {
  const { parseDiagram } = await import('../diagram/read/parse.ts');
  return parseDiagram(source);
}

async function workflowDrawing(
  context: OperationContext,
  name: string,
): Promise<{ readonly name: string; readonly drawing: TransitionSource }> {
  const source = await workflowSource(context, name);
  const { drawing, problems } = await parsed(source);
  if (drawing !== null) return { name, drawing: drawingSource(drawing, source) };
  const problem = problems.find(({ severity }) => severity === 'problem');
  const place = problem === undefined ? '' : ` at line ${problem.line}: ${problem.message}`;
  return reject(
    'invalid-request',
    `Expected a diagram that can be read in the workflow ${name}, found a problem${place}`,
  );
}

async function workflowSource(context: OperationContext, name: string): Promise<SourceText> {
  if (/\.(?:mmd|md|markdown)$/i.test(name) || name.includes('/'))
    return readSource(name, textAt(name, 'a workflow as text'));
  const known = await context.systems();
  const system = await known.find(name);
  if (system !== null) {
    const path = fileURLToPath(system.diagram);
    return readSource(path, textAt(path, `the diagram of the system ${name}`));
  }
  const stored = await (await context.store()).workflow(name);
  if (stored !== null) return readSource('workflow.mmd', stored.workflow.source);
  const hint = existsSync(name) ? `To read the file, write ./${name}.` : 'Name a .mmd file, or add it to the store.';
  const systems = known.entries.map((entry) => entry.name).join(', ');
  return reject(
    'invalid-request',
    `Expected a system (${systems}), a stored workflow or a file, found no "${name}". ${hint}`,
  );
}

export const operations: readonly AnyOperation[] = [conform];
